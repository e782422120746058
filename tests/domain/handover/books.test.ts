// The office's chart and what changed since a hand-over.
import { describe, expect, it } from 'vitest'
import { compared, type DeliveredLine, type Posted } from '#domain/handover/changes.ts'
import { chartOfEcd, chartOfSgc, chartProblems } from '#domain/handover/chart.ts'
import { historyFrom, historyProblem, suggestedAccounts } from '#domain/handover/mapping.ts'

const posting = (id: string, more: Partial<Posted> = {}): Posted => ({
  entry_id: id,
  date: '2026-03-05',
  debit: 'rent',
  credit: 'bank',
  amount_cents: 100,
  history_code: '',
  history: 'Aluguel',
  document: '',
  ...more,
})
const delivered = (id: string, more: Partial<DeliveredLine> = {}): DeliveredLine => ({ ...posting(id), reversal: false, ...more })
const byId = (...lines: DeliveredLine[]) => new Map(lines.map(line => [line.entry_id, line]))

describe('after a hand-over', () => {
  it('sends only what is new, takes back what changed or went, and lets texts be', () => {
    const { states, lines, gone } = compared(
      [posting('same', { history: 'Outro texto' }), posting('changed', { amount_cents: 90 }), posting('new')],
      byId(delivered('same'), delivered('changed'), delivered('gone')),
    )
    expect(Object.fromEntries(states)).toEqual({ same: 'DELIVERED', changed: 'CHANGED', new: 'NEW', gone: 'GONE' })
    expect(lines.map(line => [line.entry_id, line.reversal, line.debit, line.amount_cents])).toEqual([
      ['changed', true, 'bank', 100],
      ['changed', false, 'rent', 90],
      ['new', false, 'rent', 100],
      ['gone', true, 'bank', 100],
    ])
    expect(gone).toHaveLength(1)
    expect(lines[0]?.history).toBe('Estorno: Aluguel')
  })

  it('leaves the office, line by line, with what the books say now', () => {
    const before = [posting('a'), posting('b', { amount_cents: 70 })]
    const first = compared(before, new Map())
    const now = [posting('b', { amount_cents: 75 }), posting('c')]
    const second = compared(now, byId(...first.lines.map(line => ({ ...line, reversal: false }))))
    const balance = (lines: readonly Posted[]) =>
      lines.reduce((sum, { debit, amount_cents }) => sum + (debit === 'rent' ? amount_cents : -amount_cents), 0)
    expect(balance([...first.lines, ...second.lines])).toBe(balance(now))
    const third = compared(now, byId(...[...first.lines, ...second.lines].map(line => ({ ...line, reversal: line.reversal }))))
    expect(third.lines).toEqual([])
  })

  it('counts an entry as new again after its reversal', () => {
    expect(compared([posting('a')], byId(delivered('a', { reversal: true }))).states.get('a')).toBe('NEW')
  })
})

describe('a chart', () => {
  const row = (code: string, more = {}) => ({ code, reduced: null, name: code, analytic: false, nature: null, ...more })

  it('needs the account above by its mask, and each code once', () => {
    const problems = chartProblems(
      [row('1'), row('1.1', { analytic: true, reduced: '5' }), row('1.1.1', { reduced: '5' }), row('2.1'), row('1')],
      new Map(),
    )
    expect(problems).toEqual([
      [],
      [],
      ['O código reduzido 5 já está acima no arquivo', 'A conta superior 1.1 é analítica e não pode ter contas abaixo'],
      ['Falta a conta superior 2'],
      ['A classificação 1 já está acima no arquivo'],
    ])
    expect(chartProblems([row('2.1')], new Map([['2', { analytic: false }]]))).toEqual([[]])
  })

  it('comes from the I050 of an ECD', () => {
    expect(
      chartOfEcd('|0000|LECD|\r\n|I050|01012026|01|S|1|1||ATIVO|\r\n|I050|01012026|01|A|2|1.1|1|CAIXA|\r\n')?.map(one =>
        one.cells.slice(0, 5),
      ),
    ).toEqual([
      ['Classificação', 'Código reduzido', 'Nome', 'Natureza', 'Tipo'],
      ['1', '', 'ATIVO', '', 'S'],
      ['1.1', '', 'CAIXA', '', 'A'],
    ])
    expect(chartOfEcd('Classificação;Nome\n1;Ativo')).toBeUndefined()
  })

  it('comes from a PLANO.TXT by its positions', () => {
    const line = (code: string, reduced: string, name: string) =>
      `${code.padEnd(20)} ${reduced.padStart(6, '0')}${name.padEnd(100)}1SINTED`.padEnd(220)
    expect(
      chartOfSgc([line('1', '1', 'ATIVO'), line('1.1', '2', 'CAIXA')].join('\r\n'))
        ?.slice(1)
        .map(one => one.cells.slice(0, 5)),
    ).toEqual([
      ['1', '1', 'ATIVO', 'D', 'S'],
      ['1.1', '2', 'CAIXA', 'D', 'A'],
    ])
    expect(chartOfSgc('qualquer coisa')).toBeUndefined()
  })
})

describe('what is what', () => {
  it('suggests the account of the same or a like name, and none between two as near', () => {
    const accounts = [
      { id: 'rent', name: 'Aluguéis de imóveis' },
      { id: 'energy', name: 'Energia elétrica' },
      { id: 'a', name: 'Serviços prestados A' },
      { id: 'b', name: 'Serviços prestados B' },
    ]
    const found = suggestedAccounts(
      [
        { id: '1', name: 'energia eletrica' },
        { id: '2', name: 'Serviços prestados' },
        { id: '3', name: 'Viagens' },
      ],
      accounts,
    )
    expect([...found]).toEqual([['1', 'energy']])
  })

  it('fills the history, and names a word it does not know', () => {
    const facts = { description: 'Aluguel', contact: null, document_number: '12', counterpart: null }
    expect(historyFrom('Pago {descricao} {contato} doc {documento}', facts)).toBe('Pago Aluguel doc 12')
    expect(historyProblem('Pago {quem}')).toContain('“quem” não existe')
    expect(historyProblem('Pago {contato}')).toBeUndefined()
  })
})
