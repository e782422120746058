// The morning of São Paulo on the test clock: who is reminded of what, once, and what is no longer kept.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Notification } from '#contract/notifications.ts'
import { addDays } from '#domain/days.ts'
import { parseFilter } from '#domain/filter.ts'
import { BILL_FILTER_FIELDS, RECEIVABLE_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { runMorning, scheduleMorning } from '#server/areas/reports/daily/morning.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let app: TestServer
let b: Books
beforeEach(async () => {
  app = await testServer()
  b = await books(app)
})
afterEach(() => app.close())

/** A morning, a minute after six. */
async function morningOf(day: string): Promise<void> {
  app.clock.set(`${day}T09:01:00.000Z`)
  await runMorning(app.services)
  await app.drain()
}

const told = async (user: TestUser = b.owner): Promise<Notification[]> => app.as(user).ok(contract.notifications.list)
const titles = async (user?: TestUser) => (await told(user)).map(each => each.title)

/** What the screen behind a notification filters by, read as the screen reads it. */
function filterOf({ action }: Notification, area: 'bills' | 'receivables', day: string) {
  const url = new URL(action ?? '', 'http://x')
  expect(url.pathname).toBe(`/company/${b.company.id}/${area}`)
  expect(url.searchParams.get('periodo')).toBe('tudo')
  const fields = area === 'bills' ? BILL_FILTER_FIELDS : RECEIVABLE_FILTER_FIELDS
  const { tokens, errors } = parseFilter(url.searchParams.get(area) ?? '', { fields, today: day })
  expect(errors).toEqual([])
  return tokens.map(({ source: _, ...token }) => token)
}

describe('the morning', () => {
  test('comes at six in São Paulo every day, once for all processes', async () => {
    app.clock.set('2026-03-11T08:59:00.000Z')
    await scheduleMorning(app.services)
    await scheduleMorning(app.services)
    const days = async () => (await app.sql<{ day: string }>('select day from daily_runs order by day')).map(row => row.day)
    await app.drain()
    expect(await days()).toEqual([])
    await app.pass(60_000)
    expect(await days()).toEqual(['2026-03-11'])
    await app.pass(3 * DAY_MS)
    expect(await days()).toEqual(['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14'])
  })

  test('is made up for when the product was off at six, and not worked through twice', async () => {
    await b.bill({ due_date: '2026-03-11' })
    await scheduleMorning(app.services)
    await app.drain()
    expect(await titles()).toEqual(['1 conta a pagar vence hoje'])
    await runMorning(app.services)
    await scheduleMorning(app.services)
    await app.drain()
    expect(await titles()).toHaveLength(1)
  })
})

describe('bills', () => {
  test('due today and overdue are one notification with counts and sums, which leads to just those', async () => {
    await b.bills(2, { due_date: '2026-03-12', amount_cents: 10_050 })
    await b.bill({ due_date: '2026-03-11', amount_cents: 700 })
    await b.bill({ due_date: '2026-03-13' })
    await morningOf('2026-03-12')
    const [note, ...others] = await told()
    expect(others).toEqual([])
    expect(note).toMatchObject({
      company_id: b.company.id,
      type: 'BOLETO',
      title: '2 contas a pagar vencem hoje',
      body: 'R$ 201,00 para pagar hoje. E 1 já vencida: R$ 7,00.',
      metadata: { today_count: 2, today_cents: 20_100, overdue_count: 1, overdue_cents: 700 },
    })
    expect(filterOf(note as Notification, 'bills', '2026-03-20')).toEqual([
      { op: 'days', field: 'due_date', ranges: [{ max: '2026-03-12' }], negated: false },
      { op: 'in', field: 'status', values: ['PAID', 'REPROVED', 'WAITING_PAYMENT'], negated: true },
    ])
  })

  test('reach active members who may see them, and nobody else', async () => {
    const role = await app.as(b.owner).ok(contract.roles.create, { params: b.c, body: { name: 'Vendas', rights: { receivables: 'v' } } })
    const reader = await app.aMember(b.company, 'READER')
    const former = await app.aMember(b.company, 'FINANCE')
    const seller = await app.aMember(b.company, 'READER')
    const stranger = (await app.aCompany()).owner
    await app.sql`update memberships set role_id = ${role.id} where user_id = ${seller.id}`
    await app.sql`update memberships set status = 'INACTIVE' where user_id = ${former.id}`
    await b.bill({ due_date: '2026-03-12' })
    app.changes.length = 0
    await morningOf('2026-03-12')
    expect(await titles(reader)).toEqual(['1 conta a pagar vence hoje'])
    for (const user of [seller, former, stranger]) expect(await titles(user)).toEqual([])
    const rung = app.changes.filter(change => change.tags.includes('notifications')).map(change => change.user_id)
    expect(new Set(rung)).toEqual(new Set([b.owner.id, reader.id]))
  })

  test('what is paid, reproved, on its way at the bank, split or deleted is nobody’s concern', async () => {
    const made = await b.bills(5, { due_date: '2026-03-12' })
    const [paid, reproved, sent, parent, gone] = made.map(bill => bill.id)
    await app.sql`update entries set status = 'PAID' where id = ${paid}`
    await app.sql`update entries set status = 'REPROVED' where id = ${reproved}`
    await app.sql`update entries set status = 'WAITING_PAYMENT' where id = ${sent}`
    await app.sql`update entries set has_children = true where id = ${parent}`
    await app.as(b.owner).ok(contract.bills.delete, { params: { ...b.c, id: gone ?? '' } })
    await morningOf('2026-03-12')
    expect(await titles()).toEqual([])
  })

  test('of a closed day come up on the next business day; what was told is silent until the week begins', async () => {
    await b.bill({ due_date: '2026-03-14' })
    for (const day of ['2026-03-13', '2026-03-14', '2026-03-15']) await morningOf(day)
    expect(await titles()).toEqual([])
    await morningOf('2026-03-16')
    expect(await titles()).toEqual(['1 conta a pagar vence hoje'])
    await morningOf('2026-03-17')
    expect((await titles())[0]).toBe('1 conta a pagar vencida')
    for (const day of ['2026-03-18', '2026-03-19', '2026-03-20', '2026-03-21', '2026-03-22']) await morningOf(day)
    expect(await titles()).toHaveLength(2)
    await morningOf('2026-03-23')
    expect(await titles()).toHaveLength(3)
  })
})

test('overdue receivables are told with their sum; those of today are not overdue', async () => {
  await b.receivable({ due_date: '2026-03-11', amount_cents: 5_000 })
  await b.receivable({ due_date: '2026-03-12', amount_cents: 9_900 })
  await morningOf('2026-03-12')
  const [note] = await told()
  expect(note).toMatchObject({ type: 'TRANSACTION', title: '1 conta a receber vencida', body: 'R$ 50,00 para cobrar.' })
  expect(filterOf(note as Notification, 'receivables', '2026-03-12')).toEqual([
    { op: 'in', field: 'status', values: ['OVERDUE'], negated: false },
  ])
})

describe('the certificate', () => {
  const certificate = (ends: string, id = randomUUID()) =>
    app.sql`insert into certificates (company_id, id, document_number, name, issuer, serial_number, fingerprint, valid_from, valid_to)
      values (${b.company.id}, ${id}, ${b.company.document_number}, 'EMPRESA', 'AC', '1', ${id}, ${'2025-03-01T12:00:00Z'}, ${ends})`

  test('is warned of 30, 15, 7 and 1 days before it ends, to those with rights on it', async () => {
    const clerk = await app.aMember(b.company, 'FINANCE')
    const accountant = await app.aMember(b.company, 'ACCOUNTANT')
    // Eight in the evening of the 30th of May in São Paulo.
    await certificate('2026-05-30T23:00:00Z')
    const days: string[] = []
    for (let day = '2026-04-20'; day <= '2026-06-02'; day = addDays(day, 1)) {
      const before = (await told()).length
      await morningOf(day)
      if ((await told()).length > before) days.push(day)
    }
    expect(days).toEqual(['2026-04-30', '2026-05-15', '2026-05-23', '2026-05-29'])
    expect((await told()).map(each => each.body)).toEqual([
      'O certificado vence amanhã, em 30/05/2026. Sem ele não se emitem notas.',
      'O certificado vence em 7 dias, em 30/05/2026. Sem ele não se emitem notas.',
      'O certificado vence em 15 dias, em 30/05/2026. Sem ele não se emitem notas.',
      'O certificado vence em 30 dias, em 30/05/2026. Sem ele não se emitem notas.',
    ])
    expect((await told())[0]).toMatchObject({ type: 'NOTA_FISCAL', action: `/company/${b.company.id}/certificate` })
    expect(await titles(accountant)).toHaveLength(4)
    expect(await titles(clerk)).toEqual([])
  })

  test('a morning missed is made up for, and a new certificate is warned of anew', async () => {
    await certificate('2026-04-05T15:00:00Z')
    await morningOf('2026-03-23')
    expect((await told()).map(each => each.body)).toEqual(['O certificado vence em 13 dias, em 05/04/2026. Sem ele não se emitem notas.'])
    await morningOf('2026-03-24')
    expect(await told()).toHaveLength(1)
    await app.sql`update certificates set deleted_at = now() where company_id = ${b.company.id}`
    await certificate('2027-01-24T15:00:00Z')
    await morningOf('2026-04-04')
    expect(await told()).toHaveLength(1)
    await morningOf('2027-01-23')
    expect(await told()).toHaveLength(2)
  })
})

test('a consent of open finance is warned of 7 days and 1 day before, to whoever gave it while they may renew it', async () => {
  const clerk = await app.aMember(b.company, 'FINANCE')
  await app.sql`insert into open_finance_connections (company_id, id, item_id, provider, routing_number, institution_name, status, execution_status, consent_expires_at, created_by)
    values (${b.company.id}, ${randomUUID()}, 'item', 'local', '001', 'Banco do Brasil', 'UPDATED', 'SUCCESS', ${'2026-03-20'}, ${clerk.id})`
  for (const day of ['2026-03-12', '2026-03-13', '2026-03-14']) await morningOf(day)
  expect((await told(clerk)).map(each => [each.title, each.body, each.action])).toEqual([
    [
      'Open finance: Banco do Brasil',
      'O consentimento vence em 7 dias, em 20/03/2026. Renove-o para o extrato continuar chegando.',
      `/company/${b.company.id}/bank-accounts/open-finance`,
    ],
  ])
  expect(await titles()).toEqual([])
  await app.sql`update memberships set status = 'INACTIVE' where user_id = ${clerk.id}`
  await morningOf('2026-03-19')
  expect(await told(clerk)).toHaveLength(1)
  expect((await told())[0]?.body).toContain('vence amanhã')
})

test('a tax nobody paid is told three days before and on its day', async () => {
  const [unpaid, paid] = [randomUUID(), randomUUID()]
  const bill = await b.bill({ due_date: '2026-12-31' })
  await app.sql`update entries set status = 'PAID' where id = ${bill.id}`
  for (const [id, bill_id] of [
    [unpaid, null],
    [paid, bill.id],
  ])
    await app.sql`insert into taxes (company_id, id, kind, competence_date, due_date, amount_cents, bill_id)
      values (${b.company.id}, ${id}, ${'ISS'}, ${'2026-02-01'}, ${'2026-03-20'}, ${123_456}, ${bill_id})`
  for (const day of ['2026-03-16', '2026-03-17', '2026-03-18', '2026-03-20', '2026-03-23']) await morningOf(day)
  expect((await told()).map(each => [each.type, each.body, each.action])).toEqual([
    ['TAX', 'O pagamento de R$ 1.234,56 vence hoje.', `/company/${b.company.id}/taxes/${unpaid}`],
    ['TAX', 'O pagamento de R$ 1.234,56 vence em 3 dias, em 20/03/2026.', `/company/${b.company.id}/taxes/${unpaid}`],
  ])
})

test('an MEI hears of its revenue at 80% of the limit, above it and far above it, once each', async () => {
  await b.receivable({ amount_cents: 6_480_000, competence_date: '2026-01-10', due_date: '2026-12-30' })
  await morningOf('2026-03-12')
  expect(await told()).toEqual([])
  await app.sql`update companies set tax_regime = 'MEI' where id = ${b.company.id}`
  const bodies = async () => (await told()).map(each => each.body)
  for (const day of ['2026-03-13', '2026-03-16']) await morningOf(day)
  expect(await bodies()).toEqual(['A receita do ano já passa de 80% do limite do MEI. São R$ 64.800,00 de R$ 81.000,00.'])
  await b.receivable({ amount_cents: 1_700_000, competence_date: '2026-03-10', due_date: '2026-12-30' })
  for (const day of ['2026-03-17', '2026-03-18']) await morningOf(day)
  expect(await told()).toHaveLength(2)
  expect((await told())[0]).toMatchObject({ type: 'TAX', action: `/company/${b.company.id}/taxes`, metadata: { revenue_cents: 8_180_000 } })
})

describe('what is no longer kept', () => {
  test('old images of the journal go and their lines stay; what may still be undone can be', async () => {
    const [old, recent] = [await b.bill(), await b.bill()]
    const [before] = await app.sql<{ id: string }>`select batch_id as id from batch_rows where row_id = ${old.id}`
    const [later] = await app.sql<{ id: string }>`select batch_id as id from batch_rows where row_id = ${recent.id}`
    await app.sql`update batches set created_at = now() - interval '91 days' where id = ${before?.id}`
    await app.sql`update batches set created_at = now() - interval '29 days' where id = ${later?.id}`
    await morningOf('2026-03-12')
    expect(await app.sql`select 1 from batch_rows where batch_id = ${before?.id}`).toEqual([])
    const me = app.as(b.owner)
    const line = (await me.ok(contract.batches.list, { params: b.c })).find(batch => batch.id === before?.id)
    expect(line).toMatchObject({ id: before?.id, undoable: false, user_name: expect.any(String) })
    expect(await me.ok(contract.batches.rows, { params: { ...b.c, id: before?.id ?? '' } })).toEqual([])
    await me.ok(contract.batches.undo, { params: { ...b.c, id: later?.id ?? '' } })
    expect((await b.stored('entries', [recent.id]))[0]?.deleted_at).not.toBeNull()
  })

  test('the server itself cannot delete an image, nor prune a company it is not scoped to', async () => {
    const bill = await b.bill()
    const images = () => app.sql`select 1 from batch_rows where row_id = ${bill.id}`
    await app.sql`update batches set created_at = now() - interval '91 days'`
    const { db } = app.services
    const attempt = (statement: string) => app.inCompany([b.company.id], tx => tx.executeQuery({ sql: statement, parameters: [] } as never))
    await expect(attempt('delete from batch_rows')).rejects.toThrow(/permission denied/)
    await db.executeQuery({ sql: `select razao_prune_images('${b.company.id}')`, parameters: [] } as never)
    expect(await images()).toHaveLength(1)
    await attempt(`select razao_prune_images('${b.company.id}')`)
    expect(await images()).toEqual([])
  })

  test('keys, codes, sessions, runs, messages and reads of personal data go at their time, and not before', async () => {
    const now = Date.parse('2026-03-12T09:01:00.000Z')
    const ago = (days: number) => new Date(now - days * DAY_MS)
    const key = (name: string, endpoint: string, days: number) =>
      app.sql`insert into idempotency (user_id, key, endpoint, body_hash, created_at) values (${b.owner.id}, ${name}, ${endpoint}, ${Buffer.from('x')}, ${ago(days)})`
    await key('new', 'bills.create', 0.9)
    await key('old', 'bills.create', 1.1)
    await key('money', 'paymentOrders.create', 89)
    await key('old money', 'paymentOrders.create', 91)
    const challenge = (days: number) =>
      app.sql`insert into otp_challenges (id, purpose, channel, destination, code_hash, created_at, expires_at) values (${randomUUID()}, 'register', 'SMS', ${`${days}`}, ${Buffer.from('x')}, ${ago(days)}, ${ago(days)})`
    await challenge(6)
    await challenge(8)
    const session = (device: string, days: number) =>
      app.sql`insert into sessions (id, user_id, device, refresh_hash, stepped_up_at, idle_expires_at, expires_at) values (${randomUUID()}, ${b.owner.id}, ${device}, ${Buffer.from(device)}, ${ago(days)}, ${ago(days)}, ${ago(days)})`
    await session('young', 180)
    await session('old', 190)
    const run = (kind: string, days: number) =>
      app.sql`insert into runs (id, company_id, kind, token_hash, updated_at) values (${randomUUID()}, ${b.company.id}, ${kind}, ${Buffer.from('x')}, ${ago(days)})`
    await run('young', 29)
    await run('old', 31)
    const message = (recipient: string, status: string, days: number) =>
      app.sql`insert into outbox (id, recipient, kind, text, status, at) values (${randomUUID()}, ${recipient}, 'SMS', '', ${status}, ${ago(days)})`
    await message('young', 'SENT', 29)
    await message('old', 'SENT', 31)
    await message('old but waiting', 'WAITING', 31)
    const read = (endpoint: string, days: number) =>
      app.sql`insert into personal_reads (company_id, user_id, hour, endpoint) values (${b.company.id}, ${b.owner.id}, ${ago(days)}, ${endpoint})`
    await read('young', 1_826)
    await read('old', 1_828)
    await morningOf('2026-03-12')
    const left = async (column: string, table: string, where = 'true') =>
      (await app.sql<{ it: string }>(`select ${column} as it from ${table} where ${where} order by 1`)).map(row => row.it)
    expect(await left('key', 'idempotency', "key in ('new', 'old', 'money', 'old money')")).toEqual(['money', 'new'])
    expect(await left('destination', 'otp_challenges')).toEqual(['6'])
    expect(await left('device', 'sessions', "device in ('young', 'old')")).toEqual(['young'])
    expect(await left('kind', 'runs', "kind in ('young', 'old')")).toEqual(['young'])
    expect(await left('endpoint', 'personal_reads')).toEqual(['young'])
    expect(await left('recipient', 'outbox')).toEqual(['old but waiting', 'young'])
  })

  test('an invitation that ran out is shown and stored as inactive', async () => {
    const body = { document_number: '52998224725', role_id: b.company.roles.FINANCE, email: 'ana@exemplo.com.br' }
    const invited = await app.as(b.owner).ok(contract.users.invite, { params: b.c, body })
    const status = async () => (await app.sql<{ status: string }>`select status from memberships where id = ${invited.id}`)[0]?.status
    await morningOf('2026-03-17')
    expect(await status()).toBe('WAITING_ACCEPT')
    await morningOf('2026-03-19')
    expect(await status()).toBe('INACTIVE')
    expect((await app.as(b.owner).ok(contract.users.list, { params: b.c })).find(person => person.id === invited.id)?.status).toBe(
      'INACTIVE',
    )
  })
})
