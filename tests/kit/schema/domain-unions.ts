// The unions of the domain by what they list, so that a column with the same list bears the domain's name.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Union {
  readonly name: string
  readonly module: string
}

const root = join(import.meta.dirname, '../../..')
const TUPLE = /^export const (\w+) = \[([^\]]*)\] as const$/gm
const UNION = /^export type (\w+) = \(typeof (\w+)\)\[number\]$/gm

export const keyOf = (values: readonly string[]): string => [...values].sort().join('|')

/** Every tuple of texts under src/domain that names a union. Two unions of the same list are told apart by nobody, so neither is found. */
export function domainUnions(): ReadonlyMap<string, Union> {
  const found = new Map<string, Union | undefined>()
  for (const path of readdirSync(join(root, 'src/domain'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.ts')) continue
    const text = readFileSync(join(root, 'src/domain', path), 'utf8')
    const tuples = new Map([...text.matchAll(TUPLE)].map(([, name = '', list = '']) => [name, textsOf(list)]))
    for (const [, name = '', tuple = ''] of text.matchAll(UNION)) {
      const values = tuples.get(tuple)
      if (values === undefined || values.length === 0) continue
      const key = keyOf(values)
      found.set(key, found.has(key) ? undefined : { name, module: `#domain/${path.replaceAll('\\', '/')}` })
    }
  }
  return new Map([...found].filter((entry): entry is [string, Union] => entry[1] !== undefined))
}

const textsOf = (list: string): string[] => [...list.matchAll(/'([^']*)'/g)].map(match => match[1] ?? '')
