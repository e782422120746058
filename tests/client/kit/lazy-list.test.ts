import { expect, it, vi } from 'vitest'
import { lazyList } from '#client/kit/lazy-list.ts'

it('makes an item when it is looked at, once, and is an array to whoever reads it', () => {
  const make = vi.fn((at: number) => ({ id: `${at}` }))
  const list = lazyList(100_000, make)
  expect([list.length, Array.isArray(list)]).toEqual([100_000, true])
  expect(make).not.toHaveBeenCalled()
  expect(list.some(({ id }) => id === '2')).toBe(true)
  expect(make).toHaveBeenCalledTimes(3)
  expect(list[2]).toBe(list[2])
  expect(make).toHaveBeenCalledTimes(3)
  expect(list.slice(99_998).map(({ id }) => id)).toEqual(['99998', '99999'])
  expect(list[100_000]).toBeUndefined()
  expect(make).toHaveBeenCalledTimes(5)
})
