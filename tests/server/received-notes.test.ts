// Received notes in a company's books: what was verified may become a bill, what was not waits for a person, and what ended ends here too.
import { createPrivateKey, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { openPfx } from '#server/parsers/open-pfx.ts'
import { makeCertificate } from '#tests/kit/certificates.ts'
import { abrasfCancelXml, abrasfXml, nfeCancel, nfeKey, nfeProc, nfse, nfseEvent, nfseKey, SUPPLIER } from '#tests/kit/received-notes.ts'
import { type TestCompany, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { batches, bills, fiscalDocuments, invoiceSettings, notifications, productInvoices, serviceInvoices } = contract

let app: TestServer
let supplier: Signer
let national: Signer
let forger: Signer
beforeAll(async () => {
  app = await testServer()
  supplier = signer(SUPPLIER, 'FORNECEDORA LTDA')
  national = signer(null, 'www.nfse.gov.br')
  forger = makeCertificate({ name: `FORNECEDORA LTDA:${SUPPLIER}`, cnpj: SUPPLIER })
})
afterAll(() => app?.close())

/** Of a certificate that the server under test trusts. */
function signer(document_number: string | null, name: string): Signer {
  const valid = { valid_from: new Date('2026-01-01'), valid_to: new Date('2027-01-01') }
  const pfx = app.services.trust.testAuthority?.().issue({ document_number, name, password: 'x', ...valid })
  const opened = openPfx(pfx ?? new Uint8Array(), 'x')
  if ('refused' in opened) throw new Error(opened.refused)
  return { key: createPrivateKey(opened.private_key), certificate: opened.chain[0] ?? '' }
}

/** A company that takes notes, and the calls of its owner on it. */
async function buying() {
  const company = await app.aCompany()
  const me = app.as(company.owner)
  const params = { c: company.id }
  await me.ok(invoiceSettings.activateCapture, { params, body: {} })
  const form = (xml: string) => ({ file: new File([xml], 'nota.xml', { type: 'application/xml' }) })
  return {
    company,
    me,
    params,
    buyer: company.document_number,
    send: (xml: string) => me.ok(fiscalDocuments.capture, { params, form: form(xml) }),
    sent: (xml: string) => app.call(company.owner, fiscalDocuments.capture, { params, form: form(xml) }),
    refused: (xml: string) => me.refused(fiscalDocuments.capture, { params, form: form(xml) }),
    notes: () => me.ok(fiscalDocuments.received, { params }),
    book: (nfId: string) => me.ok(bills.createFromInvoice, { params: { ...params, nfId }, body: {} }),
    bookRefused: (nfId: string) => me.refused(bills.createFromInvoice, { params: { ...params, nfId }, body: {} }),
    decide: (id: string, decision: 'ACCEPTED' | 'REJECTED', reason?: string) =>
      me.ok(fiscalDocuments.decide, { params: { ...params, id }, body: { decision, reason } }),
  }
}

const UNCHECKED = 'Esta nota não está conferida: aceite-a antes, se ela for verdadeira.'

describe('a note', () => {
  test('that is verified becomes a bill at once', async () => {
    const co = await buying()
    const { id, what, note } = await co.send(nfeProc(supplier, { buyer: co.buyer }))
    expect(what).toBe('NOTE')
    expect(note?.check).toEqual({
      state: 'VERIFIED',
      doubts: [],
      signer: { name: 'FORNECEDORA LTDA', document: SUPPLIER, authority: 'Razão AC de teste (sem valor legal)' },
      origin: null,
    })
    expect(await co.book(id)).toMatchObject({ amount_cents: 15_000, due_date: '2026-04-10' })
  })

  test('that a forger signed is kept, and no bill until a person accepts it; the acceptance can be undone', async () => {
    const co = await buying()
    const { id, note } = await co.send(nfeProc(forger, { buyer: co.buyer, amount: '99999.00' }))
    expect(note?.check).toMatchObject({ state: 'UNVERIFIED', doubts: ['roots_missing'] })
    expect(await co.bookRefused(id)).toMatchObject({ id: 'conflict.invalid_transition', message: UNCHECKED })
    const accepted = await app.call(co.company.owner, fiscalDocuments.decide, {
      params: { ...co.params, id },
      body: { decision: 'ACCEPTED', reason: 'Consultada no portal' },
    })
    expect(accepted.data).toMatchObject({ decision: 'ACCEPTED', decision_reason: 'Consultada no portal', check: { state: 'UNVERIFIED' } })
    const [last] = await co.me.ok(batches.list, { params: co.params })
    expect(last?.label).toBe('NF-e 4321 de Fornecedora & Filhos Ltda aceita sem conferência')
    await co.me.ok(batches.undo, { params: { ...co.params, id: accepted.headers['x-batch-id'] ?? '' } })
    expect((await co.bookRefused(id)).message).toBe(UNCHECKED)
    await co.decide(id, 'ACCEPTED', 'Consultada no portal')
    await co.book(id)
  })

  test('that was booked is not left refused by an undo', async () => {
    const co = await buying()
    const { id } = await co.send(nfeProc(supplier, { buyer: co.buyer }))
    await co.decide(id, 'REJECTED', 'Não conheço')
    const accepted = await app.call(co.company.owner, fiscalDocuments.decide, {
      params: { ...co.params, id },
      body: { decision: 'ACCEPTED' },
    })
    const undo = { params: { ...co.params, id: accepted.headers['x-batch-id'] ?? '' } }
    const bill = await co.book(id)
    expect(await co.me.refused(batches.undo, undo)).toMatchObject({
      id: 'undo.blocked',
      details: [{ message: 'Esta nota já foi lançada: exclua a conta a pagar antes.' }],
    })
    expect((await co.notes())[0]).toMatchObject({ decision: 'ACCEPTED' })
    await co.me.ok(bills.delete, { params: { ...co.params, id: bill.id } })
    await co.me.ok(batches.undo, undo)
    expect((await co.notes())[0]).toMatchObject({ decision: 'REJECTED' })
  })

  test('of any family, altered, unsigned or unknown, never becomes a bill by itself', async () => {
    const co = await buying()
    const altered = nfeProc(supplier, { buyer: co.buyer, number: 1 }).replaceAll('150.00', '850.00')
    const unsigned = nfeProc(supplier, { buyer: co.buyer, number: 2 }).replace(/<Signature.*<\/Signature>/s, '')
    const unknown = nfeProc(supplier, { buyer: null, model: '65', number: 3 })
    const files = [altered, unsigned, unknown, nfse(forger, { buyer: co.buyer }), abrasfXml({ buyer: co.buyer })]
    for (const xml of files) {
      const { id, note } = await co.send(xml)
      expect(note?.check?.state).toBe('UNVERIFIED')
      expect((await co.bookRefused(id)).message).toBe(UNCHECKED)
    }
    expect((await co.notes()).map(note => note.kind).sort()).toEqual(['CONSUMER', 'PRODUCT', 'PRODUCT', 'SERVICE', 'SERVICE'])
    expect(await co.me.ok(bills.list, { params: co.params, query: {} })).toEqual([])
  })

  test('that came altered gives way to the true one, which comes once', async () => {
    const co = await buying()
    const xml = nfeProc(supplier, { buyer: co.buyer })
    const before = await co.send(xml.replaceAll('150.00', '850.00'))
    expect(before.note?.amount_cents).toBe(85_000)
    const after = await co.send(xml)
    expect(after).toMatchObject({ id: before.id, note: { amount_cents: 15_000, check: { state: 'VERIFIED', doubts: [] } } })
    for (const again of [xml, xml.replaceAll('150.00', '850.00')])
      expect(await co.refused(again)).toMatchObject({ id: 'conflict.already_exists', message: 'Esta nota já foi recebida.' })
    expect(await co.notes()).toHaveLength(1)
  })

  test('sent by two people at once comes once', async () => {
    const co = await buying()
    const xml = nfeProc(supplier, { buyer: co.buyer })
    const answers = await Promise.all([co.sent(xml), co.sent(xml), co.sent(xml)])
    expect(answers.map(each => each.status).sort()).toEqual([201, 409, 409])
  })

  test('of another buyer is refused, and nothing is kept', async () => {
    const co = await buying()
    for (const xml of [nfeProc(supplier), nfse(national), abrasfXml()])
      expect((await co.refused(xml)).message).toBe('Esta nota não foi emitida para a empresa.')
    expect(await co.notes()).toEqual([])
  })

  test('of a service is shown with what it withholds, and its bill is whole', async () => {
    const co = await buying()
    const { id, note } = await co.send(nfse(national, { buyer: co.buyer }))
    expect(note).toMatchObject({
      kind: 'SERVICE',
      number: 77,
      amount_cents: 100_000,
      withheld_cents: 1_500,
      lines: [{ name: 'Consultoria em informática', total_cents: 100_000 }],
      check: { state: 'VERIFIED' },
    })
    const read = await co.me.ok(serviceInvoices.get, { params: { id } })
    expect(read).toMatchObject({
      service_provider: { name: 'Consultoria Exemplo Ltda', document_number: SUPPLIER },
      net_amount_cents: 98_500,
    })
    expect((await co.me.ok(serviceInvoices.attachments, { params: { id } })).map(file => file.name)).toEqual([`${nfseKey()}.xml`])
    expect(await co.book(id)).toMatchObject({ amount_cents: 100_000, competence_date: '2026-03-01', document_number: '77' })
    expect((await co.me.refused(serviceInvoices.cancel, { params: { id }, query: { reason: 'Não foi prestado a nós' } })).status).toBe(409)
  })
})

describe('the end of a note', () => {
  const dead = async (co: Awaited<ReturnType<typeof buying>>, id: string) => {
    const note = (await co.notes()).find(each => each.id === id)
    expect(note?.status).toBe('CANCELLED')
    expect((await co.bookRefused(id)).message).toBe('Só uma nota emitida pode ser lançada.')
    return note
  }

  test.each(['101', '110', '301', '302'])('told by its own protocol (%s) makes no bill, accepted or not', async status => {
    const co = await buying()
    const { id } = await co.send(nfeProc(supplier, { buyer: co.buyer, status }))
    expect((await dead(co, id))?.fate).toBe(status === '101' ? 'CANCELLED' : 'DENIED')
    const late = await co.me.refused(fiscalDocuments.decide, { params: { ...co.params, id }, body: { decision: 'ACCEPTED' } })
    expect(late).toMatchObject({
      id: 'conflict.invalid_transition',
      message: 'Esta nota não vale mais: foi cancelada, denegada ou substituída.',
    })
  })

  test('that comes before the note waits for it, once', async () => {
    const co = await buying()
    const cancel = nfeCancel(supplier, nfeKey())
    const kept = await co.send(cancel)
    expect(kept).toMatchObject({ what: 'EVENT_KEPT', note: null })
    expect((await co.refused(cancel)).id).toBe('conflict.already_exists')
    const { id } = await co.send(nfeProc(supplier, { buyer: co.buyer }))
    expect(await dead(co, id)).toMatchObject({ fate: 'CANCELLED', reason: 'Pedido em duplicidade' })
    const files = await co.me.ok(productInvoices.attachments, { params: { id } })
    expect(files.map(file => file.name).sort()).toEqual([`${nfeKey()}-cancelamento.xml`, `${nfeKey()}.xml`])
  })

  test('waits again when the note it met is undone', async () => {
    const co = await buying()
    await co.send(nfeCancel(supplier, nfeKey()))
    const xml = nfeProc(supplier, { buyer: co.buyer })
    const { headers } = await co.sent(xml)
    await co.me.ok(batches.undo, { params: { ...co.params, id: headers['x-batch-id'] ?? '' } })
    expect(await co.notes()).toEqual([])
    await dead(co, (await co.send(xml)).id)
  })

  test('that comes after the note ends it, and can be undone', async () => {
    const co = await buying()
    const { id } = await co.send(nfeProc(supplier, { buyer: co.buyer }))
    const { headers } = await co.sent(nfeCancel(supplier, nfeKey(), { type: '110112', reference: nfeKey({ number: 5 }) }))
    expect(await dead(co, id)).toMatchObject({ fate: 'SUBSTITUTED', replaced_by: nfeKey({ number: 5 }) })
    await co.me.ok(batches.undo, { params: { ...co.params, id: headers['x-batch-id'] ?? '' } })
    await co.book(id)
  })

  test('that comes after the note was booked is told to who keeps its bills, once for each word', async () => {
    const co = await buying()
    const clerk = await app.aMember(co.company, 'FINANCE')
    const reader = await app.aMember(co.company, 'READER')
    const { id } = await co.send(nfeProc(supplier, { buyer: co.buyer }))
    await co.book(id)
    const heard = async (person: TestUser) =>
      (await app.as(person).ok(notifications.list))
        .filter(({ title }) => title === 'Nota já lançada: confira as contas')
        .map(({ body }) => body)
    await co.send(nfeCancel(forger, nfeKey()))
    expect((await heard(clerk))[0]).toContain('aviso de nota cancelada, não conferido. 1 conta foi lançada por ela e não mudou')
    const { headers } = await co.sent(nfeCancel(supplier, nfeKey()))
    expect((await heard(clerk))[0]).toContain('cancelada por quem a emitiu. 1 conta foi lançada por ela')
    expect(await heard(co.company.owner)).toHaveLength(2)
    expect(await heard(reader)).toEqual([])
    await co.me.ok(batches.undo, { params: { ...co.params, id: headers['x-batch-id'] ?? '' } })
    await co.send(nfeCancel(supplier, nfeKey()))
    expect(await heard(clerk)).toHaveLength(2)
  })

  test('that nobody can verify ends nothing: a person decides, whatever was decided before', async () => {
    const co = await buying()
    const { id } = await co.send(nfeProc(supplier, { buyer: co.buyer }))
    await co.decide(id, 'ACCEPTED')
    const { note } = await co.send(nfeCancel(forger, nfeKey()))
    expect(note).toMatchObject({ status: 'ISSUED', decision: null, check: { state: 'UNVERIFIED', doubts: ['event_unverified'] } })
    expect((await co.bookRefused(id)).message).toBe(UNCHECKED)
    await co.decide(id, 'ACCEPTED', 'O fornecedor disse que não cancelou')
    await co.book(id)
    // And the true cancel, later, has the last word.
    expect((await co.send(nfeCancel(supplier, nfeKey()))).note).toMatchObject({ status: 'CANCELLED', fate: 'CANCELLED' })
  })

  test('in the note’s own file ends it when it is verified, and undone with it leaves nothing', async () => {
    const co = await buying()
    const xml = nfeProc(supplier, { buyer: co.buyer, beside: nfeCancel(supplier, nfeKey()) })
    const { headers } = await co.sent(xml)
    const [note] = await co.notes()
    expect(await dead(co, note?.id ?? '')).toMatchObject({
      ...{ fate: 'CANCELLED', reason: 'Pedido em duplicidade', cancelled_at: '2026-03-11T13:00:05.000Z', check: { state: 'VERIFIED' } },
    })
    expect((await co.refused(xml)).id).toBe('conflict.already_exists')
    await co.me.ok(batches.undo, { params: { ...co.params, id: headers['x-batch-id'] ?? '' } })
    await co.book((await co.send(nfeProc(supplier, { buyer: co.buyer }))).id)
  })

  test('refused by the authority ends nothing, in the note’s own file as alone', async () => {
    const co = await buying()
    const refused = nfeCancel(supplier, nfeKey(), { status: '501' })
    expect((await co.refused(refused)).message).toBe('O cancelamento não está registrado.')
    const { id, note } = await co.send(nfeProc(supplier, { buyer: co.buyer, beside: refused }))
    expect(note).toMatchObject({ status: 'ISSUED', fate: null, check: { state: 'VERIFIED', doubts: [] } })
    await co.book(id)
  })

  test.each([
    ['signed by a forger', () => nfeCancel(forger, nfeKey())],
    ['without the event', () => /<retEvento.*<\/retEvento>/s.exec(nfeCancel(supplier, nfeKey()))?.[0] ?? ''],
  ])('in the note’s own file, %s, leaves it to a person, once', async (_, event) => {
    const co = await buying()
    const xml = nfeProc(supplier, { buyer: co.buyer, beside: event() })
    const { id, note } = await co.send(xml)
    expect(note).toMatchObject({ status: 'ISSUED', fate: null, check: { state: 'UNVERIFIED', doubts: ['event_unverified'] } })
    expect((await co.bookRefused(id)).message).toBe(UNCHECKED)
    await co.decide(id, 'ACCEPTED', 'O fornecedor disse que não cancelou')
    for (const again of [xml, nfeProc(supplier, { buyer: co.buyer })]) expect((await co.refused(again)).id).toBe('conflict.already_exists')
    await co.book(id)
    expect((await co.send(nfeCancel(supplier, nfeKey()))).note).toMatchObject({ status: 'CANCELLED', fate: 'CANCELLED' })
  })

  test('in the file of a note that came before is judged the same', async () => {
    const co = await buying()
    const file = (number: number, beside = '') => nfeProc(supplier, { buyer: co.buyer, number, beside })
    const cancel = (by: Signer, number: number, status = '135') => nfeCancel(by, nfeKey({ number }), { status })
    for (const number of [1, 2, 3]) await co.send(file(number))
    expect((await co.send(file(1, cancel(supplier, 1)))).note).toMatchObject({ status: 'CANCELLED', fate: 'CANCELLED' })
    expect((await co.send(file(2, cancel(forger, 2)))).note).toMatchObject({ status: 'ISSUED', check: { doubts: ['event_unverified'] } })
    expect((await co.refused(file(3, cancel(supplier, 3, '501')))).message).toBe('Esta nota já foi recebida.')
  })

  test('of a service note, before it and after it', async () => {
    const co = await buying()
    await co.send(nfseEvent(national, nfseKey(1)))
    expect((await dead(co, (await co.send(nfse(national, { buyer: co.buyer, number: 1 }))).id))?.fate).toBe('CANCELLED')
    const { id } = await co.send(nfse(national, { buyer: co.buyer, number: 2 }))
    await co.send(nfse(national, { buyer: co.buyer, number: 3, replaces: nfseKey(2) }))
    expect(await dead(co, id)).toMatchObject({ fate: 'SUBSTITUTED', replaced_by: nfseKey(3) })
    // The substitute came first.
    await co.send(nfse(national, { buyer: co.buyer, number: 5, replaces: nfseKey(4) }))
    const late = await co.send(nfse(national, { buyer: co.buyer, number: 4 }))
    expect(await dead(co, late.id)).toMatchObject({ fate: 'SUBSTITUTED', replaced_by: nfseKey(5) })
  })

  test('of a city’s note, which nobody signed, leaves it to a person', async () => {
    const co = await buying()
    const { id } = await co.send(abrasfXml({ buyer: co.buyer }))
    await co.decide(id, 'ACCEPTED', 'Consultada na prefeitura')
    expect((await co.send(abrasfCancelXml())).note).toMatchObject({
      id,
      decision: null,
      check: { doubts: ['signature_absent', 'event_unverified'] },
    })
    expect((await co.bookRefused(id)).message).toBe(UNCHECKED)
  })

  test('that comes after its bill leaves the bill, and says so in the note', async () => {
    const co = await buying()
    const { id } = await co.send(nfeProc(supplier, { buyer: co.buyer }))
    const bill = await co.book(id)
    await co.send(nfeCancel(supplier, nfeKey()))
    const [note] = await co.notes()
    expect(note).toMatchObject({ status: 'CANCELLED', entries: [{ id: bill.id }] })
  })
})

describe('the decision', () => {
  let company: TestCompany
  let id: string
  beforeAll(async () => {
    const co = await buying()
    company = co.company
    id = (await co.send(nfeProc(forger, { buyer: co.buyer }))).id
  })
  const decided = (user: TestUser, note = id) =>
    app.call(user, fiscalDocuments.decide, { params: { c: company.id, id: note }, body: { decision: 'REJECTED', reason: 'Falsa' } })

  test('is of who may approve bills, in their own company', async () => {
    const operator = await app.aMember(company, 'OPERATOR')
    expect((await decided(operator)).status).toBe(403)
    const stranger = await app.aUser()
    expect([403, 404]).toContain((await decided(stranger)).status)
    const finance = await app.aMember(company, 'FINANCE')
    expect(await decided(finance)).toMatchObject({ status: 200, data: { decision: 'REJECTED', decision_reason: 'Falsa' } })
    expect((await decided(finance, randomUUID())).status).toBe(404)
    const [news] = await app.as(company.owner).ok(contract.notifications.list)
    expect(news).toMatchObject({ title: 'NF-e 4321 de Fornecedora & Filhos Ltda recusada', body: 'Falsa' })
  })

  test('refused, the note makes no bill', async () => {
    const refused = await app.as(company.owner).refused(bills.createFromInvoice, { params: { c: company.id, nfId: id }, body: {} })
    expect(refused.message).toBe('Esta nota foi recusada.')
  })
})

describe('an office', () => {
  let manager: TestUser
  let company: TestCompany
  let params: { c: string }
  const ids = new Map<string, string>()
  beforeAll(async () => {
    manager = await app.aUser('ORGANIZATION_MANAGER')
    company = await app.aCompany(undefined, { organization_id: manager.organization_id })
    params = { c: company.id }
    await app.as(company.owner).ok(invoiceSettings.activateCapture, { params, body: {} })
    const buyer = company.document_number
    const files = {
      PRODUCT: nfeProc(supplier, { buyer, number: 71 }),
      CONSUMER: nfeProc(forger, { buyer, model: '65', number: 72 }),
      SERVICE: nfse(forger, { buyer }),
    }
    for (const [kind, xml] of Object.entries(files)) {
      const form = { file: new File([xml], 'nota.xml', { type: 'application/xml' }) }
      ids.set(kind, (await app.as(company.owner).ok(fiscalDocuments.capture, { params, form })).id)
    }
  })
  const listed = (status?: 'PENDING' | 'ACCEPTED' | 'REJECTED') =>
    app.as(manager).ok(fiscalDocuments.officeNotes, { query: status ? { status } : {} })
  const kinds = async (status?: 'PENDING' | 'ACCEPTED' | 'REJECTED') => (await listed(status)).map(note => note.kind).sort()

  test('sees the notes of every kind, and those of goods where goods are asked for', async () => {
    expect(await kinds()).toEqual(['CONSUMER', 'PRODUCT', 'SERVICE'])
    expect((await app.as(manager).ok(fiscalDocuments.list)).map(note => note.kind)).toEqual(['PRODUCT'])
    expect((await listed()).find(note => note.kind === 'SERVICE')).toMatchObject({
      check: { state: 'UNVERIFIED' },
      lines: [{ total_cents: 100_000 }],
    })
  })

  test.each(['CONSUMER', 'SERVICE', 'PRODUCT'])(
    'accepts or refuses a note of the kind %s, which then makes a bill or none, and may take that back',
    async kind => {
      const id = ids.get(kind) ?? ''
      const decide = (decision: 'ACCEPTED' | 'REJECTED') =>
        app.call(manager, fiscalDocuments.officeDecide, { params: { id }, body: { decision, reason: 'Vista pelo escritório' } })
      const refused = await decide('REJECTED')
      expect(refused).toMatchObject({ status: 200, data: { kind, decision: 'REJECTED', decision_reason: 'Vista pelo escritório' } })
      expect(await kinds('REJECTED')).toEqual([kind])
      const book = { params: { ...params, nfId: id }, body: {} }
      expect((await app.as(company.owner).refused(bills.createFromInvoice, book)).message).toBe('Esta nota foi recusada.')
      await app.as(manager).ok(batches.undo, { params: { ...params, id: refused.headers['x-batch-id'] ?? '' } })
      expect(await kinds('PENDING')).toContain(kind)
      expect((await decide('ACCEPTED')).data).toMatchObject({ decision: 'ACCEPTED' })
      await app.as(company.owner).ok(bills.createFromInvoice, book)
      expect((await decide('REJECTED')).status).toBe(409)
    },
  )

  test('decides nothing of another office, and a company’s own people decide nothing as one', async () => {
    const id = ids.get('SERVICE') ?? ''
    const asked = { params: { id }, body: { decision: 'ACCEPTED' as const } }
    const other = await app.aUser('ORGANIZATION_MANAGER')
    expect(await app.as(other).ok(fiscalDocuments.officeNotes, { query: {} })).toEqual([])
    expect((await app.as(other).refused(fiscalDocuments.officeDecide, asked)).status).toBe(404)
    expect((await app.as(company.owner).refused(fiscalDocuments.officeNotes, { query: {} })).id).toBe('permission.denied')
    expect((await app.as(company.owner).refused(fiscalDocuments.officeDecide, asked)).id).toBe('permission.denied')
  })
})
