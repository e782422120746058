import { describe, expect, it } from 'vitest'
import { readLineSearch, searchable } from '#client/features/workbench/line-search.ts'

const TODAY = '2026-11-23'
const LINES = {
  energy: { text: 'PIX ENVIADO ENERGISA Mato Grosso', amount_cents: -128_490, date: '2026-11-15' },
  era: { text: 'PIX ENVIADO NOVA ERA 1284', amount_cents: -120_000, date: '2026-11-09' },
  salary: { text: 'Pagamento de salário', amount_cents: 128_400, date: '2026-10-30' },
}
const found = (typed: string) => {
  const test = readLineSearch(typed, TODAY)
  return Object.entries(LINES).flatMap(([name, line]) => (!test || test({ ...line, text: searchable(line.text) }) ? [name] : []))
}

describe('the search in the lines', () => {
  it.each([
    ['', ['energy', 'era', 'salary']],
    ['ener', ['energy']],
    // At word starts only: 'energisa' holds it, and begins with something else.
    ['nergisa', []],
    ['SALARIO', ['salary']],
    ['pix nova', ['era']],
    ['"enviado nova"', ['era']],
    ['pix -nova', ['energy']],
    // Without cents it is any cents of that amount, or a number of the memo.
    ['1284', ['energy', 'era', 'salary']],
    ['1284,9', ['energy']],
    ['1.284,90', ['energy']],
    ['r$1284,00', ['salary']],
    ['1200..1300', ['energy', 'era', 'salary']],
    ['>1284,00', ['energy']],
    ['15/11', ['energy']],
    ['09/11/2026', ['era']],
    ['10/2026', ['salary']],
    ['data:out', ['salary']],
    ['15/11 nova', []],
  ])('%s', (typed, names) => {
    expect(found(typed)).toEqual(names)
  })
})
