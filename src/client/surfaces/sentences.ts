// What a typed sentence would do here and now: its command, the records it names, what nobody typed, and what is still missing.
import type { AnyCommand, AnyTarget, Choice, CompanyRef, PartialAnswers, RecordName } from '#commands/kit/command.ts'
import { describeCount, formOf } from '#commands/kit/command.ts'
import { available, type Context, lacksRight, sift } from '#commands/kit/gate.ts'
import { type Guess, inputOfForm, missingWords, type Part } from '#commands/kit/part.ts'
import { NEAR } from '#commands/kit/plain-parts.ts'
import { respelled } from '#commands/kit/respelling.ts'
import { type Names, type Opening, openingsOf, parseSentences, type Sentence } from '#commands/kit/sentence.ts'
import type { Area, Clause, When } from '#commands/kit/when.ts'
import { formatCents } from '#domain/money.ts'
import { fold } from '#domain/text.ts'

/** What the app knows of the open company, answered from memory; what is on its way is told by `onArrival`. */
export interface Knowledge {
  readonly names: Names
  /** The open records of a kind that these words name; undefined while they are on their way. */
  records(kind: RecordName, about: string, company: CompanyRef): AnyTarget | undefined
  /** Those that nearly these words name, and the words as the first of them has them. */
  nearRecords?(kind: RecordName, about: string, company: CompanyRef): { target: AnyTarget; about: string } | undefined
  /** How a record is told in a row. */
  tell(record: unknown): string
  /** What is likely of a new record, by the names of its parts: the usual category of its contact. */
  guesses(command: AnyCommand, answers: PartialAnswers, company: CompanyRef): Readonly<Record<string, Guess>>
  onArrival(listener: () => void): () => void
  /** Reads the names that these commands ask for, in slices, so that the first sentence does not wait for it. */
  readSteps?(commands: readonly AnyCommand[], company: CompanyRef): Generator<void>
}

export interface Guessed extends Guess {
  readonly part: Part
}

/** One thing a sentence would do. */
export interface Act {
  readonly sentence: Sentence
  readonly command: AnyCommand
  readonly context: Context
  readonly target: AnyTarget
  /** What the command is run with. */
  readonly given: PartialAnswers
  readonly guesses: readonly Guessed[]
  /** It runs as it is; else it asks for the rest. */
  readonly ready: boolean
  /** 'Vai criar 1 conta a pagar em Padaria Sol' */
  readonly title: string
  readonly name: string
  readonly detail: string
  readonly amount_cents: number | undefined
  /** Why it cannot run, in pt-BR. */
  readonly refused: string | undefined
  /** What was typed, as it had to be read: a letter was taken for another. */
  readonly read?: string
  /** The words that name its records. */
  readonly about?: string | undefined
}

export interface SentenceInput {
  readonly query: string
  readonly commands: readonly AnyCommand[]
  readonly context: Context
  readonly today: string
  readonly knowledge: Knowledge | undefined
  readonly picked?: ReadonlyMap<string, string>
  /** Whether names may be one letter away from what was typed. */
  readonly near?: boolean
}

const NO_NAMES: Names = () => []
const RECORDS_EACH = 5

const areaOf = (when: When | undefined): Area | undefined => {
  const clauses: readonly Clause[] = when === undefined ? [] : ([when].flat() as readonly Clause[])
  return clauses.flatMap(({ area = [] }) => area)[0]
}

/** The command where it lives, with these records in hand. */
function contextOn(command: AnyCommand, target: AnyTarget, context: Context): Context {
  const area = areaOf(command.when) ?? context.facts.area
  const facts = { ...context.facts, area, screen: area, layer: 'grid', picked: target.count > 1 ? 'many' : 'one' } as const
  return { ...context, facts, target }
}

interface OnRecords {
  readonly context: Context
  readonly refused?: string
  /** The words that name the records, as those have them. */
  readonly about?: string
}

/** The contexts a sentence is about: one of all records, or one for each where only one can be taken. */
function contextsOf({ command, about }: Sentence, { context, knowledge, near = false }: SentenceInput): readonly OnRecords[] {
  const { company } = context.target
  if (command.takes === 'none') return available(command, context).state === 'ready' ? [{ context }] : []
  if (about === '') {
    const gate = available(command, context)
    if (gate.state === 'hidden') return []
    return [gate.state === 'disabled' ? { context, refused: gate.reason } : { context }]
  }
  const known = company && command.of ? knowledge?.records(command.of, about, company) : undefined
  const guessed = near && known?.count === 0 && company && command.of ? knowledge?.nearRecords?.(command.of, about, company) : undefined
  const found = guessed?.target ?? known
  if (found === undefined || found.count === 0) return []
  const targets = command.takes === 'one' && found.count > 1 ? eachOf(found) : [found]
  return targets.flatMap((target): OnRecords[] => {
    const there = contextOn(command, target, context)
    const gate = available(command, there)
    if (gate.state === 'hidden') return []
    const named = { context: there, about: guessed?.about ?? about }
    return [gate.state === 'disabled' ? { ...named, refused: gate.reason } : named]
  })
}

const eachOf = (found: AnyTarget): AnyTarget[] =>
  found.records.slice(0, RECORDS_EACH).map((record, at) => ({
    ...found,
    records: [record],
    ids: found.ids.slice(at, at + 1),
    count: 1,
    sum_cents: found.centsOf?.(record),
  }))

function inputOf(command: AnyCommand, says: Sentence['says'], target: AnyTarget, answers: PartialAnswers, today: string) {
  const form = formOf(command)
  if (says.input !== undefined) return says.input(answers, target)
  if (form?.how === 'form') return inputOfForm(form.fields, answers, form.start(target, today, answers))
  if (command.input !== undefined && form !== undefined) return command.input.safeParse(answers).success ? answers : undefined
  return answers
}

/** The choices of a sentence by the names of its parts, those typed first. */
function choicesOf({ pieces }: Sentence, guesses: readonly Guessed[]): { readonly part: Part; readonly choice: Choice }[] {
  const typed = pieces.flatMap(({ readings: [one] }) => (one ? [one] : []))
  return [...typed, ...guesses.filter(guess => !typed.some(({ part }) => part.name === guess.part.name))]
}

function wordsOfNew({ says, command }: Sentence, choices: readonly { part: Part; choice: Choice }[]) {
  const amount = choices.find(({ part }) => part.kind === 'amount')
  const text = choices.find(({ part }) => part.rest)
  const named = text ?? choices.find(({ part }) => part.kind === 'category') ?? choices.find(({ part }) => part.kind === 'contact')
  const others = choices.filter(one => one !== amount && one !== named)
  return {
    name: named?.choice.label ?? says.makes ?? command.title,
    detail: others
      .map(({ part, choice }) => (part.kind === 'day' ? `${part.title.toLowerCase()} ${choice.label}` : choice.label))
      .join(', '),
    amount_cents: typeof amount?.choice.value === 'number' ? amount.choice.value : undefined,
  }
}

function actOn(sentence: Sentence, { context, refused }: OnRecords, { today, knowledge }: SentenceInput): Act {
  const { command, says, answers } = sentence
  const company = context.target.company
  const known = company && says.makes !== undefined ? (knowledge?.guesses(command, answers, company) ?? {}) : {}
  const guesses = says.parts.flatMap((part): Guessed[] => {
    const guess = part.name in answers ? undefined : (known[part.name] ?? part.otherwise?.(today))
    return guess === undefined ? [] : [{ part, ...guess }]
  })
  const all = { ...Object.fromEntries(guesses.map(({ part, choice }) => [part.name, choice.value])), ...answers }
  const input = inputOf(command, says, context.target, all, today) as PartialAnswers | undefined
  const ready = input !== undefined && sentence.missing.length === 0
  const choices = choicesOf(sentence, guesses)
  const sifted = sift(command, context.target, all)
  const common = {
    sentence,
    command,
    context,
    target: context.target,
    given: input ?? all,
    guesses,
    ready,
    refused: refused ?? sifted.none,
  }
  if (command.takes === 'none' && says.makes !== undefined) {
    const where = company === undefined ? '' : ` em ${company.name}`
    const title = ready ? `Vai criar 1 ${says.makes}${where}` : `Abre o formulário de ${says.makes} com isto preenchido${where}`
    const { name, detail, amount_cents } = wordsOfNew(sentence, choices)
    return { ...common, title, name, detail: [detail, missingWords(sentence.missing)].filter(Boolean).join('. '), amount_cents }
  }
  const labels = choices.map(({ choice }) => choice.label).join(', ')
  const effect = sentence.missing.length === 0 ? command.effect?.(sifted.target, all) : undefined
  const title = effect?.title ?? (command.goes ? `Ir para ${command.title}` : `${command.title}${labels === '' ? '' : `: ${labels}`}`)
  const told = context.target.records.slice(0, 3).flatMap(record => (knowledge && command.takes !== 'none' ? [knowledge.tell(record)] : []))
  const left = context.target.count - told.length
  const records = told.length === 0 ? '' : `${told.join(', ')}${left > 0 ? ` e mais ${left}` : ''}`
  const named = command.takes === 'none' ? (command.goes ? labels : '') : describeCount(sifted.target)
  const detail = [records, sifted.without, missingWords(sentence.missing)].filter(Boolean).join('. ')
  const sum = command.takes === 'none' ? undefined : sifted.target.sum_cents
  return { ...common, title, name: named, detail, amount_cents: sum === undefined ? undefined : Math.abs(sum) }
}

interface Speaking {
  readonly commands: readonly AnyCommand[]
  readonly can: Context['can']
  readonly company: boolean
  readonly found: readonly AnyCommand[]
}
let spoken: Speaking | undefined

/** Commands whose company and rights are here, wherever they live: the records they act on may be named. The same list while those stay. */
export function speaking(commands: readonly AnyCommand[], { can, facts: { company } }: Context): readonly AnyCommand[] {
  if (spoken?.commands !== commands || spoken.can !== can || spoken.company !== company) {
    const found = commands.filter(
      command => command.unlisted !== true && !lacksRight(command, can) && (company || command.takes === 'none'),
    )
    spoken = { commands, can, company, found }
  }
  return spoken.found
}

/** What the query would do, best first; where nobody can read it, what it would do with a letter changed. */
export function actsOf(input: SentenceInput): readonly Act[] {
  const asTyped = actsAsRead(input)
  return asTyped.length > 0 || !isGuessable(input) ? asTyped : guessedActs(input)
}

const GUESSED_FROM = 6
const isGuessable = ({ query }: SentenceInput): boolean => query.trim().length >= GUESSED_FROM

function guessedActs(input: SentenceInput): readonly Act[] {
  const { query, commands } = input
  for (const text of [query, ...respelled(query, commands)]) {
    const acts = actsAsRead({ ...input, query: text, near: true })
    if (acts.length > 0) return acts.map(act => ({ ...act, read: fold(act.read ?? text) }))
  }
  return []
}

function actsAsRead(input: SentenceInput): readonly Act[] {
  const { query, commands, context, today, knowledge, picked, near = false } = input
  const names = knowledge?.names ?? NO_NAMES
  const sentences = parseSentences(query, { commands, target: context.target, today, names, near, ...(picked ? { picked } : {}), limit: 6 })
  const runs = new Set<unknown>()
  return sentences.flatMap(sentence => {
    const contexts = contextsOf(sentence, input)
    // The same act may have a second name elsewhere.
    if (contexts.length === 0 || runs.has(sentence.command.run)) return []
    runs.add(sentence.command.run)
    return contexts.map(on => ({ ...actOn(sentence, on, input), about: on.about, ...readIn(query, sentence, on) }))
  })
}

/** The query with its guessed words as the records and the answers have them. */
function readIn(query: string, sentence: Sentence, { about }: OnRecords): Pick<Act, 'read'> {
  const guessed = sentence.pieces.flatMap(({ text, readings: [one] }) =>
    one?.part.options !== undefined && one.fit <= NEAR ? [{ text, label: one.choice.label }] : [],
  )
  const named = about === undefined || about === sentence.about ? [] : [{ text: sentence.about, label: about }]
  const changes = [...guessed, ...named]
  return changes.length === 0 ? {} : { read: changes.reduce((read, { text, label }) => read.replace(text, label), query) }
}

/** What the lists of records are searched for: where all that was said takes records away, those are shown to be opened. */
export function soughtWith(query: string, acts: readonly Act[]): string {
  const about = acts[0]?.about
  return about !== undefined && acts.every(({ command }) => command.destroys === true) ? about : query
}

const MOST_OPENINGS = 2

/** Commands that the query begins to name, whose question is asked where its other words say nothing. */
export function openingsHere({ query, commands, context }: Pick<SentenceInput, 'query' | 'commands' | 'context'>): readonly Opening[] {
  const here = commands.filter(command => command.destroys !== true && available(command, context).state === 'ready')
  return openingsOf(query, here).slice(0, MOST_OPENINGS)
}

const CLEAR = 0.02

/** Whether the first is not the only one it could well mean: then a person says which. */
export function isDoubtful(acts: readonly Act[]): boolean {
  const [first, second] = acts
  return first !== undefined && second !== undefined && first.sentence.score - second.sentence.score < CLEAR
}

export const keyOfAct = ({ command, target }: Act): string => `${command.id}:${target.count === 1 ? target.ids[0] : ''}`

/** Said by the live region. */
export const spokenAct = ({ title, name, detail, amount_cents, refused }: Act): string =>
  [title, name, detail, amount_cents === undefined ? '' : formatCents(amount_cents), refused ?? ''].filter(Boolean).join('. ')
