// A sentence typed into the palette: a command, and what its parts hold, in any order: 'nova conta 375,50 refrig +5', 'mover pago', 'dividir 3'.
import type { Day } from '#domain/days.ts'
import { fold } from '#domain/text.ts'
import type { AnyCommand, AnyTarget, Choice, PartialAnswers } from './command.ts'
import type { Named } from './lexicon.ts'
import { type Part, type Says, saysOf } from './part.ts'
import { nearOptions, readPlain, writtenAs } from './plain-parts.ts'
import { ALIKE } from './search.ts'

/** What the app knows by name: contacts, categories, accounts, companies. */
export type Names = (part: Part, text: string, target: AnyTarget) => readonly Named[]

export interface Reading extends Named {
  readonly part: Part
}

/** Some words of the text and what they say; the first reading is the one taken. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly readings: readonly Reading[]
}

export interface Sentence {
  readonly command: AnyCommand
  readonly says: Says
  /** How far the beginning goes: '…nova conta'. */
  readonly head: number
  readonly pieces: readonly Piece[]
  /** Words that name the records it acts on, as typed. */
  readonly about: string
  readonly answers: PartialAnswers
  readonly missing: readonly Part[]
  /** 0 to 1: how well the words are understood. */
  readonly score: number
}

export interface Reader {
  readonly commands: readonly AnyCommand[]
  readonly target: AnyTarget
  readonly today: Day
  readonly names: Names
  /** Readings a person picked, by the folded words: 'contact_id=…'. */
  readonly picked?: ReadonlyMap<string, string>
  readonly limit?: number
  /** Whether an answer may be one letter away from what was typed. */
  readonly near?: boolean
}

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly quoted: boolean
  /** In single quotes: words as they stand. */
  readonly literal: boolean
  /** 'valor-até:' announces the part of that title. */
  readonly label?: true
  /** Says nothing where it stands: 'p' for 'para', after the verb. */
  readonly small?: true
  readonly folded: string
}

export const SMALL: ReadonlySet<string> = new Set(
  'a o as os e de do da dos das em no na nos nas para pra pro p/ por com como ao à r$'.split(' '),
)
const MOST_TOKENS = 20
const LONGEST_SPAN = 4
const HEADS_READ = 8
/** What is understood so much worse than the best is not meant. */
const FAR_BELOW = 0.15

function tokensOf(text: string): Token[] {
  const found = [...text.matchAll(/'([^']+)'(?!\S)|"([^"]+)"?|[^\s"]+/g)].slice(0, MOST_TOKENS)
  return found.map(({ 0: all, 1: literal, 2: name, index }) => {
    const inner = literal ?? name ?? all
    const quoted = inner !== all
    return { text: inner, start: index, end: index + all.length, quoted, literal: literal !== undefined, folded: fold(inner) }
  })
}

const isSmall = ({ folded, quoted, label, small }: Token): boolean => label === true || small === true || (!quoted && SMALL.has(folded))
/** A letter that may also be a name: 'g p' opens the bills, so 'ir p' does. */
const SHORTENED = new Set(['p', 'pro'])

const labelOf = ({ title }: Part): string => fold(title).trim().replace(/\s+/g, '-')

/** 'valor-até:500' is a title and its value; any other colon belongs to its word. */
function labelled(tokens: readonly Token[], { parts }: Says): readonly Token[] {
  const labels = new Set(parts.map(labelOf))
  return tokens.flatMap((token): Token[] => {
    const [, name = '', rest = ''] = (token.quoted ? undefined : /^([^:]+):(.*)$/su.exec(token.text)) ?? []
    if (!labels.has(fold(name))) return [token]
    const cut = token.start + name.length + 1
    const label: Token = { ...token, text: name, folded: fold(name), end: cut, label: true }
    return rest === '' ? [label] : [label, { ...token, text: rest, folded: fold(rest), start: cut }]
  })
}

const beginnings = new WeakMap<AnyCommand, readonly (readonly string[])[]>()
/** The names a sentence may begin with, as words; small ones say nothing. */
export function beginningsOf(command: AnyCommand, says: Says = saysOf(command) ?? { parts: [] }): readonly (readonly string[])[] {
  const known = beginnings.get(command)
  if (known !== undefined) return known
  const names = [...(says.verbs ?? []), command.title, says.makes === undefined ? (command.short ?? '') : '', ...(command.words ?? [])]
  const words = names.map(name =>
    fold(name)
      .split(/[^\p{L}\p{N}-]+/u)
      .filter(word => word !== '' && !SMALL.has(word)),
  )
  // 'deletar' takes away what 'excluir' does.
  const alike = command.destroys === true ? words.flatMap(([verb = '', more]) => (more === undefined ? (ALIKE.get(verb) ?? []) : [])) : []
  const all = [...words, ...alike.filter(verb => !words.some(([first, more]) => first === verb && more === undefined)).map(verb => [verb])]
  beginnings.set(command, all)
  return all
}

const vocabularies = new WeakMap<readonly AnyCommand[], ReadonlySet<string>>()
/** Every word that the names of the commands are made of. */
export function wordsOf(commands: readonly AnyCommand[]): ReadonlySet<string> {
  const known = vocabularies.get(commands) ?? new Set(commands.flatMap(command => beginningsOf(command).flat()))
  vocabularies.set(commands, known)
  return known
}

interface Head {
  readonly tokens: number
  /** 1 when all of its words were typed whole. */
  readonly fit: number
  /** Two words or more, or a verb of its own. */
  readonly firm: boolean
  /** Of the command's name, not of its sentences alone. */
  readonly own: boolean
}

const HEAD_LETTERS = 3

/** `whole`: a verb, or what makes a record, is not begun by its first word alone: 'nova' could make anything. */
function headIn(tokens: readonly Token[], name: readonly string[], whole: boolean): Head | undefined {
  let at = 0
  let fit = 0
  let words = 0
  for (const token of tokens) {
    if (words > 0 && isSmall(token)) {
      at++
      continue
    }
    const word = name[words]
    const typed = token.folded
    if (token.quoted || word === undefined) break
    if (word !== typed && !(typed.length >= HEAD_LETTERS && word.startsWith(typed) && !/\d/.test(typed))) break
    fit += typed.length / word.length
    words++
    at++
  }
  while (at > 0 && words > 0 && tokens[at - 1] && isSmall(tokens[at - 1] as Token)) at--
  if (words === 0 || (whole && words === 1 && name.length > 1)) return undefined
  return { tokens: at, fit: (fit / words) * (words === name.length ? 1 : 0.95), firm: words > 1, own: true }
}

const rankOf = ({ fit, own }: Head): number => fit + (own ? 0.001 : 0)

function headOf(tokens: readonly Token[], command: AnyCommand, says: Says): Head | undefined {
  let best: Head | undefined
  const verbs = says.verbs?.length ?? 0
  for (const [at, name] of beginningsOf(command, says).entries()) {
    const own = at >= verbs
    const begun = headIn(tokens, name, !own || says.makes !== undefined)
    const head = begun && { ...begun, own }
    if (head && (best === undefined || head.tokens > best.tokens || (head.tokens === best.tokens && rankOf(head) > rankOf(best))))
      best = head
  }
  const verb = best?.tokens === 1 && (says.verbs ?? []).some(one => fold(one) === tokens[0]?.folded)
  return best && verb ? { ...best, firm: true } : best
}

interface Found extends Reading {
  readonly from: number
  readonly to: number
}

/** Announced by its own word it fits better; by the word of another part, worse. */
function announced(part: Part, says: Says, tokens: readonly Token[], from: number): number {
  let before = from - 1
  const said: string[] = []
  while (before >= 0 && tokens[before] && isSmall(tokens[before] as Token)) said.push(tokens[before--]?.folded ?? '')
  const label = tokens[from - 1]?.label ? said[0] : undefined
  if (label !== undefined) return label === labelOf(part) ? 1 : -1
  const names = (one: Part) => one.after?.some(word => said.includes(word)) === true
  if (names(part)) return 0.1
  return says.parts.some(other => other !== part && other.kind === part.kind && names(other)) ? -0.3 : 0
}

/** Every reading of every span, the best first. */
function readingsIn(tokens: readonly Token[], from: number, says: Says, reader: Reader): Found[] {
  const found: Found[] = []
  for (let start = from; start < tokens.length; start++) {
    const first = tokens[start]
    if (first === undefined || first.literal || isSmall(first)) continue
    for (let end = start + 1; end <= Math.min(tokens.length, start + LONGEST_SPAN); end++) {
      const last = tokens[end - 1]
      if (last === undefined || (isSmall(last) && end > start + 1)) continue
      if (end > start + 1 && tokens.slice(start, end).some(({ quoted }) => quoted)) break
      const text = tokens
        .slice(start, end)
        .map(token => token.text)
        .join(' ')
      for (const part of says.parts) {
        if (part.rest) continue
        for (const { choice, fit } of readPart(part, text, reader)) {
          if (first.quoted && part.kind !== 'amount' && fold(choice.label) !== first.folded) continue
          const weight = fit + 0.05 * (end - start - 1) + announced(part, says, tokens, start)
          if (weight > 0) found.push({ part, choice, fit: weight, from: start, to: end })
        }
      }
    }
  }
  const order = new Map(says.parts.map((part, at) => [part, at]))
  const picked = (one: Found) => isPicked(reader, tokens, one)
  return found.sort(
    (a, b) =>
      Number(picked(b)) - Number(picked(a)) || b.fit - a.fit || a.from - b.from || (order.get(a.part) ?? 0) - (order.get(b.part) ?? 0),
  )
}

function readPart(part: Part, text: string, { today, target, names, near = false }: Reader): readonly Named[] {
  const plain = readPlain(part, text, today, target, {}) ?? names(part, text, target)
  return plain.length === 0 && near ? nearOptions(part, text, target) : plain
}

export const pickOf = ({ part, choice }: Pick<Reading, 'part' | 'choice'>): string => `${part.name}=${JSON.stringify(choice.value)}`
const textOf = (tokens: readonly Token[], { from, to }: Pick<Found, 'from' | 'to'>): string =>
  tokens
    .slice(from, to)
    .map(token => token.text)
    .join(' ')
const isPicked = ({ picked }: Reader, tokens: readonly Token[], one: Found): boolean =>
  picked !== undefined && picked.get(fold(textOf(tokens, one))) === pickOf(one)

/** The best readings that do not overlap, one for each part. */
function assign(found: readonly Found[]): Found[] {
  const taken: Found[] = []
  for (const one of found) {
    const clash = taken.some(other => other.part.name === one.part.name || (one.from < other.to && other.from < one.to))
    if (!clash) taken.push(one)
  }
  return taken.sort((a, b) => a.from - b.from)
}

/** The other readings of the same words, and at last the words as they stand. */
function pieceOf(one: Found, found: readonly Found[], tokens: readonly Token[], rest: Part | undefined): Piece {
  const others = found.filter(other => other !== one && other.from === one.from && other.to === one.to)
  const text = textOf(tokens, one)
  const plain = rest === undefined ? [] : [{ part: rest, choice: { value: text, label: text }, fit: 0.3 }]
  const readings = [...[one, ...others].map(({ part, choice, fit }) => ({ part, choice, fit })), ...plain]
  return { start: tokens[one.from]?.start ?? 0, end: tokens[one.to - 1]?.end ?? 0, text, readings }
}

/** The words left over, with the small ones between them, and none at their ends. */
function leftOver(tokens: readonly Token[], from: number, taken: readonly Found[]): Token[] {
  const free = tokens.map((_, at) => at >= from && !taken.some(one => at >= one.from && at < one.to))
  const telling = tokens.flatMap((token, at) => (free[at] && !isSmall(token) ? [at] : []))
  const between = (at: number) =>
    telling.some((left, index) => left < at && (telling[index + 1] ?? -1) > at && free.slice(left, telling[index + 1]).every(Boolean))
  return tokens.filter((token, at) => free[at] && (!isSmall(token) || between(at)))
}

const restPiece = (part: Part, left: readonly Token[], today: Day): Piece => {
  const text = left.map(token => token.text).join(' ')
  const readings = [{ part, choice: part.reads?.(text, today) ?? { value: text, label: text }, fit: 0.3 }]
  return { start: left[0]?.start ?? 0, end: left.at(-1)?.end ?? 0, text, readings }
}

function readCommand(typed: readonly Token[], { command, says, head }: Begun, reader: Reader): Sentence | undefined {
  const tokens = labelled(typed, says).map(
    (token, at): Token => (at >= head.tokens && !token.quoted && SHORTENED.has(token.folded) ? { ...token, small: true } : token),
  )
  const found = readingsIn(tokens, head.tokens, says, reader)
  const rest = says.parts.find(part => part.rest)
  const asText = (one: Found) => rest !== undefined && reader.picked?.get(fold(textOf(tokens, one)))?.startsWith(`${rest.name}=`) === true
  const taken = assign(found.filter(one => !asText(one)))
  const pieces = taken.map(one => pieceOf(one, found, tokens, rest))
  const left = leftOver(tokens, head.tokens, taken)
  if (left.length > 0 && rest !== undefined && !pieces.some(({ readings: [one] }) => one?.part === rest))
    pieces.push(restPiece(rest, left, reader.today))
  const namesRecords = left.length > 0 && rest === undefined && command.takes !== 'none' && command.of !== undefined
  if (left.length > 0 && rest === undefined && !namesRecords) return undefined
  // A name alone is more often a search than a record to be: 'lançar despesa' is how a command is called.
  const isName = pieces.every(({ readings: [one] }) => one?.part.rest) && !namesRecords
  const isOther = says.makes !== undefined && head.tokens === 1
  if (isName && (!head.firm || (isOther && left.every(({ folded }) => wordsOf(reader.commands).has(folded))))) return undefined
  if (pieces.length === 0 && !namesRecords && command.goes !== true) return undefined
  const answers = Object.fromEntries(pieces.flatMap(({ readings: [one] }) => (one ? [[one.part.name, one.choice.value]] : [])))
  const missing = says.parts.filter(part => part.optional !== true && part.otherwise === undefined && !(part.name in answers))
  const words = tokens.filter(token => !isSmall(token)).length
  const understood = taken.reduce((sum, one) => sum + Math.min(1, one.fit) * Math.max(1, one.to - one.from), 0)
  const score = (head.fit * head.tokens + understood + (namesRecords && pieces.length > 0 ? 0.6 : 0.3) * left.length) / Math.max(1, words)
  const about = namesRecords ? left.map(token => token.text).join(' ') : ''
  return { command, says, head: tokens[head.tokens - 1]?.end ?? 0, pieces, about, answers, missing, score: Math.min(1, score) }
}

interface Begun {
  readonly command: AnyCommand
  readonly says: Says
  readonly head: Head
}

/** What a text could mean, best first; nothing when it is the beginning of a command's own name. */
export function parseSentences(text: string, reader: Reader): readonly Sentence[] {
  const tokens = tokensOf(text)
  if (tokens.length < 2) return []
  const telling = tokens.filter(token => !isSmall(token)).length
  const begun: Begun[] = []
  const bare: Begun[] = []
  for (const command of reader.commands) {
    const says = saysOf(command) ?? { parts: [] }
    const head = headOf(tokens, command, says)
    const whole = head !== undefined && tokens.slice(0, head.tokens).filter(token => !isSmall(token)).length === telling
    if (whole && head.own) return []
    const speaks = says.parts.length > 0 || (command.of !== undefined && command.takes !== 'none')
    if (head !== undefined && speaks) begun.push({ command, says, head })
    else if (says.bare === true) bare.push({ command, says, head: { tokens: 0, fit: 0, firm: false, own: false } })
  }
  const longest = begun.sort((a, b) => b.head.tokens - a.head.tokens || b.head.fit - a.head.fit).slice(0, HEADS_READ)
  const read = longest.flatMap(one => readCommand(tokens, one, reader) ?? [])
  if (read.length === 0) read.push(...bare.flatMap(one => readBare(tokens, one, reader)))
  // A letter that names a place is no small word of another sentence: 'ir p padaria' goes to the bills.
  const farthest = Math.max(...read.map(({ head }) => head))
  const passesOver = ({ head }: Sentence) =>
    tokens.some(({ start, end, folded }) => start >= head && end <= farthest && SHORTENED.has(folded))
  const meant = read.filter(one => !passesOver(one))
  meant.sort((a, b) => b.score - a.score || (a.command.id < b.command.id ? -1 : 1))
  const best = meant[0]?.score ?? 0
  return meant.filter(({ score }) => score > best - FAR_BELOW).slice(0, reader.limit ?? 3)
}

/** A command whose name begins the text, and the words after it. */
export interface Opening {
  readonly command: AnyCommand
  readonly rest: string
}

/** What a text begins to say, though the words after it say nothing: the account of 'conta bradesco' may not exist. */
export function openingsOf(text: string, commands: readonly AnyCommand[]): readonly Opening[] {
  const tokens = tokensOf(text)
  const found = commands.flatMap(command => {
    const says = saysOf(command)
    const head = says && says.parts.length > 0 ? headOf(tokens, command, says) : undefined
    const rest = head ? tokens.slice(head.tokens).filter(token => !isSmall(token)) : []
    return head?.own && rest.length > 0 ? [{ command, head, rest: rest.map(({ text: word }) => word).join(' ') }] : []
  })
  return found.toSorted((a, b) => b.head.tokens - a.head.tokens || rankOf(b.head) - rankOf(a.head))
}

/** Without a verb, an amount and a contact must be there, and no word that says nothing. */
function readBare(tokens: readonly Token[], one: Begun, reader: Reader): Sentence[] {
  const sentence = readCommand(tokens, one, reader)
  const kinds = new Set(sentence?.pieces.map(({ readings: [first] }) => first?.part.kind))
  const text = sentence?.pieces.some(({ readings: [first] }) => first?.part.rest)
  return sentence !== undefined && !text && kinds.has('amount') && kinds.has('contact') ? [sentence] : []
}

/** The sentence in canonical words: read again, it says the same. */
export function printSentence(command: AnyCommand, choices: Readonly<Record<string, Choice>>, about = ''): string {
  const says = saysOf(command)
  const parts = (says?.parts ?? []).flatMap(part => {
    const choice = choices[part.name]
    if (choice === undefined) return []
    const alike = (says?.parts ?? []).find(one => one.kind === part.kind && !one.rest && !one.reads && !one.options)
    const label = part.rest || part.reads || alike === part || part.after ? '' : `${labelOf(part)}:`
    return [...(part.after ? [part.after[0] ?? ''] : []), `${label}${writtenAs(part, choice)}`]
  })
  return [command.title, ...parts, about].filter(word => word !== '').join(' ')
}
