// How counts are written is said once: a screen that formats them itself would differ from the next one.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** The one place, and the files that still write their own: the list only gets shorter. */
const LEFT = [
  'src/domain/text.ts',
  'src/client/features/dashboard/bank-card.tsx',
  'src/client/features/dashboard/more-numbers.tsx',
  'src/client/features/dashboard/week-region.tsx',
  'src/client/features/workbench/keys-per-line.tsx',
  'src/client/surfaces/palette-groups.tsx',
]

it('numbers without options of their own are written by domain/text.ts alone', () => {
  const files = ['src', 'commands'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)),
  )
  const own = files
    .filter(path => /\.tsx?$/.test(path))
    .filter(path => /(NumberFormat|toLocaleString)\('pt-BR'\)/.test(readFileSync(join(root, path), 'utf8')))
  expect(own.filter(path => !LEFT.includes(path))).toEqual([])
})
