// What a sentence that nobody could read was meant to say: a word of its beginning one letter away, a verb or a sign run into the next word.
import { editDistance, fold } from '#domain/text.ts'
import type { AnyCommand } from './command.ts'
import { beginningsOf, SMALL, wordsOf } from './sentence.ts'

const NEAR_FROM = 4
const SHORTEST_VERB = 4
const SHORTEST_REST = 3
/** A command's name is said by its first words; what follows names other things. */
const HEAD_WORDS = 3
const MOST_WORDS_EACH = 3
const MOST_TEXTS = 6

interface Vocabulary {
  readonly words: ReadonlySet<string>
  /** Every beginning of a word, so that what is not yet typed to its end is no mistake. */
  readonly begun: ReadonlySet<string>
  /** Names of one word: those that another word may be run into. */
  readonly verbs: ReadonlySet<string>
}

const vocabularies = new WeakMap<readonly AnyCommand[], Vocabulary>()

function vocabularyOf(commands: readonly AnyCommand[]): Vocabulary {
  const known = vocabularies.get(commands)
  if (known !== undefined) return known
  const names = commands.flatMap(command => [...beginningsOf(command)])
  const words = wordsOf(commands)
  const begun = new Set([...words].flatMap(word => Array.from({ length: word.length }, (_, at) => word.slice(0, at + 1))))
  const verbs = new Set(names.filter(name => name.length === 1).flat())
  const made = { words, begun, verbs }
  vocabularies.set(commands, made)
  return made
}

/** A letter left out, put in twice or swapped is likelier than another in its place. */
const costOf = (word: string, typed: string): number =>
  word.length !== typed.length || [...word].sort().join('') === [...typed].sort().join('') ? 1 : 2

function nearWords(typed: string, { words }: Vocabulary): readonly string[] {
  const found = [...words].flatMap(word =>
    word.length >= NEAR_FROM && Math.abs(word.length - typed.length) <= 1 && editDistance(word, typed) === 1
      ? [{ word, cost: costOf(word, typed) }]
      : [],
  )
  const least = Math.min(...found.map(({ cost }) => cost))
  return found.flatMap(({ word, cost }) => (cost === least ? [word] : [])).slice(0, MOST_WORDS_EACH)
}

/** 'venc+30d', 'dividir3': a word that a number or its sign was run into. */
function apartFromNumber(token: string, { words }: Vocabulary): readonly string[] {
  const [, word = '', rest = ''] = /^(\p{L}{2,})([+\d].*)$/u.exec(token) ?? []
  return word !== '' && (words.has(fold(word)) || SMALL.has(fold(word))) ? [`${word} ${rest}`] : []
}

/** 'excluiraluguel': the longest verb that another word was run into. */
function apartFromVerb(token: string, { verbs }: Vocabulary): readonly string[] {
  for (let at = token.length - SHORTEST_REST; at >= SHORTEST_VERB; at--)
    if (verbs.has(fold(token.slice(0, at)))) return [`${token.slice(0, at)} ${token.slice(at)}`]
  return []
}

function meantBy(token: string, place: number, vocabulary: Vocabulary): readonly string[] {
  const typed = fold(token)
  if (SMALL.has(typed) || vocabulary.begun.has(typed)) return [token]
  const apart = apartFromNumber(token, vocabulary)
  if (apart.length > 0) return apart
  if (place >= HEAD_WORDS || typed.length < NEAR_FROM || !/^\p{L}+$/u.test(token)) return [token]
  const near = nearWords(typed, vocabulary)
  // After the first word it may as well be a name, or a day.
  if (place > 0) return [token, ...near]
  const meant = [...near, ...apartFromVerb(token, vocabulary)]
  return meant.length > 0 ? meant : [token]
}

/** Other ways to write the text, the likeliest first; none for one that is written in words of the commands. */
export function respelled(text: string, commands: readonly AnyCommand[]): readonly string[] {
  const vocabulary = vocabularyOf(commands)
  const tokens = text.trim().split(/\s+/).filter(Boolean)
  let texts: readonly string[] = ['']
  for (const [place, token] of tokens.entries()) {
    const meant = meantBy(token, place, vocabulary)
    texts = texts.flatMap(before => meant.map(word => (before === '' ? word : `${before} ${word}`))).slice(0, MOST_TEXTS)
  }
  return texts.filter(one => one !== tokens.join(' '))
}
