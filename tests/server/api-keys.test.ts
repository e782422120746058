// API keys over the real server: shown once, kept as a hash, never above their creator, gone at once when revoked.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiKey } from '#contract/api-keys.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import { type CallInput, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { apiKeys, bills } = contract

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

const create = (body: object, user: TestUser = b.owner): Promise<ApiKey & { key: string }> =>
  server.as(user).ok(apiKeys.create, { body: { name: 'ERP', ...body } })
const withKey = (key: string, row: Endpoint, input?: CallInput) => server.call(undefined, row, input, { authorization: `Bearer ${key}` })
const idOf = (answer: { data: unknown }) => (answer.data as { id?: string }).id

describe('a key', () => {
  test('opens its company with its creator’s rights, and is stored as a hash only', async () => {
    const made = await create({ company_id: b.company.id })
    expect(made.key).toMatch(/^rzk_[\w-]{43}$/)
    expect(made.key.startsWith(made.prefix)).toBe(true)
    const answer = await withKey(made.key, bills.create, { params: b.c, body: { amount_cents: 900, due_date: '2026-03-20' } })
    expect(answer.status).toBe(201)
    const [row] = await server.sql<{ all: string }>`select to_jsonb(k)::text as all from api_keys k where id = ${made.id}`
    expect(row?.all).not.toContain(made.key.slice(12))
    const [listed] = (await server.as(b.owner).ok(apiKeys.list)).filter(each => each.id === made.id)
    expect(listed).toMatchObject({ name: 'ERP', prefix: made.prefix, company_id: b.company.id, last_used_at: expect.any(String) })
    expect(listed).not.toHaveProperty('key')
  })

  test('stands in the history with its name beside its creator’s, and what it wrote is not what the creator undoes last', async () => {
    const { key } = await create({ company_id: b.company.id, name: 'Loja virtual' })
    await withKey(key, bills.create, { params: b.c, body: { amount_cents: 700, due_date: '2026-03-20' } })
    await server.as(b.owner).ok(bills.create, { params: b.c, body: { amount_cents: 800, due_date: '2026-03-20' } })
    const [own, written] = await server.as(b.owner).ok(contract.batches.list, { params: b.c, query: { limit: 2 } })
    expect([own?.key_name, own?.mine]).toEqual([null, true])
    expect(written).toMatchObject({ key_name: 'Loja virtual', user_name: own?.user_name, mine: false, undoable: true })
  })

  test('reaches no other company, and nothing that is the person’s own', async () => {
    const other = await books(server, await server.aCompany(b.owner))
    const { key } = await create({ company_id: b.company.id })
    expect((await withKey(key, bills.list, { params: other.c })).status).toBe(404)
    const own: [Endpoint, CallInput][] = [
      [contract.auth.profile, {}],
      [contract.auth.changePassword, { body: { password: 'outra-senha-bem-longa' } }],
      [apiKeys.create, { body: { name: 'filha' } }],
      [apiKeys.list, {}],
      [contract.notifications.list, {}],
    ]
    for (const [row, input] of own) expect([row.id, idOf(await withKey(key, row, input))]).toEqual([row.id, 'permission.denied'])
  })

  test('without a company only reads, in every company its creator sees', async () => {
    const other = await books(server, await server.aCompany(b.owner))
    const { key } = await create({})
    for (const c of [b.c, other.c]) expect((await withKey(key, bills.list, { params: c })).status).toBe(200)
    const write = await withKey(key, bills.create, { params: b.c, body: { amount_cents: 1, due_date: '2026-03-20' } })
    expect(idOf(write)).toBe('permission.denied')
    expect((await withKey(key, contract.companies.organization)).data).toHaveLength(3)
    const stranger = await books(server)
    expect((await withKey(key, bills.list, { params: stranger.c })).status).toBe(404)
  })

  test('that only reads is told so when it writes, and a narrowed one what it may not: a key has no post', async () => {
    const write = { params: b.c, body: { amount_cents: 1, due_date: '2026-03-20' } }
    const messageOf = async (key: string) => ((await withKey(key, bills.create, write)).data as { message: string }).message
    expect(await messageOf((await create({})).key)).toBe('Esta chave de API só lê. Para gravar, crie uma chave da empresa.')
    const narrow = await create({ company_id: b.company.id, rights: { bills: 'v' } })
    expect(await messageOf(narrow.key)).toMatch(/^Esta chave de API não permite esta ação/)
  })

  test('is seen and revoked by the owner of any company it opens, and by no other', async () => {
    const accountant = await server.aMember(b.company, 'ACCOUNTANT')
    const manager = await server.aUser('ORGANIZATION_MANAGER')
    const kept = await books(server, await server.aCompany(undefined, { organization_id: manager.organization_id }))
    const elsewhere = await books(server)
    for (const [creator, owner] of [
      [accountant, b.owner],
      [manager, kept.owner],
    ] as const) {
      const { id, key } = await create({}, creator)
      const listed = async (user: TestUser) => (await server.as(user).ok(apiKeys.list)).some(each => each.id === id)
      expect([await listed(owner), await listed(elsewhere.owner)]).toEqual([true, false])
      expect((await server.as(elsewhere.owner).refused(apiKeys.delete, { query: { id } })).status).toBe(404)
      await server.as(owner).ok(apiKeys.delete, { query: { id } })
      expect((await withKey(key, contract.companies.organization)).status).toBe(401)
    }
  })

  test('serves its calls side by side: one that takes long holds up no other', async () => {
    const { id, key } = await create({ company_id: b.company.id })
    const marked = server.inCompany([b.company.id], async db => {
      await sql`update api_keys set last_used_at = now() where id = ${id}`.execute(db)
      const started = performance.now()
      expect((await withKey(key, bills.list, { params: b.c })).status).toBe(200)
      return performance.now() - started
    })
    expect(await marked).toBeLessThan(3_000)
  })

  test('may be narrowed, never widened', async () => {
    const { key } = await create({ company_id: b.company.id, rights: { bills: 'v' } })
    expect((await withKey(key, bills.list, { params: b.c })).status).toBe(200)
    expect((await withKey(key, contract.contacts.list, { query: { companyId: b.company.id } })).status).toBe(403)
    const admin = await server.aMember(b.company, 'ADMIN')
    expect((await server.as(admin).refused(apiKeys.create, { body: { name: 'x', company_id: b.company.id } })).id).toBe('permission.denied')
    const bad = (body: object) => server.as(b.owner).refused(apiKeys.create, { body: { name: 'x', company_id: b.company.id, ...body } })
    expect((await bad({ rights: { bills: 'vx' } })).message).toBe('Uma chave não pode mais do que quem a cria.')
    expect((await bad({ rights: { nada: 'v' } })).id).toBe('validation.failed')
    expect((await bad({ company_id: randomUUID() })).status).toBe(404)
    expect((await server.as(b.owner).refused(apiKeys.create, { body: { name: 'x', rights: { bills: 'v' } } })).id).toBe('validation.failed')
  })

  test('falls with its creator’s role', async () => {
    const company = await server.aCompany()
    const owner = await server.aMember(company, 'OWNER')
    const { key } = await create({ company_id: company.id }, owner)
    expect((await withKey(key, bills.list, { params: { c: company.id } })).status).toBe(200)
    await server.sql('update memberships set role_id = $1 where company_id = $2 and user_id = $3', [
      company.roles.READER,
      company.id,
      owner.id,
    ])
    const write = await withKey(key, bills.create, { params: { c: company.id }, body: { amount_cents: 1, due_date: '2026-03-20' } })
    expect(idOf(write)).toBe('permission.denied')
    await server.sql("update memberships set status = 'INACTIVE' where company_id = $1 and user_id = $2", [company.id, owner.id])
    expect((await withKey(key, bills.list, { params: { c: company.id } })).status).toBe(404)
  })

  test('is refused from the moment it is revoked, by its creator or by the company’s owner', async () => {
    const { key, id } = await create({ company_id: b.company.id })
    const stranger = await server.aUser()
    expect((await server.as(stranger).refused(apiKeys.delete, { query: { id } })).status).toBe(404)
    expect((await withKey(key, bills.list, { params: b.c })).status).toBe(200)
    await server.as(b.owner).ok(apiKeys.delete, { query: { id } })
    const told = async (bearer: string) => {
      const { status, data } = await withKey(bearer, bills.list, { params: b.c })
      return { status, ...(data as ErrorBody), request_id: '' }
    }
    const revoked = await told(key)
    expect(revoked).toMatchObject({ status: 401, id: 'auth.key_invalid' })
    expect(revoked.message).toBe('Esta chave de API não existe ou foi revogada. Crie outra em Chaves de API.')
    // Nobody learns by it which keys there were.
    for (const never of [`rzk_${'x'.repeat(43)}`, 'rzk_', `${key}x`]) expect(await told(never)).toEqual(revoked)
    expect((await server.as(b.owner).refused(apiKeys.delete, { query: { id } })).id).toBe('resource.not_found')
  })

  test('is made only after a fresh code', async () => {
    const user = await server.aUser()
    server.clock.advance(16 * 60_000)
    const refused = await server.as(user).refused(apiKeys.create, { body: { name: 'ERP' } })
    expect(refused).toMatchObject({ id: 'auth.step_up_required', challenge_id: expect.any(String) })
    await server
      .as(user)
      .ok(contract.auth.verifyOtp, { params: { id: refused.challenge_id ?? '' }, body: { otp: await server.lastCode() } })
    expect((await create({}, user)).company_id).toBeNull()
  })

  test('pays only whom the company has paid before, within what needs no code', async () => {
    const money = await moneyBooks(server)
    const { key } = await create({ company_id: money.company.id }, money.owner)
    const pay = (amount: number) => withKey(key, contract.pix.send, money.at({ amount, pix_key: OTHER_KEY }))
    expect((await pay(10)).data).toMatchObject({
      id: 'permission.denied',
      message: 'Uma chave de API não confirma por código: faça isto pela tela.',
    })
    await money.pix({ amount: 1 })
    await server.pass(20_000)
    expect((await pay(10)).status).toBe(201)
    expect((await pay(1000.01)).status).toBe(403)
  })
})
