// Who comes in a crowd is taken in before anything is done for it, and nobody is held for long.
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
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
  const call = (socket: Socket, name: string) => foyer.hold(socket, () => begun.push(name))
  const connect = () => {
    const socket = new Socket()
    server.emit('connection', socket)
    return socket
  }
  return { begun, call, connect }
}

test("newcomers' calls begin in the first turn in which nobody connects", async () => {
  const { begun, connect, call } = aFoyer()
  for (const name of ['1', '2', '3']) {
    call(connect(), name)
    await setImmediate()
    expect(begun).toEqual([])
  }
  await setImmediate()
  expect(begun).toEqual(['1', '2', '3'])
})

test('who called before over the same connection does not wait for newcomers', async () => {
  const { begun, connect, call } = aFoyer()
  const mine = connect()
  call(mine, 'first')
  await setImmediate()
  await setImmediate()
  call(connect(), 'newcomer')
  call(mine, 'second')
  expect(begun).toEqual(['first', 'second'])
})

test('while others keep coming, who was held for long enough begins, and only they', async () => {
  const { begun, connect, call } = aFoyer()
  call(connect(), 'early')
  vi.advanceTimersByTime(30)
  await setImmediate()
  call(connect(), 'late')
  vi.advanceTimersByTime(30)
  await setImmediate()
  expect(begun).toEqual(['early'])
})

test('a crowd begins in order, a handful in each turn, and all of it begins', async () => {
  const { begun, connect, call } = aFoyer()
  const names = Array.from({ length: 100 }, (_, n) => String(n))
  for (const name of names) call(connect(), name)
  await setImmediate()
  await setImmediate()
  expect(begun.length).toBeGreaterThan(0)
  expect(begun.length).toBeLessThan(50)
  for (let turn = 0; turn < 10; turn += 1) await setImmediate()
  expect(begun).toEqual(names)
})
