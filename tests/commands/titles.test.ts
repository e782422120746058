// Bills, receivables and cash flow: what each command sends, what it says, whom it leaves out, and what stands when half of it failed.
import { describe, expect, it } from 'vitest'
import { entryCommands } from '#commands/entries.ts'
import { type AnyTarget, type Confirmation, formOf, type PartialAnswers, type RecordName, stepsOf } from '#commands/kit/command.ts'
import { titleOf } from '#commands/kit/form.ts'
import { available, sift } from '#commands/kit/gate.ts'
import type { Facts } from '#commands/kit/when.ts'
import { slices } from '#commands/slices.ts'
import { filling, pasting } from '#commands/title-cells.ts'
import { billCommands, receivableCommands } from '#commands/titles.ts'
import { namedIn, nothing, targetOf } from '#tests/kit/commands.ts'
import { fakePorts, runCommand } from '#tests/kit/fake-ports.ts'

const all = [...billCommands, ...receivableCommands, ...entryCommands]
const named = namedIn(all)

const record = (id: string, more: object = {}) => ({
  id,
  version: 1,
  amount_cents: 10_000,
  status: 'PENDING',
  editable: true,
  conciliation_id: null,
  transfer_id: null,
  bank_account_id: 'itau',
  ...more,
})

const summed = (kind: RecordName, ...records: readonly { id: string; amount_cents: number }[]): AnyTarget => ({
  ...targetOf(kind, ...records),
  sum_cents: records.reduce((sum, one) => sum - one.amount_cents, 0),
})
const many = (kind: RecordName, count: number) => summed(kind, ...Array.from({ length: count }, (_, at) => record(`id-${at}`)))
const kindOf = (id: string) => id.split('.', 1)[0] as RecordName

const facts = (area: Facts['area']): Facts => ({ area, screen: area, layer: 'grid', picked: 'many', company: true, office: false })
const gate = (id: string, target: AnyTarget) =>
  available(named(id), {
    facts: facts(id.startsWith('bill') ? 'bills' : id.startsWith('entry') ? 'entries' : 'receivables'),
    target,
    can: () => true,
  })

interface Sent {
  params: { c: string }
  body: Record<string, unknown>
}
const bodies = (calls: readonly { input: unknown }[]) => calls.map(call => (call.input as Sent).body)

describe('the calls of bulk commands', () => {
  it.each<[string, PartialAnswers, string, object, string]>([
    ['bill.move', { status: 'PAID' }, 'bills.move', { ids: ['a', 'b'], status: 'PAID' }, '2 contas movidas para Pago'],
    [
      'receivable.move',
      { status: 'RECEIVED' },
      'receivables.move',
      { ids: ['a', 'b'], status: 'RECEIVED' },
      '2 contas movidas para Recebido',
    ],
    ['bill.unconciliate', {}, 'bills.unconciliate', { bill_ids: ['a', 'b'] }, 'Conciliação de 2 contas desfeita'],
    ['receivable.unconciliate', {}, 'receivables.unconciliate', { receivable_ids: ['a', 'b'] }, 'Conciliação de 2 contas desfeita'],
    [
      'bill.due',
      { due_date: '2026-12-15' },
      'bills.updateMany',
      { ids: ['a', 'b'], due_date: '2026-12-15' },
      'Vencimento de 2 contas mudado',
    ],
    ['bill.category', { category_id: 'x' }, 'bills.updateMany', { ids: ['a', 'b'], category_id: 'x' }, '2 contas categorizadas'],
    ['bill.account', { bank_account_id: 'x' }, 'bills.updateMany', { ids: ['a', 'b'], bank_account_id: 'x' }, 'Conta de 2 contas mudada'],
    ['bill.contact', { contact_id: 'x' }, 'bills.updateMany', { ids: ['a', 'b'], contact_id: 'x' }, 'Fornecedor de 2 contas mudado'],
    [
      'receivable.contact',
      { contact_id: 'x' },
      'receivables.updateMany',
      { ids: ['a', 'b'], contact_id: 'x' },
      'Cliente de 2 contas mudado',
    ],
    ['bill.duplicate', {}, 'entries.copy', { entries: ['a', 'b'] }, '2 contas duplicadas'],
    ['bill.delete', {}, 'entries.delete', { entries: ['a', 'b'] }, '2 contas excluídas'],
    ['entry.duplicate', {}, 'entries.copy', { entries: ['a', 'b'] }, '2 lançamentos duplicados'],
    ['entry.delete', {}, 'entries.delete', { entries: ['a', 'b'] }, '2 lançamentos excluídos'],
  ])('%s sends one call for all rows and says it', async (id, answers, endpoint, body, say) => {
    const { ports, outcome } = await runCommand(named(id), summed(kindOf(id), record('a'), record('b')), answers)
    expect(ports.calls).toEqual([{ endpoint, input: { params: { c: 'k' }, body } }])
    expect(outcome).toEqual({ say, undo: ['batch-1'] })
  })

  it.each<[string, PartialAnswers, string]>([
    ['bill.move', { status: 'APPROVED' }, '1 conta movida para Aprovado'],
    ['bill.unconciliate', {}, 'Conciliação de 1 conta desfeita'],
    ['bill.due', { due_date: '2026-12-15' }, 'Vencimento de 1 conta mudado'],
    ['bill.category', { category_id: 'x' }, '1 conta categorizada'],
    ['bill.duplicate', {}, '1 conta duplicada'],
    ['bill.delete', {}, '1 conta excluída'],
    ['entry.duplicate', {}, '1 lançamento duplicado'],
    ['entry.delete', {}, '1 lançamento excluído'],
  ])('%s of one row speaks of one', async (id, answers, say) => {
    const { outcome } = await runCommand(named(id), summed(kindOf(id), record('a')), answers)
    expect(outcome).toMatchObject({ say })
  })

  it('that write beyond 10,000 ids go in slices, in order, under one undo', async () => {
    const target = many('bill', 20_001)
    const { ports, outcome } = await runCommand(named('bill.delete'), target)
    expect(bodies(ports.calls).map(body => (body.entries as string[]).length)).toEqual([10_000, 10_000, 1])
    expect(bodies(ports.calls).flatMap(body => body.entries)).toEqual(target.ids)
    expect(outcome).toEqual({ say: '20.001 contas excluídas', undo: ['batch-1', 'batch-2', 'batch-3'] })
  })

  it.each(['bill.move', 'bill.unconciliate', 'bill.due', 'bill.duplicate', 'receivable.unconciliate'])('%s is sliced too', async id => {
    const { ports } = await runCommand(named(id), many(kindOf(id), 10_001), { status: 'PAID', due_date: '2026-12-15' })
    expect(ports.calls).toHaveLength(2)
  })

  it('stop at the slice that fails: the error goes on, later slices are not sent', async () => {
    let calls = 0
    const fails = () => {
      if (++calls === 2) throw new Error('Período fechado')
    }
    const command = named('bill.move')
    const ports = fakePorts({ allow: command.calls, answers: { 'bills.move': fails } })
    await expect(command.run(ports, many('bill', 30_000), { status: 'PAID' })).rejects.toThrow('Período fechado')
    expect(ports.calls).toHaveLength(2)
  })
})

describe('a bulk of several calls', () => {
  const stopped = (id: string, count: number, answers: PartialAnswers, stopAfter: number) =>
    runCommand(named(id), many(kindOf(id), count), answers, { stopAfter })
  it('is announced with what it does and to how many, and counts each call', async () => {
    const { ports } = await stopped('bill.move', 31_250, { status: 'APPROVED' }, 9)
    expect(ports.bulks).toEqual([{ doing: 'Movendo', count: 31_250, wrote: [10_000, 10_000, 10_000, 1_250] }])
  })
  it('of one call is not announced', async () => {
    const { ports } = await stopped('bill.move', 10_000, { status: 'APPROVED' }, 9)
    expect(ports.bulks).toEqual([])
  })
  it('stops after the running call: what was written is undoable at once, the rest is said to have stayed', async () => {
    const { ports, outcome } = await stopped('bill.move', 31_250, { status: 'APPROVED' }, 2)
    expect(ports.calls).toHaveLength(2)
    expect(outcome).toEqual({
      say: '20.000 contas movidas para Aprovado',
      detail: 'Interrompido: 11.250 ficaram como estavam.',
      undo: ['batch-1', 'batch-2'],
    })
    // The rows nobody wrote were shown as moved.
    expect(ports.done.map(one => one.action)).toEqual(['list.optimistic', 'list.failed'])
  })
})

describe('a value written in the grid', () => {
  it('goes through the one call of the field, and one cell says nothing', async () => {
    const { ports, outcome } = await runCommand(filling('bill', 'due_date', '2026-12-15'), summed('bill', record('a')))
    expect(bodies(ports.calls)).toEqual([{ ids: ['a'], due_date: '2026-12-15' }])
    expect(outcome).toEqual({ label: 'Célula alterada', undo: ['batch-1'] })
  })
  it('repeated in the marked rows says how many', async () => {
    const { outcome } = await runCommand(filling('receivable', 'category_id', 'x'), summed('receivable', record('a'), record('b')))
    expect(outcome).toEqual({ say: '2 contas alteradas', undo: ['batch-1'] })
  })
})

describe('moving on screen before the server answers', () => {
  const target = summed('bill', record('a'), record('b'))
  it('is told first and settled by the same detail', async () => {
    const { ports } = await runCommand(named('bill.move'), target, { status: 'PAID' })
    expect(ports.done.map(one => one.action)).toEqual(['list.optimistic', 'list.settled'])
    expect(ports.done[0]?.detail).toEqual({ ids: ['a', 'b'], values: { status: 'PAID' } })
    expect(ports.done[1]?.detail).toBe(ports.done[0]?.detail)
  })
  it('is taken back when the server refuses', async () => {
    const command = named('bill.move')
    const refuse = () => {
      throw new Error('não')
    }
    const ports = fakePorts({ allow: command.calls, answers: { 'bills.move': refuse } })
    await expect(command.run(ports, target, { status: 'PAID' })).rejects.toThrow('não')
    expect(ports.done.map(one => one.action)).toEqual(['list.optimistic', 'list.failed'])
  })
})

describe('commands that ask by a form', () => {
  it.each([
    ['bill.create', '/company/k/bills/create', 'Nova conta a pagar'],
    ['bill.import', '/company/k/bills/upload', 'Importar contas a pagar'],
    ['bill.conciliate', '/company/k/bills/a/conciliation', /^Conciliar R\$.100,00$/],
    ['bill.split', '/company/k/bills/a/split', 'Dividir conta'],
    ['bill.attach', '/company/k/bills/a/upload', 'Anexar arquivo'],
    ['bill.update', '/company/k/bills/a/update', 'Alterar conta a pagar'],
    ['receivable.create', '/company/k/receivables/create', 'Nova conta a receber'],
    ['receivable.conciliate', '/company/k/receivables/a/conciliation', /^Conciliar R\$.100,00$/],
    ['receivable.split', '/company/k/receivables/a/split', 'Dividir conta'],
    ['entry.import', '/company/k/cash-flow/upload', 'Importar lançamentos'],
  ])('%s has its address %s and its title', (id, at, title) => {
    const form = formOf(named(id))
    const target = summed(kindOf(id), record('a'))
    expect(form?.at?.(target)).toBe(at)
    expect(form && titleOf(form, target)).toMatch(title)
  })
  it.each(['bill.create', 'receivable.create', 'bill.import', 'receivable.import', 'entry.import'])(
    '%s is offered anywhere in a company, and not to who may not send it',
    id => {
      const where = { facts: { ...facts('dashboard'), layer: 'page' as const }, target: nothing }
      expect(available(named(id), { ...where, can: () => true })).toMatchObject({ state: 'ready' })
      expect(available(named(id), { ...where, can: () => false })).toEqual({ state: 'hidden', because: 'permission' })
    },
  )
})

describe('a title from its form', () => {
  const fields = { amount_cents: 8000, due_date: '2026-12-15', bank_account_id: 'itau', digitable_line: '' }
  const { digitable_line: _, ...bare } = fields

  it.each([
    ['bill', 'PAID'],
    ['receivable', 'RECEIVED'],
  ])('%s settled already is made so, and leads to the list', async (kind, status) => {
    const reply = { [`${kind}s.create`]: { id: 'new' } }
    const { ports, outcome } = await runCommand(named(`${kind}.create`), nothing, { ...fields, settled: true } as never, { reply })
    expect(ports.calls).toEqual([{ endpoint: `${kind}s.create`, input: { params: { c: 'k' }, body: { ...bare, status } } }])
    expect(outcome).toEqual({ say: 'Conta criada', undo: ['batch-1'], focus: 'new', go: `/company/k/${kind}s` })
  })
  it('repeated is made as a series, in one call', async () => {
    const series = { frequency_interval: 'MONTHLY', frequency_unit: 2, business_day: 'NONE', competence_follows: true }
    const reply = { 'bills.createRecurring': [{ id: 'first' }, { id: 'second' }] }
    const { ports, outcome } = await runCommand(named('bill.create'), nothing, { ...fields, series } as never, { reply })
    expect(ports.calls).toEqual([{ endpoint: 'bills.createRecurring', input: { params: { c: 'k' }, body: { ...bare, ...series } } }])
    expect(outcome).toMatchObject({ say: '2 contas criadas', focus: 'first' })
  })
  it('changed is sent with the version it was read in, and what else its payment has', async () => {
    const payment_details = { boleto: { digitable_line: '34191' }, pix_key: 'ana@sol.example' }
    const target = targetOf('bill', record('a', { version: 7, payment_details, recurrence_id: null }))
    const { ports, outcome } = await runCommand(named('bill.update'), target, fields as never)
    expect(ports.calls).toEqual([
      {
        endpoint: 'bills.update',
        input: {
          params: { c: 'k', id: 'a' },
          body: { ...bare, payment_details: { boleto: null, pix_key: 'ana@sol.example' }, version: 7 },
        },
      },
    ])
    expect(outcome).toEqual({ say: 'Conta alterada', undo: ['batch-1'], focus: 'a', go: '/company/k/bills/a' })
  })
  it('with a Pix key is sent with it beside its slip, and emptied without it', async () => {
    const payment_details = { boleto: { digitable_line: '34191' }, pix_key: 'ana@sol.example' }
    const target = targetOf('bill', record('a', { version: 7, payment_details, recurrence_id: null }))
    const sent = async (more: object) => {
      const { ports } = await runCommand(named('bill.update'), target, { ...bare, ...more } as never)
      const [{ input } = { input: undefined }] = ports.calls
      return (input as { body: { payment_details?: unknown } }).body.payment_details
    }
    expect(await sent({ pix_key: 'bia@sol.example' })).toEqual({ ...payment_details, pix_key: 'bia@sol.example', pix_type: 'EMAIL' })
    expect(await sent({ pix_key: '' })).toEqual({ ...payment_details, pix_key: null, pix_type: null })
    expect(await sent({ pix_key: 'ana@sol.example', digitable_line: '34191' })).toBeUndefined()
  })
  it('of a series is asked how far it reaches; stepping back writes nothing', async () => {
    const target = targetOf('bill', record('a', { recurrence_id: 'serie', parent_id: null }))
    const reply = { 'bills.updateSeries': { updated: 2, ids: [] } }
    const { ports, outcome } = await runCommand(named('bill.update'), target, fields as never, { reply, step: 'NEXT' })
    expect(ports.calls).toMatchObject([{ endpoint: 'bills.updateSeries', input: { query: { scope: 'NEXT' } } }])
    expect(outcome).toMatchObject({ say: '2 contas da série alteradas' })
    const left = await runCommand(named('bill.update'), target, fields as never)
    expect(left.ports.calls).toEqual([])
    expect(left.outcome).toEqual({})
  })
  it('divided is sent as its parts, with its version', async () => {
    const children = [
      { amount_cents: 3000, due_date: '2026-12-15' },
      { amount_cents: 7000, due_date: '2027-01-15' },
    ]
    const { ports, outcome } = await runCommand(named('receivable.split'), targetOf('receivable', record('a')), { children } as never)
    expect(ports.calls).toEqual([{ endpoint: 'receivables.split', input: { params: { c: 'k', id: 'a' }, body: { children, version: 1 } } }])
    expect(outcome).toEqual({ say: 'Conta dividida em 2', undo: ['batch-1'], focus: 'a', go: '/company/k/receivables' })
  })
  it.each([
    ['bill', { bill_ids: ['a'] }, 'Conta paga'],
    ['receivable', { receivable_ids: ['a'] }, 'Conta recebida'],
  ])('%s settled by hand says on which day and from which account', async (kind, ids, say) => {
    const by = { bank_account_id: 'itau', date: '2026-11-05' }
    const target = targetOf(kindOf(`${kind}.conciliate`), record('a'))
    const { ports, outcome } = await runCommand(named(`${kind}.conciliate`), target, by)
    expect(ports.calls).toEqual([{ endpoint: `${kind}s.conciliate`, input: { params: { c: 'k' }, body: { ...ids, ...by } } }])
    expect(outcome).toMatchObject({ say, go: `/company/k/${kind}s/a` })
  })
  it('takes a file', async () => {
    const file = new File(['a'], 'nota.pdf')
    const { ports, outcome } = await runCommand(named('bill.attach'), targetOf('bill', record('a')), { file } as never)
    expect(ports.calls).toEqual([{ endpoint: 'attachments.create', input: { params: { c: 'k' }, form: { file, bill_id: 'a' } } }])
    expect(outcome).toMatchObject({ say: 'nota.pdf anexado', undo: ['batch-1'] })
  })
  it('comes from a sheet, which is looked at before it goes in', async () => {
    const file = new File(['a'], 'contas.csv')
    const { ports, outcome } = await runCommand(named('receivable.import'), nothing, { file } as never, {
      reply: { 'sheetImports.upload': { id: 's' } },
    })
    expect(ports.calls).toEqual([{ endpoint: 'sheetImports.upload', input: { params: { c: 'k' }, form: { file, kind: 'receivables' } } }])
    expect(outcome).toEqual({ go: '/company/k/sheets/s' })
  })
})

describe('a pasted block', () => {
  const rows = new Map([
    ['a', { amount_cents: 100 }],
    ['b', { amount_cents: 200, contact_id: null }],
  ])
  const block = (question?: Confirmation) => pasting('bill', { title: 'Colar', rows, say: '3 células coladas', at: 'a', question })
  const target = targetOf('bill', record('a'), record('b'))
  it('is one call with each row’s own values, one undo, and the focus where it was pasted', async () => {
    const { ports, outcome } = await runCommand(block(), target)
    expect(bodies(ports.calls)).toEqual([
      {
        items: [
          { id: 'a', amount_cents: 100 },
          { id: 'b', amount_cents: 200, contact_id: null },
        ],
      },
    ])
    expect(outcome).toEqual({ say: '3 células coladas', undo: ['batch-1'], focus: 'a' })
    expect(ports.done.map(one => one.action)).toEqual(['list.optimistic', 'list.settled'])
  })
  it('asks only of more than one cell', () => {
    const question = { title: 'Colar 2×2 células?', action: 'Colar' }
    expect(block(question).confirm?.(target, {})).toEqual(question)
    expect(block().confirm).toBeUndefined()
  })
})

describe('who is left out', () => {
  const conciliated = record('c', { conciliation_id: 'g', status: 'PAID', editable: false })
  const paid = record('p', { status: 'PAID' })
  const sent = record('s', { status: 'WAITING_PAYMENT', editable: false })
  const moved = record('t', { transfer_id: 'x' })
  const free = [record('a'), record('b')]

  it('deleting leaves out the conciliated, the settled, transfers and what is locked, and counts them in words', () => {
    const twelve = [...Array.from({ length: 9 }, (_, at) => record(`r${at}`)), ...['x', 'y', 'z'].map(id => ({ ...conciliated, id }))]
    expect(gate('bill.delete', summed('bill', ...twelve))).toMatchObject({
      state: 'ready',
      without: '9 de 12: 3 já conciliadas',
      target: { count: 9 },
    })
    expect(gate('bill.delete', summed('bill', ...free, conciliated, paid, sent, moved))).toMatchObject({
      without: '2 de 6: 1 já baixada, 1 já conciliada, 1 não pode ser excluída, 1 parte de transferência',
      target: { ids: ['a', 'b'] },
    })
    expect(gate('entry.delete', summed('entry', record('a'), conciliated, { ...conciliated, id: 'd' }))).toMatchObject({
      without: '1 de 3: 2 já conciliados',
    })
  })
  it('nothing left to delete is said with the reason, in the right number', () => {
    expect(gate('bill.delete', summed('bill', conciliated))).toEqual({ state: 'disabled', reason: 'já conciliada' })
    expect(gate('bill.delete', summed('bill', conciliated, { ...conciliated, id: 'd' }))).toEqual({
      state: 'disabled',
      reason: 'já conciliadas',
    })
  })
  it('all of the filter minus some is no longer all of the filter', () => {
    const target: AnyTarget = { ...targetOf('bill', ...free, conciliated), from: 'filter' }
    expect(gate('bill.delete', target)).toMatchObject({ target: { from: 'selection', count: 2 } })
  })
  it.each(['bill.due', 'bill.account', 'bill.contact'])('%s passes over what cannot be altered', id => {
    expect(gate(id, summed('bill', ...free, conciliated, sent))).toMatchObject({
      without: '2 de 4: 1 já conciliada, 1 não pode ser alterada',
    })
  })
  it('a conciliated title may still be classified, one on its way to the bank may not', () => {
    expect(gate('bill.category', summed('bill', ...free, conciliated, sent))).toMatchObject({
      without: '3 de 4: 1 não pode ser alterada',
      target: { ids: ['a', 'b', 'c'] },
    })
  })
  it('moving leaves out the conciliated only when their status would change', () => {
    const target = summed('bill', ...free, conciliated)
    expect(sift(named('bill.move'), target, { status: 'PENDING' }).without).toBe('2 de 3: 1 já conciliada')
    expect(sift(named('bill.move'), target, { status: 'PAID' }).without).toBeUndefined()
  })
  it('moving leaves out what no hand takes there, before anything is asked', () => {
    const target = summed('bill', ...free, sent, record('w', { status: 'WAITING_APPROVAL' }))
    expect(sift(named('bill.move'), target, { status: 'PAID' }).without).toBe('2 de 4: 1 sem aprovação, 1 à espera do banco')
    expect(sift(named('bill.move'), targetOf('bill', free[0] as never), { status: 'REPROVED' }).none).toBe(
      'não vai de Pendente para Reprovado',
    )
    const late = summed('receivable', record('v', { status: 'OVERDUE' }))
    expect(sift(named('receivable.move'), late, { status: 'PENDING' }).none).toBe('vencida: mude o vencimento')
  })
  it('is not counted to know whether one can go', () => {
    let looked = 0
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      ...record(`r${at}`),
      get conciliation_id() {
        looked += 1
        return null
      },
    }))
    expect(gate('bill.delete', targetOf('bill', ...rows)).state).toBe('ready')
    expect(looked).toBeLessThan(5)
  })
  it('settling leaves out what has no bank account; any other move takes it', () => {
    const target = summed('bill', ...free, record('n', { bank_account_id: null }))
    expect(sift(named('bill.move'), target, { status: 'PAID' })).toMatchObject({
      without: '2 de 3: 1 sem conta bancária',
      target: { ids: ['a', 'b'] },
    })
    expect(sift(named('bill.move'), target, { status: 'APPROVED' }).without).toBeUndefined()
  })
  it('undoing a conciliation wants one, or a settlement by hand', () => {
    expect(gate('bill.unconciliate', summed('bill', ...free, conciliated, paid))).toMatchObject({
      without: '2 de 4: 2 não conciliadas',
      target: { ids: ['c', 'p'] },
    })
  })
  it.each([
    ['bill.conciliate', conciliated, 'já conciliada'],
    ['bill.split', sent, 'não pode ser dividida'],
    ['bill.update', sent, 'não pode ser alterada'],
    ['bill.conciliate', undefined, 'selecione uma conta'],
  ])('%s is refused with its reason', (id, one, reason) => {
    expect(gate(id, one ? summed('bill', one) : summed('bill'))).toEqual({ state: 'disabled', reason })
  })
  it('what takes one row says so of two', () => {
    expect(gate('bill.split', summed('bill', ...free))).toEqual({ state: 'disabled', reason: 'uma conta por vez' })
  })
})

describe('the question of the status', () => {
  const choicesOf = (id: string, target: AnyTarget) => stepsOf(named(id))[0]?.options?.(target, {}) ?? []
  it('numbers the statuses as the map of keys does', () => {
    const bill = choicesOf('bill.move', summed('bill', record('a')))
    expect(bill.map(choice => `${choice.digit} ${choice.label}`)).toEqual([
      '1 Pendente',
      '2 Aguardando aprovação',
      '3 Aprovado',
      '4 Reprovado',
      '5 Enviado para pagamento',
      '6 Pago',
    ])
    expect(choicesOf('receivable.move', summed('receivable', record('a'))).map(choice => `${choice.digit} ${choice.label}`)).toEqual([
      '1 Pendente',
      '2 Recebido',
    ])
  })
  it('says how many of the rows would change', () => {
    const hints = choicesOf('bill.move', summed('bill', record('a'), record('b'), record('c', { status: 'PAID' }))).map(
      choice => choice.hint,
    )
    expect([hints[0], hints[1], hints[5]]).toEqual(['1 de 3', undefined, '2 de 3'])
  })
  it('previews what Enter would do', () => {
    expect(named('bill.move').effect?.(many('bill', 12), { status: 'PAID' })).toEqual({ title: 'Mover 12 contas para Pago' })
    expect(named('bill.move').effect?.(many('bill', 12), {})).toBeUndefined()
  })
})

describe('deleting one of a series', () => {
  const ask = (target: AnyTarget) => stepsOf(named('bill.delete'))[0]?.of?.(target)
  const one = record('a', { recurrence_id: 'serie', parent_id: null })
  it('asks of one open occurrence alone', () => {
    expect(ask(summed('bill', one))).toBe(true)
    expect(ask(summed('bill', one, record('b', { recurrence_id: 'serie', parent_id: null })))).toBe(false)
    expect(ask(summed('bill', record('a', { recurrence_id: null, parent_id: null })))).toBe(false)
    expect(ask(summed('bill', record('a', { recurrence_id: 'serie', parent_id: 'p' })))).toBe(false)
    expect(ask(summed('bill', record('a', { recurrence_id: 'serie', parent_id: null, status: 'PAID' })))).toBe(false)
  })
  it.each(['bill', 'receivable'])('reaches as far as was said: %s', async kind => {
    const command = named(`${kind}.delete`)
    const endpoint = `${kind}s.deleteSeries`
    const answer = { updated: 3, blocked: [{ id: 'x', error_id: 'period.closed', message: 'Fechado.' }] }
    const ports = fakePorts({ allow: command.calls, answers: { [endpoint]: answer } })
    const outcome = await command.run(ports, summed(kindOf(`${kind}.delete`), one), { scope: 'NEXT' })
    expect(ports.calls).toEqual([{ endpoint, input: { params: { c: 'k', id: 'a' }, query: { scope: 'NEXT' } } }])
    expect(outcome).toMatchObject({ say: '3 contas da série excluídas', detail: '1 conta ficou como estava. Fechado.' })
  })
})

describe('slices', () => {
  it('cover every id once, none empty', () => {
    const ids = Array.from({ length: 25 }, (_, at) => String(at))
    expect([...slices(ids, 10)].map(slice => slice.length)).toEqual([10, 10, 5])
    expect([...slices(ids, 10)].flat()).toEqual(ids)
    expect([...slices([], 10)]).toEqual([])
  })
})
