// The rooms import one way: every import of every file is read and compared with the table of the house.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What each room may import of ours, besides itself. The longest matching room of a file counts. */
const MAY: Record<string, readonly string[]> = {
  'src/domain': [],
  'src/contract': ['src/domain'],
  commands: ['src/contract', 'src/domain'],
  'src/server': ['src/contract', 'src/domain'],
  'src/client/kit': ['src/domain', 'src/contract/kit'],
  'src/client/data': ['src/contract', 'src/domain'],
  'src/client/surfaces': ['src/client/kit', 'src/client/data', 'commands', 'src/contract', 'src/domain'],
  'src/client/features': ['src/client/kit', 'src/client/data', 'src/client/surfaces', 'commands', 'src/contract', 'src/domain'],
  'src/client/routes': ['src/client', 'commands', 'src/contract', 'src/domain'],
  'src/client/shell': ['src/client', 'commands', 'src/contract', 'src/domain'],
  'src/client': ['src/client', 'commands', 'src/contract', 'src/domain'],
}

const ALIAS: Record<string, string> = {
  '#domain': 'src/domain',
  '#contract': 'src/contract',
  '#commands': 'commands',
  '#server': 'src/server',
  '#client': 'src/client',
  '#tests': 'tests',
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

const roomOf = (path: string): string | undefined =>
  Object.keys(MAY)
    .filter(room => path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0]

function target(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, path, '..', specifier))
  const [alias = '', ...rest] = specifier.split('/')
  return ALIAS[alias] && [ALIAS[alias], ...rest].join('/')
}

interface Import {
  from: string
  to: string
}

const imports: Import[] = []
let files = 0
for (const folder of ['src', 'commands']) {
  for (const path of sources(folder)) {
    files += 1
    for (const match of readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      const to = target(path, match[1] ?? '')
      if (to !== undefined) imports.push({ from: path, to })
    }
  }
}

const featureOf = (path: string) => /^src\/client\/features\/([^/]+)\//.exec(path)?.[1]

describe('the rooms of the house', () => {
  it('were really read', () => {
    expect(files).toBeGreaterThan(200)
    expect(imports.length).toBeGreaterThan(800)
  })

  it('import only what the table allows', () => {
    const wrong = imports.filter(({ from, to }) => {
      const room = roomOf(from)
      if (room === undefined || to.startsWith(`${room}/`)) return false
      return !MAY[room]?.some(allowed => to.startsWith(`${allowed}/`))
    })
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('let no feature import another: the shared part is lifted', () => {
    const wrong = imports.filter(
      ({ from, to }) => featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to),
    )
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})
