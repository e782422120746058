// The modes of the palette: a sign or a plural word narrows it to actions, help or one source.
import { fold } from '#domain/text.ts'
import type { PaletteSource } from './palette-source.ts'

export interface Mode {
  readonly prefix: string
  readonly word: string
  readonly title: string
}
const OWN_MODES: readonly Mode[] = [
  { prefix: '>', word: 'ações', title: 'Ações' },
  { prefix: '?', word: 'ajuda', title: 'Ajuda' },
]

/** The palette's own modes, then those of the sources. */
export function modesOf(sources: readonly PaletteSource[]): readonly Mode[] {
  return [
    ...OWN_MODES,
    ...sources.flatMap(({ prefix, word, title }) => (prefix === undefined ? [] : [{ prefix, word: word ?? title, title }])),
  ]
}

/** The mode a text turns on: its prefix, or its plural word and a space, where no title begins with that word. */
export function readMode(
  text: string,
  modes: readonly Mode[],
  begins: (text: string) => boolean,
): { mode: Mode; rest: string } | undefined {
  const byPrefix = modes.find(mode => text.startsWith(mode.prefix))
  if (byPrefix !== undefined) return { mode: byPrefix, rest: text.slice(byPrefix.prefix.length) }
  const [word, rest] = text.split(/\s(.*)/s)
  const byWord = rest === undefined || begins(`${word} `) ? undefined : modes.find(mode => fold(mode.word) === fold(word ?? ''))
  return byWord === undefined ? undefined : { mode: byWord, rest: rest ?? '' }
}
