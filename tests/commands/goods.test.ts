// Products, services, certificate, received notes and documents: what each command sends, where it goes, and what it leaves out.
import { describe, expect, it } from 'vitest'
import { captureCommands, notBookable } from '#commands/capture.ts'
import { certificateCommands } from '#commands/certificate.ts'
import { documentCommands, ownerOf } from '#commands/documents.ts'
import type { AnyCommand, AnyTarget, RecordName, Records } from '#commands/kit/command.ts'
import { productCommands, serviceCommands } from '#commands/products.ts'
import { fakePorts } from '#tests/kit/fake-ports.ts'

const all = [...productCommands, ...serviceCommands, ...certificateCommands, ...captureCommands, ...documentCommands]
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
function play(id: string, target: AnyTarget, replies: Record<string, unknown> = {}, answers = {}, confirm = true) {
  const command = named(id)
  const ports = fakePorts({ allow: command.calls ?? [], answers: replies, target, confirm })
  return { ports, outcome: command.run(ports, target, answers) }
}

describe('products and services', () => {
  it.each([
    ['product.delete', 'product', '/company/k/products/x/delete', 'products.delete', '2 produtos excluídos'],
    ['service.delete', 'service', '/company/k/services/x/delete', 'services.delete', '2 serviços excluídos'],
  ] as const)('%s asks for one at its own address, and takes many under one undo', async (id, kind, go, call, say) => {
    expect(await play(id, targetOf(kind, { id: 'x' })).outcome).toEqual({ go })
    const many = targetOf(kind, { id: 'x' }, { id: 'y' })
    expect(named(id).confirm?.(many, {})?.body).toContain('Dá para desfazer')
    expect(await play(id, many, { [call]: { ok: true } }).outcome).toEqual({ say, undo: ['batch-1', 'batch-2'] })
  })
  it('a copy is a new one that names its original', async () => {
    expect(await play('product.copy', targetOf('product', { id: 'x' })).outcome).toEqual({
      go: { to: '/company/k/products/create', search: { copia: 'x' } },
    })
  })
})

describe('the certificate', () => {
  it('is deleted only once that was confirmed', async () => {
    const none = targetOf('appointment')
    const known = { 'certificates.get': { name: 'PADARIA' }, 'certificates.delete': { ok: true } }
    const left = play('certificate.delete', none, known, {}, false)
    expect(await left.outcome).toBeUndefined()
    expect(left.ports.calls).toHaveLength(1)
    expect(await play('certificate.delete', none, known).outcome).toEqual({ say: 'Certificado digital apagado' })
  })
  it('that is not there is not asked about', async () => {
    const { ports, outcome } = play('certificate.delete', targetOf('appointment'), { 'certificates.get': null })
    expect(await outcome).toEqual({ say: 'Não há certificado para apagar' })
    expect(ports.calls).toHaveLength(1)
  })
})

describe('received notes', () => {
  const note = (more: Partial<Records['captured_note']> = {}): Records['captured_note'] => ({
    id: 'n',
    amount_cents: 100,
    status: 'ISSUED',
    decision: null,
    entries: [],
    ...more,
  })
  it('make bills only while they are nobody’s bill, neither cancelled nor refused', () => {
    expect(notBookable(note())).toBeUndefined()
    expect(notBookable(note({ decision: 'ACCEPTED' }))).toBeUndefined()
    expect(notBookable(note({ entries: [{ id: 'b' }] }))).toContain('já lançada')
    expect(notBookable(note({ status: 'CANCELLED' }))).toContain('cancelada por quem a emitiu')
    expect(notBookable(note({ decision: 'REJECTED' }))).toContain('recusada')
  })
  it('are booked one by one, under one undo, with the category and account that were answered', async () => {
    const target = targetOf('captured_note', note(), note({ id: 'm' }))
    const { ports, outcome } = play('capture.book-as', target, { 'bills.createFromInvoice': {} }, { category: 'c1', account: 'a1' })
    expect(await outcome).toEqual({ say: '2 notas lançadas em contas a pagar', undo: ['batch-1', 'batch-2'] })
    expect(ports.calls.map(call => call.input)).toEqual(
      ['n', 'm'].map(nfId => ({ params: { c: 'k', nfId }, body: { category_id: 'c1', bank_account_id: 'a1' } })),
    )
  })
  it('lead to the bill that was made', async () => {
    const booked = targetOf('captured_note', note({ entries: [{ id: 'b9' }] }))
    expect(await play('capture.bill', booked).outcome).toEqual({ go: '/company/k/bills/b9' })
    expect(named('capture.bill').refuse?.(targetOf('captured_note', note()))).toBe('ainda não lançada')
  })
})

describe('documents', () => {
  const one = (more: Partial<Records['document']> = {}): Records['document'] => ({
    id: 'd',
    name: 'nota.xml',
    source: 'attachment',
    bill_id: null,
    receivable_id: null,
    associate_id: null,
    invoice_address: null,
    ...more,
  })
  it('lead to what they belong to', () => {
    expect(ownerOf('k', one({ bill_id: 'b' }))).toBe('/company/k/bills/b')
    expect(ownerOf('k', one({ source: 'statement' }))).toBe('/company/k/imports/d')
    expect(ownerOf('k', one({ invoice_address: '/company/k/product-nfes/i' }))).toBe('/company/k/product-nfes/i')
    expect(ownerOf('k', one())).toBeUndefined()
  })
  it('of a note or a statement stay', () => {
    expect(named('document.delete').except?.(one({ source: 'statement' }), {})).toContain('extrato: desfaça a importação')
    expect(named('document.delete').except?.(one({ invoice_address: '/x' }), {})).toContain('de nota fiscal, guardado por onze anos')
    expect(named('document.delete').except?.(one({ bill_id: 'b' }), {})).toBeUndefined()
  })
  it('are downloaded from where each is kept, under their own names', async () => {
    const target = targetOf('document', one(), one({ id: 's', source: 'statement', name: 'extrato.ofx' }))
    const { ports, outcome } = play('document.download', target, { 'attachments.file': 'A', 'imports.file': 'B' })
    expect(await outcome).toEqual({ say: '2 documentos baixados' })
    expect(ports.done.map(({ detail }) => detail)).toEqual([
      { file: 'A', name: 'nota.xml' },
      { file: 'B', name: 'extrato.ofx' },
    ])
  })
})
