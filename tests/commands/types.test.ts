// What must not compile: each line below is an error of the types, so taking one away fails the build.
import { expect, it } from 'vitest'
import { allCommands, type CommandId } from '#commands/index.ts'
import { defineCommand } from '#commands/kit/command.ts'
import type { UiPort } from '#commands/kit/ports.ts'
import { buildRegistry } from '#commands/kit/registry.ts'
import type { PlaceName } from '#commands/places.ts'

const silent: UiPort = { do: () => false, read: () => undefined }

it('an unknown command is refused by the type, and is unknown at run time too', () => {
  const registry = buildRegistry<CommandId>(allCommands)
  expect(registry.get('bill.create')).toBeDefined()
  // @ts-expect-error: no command of this name
  expect(registry.get('bill.crate')).toBeUndefined()
  const isClosed: string extends CommandId ? false : true = true
  expect(isClosed).toBe(true)
})

it('an unknown place is refused where a command names it and where a surface draws it', () => {
  const more = { id: 'sample', title: 'Exemplo', takes: 'none', run: async () => undefined } as const
  expect(defineCommand({ ...more, places: ['bills.page'] }).places).toEqual(['bills.page'])
  // @ts-expect-error: no place of this name
  expect(defineCommand({ ...more, places: ['bills.pgae'] }).places).toEqual(['bills.pgae'])
  // @ts-expect-error: no place of this name
  expect(buildRegistry(allCommands).at('bills.pgae' satisfies PlaceName)).toEqual([])
})

it('an unknown intent, a detail of another type and a missing one are refused', () => {
  expect(silent.do('drawer.step', { id: 'a', by: 1 })).toBe(false)
  // @ts-expect-error: no intent of this name
  expect(silent.do('drawer.shut')).toBe(false)
  // @ts-expect-error: a step is given by how many rows
  expect(silent.do('drawer.step', { id: 'a' })).toBe(false)
  // @ts-expect-error: a record is named
  expect(silent.do('focus.record')).toBe(false)
  // @ts-expect-error: nothing is told with it
  expect(silent.do('drawer.close', 'now')).toBe(false)
  // @ts-expect-error: the screen answers no such question
  expect(silent.read('import.previous')).toBeUndefined()
})
