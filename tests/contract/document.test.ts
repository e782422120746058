// The OpenAPI document as strangers' tools read it: a linter finds nothing, every field says what it is, and a generated client type-checks.
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { openApi } from '#server/kernel/openapi.ts'
import { type OpenApiDocument, resolve } from '#tests/kit/openapi-client.ts'
import { scratchFolder } from '#tests/kit/scratch-folder.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const text = JSON.stringify(openApi(contract))
const document = JSON.parse(text) as OpenApiDocument
const rows = Object.values(contract).flatMap(rows => Object.values(rows) as Endpoint[])
const operationOf = (row: Endpoint) => {
  const operation = document.paths[row.path]?.[row.method.toLowerCase()]
  if (!operation) throw new Error(`the document has no ${row.at}`)
  return operation
}

test('a linter finds nothing', async () => {
  // The product has no licence that the document could name.
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } })
  const found = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('no two paths can be taken for one another', () => {
  const paths = Object.keys(document.paths).map(path => path.split('/'))
  const isParameter = (part: string) => part.startsWith('{')
  for (const one of paths) {
    for (const other of paths) {
      if (one === other || one.length !== other.length) continue
      const apart = one.some((part, at) => part !== other[at] && !isParameter(part) && !isParameter(other[at] ?? ''))
      const wider = one.some((part, at) => isParameter(part) && !isParameter(other[at] ?? ''))
      const narrower = one.some((part, at) => !isParameter(part) && isParameter(other[at] ?? ''))
      expect(apart || wider !== narrower, `${one.join('/')} and ${other.join('/')}`).toBe(true)
    }
  }
})

test('every answer has one media type', () => {
  for (const row of rows) {
    for (const [status, answer] of Object.entries(operationOf(row).responses))
      expect(Object.keys(resolve(document, answer).content), `${row.id} ${status}`).toHaveLength(1)
  }
})

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
}

function* fieldsIn(part: unknown, at: string): Generator<[string, Schema]> {
  if (typeof part !== 'object' || part === null) return
  const { properties } = part as Schema
  if (typeof properties === 'object') for (const [name, field] of Object.entries(properties)) yield [`${at}.${name}`, field]
  for (const [key, value] of Object.entries(part)) yield* fieldsIn(value, key === 'properties' ? at : `${at}/${key}`)
}

test('every field and parameter says what it is, and money, days and instants in which unit', () => {
  const parameters = rows.flatMap(row => operationOf(row).parameters.map(each => resolve(document, each)))
  expect(parameters.filter(each => !each.description).map(({ name }) => name)).toEqual([])
  const told = [...fieldsIn(document, '')].map(([at, field]) => ({
    at,
    field,
    words: field.description ?? resolve(document, field).description,
  }))
  expect(told.length).toBeGreaterThan(1000)
  expect(told.filter(({ words }) => !words).map(({ at }) => at)).toEqual([])
  expect(told.filter(({ at, words }) => at.endsWith('_cents') && !words?.includes('centavos'))).toEqual([])
  expect(told.filter(({ at, words }) => /\.\w+_(at|date)$/.test(at) && !/ISO 8601|yyyy-MM-dd/.test(words ?? ''))).toEqual([])
  expect(told.filter(({ at, words }) => /_(rate|percent|basis_points)$/.test(at) && !words?.includes('por cento'))).toEqual([])
})

test.each(rows.flatMap(row => (row.spec.body ? [[row.id, row] as const] : [])))('the example of %s is a body it takes', (_, row) => {
  const { example } = operationOf(row).requestBody?.content['application/json'] ?? {}
  expect(row.spec.body?.safeParse(example).error?.issues).toBeUndefined()
})

/** What a stranger would write. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Bill = components['schemas']['Bill']
type Contact = components['schemas']['Contact']
type Entry = components['schemas']['Entry']

const client = createClient<paths>({ baseUrl: 'http://localhost', headers: { authorization: 'Bearer …' } })

export async function bills(c: string): Promise<Bill[]> {
  const found: Bill[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { data, error, response }: { data?: Bill[]; error?: { id: string; message: string }; response: Response } = await client.GET(
      '/v1/companies/{c}/bills',
      { params: { path: { c }, query: { start_date: '2026-03-01', limit: 200, ...(cursor ? { cursor } : {}) } } },
    )
    if (!data) throw new Error(error?.message)
    found.push(...data)
    cursor = response.headers.get('x-next-cursor') ?? undefined
  }
  return found
}

export async function totals(c: string): Promise<number> {
  const entries = await client.GET('/v1/companies/{c}/entries', { params: { path: { c }, query: { limit: 50, transfers: false } } })
  if (entries.error) throw new Error(entries.error.message)
  const first: Entry | undefined = entries.data[0]
  // @ts-expect-error no entry has it
  first?.nothing
  const contacts = await client.GET('/v1/contacts', { params: { query: { companyId: c, kind: 'SUPPLIER' } } })
  const names: string[] = (contacts.data ?? []).map((contact: Contact) => contact.name)
  // @ts-expect-error the company is asked for
  await client.GET('/v1/contacts', { params: { query: {} } })
  return entries.data.reduce((sum, entry) => sum + entry.amount_cents, names.length)
}

export async function write(c: string): Promise<string | undefined> {
  const { data, error, response } = await client.POST('/v1/companies/{c}/bills', {
    params: { path: { c }, header: { 'Idempotency-Key': 'aluguel-de-marco' } },
    body: { amount_cents: 12345, due_date: '2026-03-10', payment_method: 'PIX' },
  })
  if (error) return error.details?.map(({ field, message }) => field + ': ' + message).join()
  const made: Bill = data
  // @ts-expect-error an amount is asked for
  await client.POST('/v1/companies/{c}/bills', { params: { path: { c } }, body: { due_date: '2026-03-10' } })
  return made.contact?.name ?? response.headers.get('x-batch-id') ?? undefined
}
`

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
    module: 'preserve',
    moduleResolution: 'bundler',
    paths: { 'openapi-fetch': [join(root, 'node_modules/openapi-fetch')] },
  },
  files: ['program.ts'],
}

test('a program over the client that openapi-typescript and openapi-fetch make type-checks, lists and pages included', async () => {
  const folder = await scratchFolder('document')
  const at = (name: string) => join(folder, name)
  writeFileSync(at('openapi.json'), text)
  writeFileSync(at('program.ts'), PROGRAM)
  writeFileSync(at('tsconfig.json'), JSON.stringify(settings))
  await run(process.execPath, [join(root, 'tests/kit/document-types/write.mjs'), at('openapi.json'), at('api.ts')])
  const check = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(failed => failed)
  rmSync(folder, { recursive: true, force: true })
  expect(check.stdout).toBe('')
}, 60_000)
