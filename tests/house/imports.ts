// Every import of ours between files of ours, as the house tests read it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

const ALIAS: Record<string, string> = {
  '#domain': 'src/domain',
  '#contract': 'src/contract',
  '#resources': 'src/resources',
  '#commands': 'commands',
  '#server': 'src/server',
  '#client': 'src/client',
  '#tests': 'tests',
}

export interface Import {
  from: string
  to: string
}

export function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.(tsx?|mjs)$/.test(entry.name)) yield path
  }
}

function target(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, path, '..', specifier))
  const [alias = '', ...rest] = specifier.split('/')
  return ALIAS[alias] && [ALIAS[alias], ...rest].join('/')
}

export const importsOf = (path: string): Import[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(match => {
    const to = target(path, match[1] ?? '')
    return to === undefined ? [] : [{ from: path, to }]
  })

/** What a file needs at once, packages included: types vanish, and a dynamic import waits. */
export const neededBy = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm)].flatMap(
    ([, what = '', specifier = '']) => {
      const names = /^\{([^}]*)\}$/
        .exec(what.trim())?.[1]
        ?.split(',')
        .map(name => name.trim())
        .filter(Boolean)
      if (names?.every(name => name.startsWith('type '))) return []
      return [target(path, specifier) ?? specifier]
    },
  )
