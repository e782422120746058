// Who comes in a crowd is taken in before anything is done for it, and nobody is held for long.
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Foyer } from '#server/kernel/foyer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function aFoyer() {
  const foyer = new Foyer()
  const server = new EventEmitter()
  const begun: string[] = []
  foyer.watch(server as Server)
  return {
    begun,
    connect: () => server.emit('connection'),
    call: (name: string) => foyer.hold(() => begun.push(name)),
  }
}

test('a call begins in the first turn in which nobody connects', async () => {
  const { begun, connect, call } = aFoyer()
  for (const name of ['1', '2', '3']) {
    connect()
    call(name)
    await setImmediate()
    expect(begun).toEqual([])
  }
  await setImmediate()
  expect(begun).toEqual(['1', '2', '3'])
})

test('over a connection that stands already it begins at once', async () => {
  const { begun, call } = aFoyer()
  call('1')
  await setImmediate()
  expect(begun).toEqual(['1'])
})

test('while others keep coming, who was held for a tenth of a second begins, and only they', async () => {
  const { begun, connect, call } = aFoyer()
  connect()
  call('early')
  vi.advanceTimersByTime(60)
  await setImmediate()
  connect()
  call('late')
  vi.advanceTimersByTime(60)
  await setImmediate()
  expect(begun).toEqual(['early'])
})

test('a crowd begins in order, a handful in each turn, and all of it begins', async () => {
  const { begun, call } = aFoyer()
  const names = Array.from({ length: 100 }, (_, n) => String(n))
  for (const name of names) call(name)
  await setImmediate()
  expect(begun.length).toBeGreaterThan(0)
  expect(begun.length).toBeLessThan(50)
  for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  expect(begun).toEqual(names)
})
