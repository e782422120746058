// Validation of a split.
import { expect, it } from 'vitest'
import { allocate } from '#domain/money.ts'
import { splitErrors } from '#domain/split.ts'

const children = (...amounts: number[]) => amounts.map(amount_cents => ({ amount_cents }))
const ids = (parent: number, ...amounts: number[]) => splitErrors({ amount_cents: parent }, children(...amounts)).map(error => error.id)

it('a split of two or more positive children that sum to the parent has no error', () => {
  expect(ids(1000, 400, 600)).toEqual([])
  expect(ids(1000, ...allocate(1000, 7))).toEqual([])
})

it('each broken rule has its id', () => {
  expect(ids(1000, 1000)).toEqual(['split.too_few'])
  expect(ids(1000)).toEqual(['split.too_few', 'split.sum_mismatch'])
  expect(ids(1000, 0, 1000)).toEqual(['split.amount_not_positive'])
  expect(ids(1000, -1, 1001)).toEqual(['split.amount_not_positive'])
  expect(ids(1000, 400, 599)).toEqual(['split.sum_mismatch'])
  expect(splitErrors({ amount_cents: 2, is_child: true }, children(1, 1)).map(error => error.id)).toEqual(['split.grandchild'])
})

it('the message says how much is missing or too much, and the field which child is wrong', () => {
  expect(splitErrors({ amount_cents: 1000 }, children(400, 599))[0]?.message).toBe('Faltam R$ 0,01 nas parcelas.')
  expect(splitErrors({ amount_cents: 1000 }, children(400, 601))[0]?.message).toBe('As parcelas passam R$ 0,01 do total.')
  expect(splitErrors({ amount_cents: 1000 }, children(1000, 0))[0]?.field).toBe('children.1.amount_cents')
})
