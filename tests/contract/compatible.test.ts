// H7: a client of an older build finds what it reads and is understood: nothing promised on the wire goes away, changes its type or is newly asked for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { readOpen } from '#contract/kit/open-words.ts'
import * as LABELS from '#domain/labels.ts'
import { openApi } from '#server/kernel/openapi.ts'
import { broken, promisedOf, readFrom } from '#tests/kit/promised.ts'
import { sampleOf } from '#tests/kit/samples.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

const before = readFrom(readFileSync(join(import.meta.dirname, 'promised.txt'), 'utf8'))
const document = () => JSON.parse(JSON.stringify(openApi(contract)))

test('H7: what clients lean on is still there', () => {
  const now = promisedOf(document(), contract)
  expect(broken(before, now)).toEqual([])
  const facts = [...before.values()].reduce((sum, each) => sum + each.size, 0)
  figure({
    promise: 'H7',
    what: 'mudanças incompatíveis no contrato',
    ours: `0 em ${before.size} chamadas, ${facts.toLocaleString('pt-BR')} campos`,
    floor: '0',
  })
})

test('H7: a field taken away, of another type, with a word less or newly asked for is seen', () => {
  const changed = (change: (bill: Record<string, object>, operation: { required?: string[]; properties: object }) => void) => {
    const made = document()
    const { requestBody } = made.paths['/v1/companies/{c}/contacts/{id}']?.patch ?? made.paths['/v1/companies/{c}/bills'].post
    change(made.components.schemas.Bill.properties, (Object.values(requestBody.content)[0] as { schema: { properties: object } }).schema)
    return broken(before, promisedOf(made, contract))
  }
  expect(changed(bill => delete bill.amount_cents)).not.toEqual([])
  expect(changed(bill => Object.assign(bill, { amount_cents: { type: 'string' } }))).not.toEqual([])
  expect(changed(bill => Object.assign(bill, { status: { type: 'string', enum: ['PENDING'] } })).join()).toContain('no longer knows PAID')
  expect(
    changed((_, body) => Object.assign(body, { properties: { ...body.properties, novo: { type: 'string' } }, required: ['novo'] })),
  ).not.toEqual([])
  expect(changed(bill => Object.assign(bill, { novo: { type: 'string' } }))).toEqual([])
})

const NEW = 'PALAVRA_NOVA'

const FILL: Readonly<Record<string, unknown>> = { string: '2026-03-01', number: 1, boolean: true, array: [], uuid: crypto.randomUUID() }

/** A sample of the schema, with what the sample leaves open; undefined where that is no answer either. */
function answerOf(schema: Endpoint['spec']['returns']): unknown {
  const answer = sampleOf(schema)
  for (let round = 0; round < 4; round += 1) {
    const { error } = schema.safeParse(answer)
    if (!error) return answer
    for (const issue of error.issues) {
      const holder = issue.path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], answer)
      const fill = 'expected' in issue ? FILL[String(issue.expected)] : 'format' in issue ? FILL[String(issue.format)] : undefined
      if (typeof holder === 'object' && holder !== null) Object.assign(holder, { [issue.path.at(-1) ?? '']: fill ?? null })
    }
  }
  return undefined
}

/** The answer with a new word in one place after the other where a string stands. */
function* withNewWords(answer: unknown, into: unknown = structuredClone(answer), holder: unknown = into): Generator<unknown> {
  if (typeof holder !== 'object' || holder === null) return
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value === 'string') {
      Object.assign(holder, { [key]: NEW })
      yield into
      Object.assign(holder, { [key]: value })
    } else yield* withNewWords(answer, into, value)
  }
}

test('H7: a word that an enum learns after this build is read, and shown as the text it is', () => {
  let places = 0
  const odd: string[] = []
  for (const row of Object.values(contract).flatMap(resource => Object.values(resource) as Endpoint[])) {
    const sample = answerOf(row.spec.returns)
    for (const answer of withNewWords(sample)) {
      const closed = row.spec.returns.safeParse(answer)
      const isEnum = closed.error?.issues.every(issue => issue.code === 'invalid_value' && issue.values.length > 1) ?? false
      if (!isEnum) continue
      places += 1
      const read = readOpen(row.spec.returns, answer)
      if (!read.success) odd.push(row.id)
      else expect(JSON.stringify(read.data), row.id).toContain(NEW)
    }
  }
  expect(odd).toEqual([])
  expect(places).toBeGreaterThan(100)
  const tables = Object.entries(LABELS).filter(([name]) => name !== 'INCOME_STATEMENT_BASIS_LABELS')
  for (const [name, table] of tables) expect((table as Record<string, unknown>)[NEW], name).toBe(NEW)
  figure({
    promise: 'H7',
    what: 'uma palavra nova em cada lista fechada das respostas',
    ours: `${places} de ${places} lidas, ${tables.length} tabelas de rótulos a mostram como texto`,
    floor: 'todas',
  })
})

test('H7: what is no new word is refused as before', () => {
  const answer = z.object({
    kind: z.enum(['A', 'B']).nullable(),
    shape: z.literal('X'),
    list: z.array(z.object({ kind: z.enum(['A', 'B']) })),
  })
  const known = { kind: 'A', shape: 'X', list: [{ kind: 'B' }] }
  for (const right of [{ kind: NEW }, { kind: null }, { kind: NEW, list: [{ kind: NEW }, { kind: 'A' }] }])
    expect(readOpen(answer, { ...known, ...right }).data).toEqual({ ...known, ...right })
  for (const wrong of [{ kind: 7 }, { shape: NEW }, { kind: NEW, list: 7 }, { list: [{ kind: null }] }])
    expect(readOpen(answer, { ...known, ...wrong }).success).toBe(false)
})
