// What `=` in the palette reads as an amount, a range or a day.
import { describe, expect, it } from 'vitest'
import { valueFilter } from '#client/shell/value-source.ts'

describe('the value mode of the palette', () => {
  it.each([
    ['1234,56', 'valor:1234,56'],
    ['=1.234', 'valor:1234,00'],
    ['>5000', 'valor>5000,00'],
    ['1200..1300', 'valor:1200,00..1300,00'],
    ['15/12', 'venc:15/12'],
    ['nov', 'venc:nov'],
  ])('reads %s as %s', (text, filter) => {
    expect(valueFilter(text, '2026-11-20')).toBe(filter)
  })

  it('leaves words alone', () => {
    expect(valueFilter('energia', '2026-11-20')).toBeUndefined()
    expect(valueFilter('', '2026-11-20')).toBeUndefined()
  })
})
