// An accounting office over the real server: the owner of a company it registered, what that owner grants, and how the office grows.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { PRESET_RIGHTS } from '#domain/permissions.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { TEST_NOW, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { batches, bills, companies, organizations, roles, users } = contract
const DAY = 24 * 3_600_000

let server: TestServer
let manager: TestUser
let made = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  manager = await server.aUser('ORGANIZATION_MANAGER')
})

/** A company the office registers, and the client it invites as owner. */
async function registered(by: TestUser = manager) {
  made += 1
  const { id } = await server.as(by).ok(companies.create, { body: { document_number: cnpjNumber(50_000 + made), name: `Cliente ${made}` } })
  const c = { c: id }
  const roleOf = async (preset: string) => (await server.as(by).ok(roles.list, { params: c })).find(role => role.preset === preset)
  return { c, roleOf }
}

async function withOwner() {
  const { c, roleOf } = await registered()
  const owner = await server.aUser()
  const body = { document_number: owner.document_number, role_id: (await roleOf('OWNER'))?.id }
  const { id } = await server.as(manager).ok(users.invite, { params: c, body })
  await server.as(owner).ok(companies.acceptInvitation, { params: { id } })
  return { c, owner }
}

const anAccountant = (extra: object = {}) => server.aUser('ACCOUNT_MANAGER', { organization_id: manager.organization_id, ...extra })
const rightsOf = async (user: TestUser, c: { c: string }) => (await server.as(user).ok(companies.permissions, { params: c })).rights

describe('a company registered by an office', () => {
  test('has no owner until the office invites one, and then is the owner’s', async () => {
    const { c, roleOf } = await registered()
    expect(await rightsOf(manager, c)).toMatchObject({ users: 'vcu', roles: 'v', bills: 'vcud', payments: 'v' })
    const [owner, reader] = [await roleOf('OWNER'), await roleOf('READER')]
    expect([owner?.may_give, reader?.may_give]).toEqual([true, false])
    const client = await server.aUser()
    const invite = (role_id: string | undefined, document_number = client.document_number) =>
      server.as(manager).call(users.invite, { params: c, body: { document_number, role_id } })
    expect((await invite(reader?.id)).data).toMatchObject({ id: 'permission.denied' })
    const wrong = (await invite(owner?.id, cpfNumber(60_001))).data as { id: string }
    expect(await server.as(manager).ok(users.deactivate, { params: { ...c, userId: wrong.id } })).toMatchObject({ status: 'INACTIVE' })
    const { id } = (await invite(owner?.id)).data as { id: string }
    await server.as(client).ok(companies.acceptInvitation, { params: { id } })
    expect(await rightsOf(client, c)).toEqual(PRESET_RIGHTS.OWNER)
    expect(await rightsOf(manager, c)).toMatchObject({ users: '', roles: '', bills: 'vcud' })
    expect((await invite(owner?.id, cpfNumber(60_002))).data).toMatchObject({ id: 'permission.denied' })
  })

  test('is given its owner by whoever registered it, never by another accountant', async () => {
    const founder = await anAccountant()
    const { c, roleOf } = await registered(founder)
    const body = { document_number: cpfNumber(60_003), role_id: (await roleOf('OWNER'))?.id }
    const assigned = await anAccountant()
    await server.as(manager).ok(organizations.assign, { params: { ...c, userId: assigned.id } })
    expect((await server.as(assigned).refused(users.invite, { params: c, body })).id).toBe('permission.denied')
    expect((await server.as(founder).ok(users.invite, { params: c, body })).role_name).toBe('Proprietário')
  })

  test('asks for a fresh code before the owner is invited', async () => {
    const { c, roleOf } = await registered()
    const body = { document_number: cpfNumber(60_004), role_id: (await roleOf('OWNER'))?.id }
    server.clock.advance(16 * 60_000)
    expect((await server.as(manager).refused(users.invite, { params: c, body })).id).toBe('auth.step_up_required')
  })
})

describe('an owner', () => {
  test('grants payments to an accountant, who pays from the next request on, until it is taken or the access ends', async () => {
    const { c, owner } = await withOwner()
    const accountant = await anAccountant()
    await server.as(manager).ok(organizations.assign, { params: { ...c, userId: accountant.id } })
    const grant = (owner_grants: string[]) =>
      server.as(owner).call(users.grant, { params: { ...c, userId: accountant.id }, body: { owner_grants } })
    expect((await rightsOf(accountant, c)).payments).toBe('v')
    expect((await grant(['payments.x'])).data).toMatchObject({ owner_grants: ['payments.x'], may_grant: true })
    expect((await rightsOf(accountant, c)).payments).toBe('vx')
    expect((await server.as(owner).ok(batches.list, { params: c }))[0]?.label).toMatch(/^Direito concedido: /)
    expect((await grant(['certificate.x'])).data).toMatchObject({ id: 'validation.failed' })
    expect((await grant([])).status).toBe(200)
    expect((await rightsOf(accountant, c)).payments).toBe('v')
    await grant(['payments.x'])
    await server.as(owner).ok(users.deactivate, { params: { ...c, userId: accountant.id } })
    await server.as(owner).ok(users.activate, { params: { ...c, userId: accountant.id } })
    expect((await rightsOf(accountant, c)).payments).toBe('v')
  })

  test('grants the certificate to a manager, with a fresh code; taking it back waits for none', async () => {
    const { c, owner } = await withOwner()
    const grant = (owner_grants: string[]) =>
      server.as(owner).call(users.grant, { params: { ...c, userId: manager.id }, body: { owner_grants } })
    server.clock.advance(16 * 60_000)
    expect((await grant(['certificate.x'])).data).toMatchObject({ id: 'auth.step_up_required' })
    server.clock.advance(-16 * 60_000)
    expect((await grant(['certificate.x', 'payments.x'])).status).toBe(200)
    expect(await rightsOf(manager, c)).toMatchObject({ certificate: 'vx', payments: 'vx' })
    server.clock.advance(16 * 60_000)
    expect((await grant([])).status).toBe(200)
    expect(await rightsOf(manager, c)).toMatchObject({ certificate: 'v', payments: 'v' })
  })

  test('alone grants, and to people of an office alone', async () => {
    const { c, owner } = await withOwner()
    const { roles: presets } = { roles: await server.as(owner).ok(roles.list, { params: c }) }
    const admin = await server.aUser('COMPANY_MEMBER')
    const { id } = await server.as(owner).ok(users.invite, {
      params: c,
      body: { document_number: admin.document_number, role_id: presets.find(role => role.preset === 'ADMIN')?.id },
    })
    await server.as(admin).ok(companies.acceptInvitation, { params: { id } })
    const grant = (by: TestUser, to: TestUser) =>
      server.as(by).refused(users.grant, { params: { ...c, userId: to.id }, body: { owner_grants: ['payments.x'] } })
    expect((await grant(admin, manager)).id).toBe('permission.denied')
    expect((await grant(manager, manager)).id).toBe('permission.denied')
    expect((await grant(owner, admin)).id).toBe('permission.denied')
    expect((await grant(owner, owner)).id).toBe('permission.denied')
    expect((await grant(owner, await server.aUser())).id).toBe('resource.not_found')
  })
})

describe('an office', () => {
  const invite = (document_number: string, by = manager, extra: object = {}) =>
    server.as(by).call(organizations.invite, { body: { document_number, name: 'Helena', ...extra } })
  const idOf = (answer: { data: unknown }) => (answer.data as { id: string }).id

  test('invites an accountant by document, who joins it by one answer within seven days', async () => {
    const helena = await server.aUser('ACCOUNT_MANAGER', { name: 'Helena' })
    const invited = await invite(helena.document_number)
    expect(invited).toMatchObject({ status: 201, data: { status: 'WAITING_ACCEPT', kind: 'ACCOUNT_MANAGER', companies: [] } })
    const [waiting] = await server.as(helena).ok(companies.invitations)
    expect(waiting).toMatchObject({ id: idOf(invited), company_id: null, role_name: 'Contador do escritório' })
    expect(
      await server.as(await server.aUser('ACCOUNT_MANAGER')).call(companies.acceptInvitation, { params: { id: idOf(invited) } }),
    ).toMatchObject({
      status: 404,
    })
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.as(helena).call(companies.acceptInvitation, { params: { id: idOf(invited) } })),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409])
    expect((await server.as(helena).ok(contract.auth.profile)).organization_id).toBe(manager.organization_id)
    expect((await server.as(manager).ok(organizations.users)).map(each => [each.name, each.status])).toContainEqual(['Helena', 'ACTIVE'])
    expect(idOf(await invite(helena.document_number))).toBe('conflict.already_exists')
  })

  test('whose invitation ran out, was withdrawn or rejected gains nobody', async () => {
    const person = await server.aUser('ACCOUNT_MANAGER')
    const answer = (
      id: string,
      row = companies.acceptInvitation as typeof companies.acceptInvitation | typeof companies.rejectInvitation,
    ) => server.as(person).call(row, { params: { id } })
    const late = idOf(await invite(person.document_number))
    expect(idOf(await invite(person.document_number))).toBe('conflict.already_exists')
    server.clock.advance(7 * DAY)
    expect(idOf(await answer(late))).toBe('invitation.expired')
    await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())}`
    const withdrawn = idOf(await invite(person.document_number))
    await server.as(manager).ok(organizations.remove, { params: { userId: withdrawn } })
    expect(idOf(await answer(withdrawn))).toBe('conflict.invalid_transition')
    const rejected = idOf(await invite(person.document_number))
    expect((await answer(rejected, companies.rejectInvitation)).status).toBe(200)
    expect(idOf(await answer(rejected))).toBe('conflict.invalid_transition')
    expect((await server.as(person).ok(contract.auth.profile)).organization_id).toBeNull()
  })

  test('takes in accountants without an office only: an owner keeps the rights of an owner', async () => {
    const other = await server.aUser('ORGANIZATION_MANAGER')
    for (const person of [await server.aUser(), await server.aUser('ACCOUNT_MANAGER', { organization_id: other.organization_id }), other]) {
      const id = idOf(await invite(person.document_number))
      expect((await server.as(person).refused(companies.acceptInvitation, { params: { id } })).id).toBe('conflict.invalid_transition')
    }
  })

  test('gives a company to an accountant and takes it again, and the work ends with it', async () => {
    const { c } = await withOwner()
    const helena = await anAccountant({ name: 'Helena' })
    const at = { params: { ...c, userId: helena.id } }
    const works = async () => (await server.as(helena).call(bills.list, { params: c })).status
    expect(await works()).toBe(404)
    expect((await server.as(manager).ok(organizations.assign, at)).companies.map(each => [each.id, each.role_name])).toEqual([
      [c.c, 'Contador'],
    ])
    expect(await works()).toBe(200)
    expect(await rightsOf(helena, c)).toEqual(PRESET_RIGHTS.ACCOUNTANT)
    expect((await server.as(manager).refused(organizations.assign, at)).id).toBe('conflict.invalid_transition')
    expect((await server.as(manager).refused(organizations.remove, { params: { userId: helena.id } })).id).toBe('conflict.not_editable')
    expect((await server.as(manager).ok(organizations.unassign, at)).companies).toEqual([])
    expect(await works()).toBe(404)
    expect((await server.as(manager).refused(organizations.unassign, at)).id).toBe('conflict.invalid_transition')
    expect((await server.as(manager).ok(organizations.assign, at)).companies).toHaveLength(1)
    expect(await works()).toBe(200)
    expect(server.droppedUsers.filter(id => id === helena.id)).toHaveLength(3)
    await server.as(manager).ok(organizations.unassign, at)
    await server.as(manager).ok(organizations.remove, { params: { userId: helena.id } })
    expect((await server.as(helena).ok(contract.auth.profile)).organization_id).toBeNull()
    expect((await server.as(manager).refused(organizations.assign, at)).id).toBe('resource.not_found')
  })

  test('does not bring back whom the company sent away', async () => {
    const { c, owner } = await withOwner()
    const helena = await anAccountant()
    const at = { params: { ...c, userId: helena.id } }
    await server.as(manager).ok(organizations.assign, at)
    await server.as(owner).ok(users.deactivate, at)
    expect((await server.as(manager).refused(organizations.assign, at)).id).toBe('permission.denied')
    await server.as(owner).ok(users.activate, at)
    expect((await server.as(helena).call(bills.list, { params: c })).status).toBe(200)
  })

  test('is managed by its manager alone, with a fresh code for giving, in its own companies and people only', async () => {
    const { c, owner } = await withOwner()
    const helena = await anAccountant()
    const at = { params: { ...c, userId: helena.id } }
    for (const by of [helena, owner]) {
      expect(idOf(await invite(cpfNumber(61_000), by))).toBe('permission.denied')
      expect((await server.as(by).refused(organizations.remove, { params: { userId: helena.id } })).id).toBe('permission.denied')
    }
    expect((await server.as(owner).refused(organizations.assign, at)).id).toBe('permission.denied')
    expect((await server.as(helena).refused(organizations.assign, at)).id).toBe('resource.not_found')
    const stranger = await server.aUser('ORGANIZATION_MANAGER')
    expect((await server.as(stranger).refused(organizations.assign, at)).id).toBe('resource.not_found')
    expect((await server.as(stranger).refused(organizations.remove, { params: { userId: helena.id } })).id).toBe('resource.not_found')
    const foreign = await server.aUser('ACCOUNT_MANAGER')
    expect((await server.as(manager).refused(organizations.assign, { params: { ...c, userId: foreign.id } })).id).toBe('resource.not_found')
    const colleague = await server.aUser('ORGANIZATION_MANAGER', { organization_id: manager.organization_id })
    for (const row of [organizations.assign, organizations.unassign])
      expect((await server.as(manager).refused(row, { params: { ...c, userId: colleague.id } })).id).toBe('permission.denied')
    server.clock.advance(16 * 60_000)
    expect((await server.as(manager).refused(organizations.assign, at)).id).toBe('auth.step_up_required')
    expect(idOf(await invite(cpfNumber(61_001)))).toBe('auth.step_up_required')
  })
})

test('what no company’s journal tells has a line of its own in the same transaction, and nobody rewrites either', async () => {
  const user = await server.aUser()
  const lines = () =>
    server.sql<{ command: string; request_id: string }>`select command, request_id from audit_lines where user_id = ${user.id} order by id`
  await server.as(user).ok(contract.preferences.set, { body: { theme: 'dark' } })
  await server.as(user).ok(contract.auth.updateProfile, { body: { name: 'Outra' } })
  await server.as(user).ok(contract.apiKeys.create, { body: { name: 'ERP' } })
  await server.as(user).refused(contract.auth.updateProfile, { body: { email: 'nada' } })
  const told = await lines()
  expect(told.map(line => line.command)).toEqual(['preferences.set', 'auth.updateProfile', 'apiKeys.create'])
  expect(new Set(told.map(line => line.request_id)).size).toBe(3)
  const company = await server.aCompany(user)
  const before = (await lines()).length
  await server.as(user).ok(bills.create, { params: { c: company.id }, body: { amount_cents: 1, due_date: '2026-03-20' } })
  expect(await lines()).toHaveLength(before)
  for (const statement of [
    'update audit_lines set command = command',
    'delete from audit_lines',
    "update batches set label = 'x'",
    'delete from batches',
    'update batch_rows set before = null',
    'delete from batch_rows',
  ]) {
    const refused = server.inCompany([company.id], db =>
      db.executeQuery({ sql: statement, parameters: [], query: { kind: 'RawNode' } as never, queryId: { queryId: '' } }),
    )
    await expect(refused, statement).rejects.toMatchObject({ code: '42501' })
  }
})
