// Taxes, partners, charges and the subscription: what each command sends, where it goes, and what it refuses.
import { describe, expect, it } from 'vitest'
import { annualStatementCommands } from '#commands/annual-statements.ts'
import { associateCommands } from '#commands/associates.ts'
import { billingCommands } from '#commands/billings.ts'
import { formOf, type Records } from '#commands/kit/command.ts'
import { type FormAsk, titleOf } from '#commands/kit/form.ts'
import { subscriptionCommands } from '#commands/subscriptions.ts'
import { taxCommands } from '#commands/taxes.ts'
import { namedIn, nothing, playedIn, targetOf } from '#tests/kit/commands.ts'

const all = [...taxCommands, ...associateCommands, ...billingCommands, ...annualStatementCommands, ...subscriptionCommands]
const named = namedIn(all)
const play = playedIn(all)

const tax = (id: string, more: Partial<Records['tax']> = {}): Records['tax'] => ({
  id,
  kind: 'DAS',
  status: 'OPEN',
  competence_date: '2026-10-01',
  due_date: '2026-11-20',
  total_cents: 10_000,
  revenue_cents: null,
  bill_id: null,
  slip: null,
  ...more,
})

const slip = { status: 'DONE', amount_cents: 41_000, payable: true, digitable_line: '8589', emv_code: '0002' } as const

describe('taxes', () => {
  it('the slip of one is asked for at its own address; of many, after one question', async () => {
    const one = targetOf('tax', tax('a'))
    const asked = formOf(named('tax.issue')) as FormAsk
    expect(asked.at?.(one)).toBe('/company/k/taxes/a/issue')
    const { ports, outcome } = play('tax.issue', one, { 'taxes.issue': {} }, { payment_date: '2026-11-20' })
    expect(await outcome).toEqual({ say: 'Guia de DAS Simples Nacional de outubro de 2026 pedida à Receita', go: '/company/k/taxes/a' })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k', taxId: 'a' }, body: { payment_date: '2026-11-20' } })
    const many = targetOf('tax', tax('a'), tax('b'))
    expect(titleOf(asked, many)).toBe('Emitir a guia de 2 impostos?')
    const bulk = play('tax.issue', many, { 'taxes.issue': {} })
    // What the authority was asked is not taken back.
    expect(await bulk.outcome).toEqual({ say: 'Guia de 2 impostos pedida à Receita' })
    expect(bulk.ports.calls).toHaveLength(2)
  })
  it('what is paid, sent or already asked for stays out', () => {
    const { except } = named('tax.issue')
    expect(except?.(tax('a', { status: 'PAID' }), {})).toBe('já pago')
    expect(except?.(tax('a', { status: 'SCHEDULED' }), {})).toBe('já enviado para pagamento')
    expect(except?.(tax('a', { slip: { ...slip, status: 'PROCESSING', payable: false } }), {})).toBe('guia já pedida')
    expect(except?.(tax('a', { status: 'OVERDUE' }), {})).toBeUndefined()
  })
  it('codes are copied from the slip, and refused without one', async () => {
    const ready = targetOf('tax', tax('a', { slip }))
    const { ports, outcome } = play('tax.copy-line', ready)
    expect(await outcome).toEqual({ say: 'Linha digitável de DAS Simples Nacional de outubro de 2026 copiada' })
    expect(ports.copied).toEqual(['8589'])
    expect(named('tax.copy-pix').refuse?.(targetOf('tax', tax('a')))).toBe('sem guia: emita antes')
    const stale = targetOf('tax', tax('a', { slip: { ...slip, payable: false } }))
    for (const id of ['tax.copy-line', 'tax.copy-pix', 'tax.pay-slip'] as const)
      expect(named(id).refuse?.(stale), id).toBe('a guia venceu ou é de outro valor: emita outra')
  })
  it('a new one leads to it, and one undo takes it back', async () => {
    const made = { ...tax('n'), amount_cents: 40_000 }
    const { ports, outcome } = play('tax.create', nothing, { 'taxes.create': made }, { kind: 'DAS' })
    expect(await outcome).toMatchObject({ undo: ['batch-1'], focus: 'n', go: '/company/k/taxes/n' })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { kind: 'DAS' } })
  })
  it('paid elsewhere without a bill, the bill is made and settled under one undo', async () => {
    const input = { bank_account_id: 'b', date: '2026-11-20', differences: [] }
    const made = { 'taxes.makeBill': { bill_id: 'made' }, 'bills.conciliate': {} }
    const { ports, outcome } = play('tax.pay', targetOf('tax', tax('a')), made, input as never)
    expect(await outcome).toMatchObject({ say: 'DAS Simples Nacional de outubro de 2026 pago', undo: ['batch-1', 'batch-2'] })
    expect(ports.calls[1]?.input).toEqual({ params: { c: 'k' }, body: { ...input, bill_ids: ['made'] } })
  })
  it('paid by its slip, the line goes to the digital account after a question', async () => {
    const ready = targetOf('tax', tax('a', { bill_id: 'b', slip }))
    expect(named('tax.pay-slip').confirm?.(ready, {})).toMatchObject({
      title: 'Pagar DAS Simples Nacional de outubro de 2026?',
      facts: [['Valor da guia', expect.stringMatching(/^R\$.410,00$/)]],
    })
    expect(named('tax.pay-slip').refuse?.(targetOf('tax', tax('a')))).toBe('sem guia: emita antes')
    const { ports, outcome } = play('tax.pay-slip', ready, { 'boleto.pay': {} })
    expect(await outcome).toMatchObject({ say: 'DAS Simples Nacional de outubro de 2026 enviado para pagamento' })
    expect(ports.calls[0]?.input).toMatchObject({ body: { company_id: 'k', digitable_line: '8589', bill_id: 'b' } })
  })
  it('how they are reckoned is written with the version that was read', async () => {
    const { ports, outcome } = play('tax.profile', nothing, { 'taxes.updateProfile': {} }, { services_annex: 'V', version: 2 } as never)
    expect(await outcome).toEqual({ say: 'Cálculo dos impostos alterado', undo: ['batch-1'] })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { services_annex: 'V', version: 2 } })
  })
  it('one is deleted after its own question, many after one for all', async () => {
    const one = targetOf('tax', tax('a'))
    expect(named('tax.delete').confirm?.(one, {})).toMatchObject({ title: 'Excluir DAS Simples Nacional de outubro de 2026?' })
    expect(await play('tax.delete', one, { 'taxes.delete': {} }).outcome).toEqual({
      say: 'DAS Simples Nacional de outubro de 2026 excluído',
      undo: ['batch-1'],
      go: '/company/k/taxes',
    })
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
    due_date: '2026-11-30',
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
  it('is handed on as a message that says all that it takes to pay', async () => {
    const { ports, outcome } = play('charge.message', targetOf('charge', charge()), {})
    expect(await outcome).toMatchObject({ say: 'Mensagem copiada' })
    expect(ports.copied.map(text => text.replace(/\s+/g, ' '))).toEqual([
      'Olá, Ana. Segue a cobrança de R$ 100,99, com vencimento em 30/11/2026. Pix copia e cola: 0002',
    ])
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
  const ana = targetOf('associate', { id: 'a', name: 'Ana' })
  const lia = { id: 'd', associate_id: 'a', name: 'Lia', version: 3 }
  it('a dependent is made for its partner, and changed with the version that was read', async () => {
    const input = { name: 'Lia', kinship: 'CHILD' }
    const create = play('associate.dependent', ana, { 'dependents.create': lia }, input)
    expect(await create.outcome).toEqual({ say: 'Dependente Lia criado', undo: ['batch-1'], focus: 'a', go: '/company/k/associates/a' })
    expect(create.ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body: { ...input, associate_id: 'a' } })
    const edit = play('dependent.edit', targetOf('dependent', lia), { 'dependents.update': lia }, input)
    expect(await edit.outcome).toMatchObject({ say: 'Dependente Lia alterado', undo: ['batch-1'], go: '/company/k/associates/a' })
    expect(edit.ports.calls[0]?.input).toEqual({ params: { c: 'k', id: 'd' }, body: { ...input, version: 3 } })
  })
  it('a file of a partner keeps what it is said to be', async () => {
    const file = new File(['x'], 'rg.pdf')
    const { ports, outcome } = play('associate.attach', ana, { 'attachments.create': { id: 'f' } }, { file, about: 'RG' } as never)
    expect(await outcome).toMatchObject({ say: 'rg.pdf anexado', undo: ['batch-1'], go: '/company/k/associates/a' })
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, form: { file, associate_id: 'a', metadata: '{"descricao":"RG"}' } })
  })
  it('partners go in one bulk, and come back with one undo', async () => {
    const { ports, outcome } = play('associate.delete', targetOf('associate', { id: 'x' }, { id: 'y' }), {
      'associates.delete': { ok: true },
    })
    expect(await outcome).toEqual({ say: '2 sócios excluídos', undo: ['batch-1', 'batch-2'] })
    expect(ports.done).toContainEqual({ action: 'drawer.close', detail: undefined })
  })
  it('a statement is delivered and cannot be taken back', async () => {
    const body = { year: 2025, had_employee: false, closed_on: null, commerce_revenue_cents: 1, services_revenue_cents: 2 }
    const { ports, outcome } = play('annual_statement.deliver', nothing, { 'annualStatements.create': { kind: 'DEFIS' } }, body as never)
    const done = await outcome
    expect(done).toMatchObject({ say: 'DEFIS de 2025 enviada à Receita' })
    expect(done).not.toHaveProperty('undo')
    expect(ports.calls[0]?.input).toEqual({ params: { c: 'k' }, body })
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
