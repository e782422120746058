// Formatting, parsing and dividing amounts in cents.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideHalfUp } from '#domain/arithmetic.ts'
import {
  allocate,
  allocateByWeights,
  formatAmount,
  formatCents,
  formatPercent,
  formatPlainAmount,
  parseAmount,
  percentOf,
  wholeAmounts,
} from '#domain/money.ts'

const cents = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 })

describe('formatting', () => {
  it('writes reais with thousands, a plain space and a true minus in front', () => {
    expect([0, 5, -100, 123456, 100000000, -123456789].map(formatCents)).toEqual([
      'R$ 0,00',
      'R$ 0,05',
      '−R$ 1,00',
      'R$ 1.234,56',
      'R$ 1.000.000,00',
      '−R$ 1.234.567,89',
    ])
    expect(formatAmount(-123456)).toBe('−1.234,56')
    expect(formatPlainAmount(-123456)).toBe('-1234,56')
    expect(formatCents(-0)).toBe('R$ 0,00')
  })

  it('keeps the amounts of a sentence whole, and changes nothing else', () => {
    expect(wholeAmounts('São R$ 1,00 de cada R$ 2,00 reais')).toBe('São R$\u00a01,00 de cada R$\u00a02,00 reais')
  })

  it('writes percentages with the same minus, and none before a rounded zero', () => {
    expect([12.54, -6.1, 100, -0.02].map(percent => formatPercent(percent))).toEqual(['12,5%', '−6,1%', '100%', '0%'])
    expect([100, -0.02].map(percent => formatPercent(percent, 1))).toEqual(['100,0%', '0,0%'])
  })

  it('agrees with Intl once spaces and minus are normalised', () => {
    const intl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), amount => {
        const expected = intl
          .format(amount / 100)
          .replace(/\u00a0/g, ' ')
          .replace('-', '−')
        expect(formatCents(amount)).toBe(expected)
      }),
    )
  })

  it('is read back by the parser, in each form', () => {
    fc.assert(
      fc.property(cents, amount => {
        expect(parseAmount(formatCents(amount))).toBe(amount)
        expect(parseAmount(formatAmount(amount))).toBe(amount)
        expect(parseAmount(formatPlainAmount(amount))).toBe(amount)
      }),
    )
  })
})

describe('parseAmount', () => {
  it.each([
    ['1234,56', 123456],
    ['1.234,56', 123456],
    ['1234.56', 123456],
    ['1,234.56', 123456],
    ['1.234', 123400],
    ['1,234', 123400],
    ['1.234.567', 123456700],
    ['1.234.56', 123456],
    ['12,5', 1250],
    [',5', 50],
    ['1234,', 123400],
    ['0', 0],
    ['R$ 1.234,56', 123456],
    ['R$\u00a01.234,56', 123456],
    ['-1,00', -100],
    ['−R$ 1,00', -100],
    ['R$ -1,00', -100],
    ['(1.000,00)', -100000],
    ['1,00-', -100],
    ['+7', 700],
    [' 7 ', 700],
    ['-0', 0],
  ])('reads %s as %d cents', (text, expected) => expect(parseAmount(text)).toBe(expected))

  it.each(['', 'abc', '1.23.45', '12.34,567', '1234,567', '0.123', '--1', '-(1)', '1 2', 'R$', '-', ',', '1e3', '99999999999999999'])(
    'refuses %j',
    text => expect(parseAmount(text)).toBeUndefined(),
  )

  it.each([
    ['=120*3', 36000],
    ['=1.234,56/2', 61728],
    ['=(10+5)*2,5', 3750],
    ['=100/3', 3333],
    ['=200/3', 6667],
    ['=1/200', 1],
    ['=-1/200', -1],
    ['=0,1+0,2', 30],
    ['=1.000*1,125', 112500],
    ['=1000*0,0375', 3750],
    ['=-(2-5)', 300],
    ['=1.5*2', 300],
  ])('evaluates %s to %d cents', (text, expected) => expect(parseAmount(text)).toBe(expected))

  it.each([
    '=',
    '=1/0',
    '=1/(2-2)',
    '=(1',
    '=1)',
    '=1+',
    '=2**3',
    '=a',
    '=1 2',
    `=${'('.repeat(60)}1${')'.repeat(59)}`,
    `=${'9'.repeat(30)}`,
  ])('refuses the formula %j', text => expect(parseAmount(text)).toBeUndefined())

  it('never throws and never leaves the safe integers', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=0123456789.,+-*/() R$'), maxLength: 40 }), text => {
        const parsed = parseAmount(text)
        expect(parsed === undefined || Number.isSafeInteger(parsed)).toBe(true)
      }),
    )
  })
})

describe('exact shares', () => {
  it('splits into equal parts whose first ones carry the odd cents', () => {
    expect(allocate(1000, 3)).toEqual([334, 333, 333])
    expect(allocate(-1000, 3)).toEqual([-334, -333, -333])
    expect(allocate(2, 4)).toEqual([1, 1, 0, 0])
    expect(() => allocate(10, 0)).toThrow(RangeError)
  })

  it('never loses a cent and never lets parts differ by more than one', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 400 }), (amount, n) => {
        const parts = allocate(amount, n)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('never loses a cent by weights, and gives nothing to a weight of zero', () => {
    fc.assert(
      fc.property(cents, fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 }), (amount, weights) => {
        fc.pre(weights.some(weight => weight > 0))
        const parts = allocateByWeights(amount, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        weights.forEach((weight, index) => {
          if (weight === 0) expect(parts[index]).toBe(0)
        })
      }),
    )
  })

  it('rounds a percentage half up, away from zero', () => {
    expect(percentOf(10000, 2)).toBe(200)
    expect(percentOf(50, 1)).toBe(1)
    expect(percentOf(49, 1)).toBe(0)
    expect(percentOf(-50, 1)).toBe(-1)
    expect(percentOf(9_007_199_254_740_991, 1, 3)).toBe(3_002_399_751_580_330)
    expect(() => percentOf(1.5, 2)).toThrow(RangeError)
    expect(divideHalfUp(5n, -2n)).toBe(-3n)
  })
})
