import { describe, expect, it } from 'vitest'
import '#commands/records.ts'
import { noTarget } from '#commands/kit/command.ts'
import { type BenchOnScreen, monthEndCommands } from '#commands/month-end.ts'
import { organizationCommands } from '#commands/organization.ts'
import { reconcileCommands } from '#commands/reconcile.ts'
import { namedIn, targetOf } from '#tests/kit/commands.ts'
import { fakePorts, runCommand } from '#tests/kit/fake-ports.ts'

const command = namedIn([...monthEndCommands, ...organizationCommands, ...reconcileCommands])
const company = noTarget({ id: 'k', name: 'Padaria' })
const bench = (more: Partial<BenchOnScreen> = {}): BenchOnScreen => ({
  bank_account_id: undefined,
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  pending: 0,
  ignored: 0,
  next_account_id: undefined,
  ...more,
})
const day = (name: string, bank_cents: number | null, difference_cents: number | null) => ({
  day: name,
  bank_cents,
  books_cents: 0,
  difference_cents,
  bank_movement_cents: 0,
  books_movement_cents: 0,
  is_stated: false,
  is_break: false,
})
const ladder = (days: ReturnType<typeof day>[], first_broken: string | null) => ({
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  accounts: [{ bank_account_id: 'itau', name: 'Itaú', first_broken, is_broken_before: false, days }],
})
const month = (counts: Record<string, number> = {}, more = {}) => ({
  start_date: '2026-10-01',
  end_date: '2026-10-31',
  range: null,
  refusal: null,
  checks: ['pending_lines', 'without_category', 'balance_differences'].map(id => ({ id, count: counts[id] ?? 0, amount_cents: 1_000 })),
  ...more,
})

describe('what explains the difference', () => {
  const run = (shown: BenchOnScreen, days: ReturnType<typeof day>[], checks: object, answer?: string, broken: string | null = null) =>
    runCommand(
      command('reconcile.remains'),
      company,
      {},
      {
        shows: { 'workbench.current': shown },
        ...(answer === undefined ? {} : { step: answer }),
        reply: { 'balanceLadder.get': ladder(days, broken), 'monthClose.checklist': checks },
      },
    )
  const even = [day('2026-10-01', 100, 0)]

  it('says that nothing is left to explain', async () => {
    const { outcome } = await run(bench(), even, month())
    expect(outcome).toEqual({ say: 'Nada a explicar: banco e livros dizem o mesmo' })
  })

  it('opens the days without a statement, the first broken day, ignored lines and what has no category', async () => {
    const gap = [day('2026-10-01', 100, 0), day('2026-10-02', 100, 50), day('2026-10-03', null, null)]
    expect((await run(bench(), gap, month(), 'missing itau')).outcome.go).toBe('/company/k/bank-accounts/upload')
    expect((await run(bench(), gap, month(), 'broken itau', '2026-10-02')).outcome.go).toEqual({
      to: '/company/k/reports/balance',
      search: { periodo: '2026-10' },
    })
    const ignored = await run(bench({ ignored: 2 }), even, month(), 'ignored')
    expect(ignored.ports.done).toEqual([{ action: 'workbench.show', detail: 'IGNORED' }])
    expect((await run(bench(), even, month({ without_category: 3 }), 'without_category')).outcome.go).toMatchObject({
      to: '/company/k/cash-flow',
    })
  })

  it('does not call an account without any statement days short', async () => {
    const { outcome } = await run(bench(), [day('2026-10-01', null, null)], month())
    expect(outcome.say).toMatch(/^Nada a explicar/)
  })
})

describe('closing the month from the bench', () => {
  const run = (checks: object, confirm = true, shown = bench()) =>
    runCommand(
      command('reconcile.close-month'),
      company,
      {},
      {
        shows: { 'workbench.current': shown },
        confirm,
        reply: { 'monthClose.checklist': checks, 'monthClose.download': 'csv', 'entries.closeDateRange': { id: 'r' } },
      },
    )

  it('downloads the accounting file, closes, and can be undone', async () => {
    const { ports, outcome } = await run(month())
    expect(ports.calls.map(call => call.endpoint)).toEqual(['monthClose.checklist', 'monthClose.download', 'entries.closeDateRange'])
    expect(ports.done).toEqual([{ action: 'file.save', detail: { file: 'csv', name: 'Contabilidade de outubro de 2026.csv' } }])
    expect(outcome.undo).toHaveLength(1)
  })

  it('is of the last month that is over while the one on screen still runs', async () => {
    const asked = async (end_date: string | undefined) => {
      const { ports } = await run(month(), false, bench({ start_date: undefined, end_date }))
      return ports.calls[0]?.input
    }
    const ofOctober = { query: { date: '2026-10-01' } }
    expect(await asked('2026-11-30')).toMatchObject(ofOctober)
    expect(await asked(undefined)).toMatchObject(ofOctober)
    expect(await asked('2026-08-31')).toMatchObject({ query: { date: '2026-08-31' } })
  })

  it('waits for the answers that are still under way: the list is ahead of the server', async () => {
    let heard = () => {}
    const slow = {
      ...fakePorts(),
      call: () => new Promise<never>(resolve => (heard = () => resolve({ data: {}, batch_id: 'b' } as never))),
    }
    const line = { id: 'l', amount_cents: -1, date: '2026-10-10', description: 'X', bank_account_id: 'itau', status: 'PENDING' }
    const ignoring = command('reconcile.ignore').run(slow, targetOf('statement_line', line), {})
    const asked: string[] = []
    const closing = run(month()).then(({ ports }) => asked.push(...ports.calls.map(call => call.endpoint)))
    await new Promise(resolve => setTimeout(resolve))
    expect(asked).toEqual([])
    heard()
    await Promise.all([ignoring, closing])
    expect(asked).toContain('entries.closeDateRange')
  })

  it('closes nothing unconfirmed, with lines left, twice, or before the month may be closed', async () => {
    const asked = async (checks: object, confirm = true) => {
      const { ports, outcome } = await run(checks, confirm)
      expect(ports.calls.map(call => call.endpoint)).toEqual(['monthClose.checklist'])
      return outcome.say
    }
    expect(await asked(month(), false)).toBeUndefined()
    expect(await asked(month({ pending_lines: 2 }))).toBe('Antes de fechar, concilie 2 linhas do mês')
    expect(await asked(month({}, { refusal: 'O mês não acabou' }))).toBe('O mês não acabou')
    const range = { id: 'r', start_date: '2026-10-01', end_date: '2026-10-31' }
    expect(await asked(month({}, { range }))).toMatch(/já está fechado$/)
  })
})

it('g j goes on to the next account of the company first', async () => {
  const shows = { 'workbench.current': bench({ bank_account_id: 'itau', next_account_id: 'bb' }) }
  const { ports } = await runCommand(command('queue.next'), company, {}, { shows })
  expect(ports.calls).toEqual([])
  expect(ports.done).toEqual([{ action: 'workbench.account', detail: 'bb' }])
})
