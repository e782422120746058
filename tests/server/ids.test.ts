// Ids that time puts in order.
import { expect, test } from 'vitest'
import { newId } from '#server/base/ids.ts'

test('ids are of version 7, each another, and in the order they were made, within a millisecond too', () => {
  const now = Date.UTC(2026, 10, 23)
  const ids = [...Array.from({ length: 100_000 }, () => newId(now)), newId(now + 1)]
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every(id => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
})
