// Amounts, days and memos as banks write them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldMemo, isBalanceMemo, parseBankAmount, parseBankDay, parseBankTime } from '#domain/statements/bank-text.ts'

describe('bank amounts', () => {
  it.each([
    ['-530,86', -53086],
    ['  -11.11 ', -1111],
    ['1.234,56', 123456],
    ['-1.234.567,8', -123456780],
    ['1,234.56', 123456],
    ['1.234.567', 123456700],
    ['-80', -8000],
    ['+12', 1200],
    ['-33.3', -3330],
    ['.50', 50],
    ['10,', 1000],
    ['100.0000', 10000],
    ['R$ -1.000,00', -100000],
    ['-R$ 1.000,00', -100000],
    ['$120', 12000],
    ['(15,00)', -1500],
    ['15,00-', -1500],
    ['15,00 D', -1500],
    ['-15,00 D', -1500],
    ['15,00 C', 1500],
    ['15,00(-)', -1500],
    ['\u221215,00', -1500],
    ['-0,00', 0],
    ['.', 0],
    ['', 'blank'],
    ['  ', 'blank'],
    ['-', 'blank'],
    ['12a', 'bad'],
    ['1e5', 'bad'],
    ['1,2,3', 'bad'],
    ['1.23.456', 'bad'],
    ['10,005', 'bad'],
    ['--5', 'bad'],
    ['99999999999999', 'bad'],
    ['9'.repeat(5000), 'bad'],
  ])('reads %j as %j', (text, expected) => {
    expect(parseBankAmount(text)).toBe(expected)
  })

  it('takes the other mark before three digits as thousands only when the decimal mark is known', () => {
    expect(parseBankAmount('1.230')).toBe(123)
    expect(parseBankAmount('1.230', ',')).toBe(123000)
    expect(parseBankAmount('1,230', '.')).toBe(123000)
    expect(parseBankAmount('10.5', ',')).toBe(1050)
    expect(parseBankAmount('0.230', ',')).toBe('bad')
  })

  it('gives back every amount written the Brazilian or the English way', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), cents => {
        for (const locale of ['pt-BR', 'en-US']) {
          const written = (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
          expect(parseBankAmount(written)).toBe(cents === 0 ? 0 : cents)
        }
      }),
    )
  })
})

describe('bank days', () => {
  it.each([
    ['01/10/2026', '2026-10-01'],
    ['1/10/26', '2026-10-01'],
    ['01-10-2026', '2026-10-01'],
    ['01.10.2026', '2026-10-01'],
    ['2026-10-01', '2026-10-01'],
    ['20261001', '2026-10-01'],
    ['01 out 2026', '2026-10-01'],
    ['01/out/2026', '2026-10-01'],
    ['1 de março de 2026', '2026-03-01'],
    ['29/02/2024', '2024-02-29'],
  ])('reads %s as %s', (text, day) => {
    expect(parseBankDay(text)).toEqual({ day })
  })

  it('keeps the hour beside the day', () => {
    expect(parseBankDay('30/08/2026 14:35:10')).toEqual({ day: '2026-08-30', time: '14:35' })
    expect(parseBankDay('2026-08-30T09:05:00-03:00')).toEqual({ day: '2026-08-30', time: '09:05' })
    expect(parseBankDay('30/08/2026 às 14h35')).toEqual({ day: '2026-08-30', time: '14:35' })
    expect(parseBankTime('14:35')).toBe('14:35')
    expect(parseBankTime('25:00')).toBeUndefined()
  })

  it.each(['31/02/2026', '29/02/2026', '00/00/0000', '13/13/2026', '2011-20-00', 'hoje', '', '12', '01/10'])('refuses %j', text => {
    expect(parseBankDay(text)).toBeUndefined()
  })

  it('gives a day without year the last one not after the period', () => {
    expect(parseBankDay('15/12', '2026-01-10')).toEqual({ day: '2025-12-15' })
    expect(parseBankDay('05/01', '2026-01-10')).toEqual({ day: '2026-01-05' })
  })
})

describe('bank memos', () => {
  it('folds accents, case and punctuation', () => {
    expect(foldMemo('  Pagto. é*Íon  3/12 ')).toBe('PAGTO E ION 3 12')
  })

  it.each(['SALDO DIA', 'Saldo Anterior', 'S A L D O', 'SALDO', 'SDO CTA/APL AUTOMATICAS', 'SALDO TOTAL DISPONÍVEL DIA', 'SALDO EM 31/10'])(
    'knows %s as a balance',
    memo => expect(isBalanceMemo(memo)).toBe(true),
  )

  it.each(['SALDO DEVEDOR CHEQUE ESPECIAL', 'PAGTO SALDO', 'SALDOS LTDA', 'SAQUE', 'SALDANHA E FILHOS'])('knows %s as a movement', memo =>
    expect(isBalanceMemo(memo)).toBe(false),
  )
})
