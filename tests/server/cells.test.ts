// Records laid of columns hold what the columns held, whatever stands in a cell.
import { expect, test } from 'vitest'
import { type Column, columnOf, laid, numbered, picked } from '#server/areas/ledger/entries/cells.ts'

/** As PostgreSQL writes an array. */
const column = (values: readonly unknown[]): Column => columnOf(values.map(value => JSON.stringify(value)).join(', '), values.length)

const read = (fields: Parameters<typeof laid>[0], from: number, to: number) => JSON.parse(`[${laid(fields, from, to).toString().slice(1)}]`)

test('commas, quotes and brackets within a cell end nothing', () => {
  const texts = ['a, b', '"a", "b"', 'c:\\', '\\"', '}], {[', '', 'não 🙂', null, '\n']
  const values = [1, -2.5, true, null, { a: 'x, y', b: [1, { c: '}' }] }, {}, [], [[1, 2], 3], '0']
  const fields = [
    ['text', column(texts)],
    ['same', column(texts.map(() => 'x, y'))],
    ['none', column(texts.map(() => null))],
    ['value', column(values)],
  ] as const
  expect(columnOf('null, null, null', 3)).toBe('null')
  const records = texts.map((text, row) => ({ text, same: 'x, y', none: null, value: values[row] }))
  expect(read(fields, 0, texts.length)).toEqual(records)
  expect(read(fields, 3, 5)).toEqual(records.slice(3, 5))
})

test('records whose fields are all the same are laid too', () => {
  expect(read([['n', column([7, 7])]], 0, 2)).toEqual([{ n: 7 }, { n: 7 }])
})

test('cells are picked among others by what names them', () => {
  const known = new Map([['null', 0]])
  const ids = ['a', null, 'b', 'a']
  const numbers = numbered(column(ids), known)
  expect([...known.keys()]).toEqual(['null', '"a"', '"b"'])
  expect(numbered(column(['b', 'b']), known)).toBe(2)
  const json = columnOf('null, {"name":"Ana"}, {"name":"João"}', 3)
  if (typeof json === 'string') throw new Error('its cells differ')
  expect(read([['contact', picked(json, numbers)]], 0, 4).map(({ contact }: { contact: unknown }) => contact)).toEqual([
    { name: 'Ana' },
    null,
    { name: 'João' },
    { name: 'Ana' },
  ])
  expect(picked(json, 2)).toBe('{"name":"João"}')
})
