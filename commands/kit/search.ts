// The palette's scorer: 0.55 text + 0.25 frecency + 0.20 context over strings folded once, in an order that never depends on arrival time.
import { fold, startsNearly } from '#domain/text.ts'

export interface Findable {
  /** Unique and permanent: frecency and learned picks are kept by it. */
  readonly id: string
  readonly title: string
  /** Other words it answers to: synonyms, path, area. */
  readonly words?: readonly string[]
  /** Words that count only beside others: what it acts on, 'conta' in 'excluir conta'. */
  readonly beside?: readonly string[]
  /** Documents and amounts, searched by their digits and letters alone: '18.204.551/0001-70'. */
  readonly code?: string
  /** Takes something away: found only by the beginnings of its words, never by letters within them. */
  readonly guarded?: boolean
}

/** What a person picked before: the last uses of each id in ms (newest first) and the picks made after 1 to 4 typed letters. */
export interface Usage {
  readonly uses: Readonly<Record<string, readonly number[]>>
  readonly picks: Readonly<Record<string, Readonly<Record<string, number>>>>
}
export const NO_USAGE: Usage = { uses: {}, picks: {} }

export interface SearchOptions<T> {
  readonly limit?: number
  readonly now: number
  readonly usage?: Usage
  /** −0.5 disabled, 0 plain, 0.5 same area, 1 applicable to the selection. */
  context?(item: T): number
}

export interface Hit<T> {
  readonly item: T
  readonly score: number
  /** Nothing but letters in order: noise beside what holds the words. */
  readonly faint: boolean
}

export interface Found<T> {
  readonly hits: readonly Hit<T>[]
  /** All that matched, shown or not: 'ver todos os N'. */
  readonly total: number
  /** Nothing was written as typed: these are one letter away from it. */
  readonly near: boolean
  /** Then what was typed, in the words of the best of them. */
  readonly read?: string | undefined
  /** The best of them holds what was typed only somewhere within its title, or not all of it. */
  readonly weak: boolean
  /** No item holds all the words: these hold the most telling of them. */
  readonly loose: boolean
}

export interface SearchIndex<T> {
  readonly size: number
  /** Folds the items in slices, for idle time; the first search folds what is left at once. */
  foldSteps(): Generator<void>
  search(query: string, options: SearchOptions<T>): Found<T>
}

interface Row<T> {
  readonly item: T
  /** ' contas a pagar | cap | despesas | ': its names, each between bars; a word start is a space and the word. */
  readonly hay: string
  readonly beside: string
  readonly title: string
  readonly initials: string
  readonly code: string
  readonly mask: number
  /** As `mask`, of the first letters of its words alone. */
  readonly starts: number
}

const SMALL_WORDS = new Set('a o as os e de do da dos das em no na nos nas para pra por com um uma'.split(' '))
/** Verbs that say the same of any record: whoever types one of them, whole, has typed the others of its line too. */
const SAME: readonly (readonly string[])[] = [
  ['novo', 'nova', 'criar', 'cadastrar', 'adicionar', 'add', 'incluir', 'lancar', 'emitir', 'gerar', 'registrar', 'fazer'],
  ['mudar', 'alterar', 'trocar', 'editar', 'modificar', 'corrigir'],
  ['excluir', 'apagar', 'remover', 'deletar'],
  ['enviar', 'mandar', 'subir', 'anexar', 'carregar'],
  ['fechar', 'trancar', 'travar', 'bloquear'],
  ['baixar', 'exportar', 'download'],
  ['ver', 'abrir', 'consultar', 'listar', 'conferir'],
  ['duplicar', 'copiar', 'repetir', 'replicar', 'clonar'],
  ['planilha', 'excel', 'xlsx', 'csv'],
]
export const ALIKE: ReadonlyMap<string, readonly string[]> = new Map(
  SAME.flatMap(words => words.map(word => [word, words.filter(one => one !== word)] as const)),
)

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/
const ASCII = /^[\x20-\x7e]*$/
/** Folded words with one space between: 'contas a pagar'. Three roads, because a list may hold fifty thousand names. */
function spaced(text: string): string {
  const folded = fold(text)
  if (PLAIN.test(folded)) return folded
  return (ASCII.test(folded) ? folded.replace(/[^a-z0-9]+/g, ' ') : folded.replace(/[^\p{L}\p{N}]+/gu, ' ')).trim()
}
const compact = (text: string): string => fold(text).replace(/[^a-z0-9]+/g, '')
const HAS_DIGIT = /\d/

// One bit per letter and six for the digits: most rows are refused by one comparison.
function maskOf(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) mask |= 1 << (26 + ((code - 48) % 6))
  }
  return mask
}

/** The mask of what stands after each space. */
function startsOf(text: string): number {
  let mask = 0
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) mask |= maskOf(text.charAt(at + 1))
  return mask
}

function rowOf<T extends Findable>(item: T): Row<T> {
  const title = spaced(item.title)
  let all = ''
  let main = ''
  for (const part of title.split(' ')) {
    all += part.charAt(0)
    if (!SMALL_WORDS.has(part)) main += part.charAt(0)
  }
  const initials = all === main ? ` ${all}` : ` ${all} ${main}`
  const hay = ` ${[title, ...(item.words ?? []).map(spaced)].join(' | ')} | `
  const beside = item.beside === undefined ? '' : ` ${item.beside.map(spaced).join(' ')} `
  const code = item.code === undefined ? '' : compact(item.code)
  const mask = maskOf(hay) | maskOf(beside) | maskOf(code)
  return { item, hay, beside, title, initials, code, mask, starts: startsOf(hay) | startsOf(beside) }
}

interface Term {
  readonly text: string
  readonly start: string
  /** A space and its first letter. */
  readonly first: string
  readonly word: string
  readonly code: string
  readonly mask: number
  /** Of its first letter, when it is too short to be looked for within words. */
  readonly begins: number
  readonly alike: readonly string[]
  /** The word in its plural, or its singular. */
  readonly others: readonly string[]
}

const PLURALS: readonly (readonly [many: string, one: string])[] = [
  ['coes', 'cao'],
  ['soes', 'sao'],
  ['res', 'r'],
  ['ais', 'al'],
  ['ens', 'em'],
  ['s', ''],
]
const SHORTEST_PLURAL = 5

/** 'movimentacoes' of 'movimentacao', and 'extrato' of 'extratos'; a longer word begins with its plural by itself. */
function otherNumber(word: string): readonly string[] {
  if (word.length < SHORTEST_PLURAL) return []
  for (const [many, one] of PLURALS) {
    if (word.endsWith(many)) return [word.slice(0, -many.length) + one]
    if (one.length > 1 && word.endsWith(one)) return [word.slice(0, -one.length) + many]
  }
  return []
}

/** One or two letters are the beginning of a word: within words they would be found nearly everywhere. */
const WITHIN_FROM = 3

/** The words of a query; the small ones say nothing beside others. `speaks`: verbs that say the same are one word. */
function termsOf(query: string, speaks = false): Term[] {
  const terms = query
    .trim()
    .split(/\s+/)
    .flatMap((token): Term[] => {
      const text = spaced(token)
      const code = HAS_DIGIT.test(token) ? compact(token) : ''
      const alike = speaks ? (ALIKE.get(text) ?? []).map(word => ` ${word}`) : []
      const others = speaks ? otherNumber(text).map(word => ` ${word}`) : []
      const mask = alike.length + others.length > 0 ? 0 : maskOf(code === '' ? text : code)
      const begins = mask !== 0 && code === '' && text.length < WITHIN_FROM ? maskOf(text.charAt(0)) : 0
      return text === '' && code === ''
        ? []
        : [{ text, start: ` ${text}`, first: ` ${text.charAt(0)}`, word: ` ${text} `, code, mask, begins, alike, others }]
    })
  const telling = terms.filter(({ text }) => !SMALL_WORDS.has(text))
  return telling.length > 0 ? telling : terms
}

/** The same words, short ones within others too. */
const anywhere = (terms: readonly Term[]): Term[] => terms.map(term => ({ ...term, begins: 0 }))

/** Whether whatever the second query finds was found by the first, too: each of its words goes on with one of those. */
const goesOn = (from: readonly Term[], to: readonly Term[]): boolean =>
  from.length > 0 &&
  from.every(({ text, code }, at) => {
    const next = to[at]
    return (
      next?.text.startsWith(text) &&
      (next.text === text || next.alike.length + next.others.length === 0) &&
      (next.code === '') === (code === '')
    )
  })

/** Letters in order within the title, the first at the start of a word: 'ctpg' in 'contas a pagar'. */
function isSubsequence({ text, first }: Term, { hay, title }: Pick<Row<unknown>, 'hay' | 'title'>): boolean {
  const from = hay.indexOf(first)
  if (from < 0) return false
  let at = 0
  for (let i = from; i < title.length && at < text.length; i++) if (title.charCodeAt(i) === text.charCodeAt(at)) at++
  return at === text.length
}

const WHOLE = 0.95
/** All of what was typed is another of its names, or stands in its title in that order: 'a pagar'. */
const ANOTHER_NAME = 0.97
const WITHIN_TITLE = 0.975
const NAME_AND_TITLE = 0.98
/** All of its title, and nothing else. */
const ALL_OF_TITLE = 1.1
/** With its small words: 'a pagar' is no form of 'pagar'. */
const WITH_SMALL_WORDS = 1.05
const OTHER_NUMBER = 0.7
const WITHIN = 0.6
const SUBSEQUENCE = 0.35
const BESIDE = 0.7

/** 1 prefix of the title · .95 a whole word · .94 begins with a word that says the same · .9 word start · .81 another word that says the same · .8 initials · .7 in the other number · .6 within the title, of three letters and more · .35 subsequence of the title · 0 none. */
function wordScore<T extends Findable>(row: Row<T>, term: Term): number {
  const at = row.hay.indexOf(term.start)
  if (at === 0) return 1
  if (at > 0) return row.hay.includes(term.word, at) ? WHOLE : 0.9
  if (term.alike.some(start => row.hay.startsWith(start))) return 0.94
  if (term.alike.some(start => row.hay.includes(start))) return 0.81
  if (term.others.some(start => row.hay.includes(start))) return OTHER_NUMBER
  if (row.item.guarded === true) return 0
  if (term.code !== '' && row.code !== '') {
    const where = row.code.indexOf(term.code)
    if (where === 0) return 0.9
    if (where > 0) return WITHIN
  }
  if (row.initials.includes(term.start)) return 0.8
  if (term.begins === 0 && row.title.includes(term.text)) return WITHIN
  return term.text.length > 1 && isSubsequence(term, row) ? SUBSEQUENCE : 0
}

function textScore<T extends Findable>(row: Row<T>, terms: readonly Term[], whole: string, score = wordScore<T>): number {
  if (row.hay.startsWith(whole)) return row.hay.startsWith(`${whole} |`) ? ALL_OF_TITLE : 1
  let sum = 0
  let own = false
  for (const term of terms) {
    const one = score(row, term)
    if (one === 0 && !row.beside.includes(term.start)) return 0
    own ||= one > 0
    sum += one === 0 ? BESIDE : one
  }
  if (!own) return 0
  const mean = sum / terms.length
  return mean < WHOLE ? mean : Math.max(mean, phraseScore(row, whole))
}

/** What all of the words say together, where each is there as a whole word. */
function phraseScore<T extends Findable>({ hay, title }: Row<T>, whole: string): number {
  const at = hay.indexOf(`${whole} `)
  const inTitle = at > 0 && at < title.length
  if (hay.includes(` |${whole} | `)) return inTitle ? NAME_AND_TITLE : ANOTHER_NAME
  if (!inTitle) return 0
  return SMALL_WORDS.has(whole.trim().split(' ', 1)[0] ?? '') ? WITH_SMALL_WORDS : WITHIN_TITLE
}

const NEAR_FROM = 4
const NEAR = 0.5
const NEAR_TITLE = 0.55

/** As `wordScore`, and .5 for a word that begins one letter away. */
function nearScore<T extends Findable>(row: Row<T>, term: Term): number {
  const score = wordScore(row, term)
  if (score > SUBSEQUENCE || !maySlip(term)) return score
  const at = nearStart(row, term)
  return at < 0 ? score : at === 1 ? NEAR_TITLE : NEAR
}

const maySlip = ({ text, code }: Term): boolean => text.length >= NEAR_FROM && code === ''

/** Where a word of the row begins that is one letter away. The words stand in one text, so that a long list costs no array each. */
function nearStart<T extends Findable>({ hay }: Row<T>, { text }: Term): number {
  for (let at = 0; at >= 0 && at < hay.length - NEAR_FROM; at = hay.indexOf(' ', at + 1)) if (startsNearly(hay, text, at + 1)) return at + 1
  return -1
}

/** The words of all rows and who holds them: what is one letter away is looked for among words, which are fewer than rows. */
function createVocabulary() {
  const holders = new Map<string, number[]>()
  return {
    add(row: number, hay: string): void {
      for (const word of hay.split(' ')) {
        if (word.length < NEAR_FROM - 1 || HAS_DIGIT.test(word)) continue
        const held = holders.get(word)
        if (held === undefined) holders.set(word, [row])
        else if (held[held.length - 1] !== row) held.push(row)
      }
    },
    /** The rows that may hold a word that begins one letter away, where the letter may be the space between two of theirs. */
    near: (text: string): readonly number[] =>
      [...holders].flatMap(([word, rows]) => (startsNearly(word, text) || text.startsWith(word) ? rows : [])),
  }
}

/** The query as the row says it: each word that is not there as its nearest one. */
function readAs<T extends Findable>(row: Row<T>, query: string): string {
  const words = query
    .trim()
    .split(/\s+/)
    .flatMap(word => termsOf(word, true))
    .map(term => {
      const at = wordScore(row, term) > SUBSEQUENCE ? -1 : nearStart(row, term)
      return at < 0 ? term.text : row.hay.slice(at, row.hay.indexOf(' ', at))
    })
  return words.join(' ')
}

const HOUR = 3_600_000
const AGES: readonly (readonly [ms: number, weight: number])[] = [
  [4 * HOUR, 100],
  [24 * HOUR, 70],
  [72 * HOUR, 50],
  [14 * 24 * HOUR, 30],
  [90 * 24 * HOUR, 10],
]
export const USES_KEPT = 10

/** 0 to 1: the last ten uses weighted 100/70/50/30/10 by age (4 h, 1 d, 3 d, 14 d, 90 d). */
export function frecency(uses: readonly number[] | undefined, now: number): number {
  if (uses === undefined) return 0
  let sum = 0
  for (const use of uses.slice(0, USES_KEPT)) sum += AGES.find(([age]) => now - use <= age)?.[1] ?? 0
  return sum / (USES_KEPT * 100)
}

const learnedKey = (query: string): string | undefined => {
  const letters = spaced(query)
  return letters.length >= 1 && letters.length <= 4 ? letters : undefined
}

/** The usage after one pick; the query is what was typed when it was made. */
export function recordUse(usage: Usage, id: string, query: string, now: number): Usage {
  const uses = { ...usage.uses, [id]: [now, ...(usage.uses[id] ?? [])].slice(0, USES_KEPT) }
  const key = learnedKey(query)
  if (key === undefined) return { ...usage, uses }
  const picks = usage.picks[key] ?? {}
  return { uses, picks: { ...usage.picks, [key]: { ...picks, [id]: (picks[id] ?? 0) + 1 } } }
}

const collator = new Intl.Collator('pt-BR')

// Better score, shorter title, then the alphabet: letters first and cheaply, accents by the collator, at last the id.
function before<T extends Findable>(a: Row<T>, aScore: number, b: Row<T>, bScore: number): boolean {
  if (aScore !== bScore) return aScore > bScore
  if (a.item.title.length !== b.item.title.length) return a.item.title.length < b.item.title.length
  if (a.title !== b.title) return a.title < b.title
  const byAccent = collator.compare(a.item.title, b.item.title)
  return byAccent === 0 ? a.item.id < b.item.id : byAccent < 0
}

const LEARNED_AFTER = 2

interface Best<T> {
  readonly row: Row<T>
  readonly score: number
  readonly text: number
}

/** Keeps the best `limit` while scanning, so that fifty thousand hits are never sorted. */
function keep<T extends Findable>(best: Best<T>[], row: Row<T>, score: number, text: number, limit: number): void {
  const last = best[best.length - 1]
  if (last !== undefined && best.length >= limit && !before(row, score, last.row, last.score)) return
  let at = best.length
  while (at > 0) {
    const above = best[at - 1]
    if (above === undefined || !before(row, score, above.row, above.score)) break
    at--
  }
  best.splice(at, 0, { row, score, text })
  if (best.length > limit) best.pop()
}

const FOLDED_AT_ONCE = 200
const NOTHING: Found<never> = { hits: [], total: 0, near: false, weak: false, loose: false }

/** Words of a question that tell nothing of what is wanted. */
const FILLERS = new Set(
  'que qual quais quem onde como me meu minha meus minhas esse essa esses essas isso tem tenho todos todas tudo'.split(' '),
)
/** Below what is one letter away; what is at hand counts for little beside the words. */
const LOOSE = 0.45
const LOOSE_LIFT = 0.05

/** Of a row: how much of what the words tell is there, the rare ones telling more; nothing below half of the words. */
function looseScores<T extends Findable>(rows: readonly Row<T>[], terms: readonly Term[]): ReadonlyMap<Row<T>, number> {
  const telling = terms.filter(({ text }) => !FILLERS.has(text))
  const found = new Map<Row<T>, number[]>()
  const holders = telling.map(() => 0)
  for (const row of rows) {
    if (row.item.guarded === true) continue
    const scores = telling.map(term => wordScore(row, term))
    if (!scores.some(score => score >= OTHER_NUMBER)) continue
    found.set(row, scores)
    for (const [at, score] of scores.entries()) if (score >= OTHER_NUMBER) holders[at]!++
  }
  const weights = holders.map(count => (count === 0 ? 0 : Math.log(1 + rows.length / count)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const total = new Map<Row<T>, number>()
  for (const [row, scores] of found) {
    const held = scores.filter(score => score >= OTHER_NUMBER).length
    if (held * 2 < telling.length) continue
    const sum = scores.reduce((told, score, at) => told + (score >= OTHER_NUMBER ? score * weights[at]! : 0), 0)
    total.set(row, (LOOSE * sum) / whole)
  }
  return total
}

/** Folds every item once; `speaks`: the items are commands, whose verbs have others that say the same. A query that goes on from the last one looks only at what that one found. */
export function createIndex<T extends Findable>(items: readonly T[], { speaks = false } = {}): SearchIndex<T> {
  const rows: Row<T>[] = []
  /** Of the rows, side by side: most of fifty thousand are refused by these alone. */
  const masks = new Int32Array(items.length)
  const starts = new Int32Array(items.length)
  const vocabulary = createVocabulary()
  let last: { terms: readonly Term[]; begins: number; found: readonly Row<T>[] } | undefined

  function* foldSteps(): Generator<void> {
    for (;;) {
      for (const item of items.slice(rows.length, rows.length + FOLDED_AT_ONCE)) {
        const row = rowOf(item)
        masks[rows.length] = row.mask
        starts[rows.length] = row.starts
        vocabulary.add(rows.length, row.hay)
        rows.push(row)
      }
      if (rows.length === items.length) return
      yield
    }
  }

  return {
    size: items.length,
    foldSteps,
    search(query, { limit = 50, now, usage = NO_USAGE, context }) {
      const terms = termsOf(query, speaks)
      if (terms.length === 0) return NOTHING
      for (const _ of foldSteps());
      const whole = ` ${spaced(query)}`
      const mask = terms.reduce((bits, term) => bits | term.mask, 0)
      // Maps: a row's id would be made a name of the engine's to be looked up in an object, which costs more than all the rest.
      const uses = new Map(Object.entries(usage.uses))
      const learned = new Map(Object.entries(usage.picks[learnedKey(query) ?? ''] ?? {}))
      /** The rows of `among` that the words score, the best of them ranked. */
      const rankBy = (among: Iterable<Row<T>>, textOf: (row: Row<T>) => number, lift = 0.2) => {
        const found: Row<T>[] = []
        const best: Best<T>[] = []
        let strongest = 0
        for (const row of among) {
          const text = textOf(row)
          if (text === 0) continue
          found.push(row)
          strongest = Math.max(strongest, text)
          const { item } = row
          const pinned = learned.size > 0 && (learned.get(item.id) ?? 0) >= LEARNED_AFTER ? 10 : 0
          const used = uses.size > 0 ? frecency(uses.get(item.id), now) : 0
          const score = pinned + 0.55 * text + 0.25 * used + lift * (context?.(item) ?? 0)
          keep(best, row, score, text, limit)
        }
        return { found, best, strongest }
      }
      const rank = (among: Iterable<Row<T>>, word: typeof wordScore<T>, sought = terms) =>
        rankBy(among, row => textScore(row, sought, whole, word))
      const begins = terms.reduce((bits, term) => bits | term.begins, 0)
      const holding = (first: number) => rows.filter((_, at) => (first & ~starts[at]!) === 0 && (mask & ~masks[at]!) === 0)
      // What the last query found holds whatever this one finds, if this one goes on from it.
      const within = last && (last.begins & ~begins) === 0 && goesOn(last.terms, terms) ? last.found : holding(begins)
      let exact = rank(within, wordScore)
      last = { terms, begins, found: exact.found }
      if (begins !== 0 && exact.found.length === 0) exact = rank(holding(0), wordScore, anywhere(terms))
      const slips = exact.strongest < WITHIN ? terms.filter(maySlip) : []
      const nearby = new Set(slips.flatMap(({ text }) => vocabulary.near(text)))
      const guessed = nearby.size > 0 ? rank(new Set([...exact.found, ...[...nearby].map(at => rows[at]!)]), nearScore) : exact
      const near = guessed.strongest > exact.strongest
      const told = speaks && terms.length > 1 && exact.strongest + guessed.strongest === 0 ? looseScores(rows, terms) : undefined
      const loose = told !== undefined && told.size > 0
      const { found, best, strongest } = loose ? rankBy(told.keys(), row => told.get(row) ?? 0, LOOSE_LIFT) : near ? guessed : exact
      const hits = best.map(({ row, score, text }) => ({ item: row.item, score, faint: text < WITHIN }))
      const [first] = best
      const read = near && first ? readAs(first.row, query) : undefined
      return { hits, total: found.length, near, read, weak: !near && strongest < OTHER_NUMBER, loose }
    },
  }
}

/** The parts of a title a query hit, for bold: [start, end) in the title as written, merged and in order. */
export function boldRanges(title: string, query: string): readonly (readonly [number, number])[] {
  const folded = fold(title)
  if (folded.length !== title.length) return []
  const ranges: [number, number][] = []
  for (const { text } of termsOf(query)) {
    const starts = [...folded.matchAll(/[\p{L}\p{N}]+/gu)].map(match => match.index)
    const at = starts.find(start => folded.startsWith(text, start)) ?? folded.indexOf(text)
    if (text !== '' && at >= 0) ranges.push([at, at + text.length])
  }
  ranges.sort((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last !== undefined && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else merged.push(range)
  }
  return merged
}
