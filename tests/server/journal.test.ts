// The journal: what was written is taken back once, by who may, unless something later stands in the way. Random programs of it are tests/proofs/undo.proof.ts.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { JOURNALED } from '#server/db/migrations/0001-house.ts'
import { LEFT_BEHIND, REFERENCES, RESTORE_ORDER } from '#server/kernel/journal.ts'
import { type Books, books, image } from '#tests/kit/books.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'

let app: TestServer
let b: Books

beforeAll(async () => {
  app = await testServer()
})
beforeEach(async () => {
  app.clock.advance(60_000)
  b = await books(app)
})
afterAll(() => app?.close())

const { batches, bills, entries } = contract
const me = () => app.as(b.owner)
const at = (body: unknown, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, body })
const batchOf = (answer: TestAnswer) => answer.headers['x-batch-id'] ?? ''
const undo = (id: string, user = b.owner) => app.call(user, batches.undo, at(undefined, { id }))

type Rows = Map<string, Record<string, unknown>>

/** Every journaled row of the company by id, as it is said. */
async function everything(): Promise<Rows> {
  const each = JOURNALED.map(table => `select '${table} ' || t.id as name, to_jsonb(t) as row from ${table} t where t.company_id = $1`)
  const rows = await app.sql<{ name: string; row: Record<string, unknown> }>(`${each.join(' union all ')} order by name`, [b.company.id])
  return new Map(rows.map(({ name, row }) => [name, image(row)]))
}

describe('undo', () => {
  test('is blocked by a later change, named, and changes nothing', async () => {
    const [one, two] = await b.bills(2)
    const moved = await app.call(b.owner, bills.move, at({ ids: [one?.id, two?.id], status: 'APPROVED' }))
    await me().ok(bills.update, at({ additional_information: 'depois' }, { id: two?.id ?? '' }))
    const before = await everything()
    const refused = await me().refused(batches.undo, at(undefined, { id: batchOf(moved) }))
    expect(refused).toMatchObject({
      status: 409,
      id: 'undo.blocked',
      details: [{ field: two?.id, message: 'Mudou depois: Conta a pagar alterada.' }],
    })
    expect(await everything()).toEqual(before)
  })

  test('is blocked where something newer hangs on what it would take away', async () => {
    const made = await app.call(b.owner, contract.categories.create, at({ name: 'Nova', kind: 'DEBIT' }))
    await b.bill({ category_id: (made.data as { id: string }).id })
    expect(await me().refused(batches.undo, at(undefined, { id: batchOf(made) }))).toMatchObject({ id: 'undo.blocked' })
    const bill = await app.call(b.owner, bills.create, at({ amount_cents: 1000, due_date: '2026-03-20' }))
    const { id } = bill.data as { id: string }
    await app.sql`insert into attachments (company_id, id, entry_id, name, content_type, size_bytes, sha256, storage_key) values (${b.company.id}, gen_random_uuid(), ${id}, 'nota.pdf', 'application/pdf', 1, 'x', 'x')`
    expect((await undo(batchOf(bill))).status).toBe(409)
  })

  test('is blocked so too after it was undone and redone', async () => {
    const made = await app.call(b.owner, contract.categories.create, at({ name: 'De novo', kind: 'DEBIT' }))
    await undo(batchOf(await undo(batchOf(made))))
    const bill = await b.bill({ category_id: (made.data as { id: string }).id })
    expect(await me().refused(batches.undo, at(undefined, { id: batchOf(made) }))).toMatchObject({
      id: 'undo.blocked',
      details: [{ field: bill.id }],
    })
  })

  test('is blocked where what it brings back hangs on what has gone since, named', async () => {
    const made = await app.call(b.owner, contract.categories.create, at({ name: 'Some depois', kind: 'DEBIT' }))
    const bill = await b.bill({ category_id: (made.data as { id: string }).id })
    const moved = await app.call(b.owner, bills.update, at({ category_id: b.category }, { id: bill.id }))
    const gone = await undo(batchOf(made))
    expect(gone.status).toBe(200)
    const blockedBy = async (id: string) => (await me().refused(batches.undo, at(undefined, { id }))).details
    expect(await blockedBy(batchOf(moved))).toEqual([
      { field: bill.id, id: 'undo.blocked', message: 'Mudou depois: Desfeito: Categoria Some depois criada.' },
    ])
    await undo(batchOf(gone))
    expect((await undo(batchOf(moved))).status).toBe(200)
    const deleted = await app.call(b.owner, bills.delete, at(undefined, { id: bill.id }))
    await undo(batchOf(made))
    expect(await blockedBy(batchOf(deleted))).toMatchObject([{ field: bill.id }])
  })

  test('knows every foreign key that may point at what it takes away', async () => {
    const keys = await app.sql<{ key: string }>(
      `select f.relname || '.' || a.attname as key from pg_constraint k
        join pg_class f on f.oid = k.conrelid join pg_class p on p.oid = k.confrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
        where k.contype = 'f' and p.relname = any ($1) and p.relname <> 'companies' and a.attname <> 'company_id'`,
      [[...RESTORE_ORDER]],
    )
    const known = new Set([...REFERENCES.map(({ from, column }) => `${from}.${column}`), ...Object.keys(LEFT_BEHIND)])
    expect(keys.length).toBeGreaterThan(50)
    expect(keys.map(({ key }) => key).filter(key => !known.has(key))).toEqual([])
  })

  test('is blocked where the tree of categories would close into itself or mix kinds, and the branch can still be changed', async () => {
    const { create, update, get } = contract.categories
    const root = await me().ok(create, at({ name: 'Raiz', kind: 'DEBIT' }))
    const low = await me().ok(create, at({ name: 'Debaixo', parent_category_id: root.id }))
    const moved = await app.call(b.owner, update, at({ parent_category_id: null }, { id: low.id }))
    await me().ok(update, at({ parent_category_id: low.id }, { id: root.id }))
    expect(await me().refused(batches.undo, at(undefined, { id: batchOf(moved) }))).toMatchObject({
      id: 'undo.blocked',
      details: [{ message: expect.stringMatching(/abaixo de si mesma/) }, {}],
    })
    expect(await me().ok(get, at(undefined, { id: low.id }))).toMatchObject({ parent_category_id: null })
    expect((await app.call(b.owner, create, at({ name: 'Neta', parent_category_id: root.id }))).status).toBe(201)

    const other = await me().ok(create, at({ name: 'Outra', kind: 'DEBIT' }))
    const turned = await app.call(b.owner, update, at({ kind: 'CREDIT' }, { id: other.id }))
    const child = await me().ok(create, at({ name: 'Filha nova', parent_category_id: other.id }))
    expect((await me().refused(batches.undo, at(undefined, { id: batchOf(turned) }))).details).toEqual([
      { field: child.id, id: 'undo.blocked', message: 'A categoria Filha nova ficaria com um tipo que não é o da categoria acima.' },
    ])
  })

  test('is blocked where associates would hold more than the whole company', async () => {
    const { create, update } = contract.associates
    const sharing = (share_basis_points: number, more: object = {}) => at({ share_basis_points, ...more })
    const ana = await me().ok(create, sharing(6_000, { name: 'Ana', document_number: '529.982.247-25' }))
    const less = await app.call(b.owner, update, at({ share_basis_points: 4_000 }, { id: ana.id }))
    const caio = await app.call(b.owner, create, sharing(6_000, { name: 'Caio', document_number: '935.411.347-80' }))
    expect((await me().refused(batches.undo, at(undefined, { id: batchOf(less) }))).details).toEqual([
      { field: ana.id, id: 'undo.blocked', message: 'As participações dos sócios somariam mais de 100%.' },
    ])
    expect([(await undo(batchOf(caio))).status, (await undo(batchOf(less))).status]).toEqual([200, 200])
  })

  test('brings back what hung on something that was gone already', async () => {
    const contact = { company_id: b.company.id, kind: 'SUPPLIER' as const, name: 'Some antes', document_number: '935.411.347-80' }
    const { id } = await me().ok(contract.contacts.create, { body: contact })
    const bill = await b.bill({ contact_id: id })
    expect((await app.call(b.owner, contract.contacts.delete, { params: { id } })).status).toBe(200)
    const deleted = await app.call(b.owner, bills.delete, at(undefined, { id: bill.id }))
    expect([deleted.status, (await undo(batchOf(deleted))).status]).toEqual([200, 200])
  })

  test('twice at once has one effect', async () => {
    const bill = await b.bill()
    const moved = await app.call(b.owner, bills.move, at({ ids: [bill.id], status: 'APPROVED' }))
    const answers = await Promise.all([1, 2, 3, 4].map(() => undo(batchOf(moved))))
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
    expect(answers.filter(answer => answer.headers['x-batch-id'] !== undefined)).toHaveLength(1)
    expect(await b.billOf(bill.id)).toMatchObject({ status: 'PENDING', version: 3 })
  })

  test('and redo alternate as often as one likes, from the first line or the last', async () => {
    const bill = await b.bill()
    const moved = await app.call(b.owner, bills.move, at({ ids: [bill.id], status: 'APPROVED' }))
    let newest = batchOf(moved)
    for (let round = 0; round < 6; round += 1) {
      newest = batchOf(await undo(round % 4 === 2 ? batchOf(moved) : newest))
      expect((await b.billOf(bill.id)).status).toBe(round % 2 === 0 ? 'PENDING' : 'APPROVED')
      const [first] = (await me().ok(batches.list, { params: b.c })).filter(batch => batch.id === batchOf(moved))
      expect(first?.undoable).toBe(round % 2 === 1)
    }
    const labels = (await me().ok(batches.list, { params: b.c, query: { limit: 2 } })).map(batch => batch.label)
    expect(labels).toEqual(['Refeito: 1 conta movida para Aprovado', 'Desfeito: 1 conta movida para Aprovado'])
  })

  test('of another’s work needs d on it, of one’s own the right it took, and redo too', async () => {
    const operator = await app.aMember(b.company, 'OPERATOR')
    const other = await app.aMember(b.company, 'OPERATOR')
    const reader = await app.aMember(b.company, 'READER')
    const made = await app.call(operator, bills.create, at({ amount_cents: 1000, due_date: '2026-03-20' }))
    for (const person of [other, reader])
      expect((await app.as(person).refused(batches.undo, at(undefined, { id: batchOf(made) }))).id).toBe('permission.denied')
    const undone = await undo(batchOf(made), operator)
    expect(undone.status).toBe(200)
    await app.sql`update memberships set role_id = ${b.company.roles.READER} where company_id = ${b.company.id} and user_id = ${operator.id}`
    expect((await undo(batchOf(undone), operator)).status).toBe(403)
    expect((await undo(batchOf(undone))).status).toBe(200)
    const stranger = await books(app)
    expect((await app.as(stranger.owner).refused(batches.undo, { params: { ...stranger.c, id: batchOf(made) } })).status).toBe(404)
  })

  test('expires after thirty days', async () => {
    const bill = await b.bill()
    const moved = await app.call(b.owner, bills.move, at({ ids: [bill.id], status: 'APPROVED' }))
    await app.sql`update batches set created_at = now() - interval '30 days 1 minute' where company_id = ${b.company.id} and id = ${batchOf(moved)}`
    expect((await me().refused(batches.undo, at(undefined, { id: batchOf(moved) }))).id).toBe('undo.expired')
    await app.sql`update batches set created_at = now() - interval '29 days 23 hours' where company_id = ${b.company.id} and id = ${batchOf(moved)}`
    expect((await undo(batchOf(moved))).status).toBe(200)
  })
})

test('a preview and a refused call leave no batch and change nothing', async () => {
  const bill = await b.bill()
  const before = await everything()
  const count = async () => (await me().ok(batches.list, { params: b.c, query: { limit: 200 } })).length
  const written = await count()
  for (const [row, body] of [
    [bills.move, { ids: [bill.id], status: 'PAID' }],
    [bills.updateMany, { ids: [bill.id], amount_cents: 5 }],
    [entries.delete, { entries: [bill.id] }],
  ] as const) {
    const answer = await app.call(b.owner, row, { ...at(body), query: { preview: true } })
    expect([answer.status, batchOf(answer)]).toEqual([200, ''])
  }
  await me().refused(bills.move, at({ ids: [bill.id], status: 'REPROVED' }))
  expect(await everything()).toEqual(before)
  expect(await count()).toBe(written)
})

test('the history pages without a gap and shows each row before and after', async () => {
  const bill = await b.bill()
  for (let round = 1; round <= 4; round += 1) await me().ok(bills.update, at({ amount_cents: round }, { id: bill.id }))
  const whole = await me().ok(batches.list, { params: b.c, query: { limit: 200 } })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await app.call(b.owner, batches.list, { params: b.c, query: { limit: 2, cursor } })
    seen.push(...(page.data as { id: string }[]).map(batch => batch.id))
    cursor = page.headers['x-next-cursor']
  } while (cursor !== undefined && seen.length < 50)
  expect(seen).toEqual(whole.map(batch => batch.id))
  const [row] = await me().ok(batches.rows, at(undefined, { id: whole[0]?.id ?? '' }))
  expect(row).toMatchObject({ table: 'entries', id: bill.id, before: { amount_cents: 3 }, after: { amount_cents: 4 } })
  const [older] = await me().ok(batches.rows, at(undefined, { id: whole[2]?.id ?? '' }))
  expect(older).toMatchObject({ before: { amount_cents: 1, status: 'PENDING' }, after: { amount_cents: 2 } })
  const [first] = await me().ok(batches.rows, at(undefined, { id: whole[4]?.id ?? '' }))
  expect(first).toMatchObject({ before: null, after: { id: bill.id } })
  expect(first?.after?.amount_cents).not.toBe(4)
  for (const bad of ['x', '2026-13-45T00:00:00Z|x', `2026-99-01T00:00:00.000Z|${randomUUID()}`])
    expect((await app.call(b.owner, batches.list, { params: b.c, query: { cursor: bad } })).status).toBe(422)
})

test('nothing is written outside a batch, and the server’s role neither deletes rows nor rewrites the journal', async () => {
  const bill = await b.bill()
  const inCompany = (query: string) =>
    app.inCompany([b.company.id], async db => {
      const { sql } = await import('kysely')
      await sql.raw(query).execute(db)
    })
  await expect(inCompany(`delete from entries where id = '${bill.id}'`)).rejects.toThrow(/permission denied/)
  await expect(inCompany('delete from batch_rows')).rejects.toThrow(/permission denied/)
  await expect(inCompany("update batch_rows set before = '{}'")).rejects.toThrow(/permission denied/)
  await expect(
    inCompany(`select set_config('razao.batch', '', true); update entries set amount_cents = 1 where id = '${bill.id}'`),
  ).rejects.toThrow(/outside a batch/)
})
