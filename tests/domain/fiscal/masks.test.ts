// Numbers of fiscal classification as they are shown and typed.
import { describe, expect, it } from 'vitest'
import { formatRate, maskCest, maskNcm, maskServiceCode, parseRate, typedRate } from '#domain/fiscal/masks.ts'

describe('codes', () => {
  it('are grouped as far as their digits go', () => {
    expect(['1905', '190590', '19059090', '1905.90.90'].map(maskNcm)).toEqual(['1905', '1905.90', '1905.90.90', '1905.90.90'])
    expect(maskCest('1701900')).toBe('17.019.00')
    expect(maskServiceCode('170601')).toBe('17.06.01')
    expect(maskNcm('')).toBe('')
  })
})

describe('rates', () => {
  it('are shown without the zeros nobody says', () => {
    expect([1800, 250, 333, 0].map(formatRate)).toEqual(['18%', '2,5%', '3,33%', '0%'])
  })
  it.each([
    ['18', 1800],
    ['2,5', 250],
    ['2.5 %', 250],
    ['0', 0],
  ])('%s is %i hundredths of a percent', (text, rate) => {
    expect(parseRate(text)).toBe(rate)
    expect(parseRate(typedRate(rate))).toBe(rate)
  })
  it.each(['', 'dez', '-1'])('%s is none', text => {
    expect(parseRate(text)).toBeUndefined()
  })
})
