// What an operator reads of a command that the product does not have.
import { afterEach, expect, test, vi } from 'vitest'
import { run } from '#server/main.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('a command that does not exist is told beside those that do, and nothing is served', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  await run('servir', [])
  expect(told.mock.calls).toEqual([['Não há o comando servir. Há serve, backup, restore, move, audit, rotate, demo.']])
  expect(process.exitCode).toBe(1)
})
