// Notes and charges handed on: what a link shows and until when, the e-mail that carries it, and doors that look alike.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type IssuingCompany, issuingCompany } from '#tests/kit/invoices.ts'
import { type MoneyBooks, moneyBooks } from '#tests/kit/money.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'

const { billings, chargeLinks, noteLinks, serviceInvoices } = contract
const DAY_MS = 24 * 3_600_000

let app: TestServer
let co: IssuingCompany
let b: MoneyBooks
beforeAll(async () => {
  app = await testServer()
  co = await issuingCompany(app)
  b = await moneyBooks(app)
})
afterAll(() => app?.close())
beforeEach(() => app.clock.set(TEST_NOW))

const anybody = () => app.as(undefined)
const owner = () => app.as(co.company.owner)
const of = (id: string) => ({ params: { c: co.company.id, id } })
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''
const lastMail = async () =>
  (
    await app.sql<{ recipient: string; text: string; subject: string }>`
    select recipient, text, subject from outbox where kind = 'EMAIL' order by at desc limit 1`
  )[0]

const issue = async (fields: Record<string, unknown> = {}) =>
  owner().ok(serviceInvoices.create, {
    params: { c: co.company.id },
    body: { contact_id: co.customer, service_id: co.service, amount_cents: 100_000, ...fields },
  })

describe('a note', () => {
  test('opens by its link without sign-in: the note, its PDF and XML, and nothing else of the company', async () => {
    const { id } = await issue()
    const { url, expires_at } = await owner().ok(noteLinks.link, of(id))
    expect(Date.parse(expires_at) - TEST_NOW).toBe(60 * DAY_MS)
    const token = tokenOf(url)
    expect(await anybody().ok(noteLinks.open, { params: { token } })).toEqual({
      kind: 'SERVICE',
      status: 'ISSUED',
      number: 1,
      issuer_name: expect.any(String),
      issuer_document: co.company.document_number,
      customer_name: 'Mercado Campineiro Ltda',
      amount_cents: 100_000,
      day: '2026-03-11',
      files: ['pdf', 'xml'],
    })
    const file = async (document: string) => app.app.inject({ url: `/v1/note_links/${token}/${document}` })
    expect((await file('pdf')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await file('xml')).headers['content-type']).toContain('application/xml')
    expect((await file('json')).statusCode).toBe(404)
  })

  test('goes by e-mail to the address that was confirmed, and leaves an audit line', async () => {
    const { id } = await issue()
    await owner().ok(noteLinks.email, { ...of(id), body: { email: 'fiscal@exemplo.com.br' } })
    const mail = await lastMail()
    expect(mail?.recipient).toBe('fiscal@exemplo.com.br')
    expect(mail?.subject).toMatch(/^NFS-e \d+ de /)
    const [, token = ''] = /\/note\/(\S+)$/.exec(mail?.text ?? '') ?? []
    expect((await anybody().ok(noteLinks.open, { params: { token } })).amount_cents).toBe(100_000)
    const [line] = await app.sql<{ user_id: string; ids: string[] }>`
      select user_id, ids from audit_lines where command = ${noteLinks.email.id}`
    expect(line).toEqual({ user_id: co.company.owner.id, ids: [id] })
  })

  test('written with an address is mailed once it is issued, and not when it is rejected', async () => {
    await issue({ email_to: 'aluno@exemplo.com.br' })
    expect((await lastMail())?.recipient).toBe('aluno@exemplo.com.br')
    const rejected = await issue({ email_to: 'outro@exemplo.com.br', amount_cents: 99_901 })
    expect((await lastMail())?.recipient).toBe('aluno@exemplo.com.br')
    expect((await owner().refused(noteLinks.link, of(rejected.id))).id).toBe('conflict.invalid_transition')
    const email = { ...of(rejected.id), body: { email: 'outro@exemplo.com.br' } }
    expect((await owner().refused(noteLinks.email, email)).id).toBe('conflict.invalid_transition')
  })

  test('is not opened by a link that ran out, was altered, or is of a charge', async () => {
    const { id } = await issue()
    const token = tokenOf((await owner().ok(noteLinks.link, of(id))).url)
    const closed = async (row: typeof noteLinks.open | typeof chargeLinks.open, token: string) =>
      (await anybody().refused(row, { params: { token } })).id
    const other = await issue()
    const ids = tokenOf((await owner().ok(noteLinks.link, of(other.id))).url).slice(0, 43)
    expect(await closed(noteLinks.open, ids + token.slice(43))).toBe('resource.not_found')
    expect(token).toMatch(/^[\w-]+$/)
    expect(await closed(noteLinks.open, 'nada')).toBe('resource.not_found')
    expect(await closed(chargeLinks.open, token)).toBe('resource.not_found')
    app.clock.set(TEST_NOW + 61 * DAY_MS)
    expect(await closed(noteLinks.open, token)).toBe('resource.not_found')
  })
})

describe('a charge', () => {
  const charged = (body: object = {}) =>
    app.as(b.owner).ok(billings.create, b.at({ transaction_amount: 10_099, due_date: '2026-03-20', ...body }))
  const at = (id: string) => ({ params: { c: b.company.id, id } })

  test('opens by its link to be paid until its last day, and shows no code once it is over', async () => {
    const charge = await charged()
    await app.as(b.owner).ok(chargeLinks.email, { ...at(charge.id), body: { email: 'ana@exemplo.com' } })
    const [, token = ''] = /\/charge\/(\S+)$/.exec((await lastMail())?.text ?? '') ?? []
    const shown = await anybody().ok(chargeLinks.open, { params: { token } })
    expect(shown).toMatchObject({ status: 'PENDING', amount_cents: 10_099, due_date: '2026-03-20', emv_code: charge.emv_code })
    expect(Object.keys(shown)).not.toContain('receivable_id')
    const pdf = await app.app.inject({ url: `/v1/charge_links/${token}/pdf` })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    await app.as(b.owner).ok(billings.cancel, { params: { id: charge.id } })
    expect(await anybody().ok(chargeLinks.open, { params: { token } })).toMatchObject({
      status: 'CANCELLED',
      emv_code: null,
      qr_code: null,
      digitable_line: null,
    })
    expect((await app.app.inject({ url: `/v1/charge_links/${token}/pdf` })).statusCode).toBe(404)
    expect((await app.as(b.owner).refused(chargeLinks.link, at(charge.id))).id).toBe('conflict.invalid_transition')
  })
})
