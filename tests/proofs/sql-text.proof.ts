// F8: what a caller writes is a value: in no field of any row of the contract does it become the text of a statement.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { type Endpoint, isTextParam, paramNames } from '#contract/kit/endpoint.ts'
import { ENDS_SESSION } from '#tests/kit/garbage.ts'
import type { MoneyBooks } from '#tests/kit/money.ts'
import { type CallInput, type TestServer, testServer } from '#tests/kit/server.ts'
import { callOf, rows } from './kit/calls.ts'
import { figure, times } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'
import { idsByTable } from './kit/victim.ts'

/** In every payload; a statement whose text holds it was written by a caller. */
const MARK = 'zqxjk'
const SECRET = `segredo ${randomUUID()}`
const PAYLOADS = [
  `${MARK}' or '1'='1`,
  `${MARK}'; update canary set secret = 'tocado'; --`,
  `${MARK}" desc, (select secret from canary) --`,
  `${MARK}' union select secret from canary --`,
  `${MARK}\\'; drop table canary; --`,
  `${MARK}$$; delete from canary; $$`,
  `${MARK}%' escape '_`,
  `{${MARK},"'}`,
]

let server: TestServer
let b: MoneyBooks
let ids: readonly string[]
const spoken: string[] = []
const { query } = pg.Client.prototype

beforeAll(async () => {
  server = await testServer()
  b = await furnish(server, 'Papelaria')
  ids = [...(await idsByTable(server, b.company.id)).values()].flatMap(([id]) => (id === undefined ? [] : [id]))
  await server.sql(`create table canary (secret text)`)
  await server.sql`insert into canary select ${SECRET}::text`
  await server.sql(`grant all on canary to public`)
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '')
    if (text.includes(MARK)) spoken.push(text)
    return Reflect.apply(query, this, args)
  } as typeof query
}, 120_000)
afterAll(async () => {
  pg.Client.prototype.query = query
  await server?.close()
})

type Json = { [name: string]: unknown }

/** Every field that a text goes into, by its path: free texts, those of a set, and the days, ids and numbers that must refuse one. */
function fieldsOf(schema: z.ZodType): string[][] {
  return within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Json, [])
}

function within(schema: Json, at: readonly string[]): string[][] {
  const shapes = [schema, ...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as Json[])]
  const found = shapes.flatMap(shape => {
    if (at.length > 4) return []
    if (shape.type === 'object')
      return Object.entries((shape.properties ?? {}) as Record<string, Json>).flatMap(([name, field]) => within(field, [...at, name]))
    if (shape.type === 'array') return within((shape.items ?? {}) as Json, [...at, '0'])
    return at.length > 0 ? [[...at]] : []
  })
  return [...new Map(found.map(path => [path.join('.'), path])).values()]
}

function placed(target: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (name === '') return value
  if (name === '0') return [placed(Array.isArray(target) ? target[0] : undefined, rest, value)]
  return { ...((target ?? {}) as Json), [name]: placed((target as Json | undefined)?.[name], rest, value) }
}

/** The row's call with the payload in one place after the other. */
function* withPayload(row: Endpoint, input: CallInput, payload: string): Generator<CallInput> {
  for (const name of paramNames(row).filter(isTextParam)) yield { ...input, params: { ...input.params, [name]: payload } }
  for (const path of row.spec.query ? fieldsOf(row.spec.query) : [])
    yield { ...input, query: { ...input.query, [path[0] ?? '']: path.length > 1 ? `${payload};${payload}` : payload } }
  for (const path of row.spec.body ? fieldsOf(row.spec.body) : []) yield { ...input, body: placed(input.body, path, payload) }
  // A refused row of a sheet is told with what stands in it, and words of SQL in a refusal are taken for a fault: this payload has none.
  if (row.spec.form) yield { ...input, form: { file: new File([`Vencimento;Valor\n${PAYLOADS[0]};1\n`], `${payload}.csv`) } }
}

/** A call whose record is there: a wrong id would end it before its fields are used. */
async function reaching(row: Endpoint): Promise<CallInput> {
  const input = callOf(row, b.company.id)
  if (!paramNames(row).includes('id') || row.method === 'DELETE') return input
  const name = row.id.split('.')[0] ?? ''
  const get = rows.find(other => other.id === `${name}.get`)
  if (!get) return input
  for (const id of ids) {
    const params = { ...input.params, id }
    if ((await server.call(b.owner, get, { params })).status === 200) return { ...input, params }
  }
  return input
}

test('F8: no field of any row reaches a statement as its text', { timeout: 3_600_000 }, async () => {
  const failures: string[] = []
  let sent = 0
  let fields = 0
  for (const [turn, row] of rows.filter(each => !ENDS_SESSION.includes(each.id)).entries()) {
    const input = await reaching(row)
    const kinds = times(1, PAYLOADS.length)
    for (let kind = 0; kind < kinds; kind += 1)
      for (const call of withPayload(row, input, PAYLOADS[(turn + kind) % PAYLOADS.length] ?? '')) {
        server.clock.advance(2_000)
        const answer = await server.call(b.owner, row, call)
        sent += 1
        if (kind === 0) fields += 1
        const text = Buffer.isBuffer(answer.data) ? answer.data.toString('latin1') : (JSON.stringify(answer.data) ?? '')
        if (answer.status >= 500 && answer.status !== 503)
          failures.push(`${row.id} ${JSON.stringify(call).slice(0, 200)}: ${text.slice(0, 200)}`)
        if (text.includes(SECRET)) failures.push(`${row.id} told the secret`)
      }
  }
  expect(failures).toEqual([])
  expect(spoken).toEqual([])
  await sql.raw(`select '${MARK}'`).execute(server.services.db)
  expect(spoken, 'what is spoken is heard').toHaveLength(1)
  expect(await server.sql(`select secret from canary`)).toEqual([{ secret: SECRET }])
  const kept = await server.as(b.owner).ok(contract.contacts.create, {
    params: b.c,
    body: { company_id: b.company.id, name: PAYLOADS[1], kind: 'SUPPLIER', type: 'LEGAL' },
  })
  expect(kept.name, 'a text with quotes is kept as it was written').toBe(PAYLOADS[1])
  figure({
    promise: 'F8',
    what: 'textos com SQL em cada campo do contrato',
    ours: `0 em comandos do banco, em ${fields.toLocaleString('pt-BR')} campos e ${sent.toLocaleString('pt-BR')} pedidos`,
    floor: '0',
  })
})
