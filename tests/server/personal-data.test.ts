// What the LGPD owes a person, call by call; that nothing of them stays is proven in tests/proofs/personal-data.proof.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { associates, bills, contacts, dependents, personalData } = contract

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

const me = () => server.as(b.owner)

const aContact = (fields: object) =>
  me().ok(contacts.create, { body: { company_id: b.company.id, kind: 'SUPPLIER', name: 'Iracema Duarte Leal', ...fields } })

test('a person’s copy holds their record and the titles about them; one’s own holds one’s account', async () => {
  const { id } = await aContact({ document_number: cpfNumber(88_001) })
  await b.bill({ contact_id: id, additional_information: 'Frete da Iracema' })
  const copy = (await me().call(personalData.ofContact, { params: { ...b.c, id } })).data
  expect(copy).toMatchObject({
    dados: { Contatos: [{ name: 'Iracema Duarte Leal' }], Lançamentos: [{ additional_information: 'Frete da Iracema' }] },
  })
  expect((await me().call(personalData.mine)).data).toMatchObject({ dados: { Conta: [{ document_number: b.owner.document_number }] } })
})

test('an erasure waits for open titles, spares companies, and takes a partner’s dependents along', async () => {
  const { id } = await aContact({ document_number: cpfNumber(88_002) })
  const bill = await b.bill({ contact_id: id })
  expect(await me().refused(personalData.eraseContact, { params: { ...b.c, id } })).toMatchObject({
    message: 'Esta pessoa tem 1 conta em aberto: conclua ou troque o contato antes.',
  })
  await me().ok(bills.delete, { params: { ...b.c, id: bill.id } })
  expect((await me().ok(personalData.eraseContact, { params: { ...b.c, id } })).kept.map(({ what }) => what)).toContain('Lançamentos')
  expect((await server.call(b.owner, contacts.get, { params: { id } })).status).toBe(404)

  const company = await aContact({ name: 'Duarte Ltda', type: 'LEGAL', document_number: cnpjNumber(88_003) })
  expect(await me().refused(personalData.eraseContact, { params: { ...b.c, id: company.id } })).toMatchObject({
    id: 'conflict.not_editable',
  })

  const partner = await me().ok(associates.create, { params: b.c, body: { name: 'Ubirajara Leal', document_number: cpfNumber(88_004) } })
  const child = { associate_id: partner.id, name: 'Jaci Leal', birth_date: '2015-03-04', kinship: 'CHILD' }
  await me().ok(dependents.create, { params: b.c, body: child })
  await me().ok(personalData.eraseAssociate, { params: { ...b.c, id: partner.id } })
  expect(await server.sql`select 1 from dependents where company_id = ${b.company.id} and name = 'Jaci Leal'`).toEqual([])
})

test('who read a record, and who stood in a list, is known for an incident', async () => {
  const { id } = await aContact({ document_number: cpfNumber(88_005), name: 'Jurema Prado' })
  const reader = await server.aMember(b.company, 'READER')
  const asked = () => me().ok(personalData.reads, { params: { ...b.c, userId: reader.id } })
  await server.as(reader).ok(contacts.get, { params: { id } })
  expect((await asked()).map(({ name, how }) => [name, how])).toEqual([['Jurema Prado', 'RECORD']])
  await server.as(reader).ok(contacts.list, { query: { companyId: b.company.id } })
  expect((await asked()).length).toBeGreaterThan(1)
  const stranger = await server.aUser()
  expect(await me().refused(personalData.reads, { params: { ...b.c, userId: stranger.id } })).toMatchObject({ id: 'resource.not_found' })
})
