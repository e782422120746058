// What a person can do, as one record: every surface (palette, keys, toolbars, menus, buttons, cheat sheet, docs) reads it.
import type { z } from 'zod'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Period } from '#domain/date-grammar.ts'
import type { Day } from '#domain/days.ts'
import { formatCount } from '#domain/text.ts'
import type { PlaceOf } from '../places.ts'
import type { Search } from '../search-text.ts'
import type { FormAsk } from './form.ts'
import type { IconName } from './icon-name.ts'
import type { Chord } from './keys.ts'
import type { Says } from './part.ts'
import type { Ports } from './ports.ts'
import type { Area, Clause, When } from './when.ts'

/** The records commands act on, by name. Empty here: the commands folder fills it by declaration merging, and so closes `RecordName`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in commands/records.ts
export interface Records {}
export type RecordName = keyof Records

export type Arity = 'none' | 'one' | 'some'

export interface CompanyRef {
  id: string
  name: string
  /** The bank whose own site keeps the Pix keys of its digital account. */
  keys_at?: string | undefined
}

type RecordsFor<R extends RecordName, A extends Arity> = A extends 'one'
  ? readonly [Records[R]]
  : A extends 'none'
    ? readonly []
    : readonly Records[R][]

/** What a command acts on: the marked rows, or the focused one when none is marked. */
export interface Target<R extends RecordName = RecordName, A extends Arity = Arity> {
  readonly kind: R | undefined
  readonly records: RecordsFor<R, A>
  readonly ids: readonly string[]
  readonly count: number
  /** Balance of the records in cents, signed; undefined where records carry no amount. */
  readonly sum_cents: number | undefined
  readonly company: CompanyRef | undefined
  readonly from: 'focus' | 'selection' | 'filter' | 'nothing'
}
/** A target whose record and arity are not known to the type: what surfaces pass around. */
export interface AnyTarget extends Omit<Target<RecordName, 'some'>, 'records'> {
  readonly records: readonly unknown[]
  /** What one record adds to `sum_cents`: signed, for a bill takes where a receivable gives. */
  centsOf?(record: unknown): number
  /** There is nothing yet, for the list is still on its way. */
  readonly coming?: true
}

export const noTarget = (company?: CompanyRef): AnyTarget => ({
  kind: undefined,
  records: [],
  ids: [],
  count: 0,
  sum_cents: undefined,
  company,
  from: 'nothing',
})

/** Of a list that is still on its way. */
export const comingTarget = (company?: CompanyRef): AnyTarget => ({ ...noTarget(company), coming: true })

interface TargetFacts extends Pick<AnyTarget, 'company' | 'from' | 'centsOf'> {
  /** Known without looking at the records, which may not have been made yet. */
  readonly known?: Pick<AnyTarget, 'ids' | 'sum_cents'>
}

/** A target of these records; without `centsOf` they carry no amount worth a sum. */
export function targetOn<K extends RecordName>(
  kind: K,
  records: readonly (Records[K] & { readonly id: string })[],
  { company, from, centsOf, known }: TargetFacts,
): AnyTarget {
  const sum = () => (centsOf && records.length > 0 ? records.reduce((total, record) => total + centsOf(record), 0) : undefined)
  return {
    kind,
    records,
    ids: known?.ids ?? records.map(record => record.id),
    count: records.length,
    sum_cents: known ? known.sum_cents : sum(),
    ...(centsOf ? { centsOf } : {}),
    company,
    from: records.length > 0 ? from : 'nothing',
  }
}

/** The open company; a command that uses it says `when: { company: true }`, so the gate has already asked. */
export function companyIn(target: { readonly company: CompanyRef | undefined }): CompanyRef {
  if (target.company === undefined) throw new Error('a command that needs a company ran without one: add company: true to its when')
  return target.company
}

/** What each kind of step answers with. */
export interface StepValues {
  status: string
  /** Ids. */
  account: string
  category: string
  contact: string
  company: string
  day: Day
  /** Cents. */
  amount: number
  count: number
  period: Period
  text: string
  choice: string
}
export type StepKind = keyof StepValues
export type StepValue = StepValues[StepKind]
export type PartialAnswers = Readonly<Record<string, StepValue>>

export interface Choice<V extends StepValue = StepValue> {
  readonly value: V
  readonly label: string
  /** Beside the label: '3 de 3', 'já é a situação dos 3'. */
  readonly hint?: string
  readonly icon?: IconName
  readonly digit?: string
  readonly words?: readonly string[]
  /** Heading of the rows: 'Outras situações'. */
  readonly group?: string
  readonly tone?: 'muted' | 'info' | 'ok' | 'danger' | 'warning' | 'quiet'
  /** Why it cannot be chosen, in pt-BR. */
  readonly refused?: string
}

export interface Step<N extends string = string, K extends StepKind = StepKind> {
  readonly name: N
  readonly kind: K
  readonly title: string
  readonly optional?: boolean
  /** Asked only of such a target; the step is then an optional one. */
  of?(target: AnyTarget): boolean
  readonly placeholder?: string
  /** Said when nothing is offered: 'Cargo não encontrado'. */
  readonly empty?: string
  /** Narrows what a resolver offers: 'expense', 'income', 'active', 'due' (nearest future day), 'past'. */
  readonly scope?: string
  /** The closed answers of a status or choice step. */
  options?(target: AnyTarget, answers: PartialAnswers): readonly Choice<StepValues[K]>[]
}
// A step as the author of a command writes it: one member per kind, so that the name and kind stay literal in `Answers`.
type AnyStep = { [K in StepKind]: Step<string, K> }[StepKind]

/** The answers of a command's steps by name; an optional step may be absent. */
export type Answers<S extends readonly AnyStep[]> = {
  readonly [X in S[number] as X extends { readonly optional: true } ? never : X['name']]: StepValues[X['kind']]
} & { readonly [X in S[number] as X extends { readonly optional: true } ? X['name'] : never]?: StepValues[X['kind']] }

export interface Confirmation {
  /** Names the count: 'Excluir 12 contas?'. */
  readonly title: string
  readonly body?: string
  /** The button that does it: 'Excluir'. The safe button has the focus. */
  readonly action: string
  readonly danger?: boolean
  readonly facts?: readonly (readonly [label: string, value: string])[]
}

/** Why a record stays out, in pt-BR; two forms where the word follows the number: ['já conciliada', 'já conciliadas']. */
export type Reason = string | readonly [one: string, many: string]

/** The form of a reason that `count` records share. */
export const reasonFor = (reason: Reason, count: number): string => (typeof reason === 'string' ? reason : reason[count === 1 ? 0 : 1])

export type Destination = string | { readonly to: string; readonly params?: Readonly<Record<string, string>>; readonly search?: Search }

/** Taking back what the server's journal does not hold. Each way answers false when there is nothing left of it to turn around. */
export interface Inverse {
  undo(): Promise<boolean>
  redo(): Promise<boolean>
}

export interface Outcome {
  /** One pt-BR sentence for the toast, the footer and the live region: '12 contas movidas para Pago'. */
  readonly say?: string
  /** A second sentence of the toast, below `say`. */
  readonly detail?: string
  /** Part of it was left out: the toast stays until it is put away. */
  readonly warns?: true
  /** What the undo record is called in the place of `say`; alone for a change that is seen where it was made. */
  readonly label?: string
  /** Batch ids of the journal, oldest first: one `z` undoes them all. */
  readonly undo?: readonly string[]
  /** In the place of batches, for a step that is none. */
  readonly inverse?: Inverse
  readonly go?: Destination
  /** A button of the toast, in the place of the way back: 'Copiar link'. */
  readonly offers?: { readonly label: string; run(ports: Ports): Promise<Outcome> }
  /** What the server answered, for the screen whose form was sent. */
  readonly made?: unknown
  /** Shown once and never again, to be copied: 'Chave “Loja” criada'. */
  readonly secret?: { readonly title: string; readonly value: string }
  /** The record made or changed: the focus returns to it when the write is undone. */
  readonly focus?: string
}

/** What a command would do, shown before Enter runs it. */
export interface Effect {
  readonly title: string
  readonly detail?: string
  readonly amount_cents?: number
}

/** What a run is given: the answers of its steps, or its input. */
type Asked<S extends readonly AnyStep[], I> = [I] extends [undefined] ? Answers<S> : I

export interface Command<
  R extends RecordName = RecordName,
  A extends Arity = Arity,
  S extends readonly AnyStep[] = readonly AnyStep[],
  I = undefined,
> {
  /** 'bill.approve': English, resource.verb, permanent: people rebind keys by it. */
  readonly id: string
  /** pt-BR imperative, the only label on every surface: 'Aprovar contas'. */
  readonly title: string
  /** One or two words where room is short: toolbar, hint bar ('mover situação'). */
  readonly short?: string
  readonly hint?: string
  readonly words?: readonly string[]
  readonly icon?: IconName
  readonly of?: R
  readonly takes: A
  /** A screen: its run only goes there, and it is listed under 'Ir para'. */
  readonly goes?: true
  /** It tells of something: what does that, or leads there, stands above it. */
  readonly tells?: true
  /** Run by a surface with all it needs, offered by none: a preference that follows the person, a public answer. */
  readonly unlisted?: true
  /** Takes something away, undoable or not: the palette never has it first in hand unless it was named. */
  readonly destroys?: true
  readonly when?: When
  readonly keys?: readonly Chord[]
  /** Its keys are pressed only here; the palette offers it wherever `when` holds. */
  readonly keysIn?: Area | Clause
  /** Where it has a button. */
  readonly places?: readonly PlaceOf[]
  /** What a run needs, whoever asks: a form, a line, a script. */
  readonly input?: z.ZodType<I>
  /** How a person is asked: steps, or the form of a resource. */
  readonly asks?: S | FormAsk
  /** What a sentence may say of it, where neither steps nor a described form tell. */
  readonly says?: Says
  /** Permission is theirs; fake ports fail a test that calls anything else. */
  readonly calls?: readonly Endpoint[]
  /** What a run also calls where the screen offered it, which it does only to who has the right: no condition of the command itself. */
  readonly may?: readonly Endpoint[]
  /** Present on what cannot be undone (payment, transmission, invitation) or destroys; undefined lets this target through. */
  confirm?(target: Target<R, A>, asked: Asked<S, I>): Confirmation | undefined
  /** Shown disabled with this reason in pt-BR. */
  refuse?(target: Target<R, A>): string | undefined
  /** Why this one record must be left out of a bulk run ('já conciliada'); the rest goes on once confirmed. */
  except?(record: Records[R], answers: Partial<Answers<S>>): Reason | undefined
  /** Live preview of the answers so far. */
  effect?(target: Target<R, A>, answers: Partial<Answers<S>>): Effect | undefined
  /** Of a form, nothing returned means that the person stepped back on the way: the form stays. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a command with nothing to say returns nothing
  run(ports: Ports, target: Target<R, A>, asked: Asked<S, I>): Promise<Outcome | void>
}

/** A command of any record and arity, as the registry and the surfaces hold it. */
export interface AnyCommand extends Omit<Command, 'of' | 'input' | 'confirm' | 'refuse' | 'except' | 'effect' | 'run'> {
  readonly of?: RecordName
  readonly input?: z.ZodType
  confirm?(target: AnyTarget, answers: PartialAnswers): Confirmation | undefined
  refuse?(target: AnyTarget): string | undefined
  except?(record: unknown, answers: PartialAnswers): Reason | undefined
  effect?(target: AnyTarget, answers: PartialAnswers): Effect | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: as in Command
  run(ports: Ports, target: AnyTarget, asked: PartialAnswers): Promise<Outcome | void>
}

/** Checks the record against its own parts (record, arity, steps) and forgets them: what surfaces hold is an `AnyCommand`. */
export function defineCommand<
  const Id extends string,
  R extends RecordName,
  A extends Arity,
  const S extends readonly AnyStep[] = readonly [],
  I = undefined,
>(command: Command<R, A, S, I> & { readonly id: Id }): AnyCommand & { readonly id: Id } {
  return command as unknown as AnyCommand & { readonly id: Id }
}

/** The steps of a command; one that asks by a form has none. */
export const stepsOf = ({ asks = [] }: Pick<AnyCommand, 'asks'>): readonly Step[] => ('how' in asks ? [] : asks)
export const formOf = ({ asks = [] }: Pick<AnyCommand, 'asks'>): FormAsk | undefined => ('how' in asks ? asks : undefined)

/** '1 item', '12 itens', 'todos os 1.667 do filtro'. */
export function describeCount(target: Pick<AnyTarget, 'count' | 'from'>): string {
  if (target.count === 1) return '1 item'
  return target.from === 'filter' ? `todos os ${formatCount(target.count)} do filtro` : `${formatCount(target.count)} itens`
}

/** The target without the records whose ids are not in `keep`; without a `centsOf` nobody knows what the rest sums to. */
export function narrow(target: AnyTarget, keep: ReadonlySet<string>): AnyTarget {
  const { centsOf } = target
  const records = target.records.filter(record => keep.has((record as { id: string }).id))
  const ids = target.ids.filter(id => keep.has(id))
  const sum_cents =
    target.sum_cents === undefined || centsOf === undefined ? undefined : records.reduce<number>((sum, record) => sum + centsOf(record), 0)
  const from = target.from === 'filter' && ids.length < target.count ? 'selection' : target.from
  return { ...target, records, ids, count: ids.length, sum_cents, from }
}
