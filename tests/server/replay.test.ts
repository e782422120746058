// What was decided in one company, repeated in another: by names and documents only, where nothing of its own says otherwise, one batch each.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books, chartOf } from '#tests/kit/books.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { replay, reconciliation, rules, batches, categories } = contract

let app: TestServer
let manager: TestUser
let from: Books
let to: Books
beforeAll(async () => {
  app = await testServer()
  manager = await app.aUser('ORGANIZATION_MANAGER')
})
beforeEach(async () => {
  const ofOffice = () => app.aCompany(undefined, { organization_id: manager.organization_id })
  from = await books(app, await ofOffice())
  to = await books(app, await ofOffice())
})
afterAll(() => app?.close())

const office = () => app.as(manager)

async function categoryOf(of: Books, name: string): Promise<string> {
  const all = (await chartOf(app, of)).flatMap(root => [root, ...(root.categories ?? [])])
  const found = all.find(category => category.name === name)
  if (!found) throw new Error(`no category ${name}`)
  return found.id
}

const SOFTWARE = 'Software e assinaturas'

/** Two lines alike, answered by hand. */
async function answered(description: string, category: string, contact_id: string | null = null): Promise<void> {
  const category_id = await categoryOf(from, category)
  for (const _ of [1, 2]) {
    const id = await from.line(-5_000, { description })
    await app.as(from.owner).ok(reconciliation.createEntries, { params: from.c, body: { items: [{ id, category_id, contact_id }] } })
  }
}

const decisions = () => office().ok(replay.decisions, { params: from.c })
const preview = async () => office().ok(replay.preview, { params: to.c, body: { decisions: await decisions() } })

describe('what was decided', () => {
  test('is told by names and documents, without a single id', async () => {
    await app.sql`update contacts set document_number = '11222333000181' where company_id = ${from.company.id}`
    await answered('ASSINATURA NUVEM DIGITAL', SOFTWARE, from.contact)
    await app.as(from.owner).ok(rules.create, {
      params: from.c,
      body: { contains: 'posto alvorada', direction: 'DEBIT', category_id: await categoryOf(from, 'Manutenção') },
    })
    const told = await decisions()
    expect(told).toEqual([
      expect.objectContaining({ by: 'rule', text: 'posto alvorada', category: 'Manutenção', contact: null, times: 0 }),
      expect.objectContaining({
        by: 'memory',
        text: 'ASSINATURA NUVEM DIGITAL',
        kind: 'BILL',
        category: SOFTWARE,
        contact: { name: 'Papelaria Central', document_number: '11222333000181' },
        times: 2,
      }),
    ])
    expect(JSON.stringify(told)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  test('leaves out what lines alike were answered in two ways, and what a title answered', async () => {
    await answered('COMPRA FERRAGENS LIMA', SOFTWARE)
    await answered('COMPRA FERRAGENS LIMA', 'Manutenção')
    const bill = await from.bill({ amount_cents: 7_000 })
    const line = await from.line(-7_000, { description: 'PIX PADARIA AURORA' })
    await app
      .as(from.owner)
      .ok(contract.bills.conciliate, { params: from.c, body: { bill_ids: [bill.id], bank_statement_entry_ids: [line] } })
    expect(await decisions()).toEqual([])
  })
})

describe('repeating it', () => {
  test('previews the same that it writes, as one batch, and one undo takes it back', async () => {
    await answered('ASSINATURA NUVEM DIGITAL', SOFTWARE, from.contact)
    const mine = await to.line(-9_900, { description: 'ASSINATURA NUVEM DIGITAL 0311' })
    const other = await to.line(-1_200, { description: 'COMPRA FERRAGENS LIMA' })
    const shown = await preview()
    expect(shown).toMatchObject({
      lines: [{ id: mine, category_name: SOFTWARE, contact_name: 'Papelaria Central', missing_contact: null, times: 2, by: 'memory' }],
      missing: [],
      left: [],
    })
    expect((await to.lineOf(mine)).status).toBe('PENDING')
    const done = await office().call(replay.answer, { params: to.c, body: { decisions: await decisions(), ids: [mine, other] } })
    expect(done.data).toMatchObject({ updated: 1, ids: [mine] })
    expect((await to.lineOf(mine)).status).toBe('CONCILIATED')
    expect((await to.lineOf(other)).status).toBe('PENDING')
    expect(await to.balance()).toBe(-9_900)
    const batch = done.headers['x-batch-id'] as string
    await office().ok(batches.undo, { params: { ...to.c, id: batch } })
    expect((await to.lineOf(mine)).status).toBe('PENDING')
    expect(await to.balance()).toBe(0)
  })

  test('divides a line as the last one like it was, in that company’s own categories, and one undo puts it together again', async () => {
    const ids = [await categoryOf(from, SOFTWARE), await categoryOf(from, 'Manutenção')] as const
    const id = await from.line(-9_000, { description: 'FATURA CARTAO EMPRESA' })
    await app.as(from.owner).ok(reconciliation.split, {
      params: { ...from.c, id },
      body: {
        parts: [
          { amount_cents: 6_000, category_id: ids[0] },
          { amount_cents: 3_000, category_id: ids[1] },
        ],
      },
    })
    const line = await to.line(-30_001, { description: 'FATURA CARTAO EMPRESA 04' })
    const tiny = await to.line(-1, { description: 'FATURA CARTAO EMPRESA 05' })
    const shown = await preview()
    const parts = shown.lines[0]?.parts ?? []
    expect(shown.lines.map(one => one.id)).toEqual([line])
    expect(Object.fromEntries(parts.map(part => [part.category_name, part.amount_cents]))).toMatchObject({
      [SOFTWARE]: expect.closeTo(20_000, -1),
      Manutenção: expect.closeTo(10_000, -1),
    })
    expect(parts.reduce((sum, part) => sum + part.amount_cents, 0)).toBe(30_001)
    expect(shown.left).toEqual([{ reason: 'parts', lines_count: 1 }])
    const done = await office().call(replay.answer, { params: to.c, body: { decisions: await decisions(), ids: [line, tiny] } })
    expect(done.data).toMatchObject({ updated: 1, ids: [line] })
    const made = await app.sql<{ category_id: string }>`
      select category_id from entries where company_id = ${to.company.id} and deleted_at is null`
    expect(new Set(made.map(entry => entry.category_id))).toEqual(
      new Set([await categoryOf(to, SOFTWARE), await categoryOf(to, 'Manutenção')]),
    )
    expect(await to.balance()).toBe(-30_001)
    await office().ok(batches.undo, { params: { ...to.c, id: done.headers['x-batch-id'] as string } })
    expect((await to.lineOf(line)).status).toBe('PENDING')
    expect(await to.balance()).toBe(0)
  })

  test('tells of transfers and of rules of one account that they stay where they were decided', async () => {
    await app.as(from.owner).ok(rules.create, {
      params: from.c,
      body: { contains: 'aluguel', category_id: await categoryOf(from, 'Manutenção'), bank_account_id: from.account },
    })
    await to.line(-5_000, { description: 'ALUGUEL SALA 12' })
    expect(await preview()).toMatchObject({ lines: [], left: [{ reason: 'account', lines_count: 1 }] })
    for (const _ of [1, 2]) {
      const id = await from.line(-8_800, { description: 'TED APLICACAO AUTOMATICA' })
      await app.as(from.owner).ok(contract.transfers.create, {
        params: from.c,
        body: {
          from_bank_account_id: from.account,
          to_bank_account_id: from.otherAccount,
          amount_cents: 8_800,
          date: (await from.lineOf(id)).date,
          bank_statement_entry_ids: [id],
        },
      })
    }
    await to.line(-7_700, { description: 'TED APLICACAO AUTOMATICA' })
    expect(await preview()).toMatchObject({ lines: [], left: [{ reason: 'account', lines_count: 2 }] })
  })

  test('takes only the lines that were left ticked', async () => {
    await answered('ASSINATURA NUVEM DIGITAL', SOFTWARE)
    const [one, other] = [
      await to.line(-100, { description: 'ASSINATURA NUVEM DIGITAL' }),
      await to.line(-200, { description: 'ASSINATURA NUVEM DIGITAL' }),
    ]
    await office().ok(replay.answer, { params: to.c, body: { decisions: await decisions(), ids: [one] } })
    expect([(await to.lineOf(one)).status, (await to.lineOf(other)).status]).toEqual(['CONCILIATED', 'PENDING'])
  })

  test('touches no line that a title, a transfer or the company’s own answers explain', async () => {
    await answered('ASSINATURA NUVEM DIGITAL', SOFTWARE)
    await app.sql`update contacts set name = 'Nuvem Digital' where company_id = ${to.company.id}`
    await to.bill({ amount_cents: 4_321, due_date: '2026-03-10', contact_id: to.contact, bank_account_id: to.account })
    await to.line(-4_321, { description: 'ASSINATURA NUVEM DIGITAL' })
    expect(await preview()).toMatchObject({ lines: [], left: [{ reason: 'title', lines_count: 1 }] })
    await app.sql`update entries set deleted_at = now() where company_id = ${to.company.id}`
    await to.line(4_321, { description: 'TED RECEBIDA', bank_account_id: to.otherAccount })
    expect(await preview()).toMatchObject({ lines: [], left: [{ reason: 'transfer', lines_count: 1 }] })
    await app.sql`delete from statement_entries where company_id = ${to.company.id} and amount_cents > 0`
    await app.as(to.owner).ok(rules.create, {
      params: to.c,
      body: { contains: 'nuvem', category_id: await categoryOf(to, 'Manutenção') },
    })
    expect(await preview()).toMatchObject({ lines: [], left: [{ reason: 'otherwise', lines_count: 1 }] })
  })

  test('tells the categories and contacts that the other company has not', async () => {
    await answered('ASSINATURA NUVEM DIGITAL', SOFTWARE, from.contact)
    await to.line(-100, { description: 'ASSINATURA NUVEM DIGITAL' })
    await app.sql`update contacts set name = 'Outra', document_number = '19131243000197' where company_id = ${to.company.id}`
    expect((await preview()).lines).toMatchObject([{ contact_name: null, missing_contact: 'Papelaria Central' }])
    const { id } = { id: await categoryOf(to, SOFTWARE) }
    await app.as(to.owner).ok(categories.update, { params: { ...to.c, id }, body: { name: 'Programas' } })
    expect(await preview()).toMatchObject({ lines: [], missing: [{ category: SOFTWARE, lines_count: 1 }] })
  })

  test('leaves out what was left out, in the same batch', async () => {
    for (const _ of [1, 2]) {
      const id = await from.line(-1, { description: 'SALDO BLOQUEADO DIA' })
      await app.as(from.owner).ok(reconciliation.ignore, { params: from.c, body: { ids: [id], ignored: true } })
    }
    const line = await to.line(-1, { description: 'SALDO BLOQUEADO DIA' })
    await office().ok(replay.answer, { params: to.c, body: { decisions: await decisions(), ids: [line] } })
    expect((await to.lineOf(line)).status).toBe('IGNORED')
  })
})

describe('who may', () => {
  test('reads and answers only in companies where conciliating is allowed', async () => {
    await answered('ASSINATURA NUVEM DIGITAL', SOFTWARE)
    const line = await to.line(-100, { description: 'ASSINATURA NUVEM DIGITAL' })
    const body = { decisions: await decisions() }
    const viewer = await app.aMember(to.company, 'READER')
    for (const person of [viewer, from.owner]) {
      const refused = person === viewer ? 403 : 404
      expect((await app.call(person, replay.preview, { params: to.c, body })).status).toBe(refused)
      expect((await app.call(person, replay.answer, { params: to.c, body: { ...body, ids: [line] } })).status).toBe(refused)
    }
    expect((await to.lineOf(line)).status).toBe('PENDING')
    expect((await app.call(to.owner, replay.decisions, { params: from.c })).status).toBe(404)
  })

  test('an id of another company is nothing here', async () => {
    await answered('ASSINATURA NUVEM DIGITAL', SOFTWARE)
    const foreign = await from.line(-100, { description: 'ASSINATURA NUVEM DIGITAL' })
    const own = await to.line(-100, { description: 'ASSINATURA NUVEM DIGITAL' })
    const done = await office().ok(replay.answer, { params: to.c, body: { decisions: await decisions(), ids: [foreign, randomUUID()] } })
    expect(done.ids).toEqual([])
    expect([(await from.lineOf(foreign)).status, (await to.lineOf(own)).status]).toEqual(['PENDING', 'PENDING'])
  })
})
