// The documents of the house: nothing in the repository points to a page, section or file that is not in it, and each document keeps its size.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function* filesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* filesOf(path)
    else yield path
  }
}

const files = [
  'README.md',
  'package.json',
  'vite.config.ts',
  ...['src', 'commands', 'tests', 'e2e'].flatMap(folder => [...filesOf(folder)]),
]
const documents = files.filter(path => path.endsWith('.md'))
const sources = files.filter(path => /\.(tsx?|mjs|css)$/.test(path) && path !== 'tests/house/documents.test.ts')

/** The comments of a source as running text: a citation may go on in the next line. */
const commentsOf = (text: string): string =>
  [...text.matchAll(/(?:^|\s)\/\/ .*$|\/\*[\s\S]*?\*\//gm)].map(([comment]) => comment.replace(/\n\s*\*/g, ' ')).join('\n')

const prose = [...documents.map(path => ({ path, text: read(path) })), ...sources.map(path => ({ path, text: commentsOf(read(path)) }))]

/** Every match of a pattern in the prose that points nowhere, as 'path: match' with the words after it. */
const failing = (pattern: RegExp, isRight: (match: string, rest: string) => boolean): string[] =>
  prose.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map(({ 0: match, index }) => ({ match, rest: text.slice(index + match.length) }))
      .filter(({ match, rest }) => !isRight(match, rest))
      .map(({ match, rest }) => `${path}: ${match}${rest.slice(0, 30)}`),
  )

const isInside = (name: string): boolean => files.some(path => path === name || path.endsWith(`/${name}`))
/** 'x' stands for any name: `src/resources/x.ts`. */
const isPlaceholder = (name: string): boolean => /(^|\/)x\./.test(name)

test('the repository was really read', () => {
  expect(sources.length).toBeGreaterThan(900)
  expect(prose.map(({ text }) => text).join('').length).toBeGreaterThan(200_000)
})

describe('what comments and documents point to', () => {
  test('a document is one of the repository', () => {
    expect(failing(/[\w./-]*\w\.md\b/g, name => isInside(name.replace(/^(\.\.?\/)+/, '')))).toEqual([])
  })

  test('a link leads to a file', () => {
    const links = documents.flatMap(path => [...read(path).matchAll(/\]\(([^)#:]+)\)/g)].map(([, to = '']) => ({ path, to })))
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter(({ path, to }) => !existsSync(join(root, dirname(path), to)))).toEqual([])
  })

  test('a section of SPEC.md is one of its headings', () => {
    const headings = [...read('src/SPEC.md').matchAll(/^##+ (?:\d+\. )?(.+)$/gm)].map(([, name = '']) => name)
    const namesHeading = (text: string): boolean => {
      const named = headings.filter(name => text.startsWith(name)).sort((a, b) => b.length - a.length)[0]
      const after = named === undefined ? '' : text.slice(named.length)
      return named !== undefined && !/^\w/.test(after) && (!/^ and [A-Z]/.test(after) || namesHeading(after.slice(' and '.length)))
    }
    expect(failing(/SPEC\.md, (?=[A-Z])/g, (_, rest) => namesHeading(rest))).toEqual([])
  })

  test('a paragraph sign belongs to a law', () => {
    expect(failing(/§+ ?\S*/g, match => /^§+ \d+º/.test(match))).toEqual([])
  })

  test('a folder or file of the house exists', () => {
    const rooted = /(?<![\w#/.-])(?:src|tests|commands|e2e)\/[\w./-]*\w/g
    expect(failing(rooted, (path, rest) => /^\/?[*<{]/.test(rest) || isPlaceholder(path) || existsSync(join(root, path)))).toEqual([])
    const named = /(?<![\w#/.@-])(?:[\w-]+\/)*[\w-]+(?:\.\w+)*\.(?:tsx?|mjs|css)\b/g
    expect(failing(named, name => isPlaceholder(name) || isInside(name))).toEqual([])
  })

  test('nothing outside is named', () => {
    expect(failing(/\.\.\/shared|\/work\/|design-2|\bissue #?\d+/gi, () => false)).toEqual([])
  })
})

test('code reads nothing beside the repository but the vectors of its tests', () => {
  const outside = sources.flatMap(path => [...read(path).matchAll(/\.\.\/shared\/([\w.-]+)/g)].map(([, name = '']) => ({ path, name })))
  expect(outside.filter(({ path, name }) => !['fixtures', 'providers'].includes(name) || !path.startsWith('tests/'))).toEqual([])
})

describe('each document', () => {
  const words = (path: string): number => read(path).split(/\s+/).filter(Boolean).length

  test('is reached from the README', () => {
    const seen = new Set(['README.md'])
    for (const path of seen) for (const [, to = ''] of read(path).matchAll(/\]\(([^)#:]+\.md)\)/g)) seen.add(join(dirname(path), to))
    expect(documents.filter(path => !seen.has(path))).toEqual([])
  })

  test('keeps its size', () => {
    expect(words('src/ARCHITECTURE.md')).toBeLessThanOrEqual(1200)
    expect(words('src/SPEC.md')).toBeLessThanOrEqual(6000)
  })
})

describe('a decision', () => {
  const decisions = read('src/DECISIONS.md')
    .split(/^### /m)
    .slice(1)
    .map(text => (text.split(/^## /m)[0] ?? '').trim().split('\n'))

  test('was read', () => {
    expect(decisions.length).toBeGreaterThan(80)
  })

  test('has a title of its own, and ends with its date', () => {
    const titles = decisions.map(([title]) => title)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
    expect(decisions.filter(lines => !/^20\d\d-[01]\d-[0-3]\d$/.test(lines.at(-1) ?? '')).map(([title]) => title)).toEqual([])
  })

  test('is told in five lines', () => {
    const told = decisions.map(([title, ...lines]) => ({ title, lines }))
    expect(told.filter(({ lines }) => lines.length > 5 || lines.some(line => line.length > 145)).map(({ title }) => title)).toEqual([])
  })
})
