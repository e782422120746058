// What can be done with notes in each of their states, what is sent, and what is asked before it leaves the house.
import { describe, expect, it } from 'vitest'
import { invoiceCommands } from '#commands/invoices.ts'
import { formOf, type Records } from '#commands/kit/command.ts'
import { titleOf } from '#commands/kit/form.ts'
import { available } from '#commands/kit/gate.ts'
import { namedIn, nothing, playedIn, targetOf } from '#tests/kit/commands.ts'

const named = namedIn(invoiceCommands)
const play = playedIn(invoiceCommands)
const note = (fields: Partial<Records['invoice']> = {}): Records['invoice'] => ({
  id: 'a',
  version: 3,
  kind: 'SERVICE',
  status: 'ISSUED',
  source: 'LOCAL',
  number: 1,
  amount_cents: 1_000,
  access_key: null,
  waiting_transmission: false,
  decision: null,
  entries: [],
  ...fields,
})
const notes = (...records: readonly Records['invoice'][]) => targetOf('invoice', ...records)
const facts = { area: 'service_invoices', screen: 'service_invoices', layer: 'grid', picked: 'one', company: true, office: false } as const
const gate = (id: string, ...records: readonly Records['invoice'][]) =>
  available(named(id), { facts, target: notes(...records), can: () => true })

describe('transmitting', () => {
  it('takes what is rejected or prepared, and leaves the rest out by name', () => {
    expect(gate('invoice.transmit', note({ status: 'REJECTED' })).state).toBe('ready')
    expect(gate('invoice.transmit', note({ status: 'PROCESSING', waiting_transmission: true })).state).toBe('ready')
    expect(gate('invoice.transmit', note({ status: 'PROCESSING' }))).toEqual({ state: 'disabled', reason: 'não espera transmissão' })
    expect(gate('invoice.transmit', note({ status: 'REJECTED' }), note({ id: 'b' }))).toMatchObject({
      state: 'ready',
      without: '1 de 2: 1 não espera transmissão',
    })
  })
  it('asks first and calls each note by its kind', async () => {
    const target = notes(note({ status: 'REJECTED' }), note({ id: 'b', kind: 'CONSUMER', status: 'REJECTED' }))
    expect(named('invoice.transmit').confirm?.(target, {})?.title).toBe('Transmitir 2 notas?')
    const { ports, outcome } = play('invoice.transmit', target, { 'serviceInvoices.transmit': {}, 'productInvoices.transmit': {} })
    expect((await outcome)?.say).toBe('2 notas transmitidas')
    expect(ports.calls.map(call => call.endpoint)).toEqual(['serviceInvoices.transmit', 'productInvoices.transmit'])
  })
})

describe('booking', () => {
  it('makes a receivable of what was issued here and a bill of what was received, once', () => {
    expect(gate('invoice.receivable', note()).state).toBe('ready')
    expect(gate('invoice.receivable', note({ entries: [{ id: 'e', kind: 'RECEIVABLE' }] }))).toMatchObject({ reason: 'já lançada' })
    expect(gate('invoice.receivable', note({ source: 'CAPTURE' }))).toMatchObject({ reason: 'recebida' })
    expect(gate('invoice.receivable', note({ status: 'CANCELLED' }))).toMatchObject({ reason: 'não está emitida' })
    expect(gate('invoice.bill', note({ source: 'CAPTURE' })).state).toBe('ready')
    expect(gate('invoice.bill', note({ source: 'CAPTURE', decision: 'REJECTED' }))).toMatchObject({ reason: 'recusada' })
  })
  it('of many comes back with one undo', async () => {
    const target = notes(note(), note({ id: 'b' }))
    const { outcome } = play('invoice.receivable', target, { 'receivables.createFromInvoice': {} })
    expect(await outcome).toMatchObject({ say: '2 notas lançadas em contas a receber', undo: ['batch-1', 'batch-2'] })
  })
})

describe('cancelling', () => {
  const reason = 'o cliente desistiu do serviço'
  const taken = { 'serviceInvoices.cancel': {}, 'productInvoices.cancel': {}, 'customerInvoices.cancel': {} }
  it('of one is asked at its own address', () => {
    const form = formOf(named('invoice.cancel'))
    expect(form?.at?.(notes(note({ kind: 'CONSUMER' })))).toBe('/company/k/customer-nfes/a/delete')
    expect(form && titleOf(form, notes(note()))).toBe('Cancelar a nota 1?')
  })
  it('sends the reason to each note by its kind, leads back to the one, and offers no way back', async () => {
    const one = play('invoice.cancel', notes(note({ kind: 'CONSUMER' })), taken, { reason })
    expect(await one.outcome).toEqual({ say: 'Cancelamento pedido', go: '/company/k/customer-nfes/a' })
    expect(one.ports.calls).toEqual([{ endpoint: 'customerInvoices.cancel', input: { params: { id: 'a' }, query: { reason } } }])
  })
  it('leaves alone those the authority no longer takes back', async () => {
    const target = notes(note(), note({ id: 'b', kind: 'PRODUCT' }), note({ id: 'c', kind: 'PRODUCT' }))
    const { ports, outcome } = play('invoice.cancel', target, taken, { reason, late: ['c'] } as never)
    expect(await outcome).toEqual({ say: 'Cancelamento de 2 notas pedido' })
    expect(ports.calls.map(call => call.endpoint)).toEqual(['serviceInvoices.cancel', 'productInvoices.cancel'])
  })
  it('is not for received notes, nor for those that are not issued', () => {
    expect(gate('invoice.cancel', note({ source: 'CAPTURE' }))).toMatchObject({ reason: 'recebida: só quem emitiu cancela' })
    expect(gate('invoice.cancel', note({ status: 'PROCESSING' }))).toMatchObject({ reason: 'não está emitida' })
  })
})

describe('writing again', () => {
  it('a rejected note is corrected, an issued one only replicated, a received one neither', async () => {
    expect(gate('invoice.correct', note({ status: 'REJECTED' })).state).toBe('ready')
    expect(gate('invoice.correct', note()).state).toBe('disabled')
    expect(gate('invoice.replicate', note({ source: 'CAPTURE' }))).toMatchObject({ reason: 'nota recebida' })
    expect(formOf(named('invoice.replicate'))?.at?.(notes(note({ kind: 'PRODUCT' })))).toBe('/company/k/product-nfes/a/replicate')
  })
  it('sends the version that was read, and leads to the note', async () => {
    const answer = note({ status: 'PROCESSING', amount_cents: 50_000 })
    const input = { kind: 'SERVICE', note: { description: 'Suporte' }, asked: { party: 'Ana', amount_cents: 50_000, transmits: true } }
    const target = notes(note({ status: 'REJECTED' }))
    const { ports, outcome } = play('invoice.correct', target, { 'serviceInvoices.update': answer }, input as never)
    expect((await outcome)?.go).toBe('/company/k/service-nfes/a')
    expect(ports.calls[0]?.input).toEqual({ params: { id: 'a' }, body: { description: 'Suporte', version: 3 } })
  })
})

describe('writing', () => {
  const input = (kind: string, transmits: boolean) =>
    ({ kind, note: { nature: 'Venda' }, asked: { party: 'Mercado', amount_cents: 1_000, transmits } }) as never
  it('asks before the note leaves the house, and says when it does not', () => {
    const question = (transmits: boolean) => named('product-invoice.create').confirm?.(nothing, input('PRODUCT', transmits))
    expect(question(true)).toMatchObject({
      title: 'Emitir esta nota?',
      facts: [
        ['Destinatário', 'Mercado'],
        ['Valor', 'R$ 10,00'],
      ],
    })
    expect(question(false)).toMatchObject({ title: 'Preparar esta nota?', action: 'Preparar nota' })
  })
  it('sends the note by its kind, says what became of it and leads to it', async () => {
    const sent = play(
      'consumer-invoice.create',
      nothing,
      { 'customerInvoices.create': note({ kind: 'CONSUMER' }) },
      input('CONSUMER', true),
    )
    expect(await sent.outcome).toEqual({ say: 'NFC-e de R$ 10,00 transmitida', go: '/company/k/customer-nfes/a' })
    expect(sent.ports.calls[0]?.input).toEqual({ body: { nature: 'Venda', company_id: 'k' } })
    const kept = note({ kind: 'PRODUCT', waiting_transmission: true })
    const prepared = play('product-invoice.create', nothing, { 'productInvoices.create': kept }, input('PRODUCT', false))
    expect((await prepared.outcome)?.say).toBe('NF-e de R$ 10,00 preparada')
  })
})

describe('files', () => {
  const answers = (type: string) => ({
    'serviceInvoices.attachments': [
      { id: 'x', name: 'chave.xml', content_type: 'application/xml' },
      { id: 'y', name: 'chave.pdf', content_type: 'application/pdf' },
    ],
    'attachments.file': type,
  })
  it('are saved by type', async () => {
    const { ports, outcome } = play('invoice.xml', notes(note()), answers('xml'))
    expect(await outcome).toEqual({ say: 'XML baixado' })
    expect(ports.calls.filter(call => call.endpoint === 'attachments.file').map(call => call.input)).toEqual([
      { params: { c: 'k', id: 'x' } },
    ])
  })
  it('that are not there are said', async () => {
    const { outcome } = play('invoice.pdf', notes(note()), { 'serviceInvoices.attachments': [] })
    expect(await outcome).toEqual({ say: 'Nenhum PDF guardado nesta nota' })
  })
})
