// Imports, statements, duplicates, periods and transfers as commands: what each calls, says, undoes and refuses.
import { describe, expect, it } from 'vitest'
import { duplicateCommands } from '#commands/duplicates.ts'
import { importCommands } from '#commands/imports.ts'
import type { AnyCommand, Outcome, Records } from '#commands/kit/command.ts'
import { sift } from '#commands/kit/gate.ts'
import { periodCommands } from '#commands/periods.ts'
import { statementCommands } from '#commands/statements.ts'
import { transferCommands } from '#commands/transfers.ts'
import { namedIn, nothing, targetOf } from '#tests/kit/commands.ts'
import { fakePorts, runCommand } from '#tests/kit/fake-ports.ts'

const all = [...importCommands, ...statementCommands, ...duplicateCommands, ...periodCommands, ...transferCommands]
const named = namedIn(all)

const record = (more: Partial<Records['import']> = {}): Records['import'] => ({
  id: 'i1',
  file_name: 'extrato.ofx',
  status: 'PREVIEW',
  bank_account_id: 'a1',
  batch_id: null,
  committed_count: 0,
  start_date: null,
  end_date: null,
  ...more,
})

/** Ports of a page that shows this import. */
function onReview(command: AnyCommand, current: Records['import'] | undefined, answers: Record<string, unknown> = {}, confirm = true) {
  return fakePorts({ allow: command.calls, answers, confirm, shows: { ...(current ? { 'import.current': current } : {}) } })
}

const rows = (count: number): Records['import_row'][] =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, amount_cents: -100, decision: 'doubtful', choice: 'SKIP', decided: false }))

describe('going on to the bench', () => {
  const gone = async (more: Partial<Records['import']>) => {
    const command = named('import.conciliate-this')
    const { outcome } = await runCommand(command, nothing, {}, { shows: { 'import.current': record({ status: 'COMMITTED', ...more }) } })
    return outcome.go
  }

  it('opens on the account and the months of the file, without the filter of its rows', async () => {
    expect(await gone({ start_date: '2026-10-03', end_date: '2026-10-28' })).toMatchObject({
      search: { bank_account_id: 'a1', periodo: '2026-10', linhas: undefined },
    })
    expect(await gone({ start_date: '2026-09-28', end_date: '2026-10-28' })).toMatchObject({
      search: { periodo: '2026-09-01..2026-10-31' },
    })
    expect(await gone({})).not.toHaveProperty('search.periodo')
  })
})

describe('choosing a file', () => {
  const file = new File(['OFX'], 'extrato.ofx')
  const answer = { 'bankStatements.upload': { id: 'j1', publicAccessToken: 't', import_id: 'i1' } }

  it('reads it at once and goes to its review, without naming an account', async () => {
    const { ports, outcome } = await runCommand(named('import.choose'), nothing, {}, { files: [file], reply: answer })
    expect(ports.calls).toEqual([
      { endpoint: 'bankStatements.upload', input: { params: { c: 'k' }, query: { preview: 'true' }, form: { file } } },
    ])
    expect(outcome.go).toMatchObject({ to: '/company/k/imports/i1' })
  })
  it('reads nothing when the person steps back', async () => {
    const { ports, outcome } = await runCommand(named('import.choose'), nothing)
    expect(ports.calls).toEqual([])
    expect(outcome).toEqual({})
  })
})

describe('the review of an import', () => {
  it('commits the import on screen and has its job watched', async () => {
    const command = named('import.commit')
    const ports = onReview(command, record(), { 'imports.commit': { id: 'j1', publicAccessToken: 't', import_id: 'i1' } })
    await command.run(ports, nothing, {})
    expect(ports.calls).toEqual([{ endpoint: 'imports.commit', input: { params: { c: 'k', id: 'i1' } } }])
    expect(ports.done).toEqual([
      { action: 'job.watch', detail: { id: 'j1', publicAccessToken: 't', import_id: 'i1', company_id: 'k', work: 'commit' } },
    ])
  })
  it('does not commit twice', async () => {
    const command = named('import.commit')
    const ports = onReview(command, record({ status: 'COMMITTED' }))
    expect(await command.run(ports, nothing, {})).toMatchObject({ say: 'Esta importação não espera por confirmação' })
    expect(ports.calls).toEqual([])
  })
  it('decides rows at once on screen and in calls of at most 10,000', async () => {
    const command = named('import.include')
    const ports = onReview(command, record())
    const outcome = await command.run(ports, targetOf('import_row', ...rows(10_001)), {})
    expect(ports.calls.map(call => (call.input as { body: { ids: string[]; choice: string } }).body.ids.length)).toEqual([10_000, 1])
    expect(ports.done[0]).toMatchObject({ action: 'import.chosen', detail: [{ choice: 'ADD', decided: true }] })
    expect(outcome).toMatchObject({ say: '10.001 linhas vão entrar' })
  })
  it('turns decisions back to what each row had, and forward again; what nobody had decided is undecided again', async () => {
    const command = named('import.leave-out')
    const ports = onReview(command, record(), { 'imports.get': { status: 'PREVIEW' } })
    const before: Records['import_row'][] = [
      { id: 'new', amount_cents: -100, decision: 'new', choice: 'ADD', decided: false },
      { id: 'mine', amount_cents: -100, decision: 'doubtful', choice: 'ADD', decided: true },
      { id: 'doubt', amount_cents: -100, decision: 'doubtful', choice: 'SKIP', decided: false },
    ]
    const outcome = (await command.run(ports, targetOf('import_row', ...before), {})) as Outcome
    const sent = () =>
      ports.calls.splice(0).flatMap(call => (call.endpoint === 'imports.decide' ? (call.input as { body: object }).body : []))
    expect(sent()).toEqual([{ ids: ['new', 'mine', 'doubt'], choice: 'SKIP' }])
    expect(await outcome.inverse?.undo()).toBe(true)
    expect(sent()).toEqual([
      { ids: ['new'], choice: 'RESET' },
      { ids: ['mine'], choice: 'ADD' },
      { ids: ['doubt'], choice: 'RESET' },
    ])
    expect(ports.done.at(-1)?.detail).toEqual([
      { ids: ['new'], choice: 'ADD', decided: false },
      { ids: ['mine'], choice: 'ADD', decided: true },
      { ids: ['doubt'], choice: 'SKIP', decided: false },
    ])
    expect(await outcome.inverse?.redo()).toBe(true)
    expect(sent()).toEqual([{ ids: ['new', 'mine', 'doubt'], choice: 'SKIP' }])
  })
  it('has nothing to turn back once the import is over', async () => {
    const command = named('import.include')
    const ports = onReview(command, record(), { 'imports.get': { status: 'COMMITTED' } })
    const outcome = (await command.run(ports, targetOf('import_row', ...rows(1)), {})) as Outcome
    ports.calls.splice(0)
    expect(await outcome.inverse?.undo()).toBe(false)
    expect(ports.calls.map(call => call.endpoint)).toEqual(['imports.get'])
  })
  it('gives the rows their choice back when the server refuses', async () => {
    const command = named('import.leave-out')
    const ports = onReview(command, record(), {
      'imports.decide': () => {
        throw new Error('encerrada')
      },
    })
    await expect(command.run(ports, targetOf('import_row', ...rows(1)), {})).rejects.toThrow('encerrada')
    expect(ports.done.map(one => one.action)).toEqual(['import.chosen', 'import.choice-refused'])
  })
  it('includes only what may be added: never a line twice, a refused one or a balance', () => {
    const decisions = ['new', 'doubtful', 'present', 'present', 'refused', 'ignored']
    const records = decisions.map((decision, at) => ({
      id: `r${at}`,
      amount_cents: -100,
      decision,
      choice: 'SKIP' as const,
      decided: false,
    }))
    const { target, without } = sift(named('import.include'), targetOf('import_row', ...records), {})
    expect(target.ids).toEqual(['r0', 'r1'])
    expect(without).toBe('2 de 6: 2 já importadas, 1 linha de saldo, 1 recusada')
  })
  it('is read again as its question was answered, and the job of that is watched', async () => {
    const command = named('import.read-again')
    const ports = onReview(command, record({ status: 'NEEDS_ACCOUNT' }), { 'imports.map': { id: 'j2', import_id: 'i1' } })
    expect(await command.run(ports, nothing, { bank_account_id: 'a1' })).toMatchObject({ made: { import_id: 'i1' } })
    expect(ports.calls).toEqual([{ endpoint: 'imports.map', input: { params: { c: 'k', id: 'i1' }, body: { bank_account_id: 'a1' } } }])
    expect(ports.done).toEqual([{ action: 'job.watch', detail: { id: 'j2', import_id: 'i1', company_id: 'k', work: 'read' } }])
  })
  it('asks before it throws an import away', async () => {
    const command = named('import.discard-this')
    const ports = onReview(command, record(), {}, false)
    expect(await command.run(ports, nothing, {})).toBeUndefined()
    expect(ports.confirmed[0]?.title).toBe('Descartar a importação?')
    expect(ports.calls).toEqual([])
  })
})

describe('a statement file', () => {
  it('is read before anything is written, for the account that was chosen, and leads to its review', async () => {
    const file = new File(['OFX'], 'extrato.ofx')
    const answers = { 'bankStatements.upload': { id: 'j1', publicAccessToken: 't', import_id: 'i1' } }
    const command = named('import.upload')
    const ports = fakePorts({ allow: command.calls, answers })
    const outcome = (await command.run(ports, nothing, { file, bank_account_id: 'a1' } as never)) as Outcome
    expect(ports.calls).toEqual([
      {
        endpoint: 'bankStatements.upload',
        input: { params: { c: 'k' }, query: { preview: 'true' }, form: { file, bank_account_id: 'a1' } },
      },
    ])
    expect(ports.done[0]).toMatchObject({ action: 'job.watch', detail: { import_id: 'i1', work: 'read' } })
    expect(outcome.go).toMatchObject({ to: '/company/k/imports/i1' })
  })
})

describe('the list of imports', () => {
  it('undoes a committed import after a question that names how many lines go', async () => {
    const target = targetOf('import', record({ status: 'COMMITTED', batch_id: 'b1', committed_count: 45 }))
    const { ports, outcome } = await runCommand(named('import.undo'), target)
    expect(ports.confirmed[0]?.body).toContain('45 lançamentos de extrato.ofx saem do extrato')
    expect(ports.calls).toEqual([{ endpoint: 'batches.undo', input: { params: { c: 'k', id: 'b1' } } }])
    expect(outcome).toEqual({ say: 'Importação desfeita', undo: ['batch-1'] })
  })
  it('refuses to undo what was never committed and to discard what was', () => {
    expect(named('import.undo').refuse?.(targetOf('import', record()))).toBe('nada foi gravado por esta importação')
    expect(named('import.discard').refuse?.(targetOf('import', record({ status: 'COMMITTED' })))).toBe('já foi encerrada')
    expect(named('import.discard').refuse?.(targetOf('import', record()))).toBeUndefined()
  })
})

describe('duplicates', () => {
  const bill = targetOf('duplicate', { id: 'd1', kind: 'BILL' })
  it('accepting names the original by its kind and says the words of the spec', async () => {
    const { ports, outcome } = await runCommand(named('duplicate.accept'), bill)
    expect(ports.calls).toEqual([{ endpoint: 'entries.acceptDuplicate', input: { params: { c: 'k' }, body: { bill_id: 'd1' } } }])
    expect(outcome).toEqual({
      say: 'Sugestão aceita!',
      detail: 'Os lançamentos duplicados foram removidos do seu Fluxo de Caixa.',
      undo: ['batch-1'],
    })
  })
  it('ignoring says the words of the spec and can be undone', async () => {
    const { ports, outcome } = await runCommand(named('duplicate.ignore'), targetOf('duplicate', { id: 'd2', kind: 'RECEIVABLE' }))
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { receivable_id: 'd2' } })
    expect(outcome).toEqual({ say: 'Lançamento ignorado', undo: ['batch-1'] })
  })
})

describe('statement lines', () => {
  const line = (id: string, status: 'PENDING' | 'CONCILIATED' | 'IGNORED' = 'PENDING') =>
    ({
      id,
      amount_cents: -100,
      date: '2026-11-05',
      description: 'PIX',
      bank_account_id: 'a1',
      status,
      conciliation_id: null,
    }) as Records['statement_line']
  it('go to the workbench with their account and themselves', async () => {
    const { outcome } = await runCommand(named('statement.conciliate'), targetOf('statement_line', line('l1')))
    expect(outcome.go).toEqual({ to: '/company/k/conciliation', search: { bank_account_id: 'a1', linha: 'l1' } })
  })
  it('become settled entries of one category, in one undo', async () => {
    const target = targetOf('statement_line', line('l1'), line('l2'))
    const { ports, outcome } = await runCommand(named('statement.create'), target, { category_id: 'k1' })
    expect(ports.calls[0]?.input).toEqual({
      params: { c: 'k' },
      body: {
        items: [
          { id: 'l1', category_id: 'k1' },
          { id: 'l2', category_id: 'k1' },
        ],
      },
    })
    expect(outcome).toEqual({ say: '2 lançamentos criados e conciliados', undo: ['batch-1'] })
  })
  it('that are settled or ignored stay out of what is for pending ones', () => {
    const { without } = sift(
      named('statement.ignore'),
      targetOf('statement_line', line('a'), line('b', 'CONCILIATED'), line('c', 'IGNORED')),
      {},
    )
    expect(without).toBe('1 de 3: 1 ignorada, 1 já conciliada')
    expect(sift(named('statement.restore'), targetOf('statement_line', line('c', 'IGNORED')), {}).target.ids).toEqual(['c'])
  })
})

describe('periods', () => {
  const range = { id: 'p1', status: 'CLOSED', start_date: '2026-10-01', end_date: '2026-10-31' } as const
  it('reopen after a question that names the days, and undo closes them again', async () => {
    const command = named('range.reopen')
    expect(command.confirm?.(targetOf('date_range', range), {})?.facts).toEqual([['Período', '01/10/2026 a 31/10/2026']])
    const { outcome } = await runCommand(command, targetOf('date_range', range))
    expect(outcome).toEqual({ say: 'Período de 01/10/2026 a 31/10/2026 reaberto', undo: ['batch-1'] })
  })
  it('close by name, and undo opens them again', async () => {
    const body = { start_date: '2026-10-01', end_date: '2026-10-31' }
    const { ports, outcome } = await runCommand(named('range.close'), nothing, body, {
      answers: { 'entries.closeDateRange': { id: 'p1', ...body } },
    })
    expect(ports.calls).toEqual([{ endpoint: 'entries.closeDateRange', input: { params: { c: 'k' }, body } }])
    expect(outcome).toEqual({ say: 'Período fechado: outubro de 2026', undo: ['batch-1'], focus: 'p1' })
  })
  it('that are open are not reopened', () => {
    expect(named('range.reopen').refuse?.(targetOf('date_range', { ...range, status: 'OPEN' }))).toBe('já está aberto')
  })
})

describe('transfers', () => {
  it('suggested ones are created in one call that explains both lines', async () => {
    const pair = {
      id: 'out',
      to_entry_id: 'in',
      from_bank_account_id: 'a1',
      to_bank_account_id: 'a2',
      amount_cents: 300_000,
      from_date: '2026-11-19',
    }
    const { ports, outcome } = await runCommand(named('transfer.accept'), targetOf('transfer_pair', pair))
    expect(ports.calls[0]?.input).toEqual({
      params: { c: 'k' },
      body: {
        transfers: [
          {
            date: '2026-11-19',
            amount_cents: 300_000,
            from_bank_account_id: 'a1',
            to_bank_account_id: 'a2',
            bank_statement_entry_ids: ['out', 'in'],
          },
        ],
      },
    })
    expect(outcome).toEqual({ say: '1 transferência criada e conciliada', undo: ['batch-1'] })
  })
  it('deleting several is one step back', async () => {
    const transfer = { amount_cents: 100, date: '2026-11-19' }
    const { outcome } = await runCommand(
      named('transfer.delete'),
      targetOf('transfer', { id: 't1', ...transfer }, { id: 't2', ...transfer }),
    )
    expect(outcome).toEqual({ say: '2 transferências excluídas', undo: ['batch-1', 'batch-2'] })
  })
})
