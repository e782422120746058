// What must not compile: each line below is an error of the types, so taking one away fails the build.
import { expect, it } from 'vitest'
import { allCommands, type CommandId } from '#commands/index.ts'
import { defineCommand } from '#commands/kit/command.ts'
import type { UiPort } from '#commands/kit/ports.ts'
import { buildRegistry } from '#commands/kit/registry.ts'
import type { PlaceName } from '#commands/places.ts'
import { pathTo } from '#commands/screens.ts'
import { ProductFields, products } from '#contract/products.ts'
import { text } from '#resources/kit/kinds.ts'
import { defineResource } from '#resources/kit/resource.ts'

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

it('a screen that does not exist, and a parameter too few or of another name, are refused', () => {
  expect(pathTo('bills.detail', { companyId: 'c', billId: 'b' })).toBe('/company/c/bills/b')
  // @ts-expect-error: no screen of this name
  expect(() => pathTo('bills.detial', { companyId: 'c' })).toThrow()
  // @ts-expect-error: a record is named
  expect(pathTo('bills.detail', { companyId: 'c' })).toBe('/company/c/bills/')
  // @ts-expect-error: the parameter has another name
  expect(pathTo('bills.detail', { companyId: 'c', id: 'b' })).toBe('/company/c/bills/')
})

it('a resource that describes a field its contract lacks, or shows one it does not describe, is refused', () => {
  const plain = {
    kind: 'product',
    area: 'products',
    nouns: ['produto', 'produtos'],
    gender: 'o',
    title: 'name',
    card: [],
    drawer: {},
    placeholder: '',
    about: '',
    stays: '',
  } as const
  const named = { ...plain, fields: { name: text('Nome') }, columns: ['name'], form: [['name']] } as const
  expect(defineResource(products, ProductFields, named).kind).toBe('product')
  // @ts-expect-error: a product has no colour
  expect(defineResource(products, ProductFields, { ...named, fields: { name: text('Nome'), colour: text('Cor') } }).kind).toBe('product')
  // @ts-expect-error: the code is not described
  expect(defineResource(products, ProductFields, { ...named, columns: ['code'] }).kind).toBe('product')
})
