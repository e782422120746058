// The balances around the rows of a file: whatever does not add up is told with both numbers.
import { describe, expect, it } from 'vitest'
import { readCsv, sniffCsv } from '#domain/statements/csv.ts'
import { balanceProblems, totalsOf } from '#domain/statements/totals.ts'

const read = (rows: string) => {
  const bytes = new TextEncoder().encode(`Data;Histórico;Valor;Saldo\n${rows}`)
  return readCsv(bytes, sniffCsv(bytes).mapping!)
}
const days = (...rows: [string, string, string][]) =>
  rows.map(([day, value, balance]) => `${day}/10/2026;x${day};${value};${balance}\n`).join('')
const honest: [string, string, string][] = [
  ['01', '-10,00', '90,00'],
  ['02', '25,00', '115,00'],
  ['02', '-5,00', '110,00'],
  ['03', '-60,00', '50,00'],
]

describe('the balance beside each row', () => {
  it('agrees in either order, row by row or at the end of each day', () => {
    expect(read(days(...honest)).warnings).toEqual([])
    expect(read(days(...honest.toReversed())).warnings).toEqual([])
    expect(read(days(['01', '-10,00', '90,00'], ['02', '25,00', '110,00'], ['02', '-5,00', '110,00'])).warnings).toEqual([])
    expect(totalsOf(read(days(...honest)).accounts[0]!)).toMatchObject({
      opening_cents: 10_000,
      in_cents: 2_500,
      out_cents: -7_500,
      count: 4,
    })
  })

  it.each([0, 1, 2, 3])('tells that row %i is missing, there twice, or another amount', at => {
    const [day, , balance] = honest[at]!
    const other = honest.with(at, [day, '-11,11', balance])
    const twice = [...honest.slice(0, at + 1), ...honest.slice(at)]
    const texts =
      at === 0 || at === 3 ? [days(...twice)] : [days(...honest.filter((_, index) => index !== at)), days(...twice), days(...other)]
    for (const text of texts) expect(read(text).warnings).toEqual([expect.stringMatching(/^Na linha \d+ o saldo não segue/)])
  })
})

describe('opening, rows and closing', () => {
  const balances = { opening_cents: null, known_opening_cents: 10_000, moved_cents: -2_500, stated_cents: 7_500, stated_day: '2026-10-03' }

  it('that agree say nothing, and where one is unknown nothing is claimed', () => {
    expect(balanceProblems(balances)).toEqual([])
    expect(balanceProblems({ ...balances, known_opening_cents: null })).toEqual([])
    expect(balanceProblems({ ...balances, stated_cents: null })).toEqual([])
  })

  it('that differ are told with both numbers and their difference', () => {
    expect(balanceProblems({ ...balances, stated_cents: 7_400 })).toEqual([
      'O saldo não fecha em 03/10/2026: os lançamentos levam a R$ 75,00 e o banco informa R$ 74,00, diferença de −R$ 1,00.',
    ])
    expect(balanceProblems({ ...balances, opening_cents: 10_001, stated_cents: 7_501 })).toEqual([
      'O saldo anterior do arquivo é R$ 100,01 e o dos extratos já importados é R$ 100,00: diferença de R$ 0,01.',
    ])
  })
})
