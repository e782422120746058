// Styles: every class belongs to one sheet, is worn by who imports it, and reaches nobody else.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sources } from './imports.ts'

const root = resolve(import.meta.dirname, '../..')
const client = 'src/client'
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What may speak of the whole page: tokens, the reset, and what ag-grid draws. */
const PLAIN = [`${client}/kit/look/tokens.css`, `${client}/kit/look/base.css`]
const GRID = `${client}/kit/grid/ledger-grid.css`

function* sheetsOf(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sheetsOf(path)
    else if (path.endsWith('.css')) yield path
  }
}

/** The selectors of a sheet, those of keyframes aside. */
function selectorsOf(path: string): string[] {
  const text = read(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, prelude = '']) => prelude.trim())
    .filter(prelude => !prelude.startsWith('@'))
    .flatMap(prelude => prelude.split(/,(?![^(]*\))/).map(selector => selector.trim()))
}

const classesOf = (selector: string): string[] =>
  [...selector.replace(/\[[^\]]*\]/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)

const sheets = [...sheetsOf(client)]
const modules = sheets.filter(path => path.endsWith('.module.css'))
const defined = new Map(modules.map(path => [path, new Set(selectorsOf(path).flatMap(classesOf))]))
const code = [...sources(client)].map(path => ({ path, text: read(path) }))
const drawn = code.map(file => file.text).join('\n')

interface Wearer {
  path: string
  text: string
  sheet: string
  /** What the importer calls the sheet. */
  name: string
}

const wearers = code.flatMap(({ path, text }): Wearer[] =>
  [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)].map(([, name = '', specifier = '']) => ({
    path,
    text,
    name,
    sheet: specifier.startsWith('#client/') ? `${client}/${specifier.slice(8)}` : join(dirname(path), specifier),
  })),
)

/** What a file says of a sheet, its imports and comments aside. */
const namedBy = ({ text, name }: Wearer): string[] =>
  [...text.replace(/^import .*$|\/\/ .*$|^\} from .*$/gm, '').matchAll(new RegExp(`(?<![\\w.'/])${name}\\.(\\w+)`, 'g'))].map(
    ([, worn = '']) => worn,
  )

/** A class found by a value, as a button's variant is: its name stands somewhere as a word of the client. */
function foundByValue({ text, name }: Wearer, worn: string): boolean {
  return [...text.matchAll(new RegExp(`(?<![\\w.'])${name}\\[([^\\]]+)\\]`, 'g'))].some(([, key = '']) => {
    const prefix = /^`(\w+)\$\{/.exec(key)?.[1]
    return prefix === undefined ? new RegExp(`'${worn}'|\\b${worn}:`).test(drawn) : worn.startsWith(prefix)
  })
}

describe('the sheets', () => {
  it('were really read', () => {
    expect(modules.length).toBeGreaterThan(50)
    expect(wearers.length).toBeGreaterThan(200)
  })

  it('are modules, but for tokens, reset and what ag-grid draws', () => {
    expect(sheets.filter(path => !path.endsWith('.module.css')).sort()).toEqual([...PLAIN, GRID].sort())
    expect(PLAIN.flatMap(path => selectorsOf(path).filter(selector => classesOf(selector).length > 0))).toEqual([])
    expect(selectorsOf(GRID).filter(selector => !selector.startsWith('.ledger-grid'))).toEqual([])
  })

  it('have names of their own, from which the classes on the page are made', () => {
    const names = modules.map(path => basename(path))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(
      [...defined].flatMap(([path, classes]) => [...classes].filter(name => name.includes('-')).map(name => `${path} .${name}`)),
    ).toEqual([])
  })

  it('reach nobody without a class of their own', () => {
    const wide = modules.flatMap(path =>
      selectorsOf(path)
        .filter(selector => classesOf(selector).length === 0)
        .map(selector => `${path} ${selector}`),
    )
    expect(wide).toEqual([])
  })

  it('hold every class that is worn', () => {
    const missing = wearers.flatMap(wearer =>
      namedBy(wearer)
        .filter(worn => !defined.get(wearer.sheet)?.has(worn))
        .map(worn => `${wearer.path} ${wearer.name}.${worn}`),
    )
    expect(missing).toEqual([])
  })

  it('hold no class that nobody wears', () => {
    const idle = [...defined].flatMap(([sheet, classes]) => {
      const mine = wearers.filter(wearer => wearer.sheet === sheet)
      const named = new Set(mine.flatMap(namedBy))
      return [...classes]
        .filter(name => !named.has(name) && !mine.some(wearer => foundByValue(wearer, name)))
        .map(name => `${sheet} .${name}`)
    })
    expect(idle).toEqual([])
  })

  it('name only parts that somebody draws', () => {
    const parts = sheets.flatMap(path => [...read(path).matchAll(/\[data-part="([\w-]+)"\]/g)].map(([, part = '']) => ({ path, part })))
    const unknown = parts.filter(({ part }) => !new RegExp(`data-part="${part}"|dataset\\.part = '${part}'`).test(drawn))
    expect(unknown.map(({ path, part }) => `${path} ${part}`)).toEqual([])
  })
})

it('nothing that closes waits for a movement that may be over: only a toast has one of its own', () => {
  const ending = sheets.flatMap(path =>
    [...read(path).matchAll(/\banimation(?:-name)?:([^;]*);/g)]
      .map(([, value = '']) => value.trim())
      .filter(value => !value.includes('infinite') && !/^var\(--motion-(appear|fade)\)/.test(value))
      .map(value => `${basename(path)}: ${value}`),
  )
  expect(ending).toEqual(['toaster.module.css: var(--motion-vanish) var(--t) var(--ease) forwards'])
  expect(read(PLAIN[1] ?? '')).toMatch(/\[data-state="closed"\] \{\s*--motion-appear: none;\s*--motion-fade: none;\s*\}/)
})

it('no class is written as text but those of ag-grid', () => {
  const plain = new Set(selectorsOf(GRID).flatMap(classesOf))
  const loose = code.flatMap(({ path, text }) =>
    [...text.matchAll(/className=\{?["'`]([^"'`]*)["'`]|classNames\(\s*'([^']*)'/g)]
      .flatMap(([, worn, joined]) => (worn ?? joined ?? '').split(/\s+/))
      .filter(name => name !== '' && !plain.has(name))
      .map(name => `${path} ${name}`),
  )
  expect(loose).toEqual([])
})
