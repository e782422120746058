// Casts that put the types aside, counted: each file that still has one is named here, and the list only gets shorter.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** `as never` by file, at most. The one of address.ts hands our addresses to the router, which types its own by the route tree. */
const LEFT: Readonly<Record<string, number>> = {
  'commands/questions.ts': 1,
  'commands/register.ts': 1,
  'src/client/features/categories/category-form.tsx': 1,
  'src/client/features/invoices/invoice-detail.tsx': 1,
  'src/client/features/invoices/invoice-drawer.tsx': 1,
  'src/client/features/invoices/invoices-screen.tsx': 1,
  'src/client/features/invoices/note-addresses.tsx': 1,
  'src/client/features/reports/plan.ts': 1,
  'src/client/features/reports/titles-drawer.tsx': 2,
  'src/client/kit/button.tsx': 1,
  'src/client/kit/grid/columns.ts': 1,
  'src/client/shell/rail-links.tsx': 1,
  'src/client/surfaces/address.ts': 1,
  'src/client/surfaces/asked/command-form.tsx': 3,
  'src/client/surfaces/asked/nested.ts': 1,
  'src/client/surfaces/asked/runs.tsx': 1,
  'src/client/surfaces/ledger/use-list-store.ts': 3,
  'src/client/surfaces/ports.ts': 1,
  'src/client/surfaces/register-drawer.tsx': 1,
  'src/client/surfaces/resource/drawer.tsx': 1,
  'src/resources/kit/form.ts': 1,
  'src/server/areas/ledger/titles/new-titles.ts': 1,
  'src/server/jobs/queue.ts': 5,
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}
const texts = ['src', 'commands']
  .flatMap(folder => [...sources(folder)])
  .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const counts = (pattern: RegExp): Record<string, number> =>
  Object.fromEntries(texts.flatMap(({ path, text }) => (text.match(pattern) ? [[path, text.match(pattern)?.length ?? 0]] : [])))

it('nothing is cast to never but where it is named', () => {
  const more = Object.entries(counts(/\bas never\b/g)).filter(([path, count]) => count > (LEFT[path] ?? 0))
  expect(more).toEqual([])
})

it('the search text and the parameters of an address are read by their hooks, not cast', () => {
  expect(counts(/\bas Search\b/g)).toEqual({})
  expect(counts(/use(?:Search|Params)\(\{ strict: false \}\) as\b/g)).toEqual({})
})

it('nothing is cast to any', () => {
  expect(counts(/\bas any\b/g)).toEqual({})
})
