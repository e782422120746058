// Correction letters and voided numbers over the real server and the local authority: their limits, their states, and what they leave behind.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type IssuingCompany, issuingCompany } from '#tests/kit/invoices.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'

const { customerInvoices, invoiceCorrections, invoiceVoids, productInvoices, notifications } = contract
const DAY = 86_400_000

let app: TestServer
let co: IssuingCompany
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app?.close())
beforeEach(async () => {
  app.clock.set(TEST_NOW)
  co = await issuingCompany(app)
})

const owner = (of = co) => app.as(of.company.owner)
const at = (body: unknown, of = co) => ({ params: { c: of.company.id }, body })
/** Of R$ 25,00 each, or of a total the local authority fails at. */
const issue = (cents?: number, row: 'PRODUCT' | 'CONSUMER' = 'PRODUCT') =>
  owner().ok(row === 'PRODUCT' ? productInvoices.create : customerInvoices.create, {
    body: {
      company_id: co.company.id,
      ...(row === 'PRODUCT' ? { contact_id: co.customer } : {}),
      invoice_products: [{ product_id: co.product, amount: 1, ...(cents ? { unit_price_cents: cents } : {}) }],
      invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['PIX'] },
    },
  })
/** What a rejected note says instead. */
const anew = () => ({
  invoice_products: [{ product_id: co.product, amount: 2 }],
  invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['PIX'] },
})
const note = (id: string) => owner().ok(productInvoices.get, { params: { id } })
const newest = async () => (await owner().ok(notifications.list))[0]

describe('a correction letter', () => {
  const text = 'O CFOP correto do item 1 é 5102.'
  const write = (id: string, said = text) => owner().ok(invoiceCorrections.create, { params: { id }, body: { text: said } })
  const refused = (id: string, said = text) => owner().refused(invoiceCorrections.create, { params: { id }, body: { text: said } })
  const list = (id: string) => owner().ok(invoiceCorrections.list, { params: { id } })

  test('is registered, kept with the note, told, and followed by the next', async () => {
    const { id, access_key } = await issue()
    expect(await write(id)).toMatchObject({ sequence: 1, status: 'PROCESSING', text })
    await write(id, `${text} E o transporte é por conta do destinatário.`)
    const { corrections, refusal, limits } = await list(id)
    expect(corrections.map(letter => [letter.sequence, letter.status])).toEqual([
      [1, 'REGISTERED'],
      [2, 'REGISTERED'],
    ])
    expect(corrections[0]?.protocol).toMatch(/^1\d{14}$/)
    expect(refusal).toBeNull()
    expect(limits).toHaveLength(3)
    const files = await owner().ok(productInvoices.attachments, { params: { id } })
    expect(files.map(file => file.name)).toContain(`${access_key}-carta-correcao-02.xml`)
    expect(await newest()).toMatchObject({
      type: 'NOTA_FISCAL',
      title: expect.stringMatching(/^Carta de correção 2 da NF-e \d+ registrada$/),
    })
    expect((await note(id)).status).toBe('ISSUED')
  })

  test('refused says why and takes no place; without an answer it is asked again', async () => {
    const { id } = await issue()
    await write(id, 'Favor recusar esta carta de correção')
    expect((await list(id)).corrections).toMatchObject([{ status: 'REJECTED', reason_code: '594', protocol: null }])
    expect(await newest()).toMatchObject({ title: expect.stringContaining('recusada') })
    expect(await write(id, 'Autoridade sem resposta na primeira vez')).toMatchObject({ sequence: 1 })
    app.clock.advance(10_000)
    await list(id)
    expect((await list(id)).corrections.map(letter => letter.status).sort()).toEqual(['REGISTERED', 'REJECTED'])
  })

  test('has its length, its thirty days, its twenty, and its kind of note', async () => {
    const { id } = await issue()
    for (const said of ['Curta demais', 'x'.repeat(1001), ` ${' '.repeat(30)} `]) expect((await refused(id, said)).status).toBe(422)
    app.clock.advance(30 * DAY)
    await write(id)
    app.clock.advance(60_000)
    expect(await refused(id)).toMatchObject({ status: 409, message: 'A carta de correção vai até 30 dias depois da autorização.' })
    expect((await list(id)).refusal).toContain('30 dias')
    app.clock.set(TEST_NOW)
    for (let n = 2; n <= 20; n += 1) expect((await write(id)).sequence).toBe(n)
    expect((await refused(id)).message).toBe('Uma nota aceita até 20 cartas de correção.')
    expect((await refused((await issue(undefined, 'CONSUMER')).id)).message).toBe('Só a NF-e aceita carta de correção.')
    const denied = await issue(99_901)
    expect((await refused(denied.id)).message).toBe('Só uma nota emitida aceita carta de correção.')
  })

  test('is for who may transmit, in their own company', async () => {
    const { id } = await issue()
    const call = { params: { id }, body: { text } }
    expect((await app.as(await app.aMember(co.company, 'OPERATOR')).refused(invoiceCorrections.create, call)).id).toBe('permission.denied')
    expect((await app.as((await app.aCompany()).owner).refused(invoiceCorrections.create, call)).status).toBe(404)
    expect((await app.as((await app.aCompany()).owner).refused(invoiceCorrections.list, call)).status).toBe(404)
  })
})

describe('numbers nobody took', () => {
  const gaps = () => owner().ok(invoiceVoids.gaps, { params: { c: co.company.id } })
  const justification = 'Falha do sistema na emissão da nota'
  const range = (first_number: number, last_number = first_number, more: object = {}) =>
    at({ kind: 'PRODUCT', serie_number: '1', first_number, last_number, justification, ...more })
  const list = () => owner().ok(invoiceVoids.list, { params: { c: co.company.id } })
  const span = (first_number: number, last_number = first_number) => ({ kind: 'PRODUCT', serie_number: '1', first_number, last_number })

  test('are the rejected ones between those that stand; voiding them closes the gap, and the corrected note takes the next', async () => {
    const issued = await issue()
    const rejected = [await issue(99_901), await issue(99_902)]
    await issue()
    const last = await issue(99_901)
    expect([issued, ...rejected, last].map(each => each.number)).toEqual([1, 2, 3, 5])
    expect(await gaps()).toEqual([span(2, 3), span(5)])
    const made = await owner().ok(invoiceVoids.create, range(2, 3))
    expect(made).toMatchObject({ status: 'PROCESSING', first_number: 2, last_number: 3 })
    expect(await list()).toMatchObject([{ id: made.id, status: 'REGISTERED', protocol: expect.stringMatching(/^1\d{14}$/) }])
    expect(await newest()).toMatchObject({ title: 'Inutilização de 2 a 3 da NF-e homologada' })
    expect(await gaps()).toEqual([span(5)])
    const document = await owner().call(invoiceVoids.document, { params: { c: co.company.id, id: made.id } })
    expect(document.headers['content-disposition']).toContain('inutilizacao-nfe-1-2.xml')
    expect(String(document.data)).toMatch(/<procInutNFe .*<infInut Id="ID3526\d{14}55001000000002000000003">.*<cStat>102<\/cStat>/s)
    const corrected = await owner().ok(productInvoices.update, {
      params: { id: rejected[0]?.id ?? '' },
      body: anew(),
    })
    expect(corrected.number).toBe(6)
    // A rejected number nobody voided is still the note's own.
    expect(
      (
        await owner().ok(productInvoices.update, {
          params: { id: last.id },
          body: anew(),
        })
      ).number,
    ).toBe(5)
    expect(await gaps()).toEqual([])
  })

  test('that a note took, that are yet to come, or voided before are refused', async () => {
    await issue()
    await issue(99_901)
    await issue()
    const refused = (call: object) => owner().refused(invoiceVoids.create, call)
    expect((await refused(range(1, 2))).details?.[0]).toMatchObject({
      field: 'first_number',
      message: expect.stringContaining('O número 1 é de uma nota'),
    })
    expect((await refused(range(3, 4))).message).toContain('só chegou ao número 3')
    expect((await refused(range(3, 2))).details?.[0]?.field).toBe('last_number')
    expect((await refused(range(2, 2, { justification: 'curta' }))).status).toBe(422)
    expect((await refused(range(2, 2, { kind: 'SERVICE' }))).status).toBe(422)
    expect((await refused(range(0))).status).toBe(422)
    expect((await refused(range(1, 2, { serie_number: '7' }))).message).toContain('só chegou ao número 0')
    await owner().ok(invoiceVoids.create, range(2))
    expect((await refused(range(2))).id).toBe('conflict.already_exists')
    expect((await app.as(await app.aMember(co.company, 'READER')).refused(invoiceVoids.create, range(2))).status).toBe(403)
  })

  test('without an answer are asked again, and meanwhile no note takes them', async () => {
    await issue()
    const rejected = await issue(99_901)
    await issue()
    await owner().ok(invoiceVoids.create, range(2, 2, { justification: 'Autoridade sem resposta na primeira vez' }))
    expect((await list())[0]?.status).toBe('PROCESSING')
    expect(await gaps()).toEqual([])
    await owner().ok(productInvoices.update, {
      params: { id: rejected.id },
      body: anew(),
    })
    expect(await note(rejected.id)).toMatchObject({ status: 'ISSUED', number: 4 })
    app.clock.advance(10_000)
    await list()
    expect((await list())[0]).toMatchObject({ status: 'REGISTERED' })
  })

  test('of a consumer series are told apart', async () => {
    await issue(undefined, 'CONSUMER')
    await issue(99_901, 'CONSUMER')
    await issue(undefined, 'CONSUMER')
    expect(await gaps()).toEqual([{ ...span(2), kind: 'CONSUMER' }])
    await owner().ok(invoiceVoids.create, range(2, 2, { kind: 'CONSUMER' }))
    expect(await list()).toMatchObject([{ kind: 'CONSUMER', status: 'REGISTERED' }])
  })
})

describe('contingency', () => {
  const { invoiceSettings } = contract
  const reason = 'SEFAZ de São Paulo fora do ar desde as 9h'
  const set = (body: object) => owner().ok(invoiceSettings.setContingency, at(body))
  const xmlOf = async (id: string) => {
    const [file] = await app.sql<{
      storage_key: string
    }>`select storage_key from attachments where invoice_id = ${id} and name like '%.xml'`
    return Buffer.from(await app.services.files.get(file?.storage_key ?? '')).toString()
  }

  test('new NF-e say so in their key and XML until it ends; consumer notes are left alone', async () => {
    expect((await owner().ok(invoiceSettings.get, { params: { c: co.company.id } })).contingency).toBeNull()
    const { contingency } = await set({ active: true, reason })
    expect(contingency).toEqual({ since: '2026-03-11T15:00:00.000Z', reason, authority: 'SVC_AN' })
    app.clock.advance(60_000)
    const made = await issue()
    expect(await note(made.id)).toMatchObject({ status: 'ISSUED', access_key: expect.stringMatching(/^\d{34}6\d{9}$/) })
    expect(await xmlOf(made.id)).toMatch(
      /<tpEmis>6<\/tpEmis>.*<verProc>[^<]+<\/verProc><dhCont>2026-03-11T12:00:00-03:00<\/dhCont><xJust>SEFAZ de São Paulo fora do ar desde as 9h<\/xJust><\/ide>/,
    )
    expect((await issue(undefined, 'CONSUMER')).access_key?.[34]).toBe('1')
    // A new reason does not begin it anew.
    expect((await set({ active: true, reason: `${reason} de hoje` })).contingency?.since).toBe('2026-03-11T15:00:00.000Z')
    expect((await set({ active: false })).contingency).toBeNull()
    const normal = await issue()
    expect(await note(normal.id)).toMatchObject({ status: 'ISSUED', access_key: expect.stringMatching(/^\d{34}1\d{9}$/) })
    expect(await xmlOf(normal.id)).not.toContain('<dhCont>')
  })

  test('wants a reason, a company that issues, and the right; and tells who answers', async () => {
    const refused = (body: object, user = co.company.owner) => app.as(user).refused(invoiceSettings.setContingency, at(body))
    for (const body of [
      { active: true },
      { active: true, reason: 'curto' },
      { active: true, reason: 'x'.repeat(257) },
      {},
      { active: 'sim' },
    ])
      expect((await refused(body)).status).toBe(422)
    expect((await refused({ active: false }, await app.aMember(co.company, 'READER'))).status).toBe(403)
    const other = await app.aCompany()
    expect(
      (await app.as(other.owner).refused(invoiceSettings.setContingency, { params: { c: other.id }, body: { active: true, reason } })).id,
    ).toBe('invoice.not_enabled')
    expect(await owner().ok(invoiceSettings.contingency, { params: { c: co.company.id } })).toMatchObject({
      authority: 'SVC_AN',
      state: { available: true },
      virtual: { available: true },
    })
  })
})
