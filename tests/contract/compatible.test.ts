// H7: a client of an older build finds what it reads and is understood: nothing promised on the wire goes away, changes its type or is newly asked for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openApi } from '#server/kernel/openapi.ts'
import { broken, promisedOf, readFrom } from '#tests/kit/promised.ts'
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
