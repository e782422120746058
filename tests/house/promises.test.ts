// The table of promises (src/SPEC.md, Promises) against the proofs: each promise names the files that print its figure, and no other file does.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** How many promises each letter has; what we added ourselves stands after them. */
const PROMISED = { A: 8, B: 7, C: 5, D: 7, E: 3, F: 8, G: 6, H: 7, I: 3, J: 6, K: 5 }

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.(proof|test|spec)\.tsx?$/.test(entry.name)) yield path
  }
}

interface Promised {
  id: string
  /** Files, or why there is none. */
  by: readonly string[] | string
}

const [, table = ''] = read('src/SPEC.md').split('| id | promise | proved by |\n')
const promises: Promised[] = (table.split('\n\n')[0] ?? '')
  .split('\n')
  .filter(line => /^\| [A-L]\d+ /.test(line))
  .map(line => {
    const [, id = '', , by = ''] = line.split('|').map(cell => cell.trim())
    return { id, by: by.startsWith('unproven: ') ? by : [...by.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path).sort() }
  })

/** The files that print a figure, by promise. */
const printed = new Map<string, string[]>()
for (const path of [...sources('tests'), ...sources('e2e')].sort())
  for (const id of new Set([...read(path).matchAll(/\bpromise: '([A-L]\d+)'/g)].map(([, found = '']) => found)))
    printed.set(id, [...(printed.get(id) ?? []), path])

test('each promise of the specification stands in the table once', () => {
  const ids = promises.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const owed = Object.entries(PROMISED).flatMap(([letter, count]) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`))
  expect(owed).toHaveLength(65)
  expect(owed.filter(id => !ids.includes(id))).toEqual([])
})

test('each is proved by the files it names, which print its figure, or says why it is not', () => {
  const told = promises.map(({ id, by }) => [id, typeof by === 'string' ? [] : by])
  expect(told).toEqual(promises.map(({ id }) => [id, printed.get(id) ?? []]))
  const reasons = promises.flatMap(({ by }) => (typeof by === 'string' ? [by] : []))
  expect(reasons.filter(reason => reason.length < 30)).toEqual([])
})

test('no proof prints a figure of a promise that nobody made', () => {
  expect([...printed.keys()].filter(id => !promises.some(promise => promise.id === id))).toEqual([])
})
