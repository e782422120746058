import { describe, expect, it, vi } from 'vitest'
import '#commands/records.ts'
import { allCommands } from '#commands/index.ts'
import type { AnyTarget, Records } from '#commands/kit/command.ts'
import { createLanes } from '#commands/kit/lanes.ts'
import { clashes } from '#commands/kit/registry.ts'
import { creating, reconcileCommands, splitting } from '#commands/reconcile.ts'
import type { LineMatch } from '#commands/records.ts'
import { namedIn, targetOf } from '#tests/kit/commands.ts'
import { callsOf, fakePorts, runCommand } from '#tests/kit/fake-ports.ts'

type Line = Records['statement_line']

const line = (id: string, more: Partial<Line> = {}): Line => ({
  id,
  amount_cents: -131_274,
  date: '2026-11-10',
  description: 'BOLETO PAGO CIA DE LUZ DO VALE',
  bank_account_id: 'itau',
  status: 'PENDING',
  conciliation_id: null,
  remaining_cents: -131_274,
  ...more,
})

const titles = (lineIds: readonly string[], titleIds: readonly string[], more: object = {}): LineMatch => ({
  kind: 'titles',
  title_kind: 'BILL',
  title_ids: titleIds,
  line_ids: lineIds,
  difference_cents: 0,
  ...more,
})

const focused = (...records: readonly Line[]): AnyTarget => ({ ...targetOf('statement_line', ...records), from: 'focus' })
const command = namedIn(reconcileCommands)

describe('accepting', () => {
  it('sends the line and the title by the call of its kind, and the line leaves before the answer', async () => {
    const { ports, outcome } = await runCommand(command('reconcile.accept'), focused(line('l1', { match: titles(['l1'], ['b1']) })))
    expect(ports.calls).toEqual([
      { endpoint: 'bills.conciliate', input: { params: { c: 'k' }, body: { bill_ids: ['b1'], bank_statement_entry_ids: ['l1'] } } },
    ])
    expect(ports.done.map(one => one.action)).toEqual(['lines.leave', 'lines.settled'])
    expect(ports.done[0]?.detail).toEqual({ ids: ['l1'], title_ids: ['b1'], to: 'CONCILIATED', partial: false })
    expect(outcome).toEqual({ label: '1 linha conciliada', undo: ['batch-1'] })
  })

  it('divides a line as lines like it were', async () => {
    const parts = [
      { amount_cents: 100_000, category_id: 'energy', contact_id: null },
      { amount_cents: 31_274, category_id: null, contact_id: 'landlord' },
    ]
    const { ports, outcome } = await runCommand(command('reconcile.accept'), focused(line('l1', { match: { kind: 'split', parts } })))
    expect(ports.calls).toEqual([
      {
        endpoint: 'reconciliation.split',
        input: {
          params: { c: 'k', id: 'l1' },
          body: {
            parts: [
              { amount_cents: 100_000, category_id: 'energy' },
              { amount_cents: 31_274, contact_id: 'landlord' },
            ],
          },
        },
      },
    ])
    expect(outcome).toEqual({ label: 'Linha dividida em 2', undo: ['batch-1'] })
  })

  it('opens the choice and calls nothing when nothing is certain', async () => {
    const { ports, outcome } = await runCommand(command('reconcile.accept'), focused(line('l1')))
    expect(ports.calls).toEqual([])
    expect(ports.done).toEqual([{ action: 'workbench.choose', detail: undefined }])
    expect(outcome).toEqual({})
  })

  it('asks for an explanation before a choice that leaves a difference', async () => {
    const choices = [titles(['l1'], ['b1']), titles(['l1'], ['b2'], { difference_cents: 2784 })]
    const { ports } = await runCommand(command('reconcile.accept-2'), focused(line('l1', { choices })))
    expect(ports.calls).toEqual([])
    expect(ports.done).toEqual([{ action: 'workbench.explain', detail: 1 }])
  })

  it('has nothing under a digit without a suggestion', () => {
    expect(command('reconcile.accept-3').refuse?.(focused(line('l1', { choices: [] })))).toBe('não há sugestão 3')
  })

  it('conciliates the reviewed lines in one call, under one undo', async () => {
    const lines = ['l1', 'l2', 'l3'].map((id, at) => line(id, { match: titles([id], [`b${at}`]) }))
    const { ports, outcome } = await runCommand(command('reconcile.accept'), focused(...lines))
    expect(ports.calls.map(one => one.endpoint)).toEqual(['reconciliation.conciliate'])
    expect(ports.calls[0]?.input).toMatchObject({ body: { groups: [{ bill_ids: ['b0'] }, { bill_ids: ['b1'] }, { bill_ids: ['b2'] }] } })
    expect(outcome).toEqual({ label: '3 linhas conciliadas', undo: ['batch-1'] })
  })

  it('settles titles and new entries of one lot under one word and both undos', async () => {
    const entry: LineMatch = { kind: 'entry', category_id: 'fees', contact_id: null }
    const lines = [line('l1', { match: titles(['l1'], ['b1']) }), line('l2', { match: entry })]
    const { ports, outcome } = await runCommand(command('reconcile.accept'), focused(...lines))
    expect(ports.calls.map(one => one.endpoint)).toEqual(['bills.conciliate', 'reconciliation.createEntries'])
    expect(outcome).toMatchObject({ label: '2 linhas resolvidas', undo: ['batch-1', 'batch-2'] })
  })

  it('settles transfers and lines left out with the lot, each kind in one call, and answers for both halves', async () => {
    const half = (id: string, other: string): Line => line(id, { match: { kind: 'transfer', line_id: other, bank_account_id: 'caixa' } })
    const left: LineMatch = { kind: 'ignore' }
    const lines = [half('l1', 'm1'), half('l2', 'm2'), line('l3', { match: left }), line('l4', { match: titles(['l4'], ['b1']) })]
    const { ports, outcome } = await runCommand(command('reconcile.accept'), focused(...lines))
    expect(ports.calls.map(one => one.endpoint)).toEqual(['bills.conciliate', 'transfers.createMany', 'reconciliation.ignore'])
    expect(ports.calls[1]?.input).toMatchObject({
      body: {
        transfers: [
          { amount_cents: 131_274, from_bank_account_id: 'itau', to_bank_account_id: 'caixa', bank_statement_entry_ids: ['l1', 'm1'] },
          { bank_statement_entry_ids: ['l2', 'm2'] },
        ],
      },
    })
    expect(ports.calls[2]?.input).toMatchObject({ body: { ids: ['l3'], ignored: true } })
    expect(ports.done.filter(one => one.action === 'lines.leave').map(one => one.detail)).toMatchObject([
      { ids: ['l4'], to: 'CONCILIATED' },
      { ids: ['l1', 'm1', 'l2', 'm2'], to: 'CONCILIATED' },
      { ids: ['l3'], to: 'IGNORED' },
    ])
    expect(outcome).toEqual({ label: '6 linhas resolvidas', undo: ['batch-1', 'batch-2', 'batch-3'] })
  })

  it('keeps what one part of a lot did when the other is refused, and puts that back', async () => {
    const entry: LineMatch = { kind: 'entry', category_id: 'fees', contact_id: null }
    const ports = fakePorts({
      allow: callsOf(command('reconcile.accept')),
      answers: {
        'reconciliation.createEntries': () => {
          throw new Error('Período fechado')
        },
      },
    })
    const target = focused(line('l1', { match: titles(['l1'], ['b1']) }), line('l2', { match: entry }))
    const outcome = await command('reconcile.accept').run(ports, target, {})
    expect(outcome).toMatchObject({ say: 'Parte do lote voltou, com o motivo em cada linha', undo: ['batch-1'] })
    expect(ports.done.find(one => one.action === 'lines.failed')?.detail).toMatchObject({ ids: ['l2'] })
  })

  it('takes an explained difference as the candidate explains it', async () => {
    const differences = [{ kind: 'fine', amount_cents: 2_197 } as const]
    const match = titles(['l1'], ['b1'], { difference_cents: 2_197, differences })
    const { ports } = await runCommand(command('reconcile.accept'), focused(line('l1', { match })))
    expect(ports.calls[0]?.input).toMatchObject({ body: { differences } })
  })

  it('calls wrong what was learnt of lines like this, and only that', async () => {
    const learned = { answer: 'entry', category_id: 'fees', contact_id: null, bank_account_id: null } as const
    const { ports } = await runCommand(command('reconcile.forget'), focused(line('l1', { learned })))
    expect(ports.calls[0]?.input).toMatchObject({ body: { bank_statement_entry_id: 'l1', answer: 'entry', category_id: 'fees' } })
    expect(command('reconcile.forget').refuse?.(focused(line('l1')))).toBe('nada foi aprendido de linhas como esta')
  })

  it('makes an entry of a line that a rule explains', async () => {
    const match: LineMatch = { kind: 'entry', category_id: 'fees', contact_id: null }
    const { ports } = await runCommand(command('reconcile.accept'), focused(line('l1', { match })))
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { items: [{ id: 'l1', category_id: 'fees' }] } })
  })

  it('leaves a transfer to the command that has its permission', async () => {
    const match: LineMatch = { kind: 'transfer', line_id: 'l9', bank_account_id: 'sicoob' }
    const { ports } = await runCommand(command('reconcile.accept'), focused(line('l1', { match })))
    expect(ports.done).toEqual([{ action: 'workbench.run', detail: 'reconcile.transfer' }])
  })

  it('brings the line back when the server refuses, and passes the refusal on', async () => {
    const refusal = new Error('Já conciliado')
    const ports = fakePorts({
      allow: callsOf(command('reconcile.accept')),
      answers: {
        'bills.conciliate': () => {
          throw refusal
        },
      },
    })
    const target = focused(line('l1', { match: titles(['l1'], ['b1']) }))
    await expect(command('reconcile.accept').run(ports, target, {})).rejects.toBe(refusal)
    expect(ports.done.map(one => one.action)).toEqual(['lines.leave', 'lines.failed'])
    expect(ports.done[1]?.detail).toMatchObject({ ids: ['l1'], title_ids: ['b1'], error: refusal })
  })

  it('leaves out lines that are not pending', () => {
    const { except } = command('reconcile.accept')
    expect(except?.(line('l1', { status: 'CONCILIATED' }), {})).toEqual(['já conciliada', 'já conciliadas'])
    expect(except?.(line('l1', { status: 'IGNORED' }), {})).toEqual(['ignorada', 'ignoradas'])
    expect(except?.(line('l1'), {})).toBeUndefined()
  })
})

describe('a difference', () => {
  const explained = titles(['l1'], ['b1'], {
    difference_cents: 2784,
    differences: [
      { kind: 'fine', amount_cents: 2570 },
      { kind: 'interest', amount_cents: 214 },
    ],
  })

  it('is sent with its parts once nothing is missing', async () => {
    const { ports } = await runCommand(command('difference.settle'), focused(line('l1', { match: explained, missing_cents: 0 })))
    expect(ports.calls[0]?.input).toEqual({
      params: { c: 'k' },
      body: {
        bill_ids: ['b1'],
        bank_statement_entry_ids: ['l1'],
        differences: [
          { kind: 'fine', amount_cents: 2570 },
          { kind: 'interest', amount_cents: 214 },
        ],
      },
    })
  })

  it('settles nothing while something is missing, and says how much', async () => {
    const { ports, outcome } = await runCommand(command('difference.settle'), focused(line('l1', { missing_cents: -2784 })))
    expect(ports.calls).toEqual([])
    expect(outcome).toEqual({ say: 'Falta explicar R$ 27,84' })
  })

  it('keeps a line in the list when it is explained only in part', async () => {
    const match = titles(['l1'], ['b1'], { difference_cents: 5000, partial: true })
    const { ports } = await runCommand(command('difference.settle'), focused(line('l1', { match, missing_cents: 0 })))
    expect(ports.done[0]?.detail).toMatchObject({ partial: true })
    expect(ports.calls[0]?.input).toMatchObject({ body: { bill_ids: ['b1'], bank_statement_entry_ids: ['l1'] } })
  })
})

describe('a transfer', () => {
  it('joins both halves of a pair, from the account the money left', async () => {
    const transfer = { line_id: 'l2', bank_account_id: 'sicoob' }
    const { ports } = await runCommand(command('reconcile.transfer'), focused(line('l1', { transfer })))
    expect(ports.calls[0]?.input).toMatchObject({
      body: { amount_cents: 131_274, from_bank_account_id: 'itau', to_bank_account_id: 'sicoob', bank_statement_entry_ids: ['l1', 'l2'] },
    })
    expect(ports.done[0]?.detail).toMatchObject({ ids: ['l1', 'l2'] })
  })

  it('asks for the other account when no line of it is known, and an inflow comes from there', async () => {
    const credit = line('l1', { amount_cents: 5000, remaining_cents: 5000 })
    const { ports } = await runCommand(command('reconcile.transfer'), focused(credit), {}, { step: 'sicoob' })
    expect(ports.calls[0]?.input).toMatchObject({
      body: { from_bank_account_id: 'sicoob', to_bank_account_id: 'itau', bank_statement_entry_ids: ['l1'] },
    })
  })

  it('does not go to the line’s own account', async () => {
    const { ports, outcome } = await runCommand(command('reconcile.transfer'), focused(line('l1')), {}, { step: 'itau' })
    expect(ports.calls).toEqual([])
    expect(outcome).toHaveProperty('say')
  })
})

describe('the other things done to a line', () => {
  it('creates an entry with what the form took', async () => {
    const { ports, outcome } = await runCommand(creating({ category_id: 'k', additional_information: 'Café' }), focused(line('l1')))
    expect(ports.calls[0]?.input).toEqual({
      params: { c: 'k' },
      body: { items: [{ id: 'l1', category_id: 'k', additional_information: 'Café' }] },
    })
    expect(outcome).toMatchObject({ label: '1 lançamento criado e conciliado', undo: ['batch-1'] })
  })

  it('splits the line into the parts given', async () => {
    const parts = [{ amount_cents: 100 }, { amount_cents: 131_174, category_id: 'k' }]
    const { ports } = await runCommand(splitting(parts), focused(line('l1')))
    expect(ports.calls).toEqual([{ endpoint: 'reconciliation.split', input: { params: { c: 'k', id: 'l1' }, body: { parts } } }])
  })

  it('refuses to create, split or transfer what another conciliation explains in part', () => {
    const half = line('l1', { remaining_cents: -100 })
    for (const id of ['reconcile.create', 'reconcile.split', 'reconcile.transfer'])
      expect(command(id).except?.(half, {})).toEqual(['já explicada em parte', 'já explicadas em parte'])
  })

  it('ignores, and takes conciliations apart', async () => {
    const ignored = await runCommand(command('reconcile.ignore'), focused(line('l1'), line('l2')))
    expect(ignored.ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { ids: ['l1', 'l2'], ignored: true } })
    const undone = await runCommand(command('reconcile.undo'), focused(line('l1', { status: 'CONCILIATED' })))
    expect(undone.ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { bank_statement_entry_ids: ['l1'] } })
    expect(undone.ports.done[0]?.detail).toMatchObject({ to: 'PENDING' })
  })

  it('opens the title of the choice in hand', async () => {
    const bill = await runCommand(command('reconcile.open'), focused(line('l1', { open_title: { kind: 'BILL', id: 'b1' } })))
    expect(bill.outcome.go).toBe('/company/k/bills/b1')
    expect(command('reconcile.open').refuse?.(focused(line('l1')))).toBe('não há conta para abrir')
  })
})

describe('lanes', () => {
  it('run three at a time and settle in the order asked', async () => {
    const lanes = createLanes(3)
    const finish: (() => void)[] = []
    const settled: number[] = []
    const runs = [0, 1, 2, 3, 4].map(number =>
      lanes.run(() => new Promise<number>(resolve => finish.push(() => resolve(number)))).then(value => settled.push(value)),
    )
    await vi.waitFor(() => expect(finish).toHaveLength(3))
    finish[2]?.()
    finish[1]?.()
    await vi.waitFor(() => expect(finish).toHaveLength(5))
    expect(settled).toEqual([])
    for (const end of finish) end()
    await Promise.all(runs)
    expect(settled).toEqual([0, 1, 2, 3, 4])
  })

  it('are idle once all that was asked for has an answer, also a refused one', async () => {
    const lanes = createLanes(2)
    const finish: (() => void)[] = []
    const runs = [0, 1].map(() => lanes.run(() => new Promise<void>((_, reject) => finish.push(() => reject(new Error('no'))))))
    const told: string[] = []
    for (const run of runs) run.catch(() => told.push('answer'))
    const idle = lanes.idle().then(() => told.push('idle'))
    await vi.waitFor(() => expect(finish).toHaveLength(2))
    expect(told).toEqual([])
    for (const end of finish) end()
    await idle
    expect(told).toEqual(['answer', 'answer', 'idle'])
  })

  it('go on after a failure', async () => {
    const lanes = createLanes(1)
    const failed = lanes.run(async () => {
      throw new Error('no')
    })
    const next = lanes.run(async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    await expect(next).resolves.toBe('yes')
  })
})

it('no key of the workbench means two things', () => {
  expect(clashes(allCommands).filter(clash => clash.ids.some(id => /^(reconcile|difference)\./.test(id)))).toEqual([])
})
