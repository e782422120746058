// The office's queue and the search over everything: every company one may see, nothing of any other.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { searchQuery } from '#server/areas/office/search/words.ts'
import { all } from '#server/db/query.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { nfeKey, nfeProc, supplierSigner } from '#tests/kit/received-notes.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { queue, bills, contacts, batches } = contract

let app: TestServer
let manager: TestUser
let mine: Books
let foreign: Books
beforeAll(async () => {
  app = await testServer()
  manager = await app.aUser('ORGANIZATION_MANAGER')
  mine = await books(app, await app.aCompany(undefined, { organization_id: manager.organization_id }))
  foreign = await books(app)
})
afterAll(() => app?.close())

const ofMine = async () => (await app.as(manager).ok(queue.list)).find(row => row.id === mine.company.id)

describe('the queue', () => {
  test('has the companies of the office, and of nobody else', async () => {
    const ids = (await app.as(manager).ok(queue.list)).map(row => row.id)
    expect(ids).toContain(mine.company.id)
    expect(ids).not.toContain(foreign.company.id)
  })

  test('counts pending lines, and as doubts those with an open title of the same amount near their day', async () => {
    const before = await ofMine()
    const bill = await mine.bill({ amount_cents: 77_700, due_date: '2026-03-20' })
    await mine.line(-77_700, { date: '2026-03-19' })
    await mine.line(77_700, { date: '2026-03-19' })
    await mine.line(-77_701, { date: '2026-03-19' })
    await mine.line(-77_700, { date: '2025-11-01' })
    const after = await ofMine()
    expect((after?.pending_lines_count ?? 0) - (before?.pending_lines_count ?? 0)).toBe(4)
    expect((after?.doubts_count ?? 0) - (before?.doubts_count ?? 0)).toBe(1)
    await app.as(mine.owner).ok(bills.delete, { params: { ...mine.c, id: bill.id } })
    expect((await ofMine())?.doubts_count).toBe(before?.doubts_count)
  })

  test('tells the first month that is open', async () => {
    await mine.bill({ date: '2026-01-10', due_date: '2026-01-10', competence_date: '2026-01-10' })
    expect((await ofMine())?.open_month).toBe('2026-01')
    await mine.close('2026-01-01', '2026-01-31')
    expect((await ofMine())?.open_month).toBe('2026-02')
  })
})

describe('the search', () => {
  const find = async (q: string, user: TestUser = manager) => app.as(user).ok(queue.search, { query: { q } })
  const titles = async (q: string) => (await find(q)).map(hit => hit.title)

  test('finds titles by the beginnings of their words, whatever case and accents, by number and by amount', async () => {
    await mine.bill({ amount_cents: 123_456, additional_information: 'Manutenção do Elevador', document_number: 'NF 8841' })
    expect(await titles('manutencao elev')).toEqual(['Manutenção do Elevador'])
    expect(await titles('ELEVADOR')).toEqual(['Manutenção do Elevador'])
    expect(await titles('8841')).toEqual(['Manutenção do Elevador'])
    expect(await titles('1.234,56')).toEqual(['Manutenção do Elevador'])
    expect(await titles('elevador 1234,57')).toEqual([])
    expect(await titles('levador')).toEqual([])
  })

  test('has the open company first, though all that is newer stands elsewhere', async () => {
    const other = await books(app, await app.aCompany(undefined, { organization_id: manager.organization_id }))
    const due = (day: number) => `2026-06-${String(day).padStart(2, '0')}` as const
    const old = await mine.bill({ additional_information: 'Dedetização', due_date: due(1) })
    for (let at = 0; at < 45; at++) await other.bill({ additional_information: 'Dedetização', due_date: due(2 + (at % 20)) })
    const ask = (company_id: string) => app.as(manager).ok(queue.search, { query: { q: 'dedetizacao', company_id } })
    const found = await ask(mine.company.id)
    expect(found.length).toBe(40)
    expect(found[0]?.id).toBe(old.id)
    expect(new Set(found.map(({ id }) => id)).size).toBe(40)
    expect((await ask(foreign.company.id)).every(({ company_id }) => company_id === other.company.id)).toBe(true)
  })

  test('keeps to one kind where it is asked, and finds a note by its key as it is printed', async () => {
    const me = app.as(mine.owner)
    await me.ok(contract.invoiceSettings.activateCapture, { params: mine.c, body: {} })
    const xml = nfeProc(supplierSigner(app), { number: 8153, buyer: mine.company.document_number })
    const form = { file: new File([xml], 'nota.xml', { type: 'application/xml' }) }
    await me.ok(contract.fiscalDocuments.capture, { params: mine.c, form })
    await mine.bill({ additional_information: 'Pães da nota 8153' })
    const ask = (q: string) => app.as(manager).ok(queue.search, { query: { q, kind: 'INVOICE' } })
    const key = nfeKey({ number: 8153 })
    for (const q of ['8153', key, key.replace(/.{4}/g, '$& ').trim(), key.slice(0, 20)])
      expect(
        (await ask(q)).map(({ kind, title }) => [kind, title]),
        q,
      ).toEqual([['INVOICE', 'Nota 8153']])
    const { name } = await app.as(mine.owner).ok(contract.companies.profile, { params: mine.c })
    expect(await ask(name)).toEqual([])
    const companies = await app.as(manager).ok(queue.search, { query: { q: name, kind: 'COMPANY' } })
    expect(new Set(companies.map(hit => hit.kind))).toEqual(new Set(['COMPANY']))
  })

  test('has a number itself before all that only begins with it, however old it is', async () => {
    const due = (day: number) => `2026-07-${String(day).padStart(2, '0')}` as const
    const old = await mine.bill({ additional_information: 'Alvará', document_number: '71', due_date: due(1) })
    for (let at = 0; at < 45; at++) await mine.bill({ document_number: `71${at + 100}`, due_date: due(2 + (at % 20)) })
    const found = await find('71')
    expect(found.length).toBe(40)
    expect(found[0]?.id).toBe(old.id)
  })

  test('follows a change of words, a deletion and its undo', async () => {
    const bill = await mine.bill({ additional_information: 'Pintura da fachada' })
    const me = app.as(mine.owner)
    await me.ok(bills.update, { params: { ...mine.c, id: bill.id }, body: { additional_information: 'Reforma da vitrine' } })
    expect(await titles('fachada')).toEqual([])
    expect(await titles('vitrine')).toEqual(['Reforma da vitrine'])
    const deleted = await me.call(bills.delete, { params: { ...mine.c, id: bill.id } })
    expect(await titles('vitrine')).toEqual([])
    await me.ok(batches.undo, { params: { ...mine.c, id: deleted.headers['x-batch-id'] ?? '' } })
    expect(await titles('vitrine')).toEqual(['Reforma da vitrine'])
  })

  test('finds contacts by name and by document with or without its marks, and companies', async () => {
    await app.as(mine.owner).ok(contacts.create, {
      body: { company_id: mine.company.id, kind: 'SUPPLIER', name: 'Gráfica Ipê', document_number: '11.222.333/0001-81' },
    })
    for (const q of ['grafica', '11222333', '11.222.333/0001-81']) expect(await titles(q), q).toContain('Gráfica Ipê')
    const { name } = await app.as(mine.owner).ok(contract.companies.profile, { params: mine.c })
    const [company] = await find(name)
    expect(company).toMatchObject({ kind: 'COMPANY', id: mine.company.id, company_id: mine.company.id })
  })

  test('shows nothing of a company one does not see, nor what one’s role does not', async () => {
    await foreign.bill({ additional_information: 'Segredo alheio' })
    expect(await find('segredo')).toEqual([])
    expect((await find('segredo', foreign.owner)).map(hit => hit.title)).toEqual(['Segredo alheio'])
    await mine.bill({ additional_information: 'Honorários reservados' })
    const member = await app.aMember(mine.company, 'READER')
    expect((await find('reservados', member)).length).toBe(1)
    await app.sql`update roles set rights = rights - 'bills' where company_id = ${mine.company.id} and preset = 'READER'`
    expect(await find('reservados', member)).toEqual([])
  })

  test('finds what each of many companies has, more of them than are read at once', async () => {
    const lawyer = await app.aUser('ORGANIZATION_MANAGER')
    const companies = Array.from({ length: 20 }, () => app.aCompany(undefined, { organization_id: lawyer.organization_id }))
    const opened = await Promise.all(companies.map(async company => books(app, await company)))
    for (const each of opened) await each.bill({ additional_information: 'Laudo do perito' })
    const found = await find('laudo perito', lawyer)
    expect(new Set(found.map(hit => hit.company_id))).toEqual(new Set(opened.map(each => each.company.id)))
    expect(found.length).toBe(20)
  })

  test('keeps a company to its own words, though another has the same mark in the index', async () => {
    const { id } = mine.company
    const alike = `${id.slice(0, -5)}${id.at(-5) === '0' ? '1' : '0'}${id.slice(-4)}`
    await app.sql`insert into search_texts (company_id, id, kind, day, words)
      select company_id, gen_random_uuid(), 'BILL', '2026-03-11'::date, array_to_tsvector(array['gazeta'])
      from unnest(${[id, alike]}::uuid[]) company_id`
    const hits = (companies: string[]) =>
      app.inCompany([id], tx => all(tx, sql`select company_id from razao_search(${`'gaz':*`}, ${companies}::uuid[], '{}', '{}', '{}')`))
    expect(await hits([id])).toEqual([{ company_id: id }])
    expect(await hits([id, alike])).toEqual([{ company_id: id }])
  })

  test('reads figures before a mark as whole, and anything else as a beginning', () => {
    expect(searchQuery('1.234,5')).toContain(`('1' & '234' & '5':*)`)
    expect(searchQuery('manut.elev')).toBe(`('manut':* & 'elev':*)`)
  })

  test('reads anything that is typed, and makes no question of what holds no word', async () => {
    expect(searchQuery('  ')).toBeUndefined()
    expect(searchQuery("'&|!():*")).toBeUndefined()
    expect(searchQuery('R$ 2.876,50')).toBe(searchQuery('2.876,50'))
    for (const q of ["d'água", 'a & !b', '(x | y):*', '\\', '%', "';drop", '<->', '😀', '1e5', '.'])
      expect(Array.isArray(await find(q)), q).toBe(true)
  })
})
