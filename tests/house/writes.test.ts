// Whatever is written, a command writes: no file of the client sends a row that changes something, the sign-in aside.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { isMutating } from '#contract/kit/endpoint.ts'

const root = resolve(import.meta.dirname, '../..')

/** Before there is a person there is no house to run commands in. */
const BEFORE_THERE_IS_A_PERSON = 'src/client/features/auth/'

/** What `ports.call` and `ports.undo` of every command end in. */
const THE_PORTS = ['src/client/data/api.ts', 'src/client/surfaces/ports.ts', 'src/client/shell/house-wiring.ts']

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

/** 'bills.create' of rows that change something: a POST that writes nothing only reckons. */
const changing = new Set(
  Object.entries(contract).flatMap(([resource, rows]) =>
    Object.entries(rows).flatMap(([name, row]) => (isMutating(row) && (row.spec.writes?.length ?? 0) > 0 ? [`${resource}.${name}`] : [])),
  ),
)

it('the client sends no write outside a command', () => {
  const sent = [...sources('src/client')]
    .filter(path => !path.startsWith(BEFORE_THERE_IS_A_PERSON) && !THE_PORTS.includes(path))
    .flatMap(path =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\bcall\(\s*([a-zA-Z]+\.[a-zA-Z]+)/g)].flatMap(([, row = '']) =>
        changing.has(row) ? [`${path}: ${row}`] : [],
      ),
    )
  expect([...new Set(sent)].sort()).toEqual([])
})
