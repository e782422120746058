// What a typed sentence may say of a command: its parts are the command's steps, the fields of its described form, or what it declares beside its schema.
import type { Day } from '#domain/days.ts'
import type { Field } from '#resources/kit/field.ts'
import type { AnyForm } from '#resources/kit/form.ts'
import type { AnyCommand, AnyTarget, Choice, PartialAnswers, Step } from './command.ts'
import { formOf, stepsOf } from './command.ts'

export interface Part extends Step {
  /** Words that announce it: 'do', 'para'. They tell apart parts of one kind. */
  readonly after?: readonly string[]
  /** Takes the words that nothing else understood: a description. */
  readonly rest?: true
  /** A day counted from today ('+5') moves on to a business day. */
  readonly business?: true
  /** What it is taken to be when nothing is said of it, and why. */
  readonly otherwise?: (today: Day) => Guess
  /** Reads one word or a few where the kind alone cannot: an e-mail, a percentage. */
  readonly reads?: (text: string, today: Day) => Choice | undefined
}

/** A value nobody typed, and why it is proposed: 'da última vez'. */
export interface Guess {
  readonly choice: Choice
  readonly because: string
}

export interface Says {
  /** Beginnings beside the command's own title and words. */
  readonly verbs?: readonly string[]
  readonly parts: readonly Part[]
  /** What is made, in the words of 'Vai criar 1 …': 'conta a pagar'. */
  readonly makes?: string
  /** It only opens the screen that does it: there is nothing to undo yet. */
  readonly opens?: true
  /** Understood without a verb when an amount and a name are there: '375,50 refrig +5'. */
  readonly bare?: true
  /** From the parts to the input of the command; undefined leaves the rest to the form. */
  input?(answers: PartialAnswers, target: AnyTarget): Readonly<Record<string, unknown>> | undefined
}

const KINDS: Partial<Record<Field<unknown>['kind'], Part['kind']>> = {
  money: 'amount',
  day: 'day',
  choice: 'choice',
  text: 'text',
  area: 'text',
}
const REFS: Partial<Record<string, Part['kind']>> = { account: 'account', category: 'category', contact: 'contact' }
const WORDED: readonly string[] = ['document', 'email', 'phone', 'rate']

function readWord(field: Field<unknown>, text: string): Choice | undefined {
  if (field.kind === 'rate') {
    const value = field.word?.(text)
    return value === undefined ? undefined : { value: String(field.typed(value)), label: field.show(value) }
  }
  const looks =
    field.kind === 'email'
      ? /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
      : field.kind === 'phone'
        ? /^\+?[\d() -]{10,19}$/.test(text) && /^\D*(?:\d\D*){10,13}$/.test(text)
        : /^(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\w{2}\.\w{3}\.\w{3}\/\w{4}-\d{2}|\d{11}|[\da-z]{12}\d{2})$/i.test(text)
  if (!looks || !field.read.safeParse(text).success) return undefined
  return { value: text, label: text }
}

function partOf(form: AnyForm, name: string, title: string | undefined): Part[] {
  const field = form.fields[name]
  if (field === undefined) return []
  const kind = field.kind === 'ref' ? REFS[field.control ?? ''] : KINDS[field.kind]
  const base = {
    name: form.writtenAs(name),
    title: field.label,
    optional: name === title ? false : field.start !== undefined || form.isOptional(name),
    ...(field.after ? { after: field.after } : {}),
    ...(field.bias ? { scope: field.bias === 'past' ? 'past' : 'due' } : {}),
  }
  if (WORDED.includes(field.kind)) return [{ ...base, kind: 'text', reads: text => readWord(field, text) }]
  if (kind === undefined) return []
  if (kind === 'text') return name === title ? [{ ...base, kind, rest: true }] : []
  const choices = field.choices?.map(({ value, label }): Choice<string> => ({ value, label }))
  return [{ ...base, kind, ...(choices ? { options: () => choices } : {}) }]
}

const described = new WeakMap<AnyForm, readonly Part[]>()

/** The parts that the fields of a described form are: a new register has its sentence without a word more. */
export function partsOfForm(form: AnyForm): readonly Part[] {
  const known = described.get(form)
  if (known !== undefined) return known
  const names = form.form.flatMap(line => (typeof line === 'string' ? [] : line))
  const parts = names.flatMap(name => partOf(form, name, form.titled))
  described.set(form, parts)
  return parts
}

/** What the form would hand over, had the answers been typed into it; undefined while it would refuse them. */
export function inputOfForm(form: AnyForm, answers: PartialAnswers, start: Readonly<Record<string, unknown>> = form.start()) {
  const read = form.typed.safeParse({ ...start, ...answers })
  return read.success ? (read.data as Readonly<Record<string, unknown>>) : undefined
}

/** What a sentence may say of this command; undefined when it asks for nothing that can be typed in a line. */
export function saysOf(command: AnyCommand): Says | undefined {
  if (command.says !== undefined) return command.says
  const steps = stepsOf(command)
  if (steps.length > 0) return { parts: steps }
  const form = formOf(command)
  if (form?.how !== 'form' || command.takes !== 'none') return undefined
  return { parts: partsOfForm(form.fields), makes: typeof form.title === 'string' ? form.title.replace(/^Nov[oa] /, '') : command.title }
}

/** 'Falta o valor', 'Faltam a conta de destino e o valor', by their titles. */
export const missingWords = (missing: readonly Part[]): string =>
  missing.length === 0 ? '' : `${missing.length === 1 ? 'Falta' : 'Faltam'}: ${missing.map(({ title }) => title.toLowerCase()).join(', ')}`
