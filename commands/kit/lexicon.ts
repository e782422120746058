// Names that a sentence may hold (contacts, categories, accounts), found by the beginnings of their words: fast enough to ask for every span of every key.
import { fold, startsNearly } from '#domain/text.ts'
import type { Choice } from './command.ts'

/** How well a text names a choice: 1 its whole name, .95 its beginning, .9 beginnings of words, .6 one letter away. */
export interface Named {
  readonly choice: Choice
  readonly fit: number
}

export interface Lexicon {
  /** Reads the names in slices, for idle time; the first search reads what is left at once. */
  readSteps(): Generator<void>
  /** The best few. */
  find(text: string): readonly Named[]
}

const wordsIn = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const compactOf = (text: string): string => fold(text).replace(/[^a-z0-9]+/g, '')
const NEAR_FROM = 4
const MOST = 8
const READ_AT_ONCE = 200
const CODE = /^[\d./-]{5,}$/

interface Entry {
  readonly choice: Choice
  readonly label: string
  readonly words: readonly string[]
  readonly codes: readonly string[]
}

const entryOf = (choice: Choice): Entry => ({
  choice,
  label: wordsIn(choice.label).join(' '),
  words: [choice.label, ...(choice.words ?? [])].flatMap(wordsIn),
  codes: (choice.words ?? []).map(compactOf).filter(code => /\d{5}/.test(code)),
})

function fitOf({ label, words }: Entry, typed: readonly string[]): number {
  const whole = typed.join(' ')
  if (label === whole || (typed.length === 1 && words.includes(whole))) return label === whole ? 1 : 0.93
  if (label.startsWith(whole)) return 0.95
  return typed.every(word => words.some(one => one.startsWith(word))) ? 0.9 : 0
}

/** Whether each typed word begins a word of the choice, and how well. */
export function fitsChoice(choice: Choice, text: string): number {
  const typed = wordsIn(text)
  if (choice.digit !== undefined && choice.digit === text.trim()) return 0.97
  return typed.length === 0 ? 0 : fitOf(entryOf(choice), typed)
}

const isBefore = (a: Named, b: Named): boolean =>
  a.fit !== b.fit
    ? a.fit > b.fit
    : a.choice.label.length !== b.choice.label.length
      ? a.choice.label.length < b.choice.label.length
      : a.choice.label < b.choice.label

/** The best few, kept while scanning: two letters begin thousands of names. */
function bestOf(found: readonly Named[]): Named[] {
  const best: Named[] = []
  for (const one of found) {
    const last = best[MOST - 1]
    if (last !== undefined && !isBefore(one, last)) continue
    const at = best.findIndex(other => isBefore(one, other))
    best.splice(at < 0 ? best.length : at, 0, one)
    if (best.length > MOST) best.pop()
  }
  return best
}

/** Built once per list of choices: the words are sorted, so that a beginning is found by halving. */
export function createLexicon(choices: readonly Choice[]): Lexicon {
  const entries: Entry[] = []
  let sorted: { word: string; at: number }[] | undefined
  function* readSteps(): Generator<void> {
    while (entries.length < choices.length) {
      for (const choice of choices.slice(entries.length, entries.length + READ_AT_ONCE)) entries.push(entryOf(choice))
      yield
    }
    sorted ??= entries
      .flatMap(({ words }, at) => words.map(word => ({ word, at })))
      .sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : a.at - b.at))
  }
  const words = (): readonly { word: string; at: number }[] => {
    if (sorted === undefined) for (const _ of readSteps());
    return sorted ?? []
  }
  const begins = (start: string): number[] => {
    const inOrder = words()
    let low = 0
    let high = inOrder.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((inOrder[middle]?.word ?? '') < start) low = middle + 1
      else high = middle
    }
    const found: number[] = []
    for (let at = low; at < inOrder.length; at++) {
      const one = inOrder[at]
      if (one === undefined || !one.word.startsWith(start)) break
      found.push(one.at)
    }
    return found
  }
  const byCode = (all: readonly Entry[], text: string): Named[] => {
    const code = compactOf(text)
    return all.filter(({ codes }) => codes.some(one => one.startsWith(code))).map(({ choice }) => ({ choice, fit: 0.95 }))
  }
  const nearly = (all: readonly Entry[], typed: readonly string[]): Named[] => {
    const [word = ''] = typed
    if (typed.length !== 1 || word.length < NEAR_FROM || /\d/.test(word)) return []
    const found = new Set<number>()
    for (const one of words()) if (one.word.length >= NEAR_FROM - 1 && startsNearly(one.word, word)) found.add(one.at)
    return [...found].flatMap(at => (all[at] ? [{ choice: all[at].choice, fit: 0.6 }] : []))
  }
  const known = new Map<string, readonly Named[]>()
  const find = (text: string): readonly Named[] => {
    words()
    const all = entries
    if (CODE.test(text)) return byCode(all, text)
    const typed = wordsIn(text)
    const longest = typed.reduce((best, word) => (word.length > best.length ? word : best), '')
    if (longest.length < 2) return []
    const hits = [...new Set(begins(longest))].flatMap(at => {
      const entry = all[at]
      const fit = entry ? fitOf(entry, typed) : 0
      return entry && fit > 0 ? [{ choice: entry.choice, fit }] : []
    })
    return bestOf(hits.length > 0 ? hits : nearly(all, typed))
  }
  return {
    readSteps,
    find(text) {
      const kept = known.get(text) ?? find(text)
      if (known.size > 500) known.clear()
      known.set(text, kept)
      return kept
    },
  }
}
