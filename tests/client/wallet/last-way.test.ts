// Where a new charge starts: where money was received last, while that is still a way.
import { beforeEach, expect, test } from 'vitest'
import { keepWay, startWay } from '#client/features/billings/last-way.ts'

beforeEach(() => localStorage.clear())

test('starts at the first way until one was used, then at that one, for its company only', () => {
  expect(startWay('c1', ['', 'bank'])).toBe('')
  keepWay('c1', 'bank')
  expect(startWay('c1', ['', 'bank'])).toBe('bank')
  expect(startWay('c2', ['', 'bank'])).toBe('')
})

test('a way that is gone is not started at', () => {
  keepWay('c1', 'bank')
  expect(startWay('c1', ['', 'other'])).toBe('')
  expect(startWay('c1', [])).toBeUndefined()
})
