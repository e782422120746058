// Filters are typed short and read in words.
import { expect, test } from 'vitest'
import { chipWords } from '#client/surfaces/ledger/chip-words.ts'
import { parseFilter } from '#domain/filter.ts'
import { BILL_FILTER_FIELDS as fields } from '#domain/filter-fields.ts'

test.each([
  ['status:pendente', 'Situação pendente'],
  ['-status:pago,reprovado', 'Situação não é pago ou reprovado'],
  ['valor>=300', 'Valor a partir de 300'],
  ['valor<1000', 'Valor menor que 1000'],
  ['venc:hoje..+7d', 'Vencimento hoje a +7d'],
  ['venc<=30/11', 'Vencimento até 30/11'],
  ['-imposto', 'sem imposto'],
])('%s reads %s', (typed, words) => {
  const [token] = parseFilter(typed, { fields, today: '2026-11-11' }).tokens
  if (!token) throw new Error(`${typed} is no filter`)
  const { name, value } = chipWords(token, fields)
  expect(`${name} ${value}`).toBe(words)
})
