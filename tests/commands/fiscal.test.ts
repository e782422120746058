// Taxes, partners, charges and the subscription: what each command sends, where it goes, and what it refuses.
import { describe, expect, it } from 'vitest'
import { annualStatementCommands } from '#commands/annual-statements.ts'
import { associateCommands } from '#commands/associates.ts'
import { billingCommands } from '#commands/billings.ts'
import type { AnyCommand, AnyTarget, RecordName, Records } from '#commands/kit/command.ts'
import { subscriptionCommands } from '#commands/subscriptions.ts'
import { taxCommands } from '#commands/taxes.ts'
import { fakePorts } from '#tests/kit/fake-ports.ts'

const all = [...taxCommands, ...associateCommands, ...billingCommands, ...annualStatementCommands, ...subscriptionCommands]
const named = (id: string): AnyCommand => {
  const found = all.find(command => command.id === id)
  if (!found) throw new Error(`no command ${id}`)
  return found
}
const targetOf = (kind: RecordName, ...records: readonly { id: string }[]): AnyTarget => ({
  kind,
  records,
  ids: records.map(one => one.id),
  count: records.length,
  sum_cents: undefined,
  company: { id: 'k', name: 'Padaria Sol Nascente' },
  from: 'selection',
})

function play(id: string, target: AnyTarget, answers: Record<string, unknown> = {}) {
  const command = named(id)
  const ports = fakePorts({ allow: command.calls ?? [], answers, target })
  return { ports, outcome: command.run(ports, target, {}) }
}

const tax = (id: string, more: Partial<Records['tax']> = {}): Records['tax'] => ({
  id,
  kind: 'DAS',
  status: 'OPEN',
  competence_date: '2026-10-01',
  due_date: '2026-11-20',
  total_cents: 10_000,
  bill_id: null,
  slip: null,
  ...more,
})

describe('taxes', () => {
  it('the slip of one is asked for at its own address; of many, after one question', async () => {
    const { ports, outcome } = play('tax.issue', targetOf('tax', tax('a')))
    expect(await outcome).toEqual({ go: '/company/k/taxes/a/issue' })
    expect(ports.calls).toEqual([])
    const many = targetOf('tax', tax('a'), tax('b'))
    expect(named('tax.issue').confirm?.(many, {})).toMatchObject({ title: 'Emitir a guia de 2 impostos?' })
    const bulk = play('tax.issue', many, { 'taxes.issue': {} })
    // What the authority was asked is not taken back.
    expect(await bulk.outcome).toEqual({ say: 'Guia de 2 impostos pedida à Receita' })
    expect(bulk.ports.calls).toHaveLength(2)
  })
  it('what is paid, sent or already asked for stays out', () => {
    const { except } = named('tax.issue')
    expect(except?.(tax('a', { status: 'PAID' }), {})).toBe('já pago')
    expect(except?.(tax('a', { status: 'SCHEDULED' }), {})).toBe('já enviado para pagamento')
    expect(except?.(tax('a', { slip: { status: 'PROCESSING', digitable_line: null, emv_code: null } }), {})).toBe('guia já pedida')
    expect(except?.(tax('a', { status: 'OVERDUE' }), {})).toBeUndefined()
  })
  it('codes are copied from the slip, and refused without one', async () => {
    const ready = targetOf('tax', tax('a', { slip: { status: 'DONE', digitable_line: '8589', emv_code: '0002' } }))
    const { ports, outcome } = play('tax.copy-line', ready)
    expect(await outcome).toEqual({ say: 'Linha digitável de DAS Simples Nacional de outubro de 2026 copiada' })
    expect(ports.copied).toEqual(['8589'])
    expect(named('tax.copy-pix').refuse?.(targetOf('tax', tax('a')))).toBe('sem guia: emita antes')
  })
  it('reckoning anew leaves out what was told', async () => {
    expect(named('tax.recompute').except?.(tax('a', { kind: 'ISS' }), {})).toBe('valor informado')
    const { ports, outcome } = play('tax.recompute', targetOf('tax', tax('a')), { 'taxes.create': {} })
    expect(await outcome).toEqual({ say: '1 imposto calculado pelos livros', undo: ['batch-1'] })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { kind: 'DAS', competence_date: '2026-10-01' } })
  })
})

describe('charges', () => {
  const charge = (more: Partial<Records['charge']> = {}): Records['charge'] => ({
    id: 'c',
    status: 'PENDING',
    transaction_amount: 10_000,
    fee_amount: 99,
    assume_fee: false,
    refunded_amount: 0,
    needs_refund: false,
    emv_code: '0002',
    digitable_line: null,
    receivable_id: null,
    payer: { name: 'Ana' },
    ...more,
  })

  it('only what is open is cancelled or handed on', () => {
    const cancel = named('charge.cancel')
    expect(cancel.refuse?.(targetOf('charge', charge()))).toBeUndefined()
    expect(cancel.refuse?.(targetOf('charge', charge({ status: 'PAID' })))).toBe('não está em aberto')
    expect(named('charge.copy-line').refuse?.(targetOf('charge', charge()))).toBe('cobrança por Pix')
  })
  it('what was paid is given back, with the fee the payer bore', () => {
    const refund = named('charge.refund')
    expect(refund.refuse?.(targetOf('charge', charge()))).toBe('não foi paga')
    const paid = targetOf('charge', charge({ status: 'PAID' }))
    expect(refund.refuse?.(paid)).toBeUndefined()
    expect(refund.confirm?.(paid, {})?.title.replace(/\s/g, ' ')).toBe('Devolver R$ 100,99?')
    expect(refund.refuse?.(targetOf('charge', charge({ status: 'PAID', refunded_amount: 10_099 })))).toBe('já devolvida')
    expect(refund.refuse?.(targetOf('charge', charge({ status: 'CANCELLED', needs_refund: true })))).toBeUndefined()
  })
})

describe('partners, statements and the subscription', () => {
  it('partners go in one bulk, and come back with one undo', async () => {
    const { ports, outcome } = play('associate.delete', targetOf('associate', { id: 'x' }, { id: 'y' }), {
      'associates.delete': { ok: true },
    })
    expect(await outcome).toEqual({ say: '2 sócios excluídos', undo: ['batch-1', 'batch-2'] })
    expect(ports.done).toContainEqual({ action: 'drawer.close', detail: undefined })
  })
  it('a statement is rectified from its own year', async () => {
    const done = targetOf('annual_statement', { id: 's', year: 2025, status: 'DONE', receipt_number: '1' } as never)
    expect(await play('annual_statement.rectify', done).outcome).toMatchObject({ go: { search: { ano: '2025', retifica: 'sim' } } })
    const waiting = targetOf('annual_statement', { id: 's', year: 2025, status: 'PROCESSING', receipt_number: null } as never)
    expect(named('annual_statement.rectify').refuse?.(waiting)).toBe('ainda em processamento')
  })
  it('a month is paid once, and not after the end', () => {
    const billing = (status: string, subscription_status: string) =>
      targetOf('subscription_billing', { id: 'b', status, amount_cents: 1, subscription_status } as never)
    const { refuse } = named('subscription.pay')
    expect(refuse?.(billing('PAID', 'ACTIVE'))).toBe('já paga')
    expect(refuse?.(billing('PENDING', 'CANCELLED'))).toBe('assinatura cancelada')
    expect(refuse?.(billing('OVERDUE', 'PAUSED'))).toBeUndefined()
  })
})
