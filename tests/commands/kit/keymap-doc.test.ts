import { expect, test } from 'vitest'
import { allCommands } from '#commands/index.ts'
import type { AnyCommand } from '#commands/kit/command.ts'
import { areaTitle, whereOf } from '#commands/kit/keymap-doc.ts'
import { areas } from '#commands/kit/when.ts'

const commandOf = (id: string): AnyCommand => {
  const command = allCommands.find(one => one.id === id)
  if (!command) throw new Error(id)
  return command
}

test('every area has a title that a person reads', () => {
  expect(areas.filter(area => areaTitle(area) === area)).toEqual([])
})

test('a command that one of its clauses lets work everywhere is not said to belong to the area of another', () => {
  expect(whereOf(commandOf('global.undo'))).toBe('em todo lugar')
})

test('many areas are counted, few are named', () => {
  expect(whereOf(commandOf('bill.create'))).toBe('Contas a pagar')
  expect(whereOf(commandOf('period.next'))).toMatch(/^\d+ telas$/)
})
