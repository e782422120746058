// The arithmetic and the words of the home: balances by day, the forecast, ages, changes and the sentence of the month.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageBands, agedSums } from '#domain/ageing.ts'
import { forecastBalances, lowestAhead, type OpenSum, pastBalances } from '#domain/balance-forecast.ts'
import { addDays, diffDays } from '#domain/days.ts'
import { isOverdue } from '#domain/due.ts'
import { dayHeading, type MonthFacts, monthSentence, weekdayAndDay } from '#domain/month-sentence.ts'
import { monthsToDay, mostSpent, spendingChange, spentByCategory } from '#domain/spending.ts'

const TODAY = '2026-11-11'
const sum = (kind: OpenSum['kind'], due_date: string, amount_cents: number): OpenSum => ({ kind, due_date, amount_cents, count: 1 })

describe('past balances', () => {
  it('carry a balance over days without movements, and add up accounts', () => {
    const moved = [
      { day: '2026-11-10', amount_cents: -30 },
      { day: '2026-11-10', amount_cents: 5 },
    ]
    expect(pastBalances(100, moved, '2026-11-08', TODAY).map(({ balance_cents }) => balance_cents)).toEqual([100, 100, 75, 75])
  })
})

describe('the forecast', () => {
  it('begins with today, counts what is late and what is due today from tomorrow, and the rest when due', () => {
    const open = [sum('BILL', '2026-10-01', 10), sum('RECEIVABLE', TODAY, 3), sum('BILL', '2026-11-13', 50), sum('BILL', '2026-11-20', 9)]
    expect(forecastBalances(100, open, TODAY, 3).map(({ balance_cents }) => balance_cents)).toEqual([100, 93, 43, 43])
  })

  it('ends where everything due until then is settled, whatever is open', () => {
    const title = fc.record({
      kind: fc.constantFrom('BILL' as const, 'RECEIVABLE' as const),
      due_date: fc.integer({ min: -60, max: 30 }).map(by => addDays(TODAY, by)),
      amount_cents: fc.integer({ min: 1, max: 1e9 }),
      count: fc.constant(1),
    })
    fc.assert(
      fc.property(fc.array(title), fc.integer({ min: -1e9, max: 1e9 }), (open, balance) => {
        const all = open.reduce((cents, { kind, amount_cents }) => cents + (kind === 'BILL' ? -amount_cents : amount_cents), balance)
        const ahead = forecastBalances(balance, open, TODAY, 30)
        expect(ahead).toHaveLength(31)
        expect(ahead.at(-1)?.balance_cents).toBe(all)
        const lowest = lowestAhead(ahead)
        if (lowest) expect(lowest.balance_cents).toBe(Math.min(...ahead.slice(1).map(({ balance_cents }) => balance_cents)))
      }),
    )
  })

  it('has no lowest day when nothing moves it, and the first of equals otherwise', () => {
    expect(lowestAhead(forecastBalances(100, [], TODAY, 30))).toBeUndefined()
    const open = [sum('BILL', '2026-11-15', 20), sum('RECEIVABLE', '2026-12-01', 20)]
    expect(lowestAhead(forecastBalances(100, open, TODAY, 30))).toEqual({ day: '2026-11-15', balance_cents: 80 })
  })
})

describe('what is late', () => {
  it('falls into exactly one band, and what is not late into none', () => {
    for (const today of [TODAY, '2026-11-23', '2026-02-18', '2027-01-04'])
      for (let by = -60; by <= 3; by++) {
        const due = addDays(today, by)
        const bands = ageBands(today).filter(({ from, to }) => (from === null || due >= from) && due <= to)
        expect(bands.length, `${due} on ${today}`).toBe(isOverdue(due, today) ? 1 : 0)
      }
  })

  it('is added up by side and by days since the due date', () => {
    const open = [1, 7, 8, 30, 31].map(ago => sum('BILL', addDays(TODAY, -ago), ago))
    expect(agedSums([...open, sum('RECEIVABLE', '2026-11-03', 1000)], 'BILL', TODAY).map(({ amount_cents }) => amount_cents)).toEqual([
      8, 38, 31,
    ])
  })
})

describe('spending', () => {
  it('compares the same days, and the whole of a shorter month', () => {
    expect(monthsToDay(TODAY)[1]).toEqual({ start_date: '2026-10-01', end_date: '2026-10-11' })
    expect(monthsToDay('2026-03-31')[1]).toEqual({ start_date: '2026-02-01', end_date: '2026-02-28' })
    expect(diffDays(monthsToDay('2026-03-01')[0].start_date, '2026-03-01')).toBe(0)
  })

  it('takes only what was paid, the most of this month first', () => {
    const paid = (category_id: string | null, amount_cents: number, kind: 'BILL' | 'RECEIVABLE' = 'BILL') => ({
      category_id,
      kind,
      amount_cents,
    })
    const spent = spentByCategory([paid('a', 5), paid(null, 9), paid('b', 100, 'RECEIVABLE')], [paid('a', 7), paid('c', 50)])
    expect(mostSpent(spent, 2)).toEqual([
      { category_id: null, amount_cents: 9, last_cents: 0 },
      { category_id: 'a', amount_cents: 5, last_cents: 7 },
    ])
  })

  it.each([
    [119, 100, '+19%', true],
    [110, 100, '+10%', true],
    [109, 100, '+9%', false],
    [98, 100, '−2%', false],
    [1001, 1000, 'igual', false],
    [0, 100, '−100%', false],
    [5, 0, 'novo', false],
  ])('%i after %i is %s', (amount_cents, last_cents, words, steep) => {
    expect(spendingChange({ amount_cents, last_cents })).toEqual({ words, steep })
  })
})

describe('the sentence of the month', () => {
  const facts: MonthFacts = { today: TODAY, balance_cents: 3_184_620, lowest: null, net_cents: 418_630, last_net_cents: 298_215 }
  const said = (change: Partial<MonthFacts>) => {
    const { before, figure, after } = monthSentence({ ...facts, ...change })
    return `${before}[${figure}]${after}`
  }
  it.each<[string, Partial<MonthFacts>]>([
    ['Até hoje, novembro está [R$ 4.186,30 no azul], R$ 1.204,15 a mais que outubro no mesmo dia.', {}],
    ['Até hoje, novembro está [R$ 4.186,30 no azul], R$ 813,70 a menos que outubro no mesmo dia.', { last_net_cents: 500_000 }],
    ['Até hoje, novembro está [R$ 4.186,30 no azul], igual a outubro no mesmo dia.', { last_net_cents: 418_630 }],
    ['Até hoje, novembro está [R$ 4.186,30 no azul].', { last_net_cents: null }],
    ['Até hoje, novembro está [R$ 5,00 no vermelho], R$ 2,00 pior que outubro no mesmo dia.', { net_cents: -500, last_net_cents: -300 }],
    ['Até hoje, novembro está [no zero a zero], R$ 3,00 a mais que outubro no mesmo dia.', { net_cents: 0, last_net_cents: -300 }],
    ['Em novembro [nada foi pago nem recebido] até hoje.', { net_cents: null }],
    [
      'Em 7 de dezembro [vão faltar R$ 5.379,75]. Até hoje, novembro está R$ 4.186,30 no azul.',
      { lowest: { day: '2026-12-07', balance_cents: -537_975 } },
    ],
    ['Hoje [faltam R$ 1,00] nas contas. Em novembro nada foi pago nem recebido até hoje.', { balance_cents: -100, net_cents: null }],
    [
      'Até hoje, novembro está [R$ 4.186,30 no azul], R$ 1.204,15 a mais que outubro no mesmo dia.',
      { lowest: { day: '2026-12-07', balance_cents: 1 } },
    ],
  ])('%s', (words, change) => {
    expect(said(change)).toBe(words)
  })

  it('names days as people do', () => {
    expect(weekdayAndDay(TODAY)).toBe('quarta, 11 de novembro')
    const headings = [TODAY, '2026-11-12', '2026-11-13'].map(day => dayHeading(day, TODAY, '2026-11-12'))
    expect(headings).toEqual(['Hoje, quarta, 11', 'Amanhã, 12', 'Sexta, 13'])
  })
})
