// The people of a company: roles, invitations, access and its changes, over the real server and database.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Preset } from '#domain/permissions.ts'
import { NO_RIGHTS, PRESET_LABELS, PRESET_RIGHTS, PRESETS } from '#domain/permissions.ts'
import { INVITATIONS_PER_DAY } from '#server/areas/people/people/inviting.ts'
import { newId } from '#server/base/ids.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { openSockets } from '#server/realtime/sockets.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { TEST_NOW, type TestCompany, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { auth, batches, companies, organizations, roles, users } = contract
const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
let company: TestCompany
let c: { c: string }

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  company = await server.aCompany()
  c = { c: company.id }
})

const owner = () => server.as(company.owner)
const personOf = async (user: TestUser) => (await owner().ok(users.list, { params: c })).find(row => row.id === user.id)
const statusOf = async (id: string) => (await owner().ok(users.list, { params: c })).find(row => row.id === id)?.status
const rightsOf = async (user: TestUser) => (await server.as(user).ok(companies.permissions, { params: c })).rights
const to = (user: { id: string }, roleId?: string) => ({ params: { ...c, userId: user.id, ...(roleId ? { roleId } : {}) } })
const invitation = (document_number: string, preset: Preset = 'FINANCE', extra: object = {}) => ({
  params: c,
  body: { document_number, role_id: company.roles[preset], ...extra },
})
const outbox = () =>
  server.sql<{
    recipient: string
    kind: string
    text: string
  }>`select recipient, kind, text from outbox where code is null order by at desc`
const lines = () => owner().ok(batches.list, { params: c })

let documents = 700_000
const someDocument = () => cpfNumber(++documents)

describe('roles', () => {
  test('are the fixed six in their order, then the company’s own by name, with their rights', async () => {
    for (const name of ['Vendas', 'Cobrança']) await owner().ok(roles.create, { params: c, body: { name, rights: { receivables: 'vc' } } })
    const list = await owner().ok(roles.list, { params: c })
    expect(list.map(role => role.name)).toEqual([...PRESETS.map(preset => PRESET_LABELS[preset]), 'Cobrança', 'Vendas'])
    expect(list[0]).toMatchObject({ id: company.roles.OWNER, preset: 'OWNER', rights: PRESET_RIGHTS.OWNER, may_give: true })
    expect(list[6]).toMatchObject({ preset: null, rights: { ...NO_RIGHTS, receivables: 'vc' } })
    const admin = await server.aMember(company, 'ADMIN')
    const given = await server.as(admin).ok(roles.list, { params: c })
    expect(given.filter(role => role.may_give).map(role => role.name)).toEqual(['Operador', 'Leitura', 'Cobrança', 'Vendas'])
  })

  test('a role of one’s own never holds more than its creator', async () => {
    const admin = server.as(await server.aMember(company, 'ADMIN'))
    expect(await admin.refused(roles.create, { params: c, body: { name: 'Caixa', rights: { payments: 'vx' } } })).toMatchObject({
      id: 'permission.denied',
      message: 'Um cargo só pode ter direitos que você tem.',
    })
    expect((await admin.ok(roles.create, { params: c, body: { name: 'Caixa', rights: { payments: 'vc' } } })).rights.payments).toBe('vc')
  })

  test.each([
    [{ name: '  ', rights: { bills: 'v' } }, 'name'],
    [{ name: 'Vazio', rights: {} }, 'rights'],
    [{ name: 'Vazio', rights: { bills: '' } }, 'rights'],
    [{ name: 'Outro', rights: { fantasmas: 'v' } }, 'rights.fantasmas'],
    [{ name: 'Outro', rights: { bills: 'vz' } }, 'rights.bills'],
  ])('%j is refused', async (body, field) => {
    const refusal = await owner().refused(roles.create, { params: c, body })
    expect([refusal.status, refusal.id]).toEqual([422, 'validation.failed'])
    expect(refusal.details?.[0]?.field).toMatch(new RegExp(`^${field.split('.')[0]}`))
  })

  test('a name stands once, in any case', async () => {
    await owner().ok(roles.create, { params: c, body: { name: 'Caixa', rights: { bills: 'v' } } })
    for (const name of ['CAIXA', 'Leitura'])
      expect(await owner().refused(roles.create, { params: c, body: { name, rights: { bills: 'v' } } })).toMatchObject({
        id: 'conflict.already_exists',
        message: 'Já existe um cargo com este nome.',
      })
  })

  test('one in use stays, a fixed one too; a free one goes and comes back by undo', async () => {
    const role = await owner().ok(roles.create, { params: c, body: { name: 'Caixa', rights: { bills: 'v' } } })
    const member = await server.aMember(company, 'READER')
    await owner().ok(users.changeRole, to(member, role.id))
    const remove = (id: string) => owner().call(roles.delete, { params: { ...c, id } })
    expect((await remove(role.id)).data).toMatchObject({ id: 'role.in_use' })
    await owner().ok(users.deactivate, to(member))
    expect((await remove(role.id)).data).toMatchObject({ id: 'role.in_use' })
    await owner().ok(users.changeRole, to(member, company.roles.READER))
    expect((await remove(company.roles.READER)).data).toMatchObject({ id: 'conflict.not_editable' })
    const removed = await remove(role.id)
    expect(removed.status).toBe(200)
    const names = async () => (await owner().ok(roles.list, { params: c })).map(each => each.name)
    expect(await names()).not.toContain('Caixa')
    expect((await owner().refused(users.changeRole, to(member, role.id))).id).toBe('resource.not_found')
    await owner().ok(batches.undo, { params: { ...c, id: removed.headers['x-batch-id'] ?? '' } })
    expect(await names()).toContain('Caixa')
  })

  test('undoing a creation waits until nobody has the role', async () => {
    const answer = await owner().call(roles.create, { params: c, body: { name: 'Caixa', rights: { bills: 'v' } } })
    const undo = () => owner().call(batches.undo, { params: { ...c, id: answer.headers['x-batch-id'] ?? '' } })
    const member = await server.aMember(company, 'READER')
    await owner().ok(users.changeRole, to(member, (answer.data as { id: string }).id))
    expect((await undo()).data).toMatchObject({ id: 'undo.blocked' })
    await owner().ok(users.changeRole, to(member, company.roles.READER))
    expect((await undo()).status).toBe(200)
    expect((await owner().ok(roles.list, { params: c })).map(role => role.name)).not.toContain('Caixa')
  })
})

describe('an invitation', () => {
  test('is sent, waits in the list, and is accepted only by who has the document', async () => {
    const [guest, thief] = [await server.aUser('COMPANY_MEMBER'), await server.aUser('COMPANY_MEMBER')]
    const before = (await outbox()).length
    const sent = await owner().ok(
      users.invite,
      invitation(guest.document_number, 'FINANCE', { name: 'Gil', email: 'Gil@Exemplo.com.br', phone_number: '(11) 98765-4321' }),
    )
    expect(sent).toMatchObject({
      company_id: company.id,
      role_name: 'Financeiro',
      status: 'WAITING_ACCEPT',
      expires_at: new Date(TEST_NOW + 7 * DAY).toISOString(),
    })
    const messages = (await outbox()).slice(0, -before || undefined)
    expect(messages.map(message => [message.kind, message.recipient]).sort()).toEqual([
      ['EMAIL', 'gil@exemplo.com.br'],
      ['SMS', '+5511987654321'],
    ])
    expect(messages[0]?.text).toMatch(/convidou você para Empresa \d+ Ltda, como Financeiro, no Razão.* até 18\/03\/2026 /)
    expect(messages[0]?.text).not.toContain(guest.document_number)
    const waiting = (await owner().ok(users.list, { params: c })).find(row => row.id === sent.id)
    expect(waiting).toMatchObject({
      name: 'Gil',
      status: 'WAITING_ACCEPT',
      role: { id: company.roles.FINANCE, name: 'Financeiro' },
      kind: null,
      accepted_at: null,
    })
    expect(waiting?.document_number).toMatch(/^\*\*\*\.\d{3}\.\d{3}-\*\*$/)
    expect((await server.as(thief).refused(companies.acceptInvitation, { params: { id: sent.id } })).id).toBe('resource.not_found')
    await server.as(guest).ok(companies.acceptInvitation, { params: { id: sent.id } })
    expect(await rightsOf(guest)).toEqual(PRESET_RIGHTS.FINANCE)
    expect(await personOf(guest)).toMatchObject({
      status: 'ACTIVE',
      accepted_at: expect.any(String),
      expires_at: null,
      kind: 'COMPANY_MEMBER',
    })
    expect(server.droppedUsers).toContain(guest.id)
    expect((await lines()).map(line => [line.label, line.undoable])).toEqual([
      ['Convite aceito', false],
      ['Convite enviado a Gil: Financeiro', false],
    ])
  })

  test('finds a person who registers later by their document', async () => {
    const document_number = someDocument()
    const { id } = await owner().ok(users.create, {
      params: c,
      body: { name: 'Bia Nova', document_number, email: 'bia@exemplo.com.br', role_id: company.roles.READER },
    })
    const bia = await server.aUser('COMPANY_MEMBER', { document_number })
    expect(await server.as(bia).ok(companies.invitations)).toMatchObject([{ id, role_name: 'Leitura' }])
    expect((await server.as(bia).ok(companies.acceptInvitation, { params: { id } })).status).toBe('ACTIVE')
  })

  test('adding a person makes no account, and answers their line in the list', async () => {
    const people = () => server.sql<{ n: number }>`select count(*)::int as n from users`
    const [before] = await people()
    const body = { name: 'Bia Nova', document_number: someDocument(), email: 'bia@exemplo.com.br', role_id: company.roles.READER }
    const added = await owner().ok(users.create, { params: c, body })
    expect(added).toMatchObject({
      name: 'Bia Nova',
      email: 'bia@exemplo.com.br',
      status: 'WAITING_ACCEPT',
      role: { name: 'Leitura' },
      may_change: true,
    })
    expect(await people()).toEqual([before])
  })

  test('without an address goes to the person’s own, and answers alike when there is none', async () => {
    const guest = await server.aUser()
    const own = (await server.as(guest).ok(auth.profile)).phone_number
    const known = await owner().ok(users.invite, invitation(guest.document_number))
    expect((await outbox())[0]).toMatchObject({ kind: 'SMS', recipient: own })
    const count = (await outbox()).length
    const unknown = await owner().ok(users.invite, invitation(someDocument()))
    expect(await outbox()).toHaveLength(count)
    expect({ ...unknown, id: '' }).toEqual({ ...known, id: '' })
  })

  test.each([
    [{ document_number: '111.111.111-11' }, 'document_number', 'CPF é inválido'],
    [{ email: 'sem-arroba' }, 'email', 'E-mail inválido'],
    [{ phone_number: '+1 212 555 0100' }, 'phone_number', 'Telefone inválido'],
    [{ role_id: 'cargo' }, 'role_id', undefined],
  ])('%j is refused', async (extra, field, message) => {
    const refusal = await owner().refused(users.invite, invitation(someDocument(), 'READER', extra))
    expect([refusal.status, refusal.details?.[0]?.field]).toEqual([422, field])
    if (message) expect(refusal.message).toBe(message)
  })

  test('a role of another company does not exist here', async () => {
    const other = await server.aCompany()
    const refusal = await owner().refused(users.invite, {
      params: c,
      body: { document_number: someDocument(), role_id: other.roles.READER },
    })
    expect(refusal.id).toBe('resource.not_found')
    const member = await server.aMember(company, 'READER')
    expect((await owner().refused(users.changeRole, to(member, other.roles.OPERATOR))).id).toBe('resource.not_found')
  })

  test('of a member, or of somebody invited already, is refused; after it ran out or was withdrawn it is not', async () => {
    const member = await server.aMember(company, 'READER')
    expect((await owner().refused(users.invite, invitation(member.document_number))).message).toBe('Este usuário já participa da empresa.')
    const document = someDocument()
    const first = await owner().ok(users.invite, invitation(document))
    expect((await owner().refused(users.invite, invitation(document))).message).toBe('Esta pessoa já tem um convite em aberto.')
    server.clock.set(TEST_NOW + 7 * DAY)
    await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())}`
    expect(await statusOf(first.id)).toBe('INACTIVE')
    const second = await owner().ok(users.invite, invitation(document))
    await owner().ok(users.deactivate, to(second))
    expect(await statusOf(second.id)).toBe('INACTIVE')
    expect((await owner().refused(users.activate, to(second))).message).toBe('Este convite não vale mais: envie um novo.')
    await owner().ok(users.invite, invitation(document))
  })

  test('withdrawn or rejected gives nothing, and no “activate” brings it back', async () => {
    const [guest, other] = [await server.aUser('COMPANY_MEMBER'), await server.aUser('COMPANY_MEMBER')]
    const withdrawn = await owner().ok(users.invite, invitation(guest.document_number))
    await owner().ok(users.deactivate, to(withdrawn))
    expect((await server.as(guest).refused(companies.acceptInvitation, { params: { id: withdrawn.id } })).status).toBe(404)
    const rejected = await owner().ok(users.invite, invitation(other.document_number))
    await server.as(other).ok(companies.rejectInvitation, { params: { id: rejected.id } })
    expect((await owner().refused(users.activate, to(other))).id).toBe('conflict.invalid_transition')
    expect((await server.as(other).refused(companies.profile, { params: c })).status).toBe(404)
  })

  test('the role of an open one may be changed before the answer', async () => {
    const guest = await server.aUser('COMPANY_MEMBER')
    const { id } = await owner().ok(users.invite, invitation(guest.document_number, 'ADMIN'))
    await owner().ok(users.changeRole, to({ id }, company.roles.READER))
    await server.as(guest).ok(companies.acceptInvitation, { params: { id } })
    expect(await rightsOf(guest)).toEqual(PRESET_RIGHTS.READER)
  })

  test('an administrator invites below their own role only, others nobody', async () => {
    const admin = server.as(await server.aMember(company, 'ADMIN'))
    for (const preset of ['OWNER', 'ADMIN', 'FINANCE', 'ACCOUNTANT'] as const)
      expect((await admin.refused(users.invite, invitation(someDocument(), preset))).id).toBe('permission.denied')
    await admin.ok(users.invite, invitation(someDocument(), 'OPERATOR'))
    const finance = server.as(await server.aMember(company, 'FINANCE'))
    expect((await finance.refused(users.invite, invitation(someDocument(), 'READER'))).id).toBe('permission.denied')
  })

  test('of many parallel ones for a document one stands', async () => {
    const document = someDocument()
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner().call(users.invite, invitation(document))))
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test(`${INVITATIONS_PER_DAY} a day leave a company, not one more`, async () => {
    const strict = await testServer({ local: false })
    try {
      const place = await strict.aCompany()
      const send = (n: number) =>
        strict
          .as(place.owner)
          .call(users.invite, { params: { c: place.id }, body: { document_number: cpfNumber(800_000 + n), role_id: place.roles.READER } })
      for (let n = 1; n <= INVITATIONS_PER_DAY; n += 1) expect((await send(n)).status).toBe(201)
      expect((await send(0)).data).toMatchObject({ id: 'rate.limited', retry_after: expect.any(Number) })
    } finally {
      await strict.close()
    }
  })
})

describe('access', () => {
  test('ends and begins with the next request, and closes the person’s sockets', async () => {
    const member = await server.aMember(company, 'OPERATOR')
    const work = () => server.as(member).call(contract.bills.list, { params: c })
    expect((await work()).status).toBe(200)
    expect((await owner().ok(users.deactivate, to(member))).status).toBe('INACTIVE')
    expect((await work()).status).toBe(404)
    expect(server.droppedUsers.filter(id => id === member.id)).toHaveLength(1)
    expect((await owner().ok(users.activate, to(member))).status).toBe('ACTIVE')
    expect((await work()).status).toBe(200)
    expect((await owner().ok(users.changeRole, to(member, company.roles.READER))).role.name).toBe('Leitura')
    expect(await rightsOf(member)).toEqual(PRESET_RIGHTS.READER)
    expect(server.droppedUsers.filter(id => id === member.id)).toHaveLength(3)
    expect((await lines()).map(line => line.label)).toEqual(
      ['Cargo mudado para Leitura', 'Acesso devolvido', 'Acesso retirado'].map(what => expect.stringMatching(`^${what}: Pessoa \\d+$`)),
    )
  })

  test('a socket is closed in less than a second, and the next one hears the company no more', async () => {
    const member = await server.aMember(company, 'OPERATOR')
    const http = createServer()
    const { clock, db, secret } = server.services
    const sockets = openSockets({ http, db, clock, secret })
    const silent = server.services.realtime
    server.services.realtime = sockets
    await new Promise<void>(done => http.listen(0, '127.0.0.1', done))
    const token = await signAccess(secret, { user_id: member.id, session_id: member.session_id }, clock.now())
    const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { auth: { token }, transports: ['websocket'] })
    try {
      const frames: { company_id?: string }[] = []
      socket.on('changed', frame => void frames.push(frame))
      await new Promise<void>(done => socket.once('connect', () => done()))
      const closed = new Promise<string>(done => socket.once('disconnect', done))
      const at = performance.now()
      await owner().ok(users.deactivate, to(member))
      expect(await closed).toBe('io server disconnect')
      // The call that takes access away is what lasts; only a socket left to its token's end would take minutes.
      expect(performance.now() - at).toBeLessThan(20_000)
      const again = new Promise<void>(done => socket.once('connect', () => done()))
      socket.connect()
      await again
      frames.length = 0
      sockets.changed({ company_id: company.id, user_id: undefined, tags: ['bills'], ids: [], batch_id: undefined })
      sockets.changed({ company_id: undefined, user_id: member.id, tags: ['invitations'], ids: [], batch_id: undefined })
      await expect.poll(() => frames.length).toBe(1)
      expect(frames[0]?.company_id).toBeUndefined()
    } finally {
      server.services.realtime = silent
      socket.close()
      await sockets.close()
    }
  })

  test('nobody changes their own', async () => {
    await server.aMember(company, 'OWNER')
    for (const row of [users.deactivate, users.activate, users.changeRole])
      expect(await owner().refused(row, to(company.owner, company.roles.READER))).toMatchObject({
        id: 'permission.denied',
        message: 'Ninguém muda o próprio acesso: peça a outra pessoa.',
      })
    expect((await personOf(company.owner))?.may_change).toBe(false)
  })

  test('an administrator touches nobody at or above their own role, and lifts nobody to it', async () => {
    const admin = server.as(await server.aMember(company, 'ADMIN'))
    const operator = await server.aMember(company, 'OPERATOR')
    for (const person of [company.owner, await server.aMember(company, 'ADMIN'), await server.aMember(company, 'FINANCE')]) {
      expect((await admin.refused(users.deactivate, to(person))).id).toBe('permission.denied')
      expect((await admin.refused(users.changeRole, to(person, company.roles.READER))).id).toBe('permission.denied')
    }
    expect((await admin.refused(users.changeRole, to(operator, company.roles.ADMIN))).id).toBe('permission.denied')
    expect((await admin.ok(users.changeRole, to(operator, company.roles.READER))).role.name).toBe('Leitura')
  })

  test('managing users within a role of one’s own gives no more than that role', async () => {
    const role = await owner().ok(roles.create, {
      params: c,
      body: { name: 'Pessoas', rights: { users: 'vcudm', roles: 'v', bills: 'v' } },
    })
    const manager = await server.aMember(company, 'READER')
    await owner().ok(users.changeRole, to(manager, role.id))
    const friend = await server.aMember(company, 'READER')
    for (const preset of PRESETS)
      expect((await server.as(manager).refused(users.changeRole, to(friend, company.roles[preset]))).id).toBe('permission.denied')
  })

  test('the last owner stays, an owner who manages an office does not count', async () => {
    const all = await owner().ok(roles.create, { params: c, body: { name: 'Tudo', rights: PRESET_RIGHTS.OWNER } })
    const deputy = await server.aMember(company, 'READER')
    await owner().ok(users.changeRole, to(deputy, all.id))
    await server.aMember(company, 'OWNER', await server.aUser('ACCOUNT_MANAGER'))
    const me = server.as(deputy)
    for (const call of [
      () => me.refused(users.deactivate, to(company.owner)),
      () => me.refused(users.changeRole, to(company.owner, company.roles.READER)),
    ])
      expect(await call()).toMatchObject({ id: 'invitation.last_owner', message: 'A empresa precisa de um proprietário.' })
    const second = await server.aMember(company, 'OWNER')
    await me.ok(users.deactivate, to(company.owner))
    expect((await me.refused(users.deactivate, to(second))).id).toBe('invitation.last_owner')
  })

  test('two owners who take each other’s place at once do not both succeed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const place = await server.aCompany()
      const other = await server.aMember(place, 'OWNER')
      const take = (me: TestUser, them: TestUser) => server.as(me).call(users.deactivate, { params: { c: place.id, userId: them.id } })
      const answers = await Promise.all([take(place.owner, other), take(other, place.owner)])
      expect(answers.map(answer => answer.status).filter(status => status === 200)).toHaveLength(1)
    }
  })

  test('a change that may not follow says why', async () => {
    const member = await server.aMember(company, 'READER')
    expect((await owner().refused(users.activate, to(member))).message).toBe('Este usuário já está ativo.')
    await owner().ok(users.deactivate, to(member))
    expect((await owner().refused(users.deactivate, to(member))).message).toBe('Este usuário já está inativo.')
    const { id } = await owner().ok(users.invite, invitation(someDocument()))
    expect((await owner().refused(users.activate, to({ id }))).message).toBe('O convite ainda espera a resposta da pessoa.')
    expect((await owner().refused(users.deactivate, to({ id: newId() }))).id).toBe('resource.not_found')
  })

  test('the same role again writes nothing', async () => {
    const member = await server.aMember(company, 'READER')
    const before = (await lines()).length
    await owner().ok(users.changeRole, to(member, company.roles.READER))
    expect(await lines()).toHaveLength(before)
  })

  test('who left and was invited again has one line', async () => {
    const member = await server.aMember(company, 'FINANCE')
    await owner().ok(users.deactivate, to(member))
    const { id } = await owner().ok(users.invite, invitation(member.document_number, 'READER'))
    await server.as(member).ok(companies.acceptInvitation, { params: { id } })
    const mine = (await owner().ok(users.list, { params: c })).filter(row => row.id === member.id)
    expect(mine).toMatchObject([{ status: 'ACTIVE', role: { name: 'Leitura' } }])
  })

  test('is given only with a recent code', async () => {
    const member = await server.aMember(company, 'READER')
    const gone = await server.aMember(company, 'READER')
    const peer = await server.aMember(company, 'OWNER')
    await owner().ok(users.deactivate, to(gone))
    server.clock.advance(16 * 60_000)
    const guarded = [
      () => owner().refused(users.changeRole, to(member, company.roles.OPERATOR)),
      () => owner().refused(users.activate, to(gone)),
      () => owner().refused(users.deactivate, to(peer)),
      () => owner().refused(users.invite, invitation(someDocument(), 'READER')),
    ]
    for (const call of guarded) expect(await call()).toMatchObject({ id: 'auth.step_up_required', challenge_id: expect.any(String) })
    // Taking a plain member's access away cannot wait for a code.
    await owner().ok(users.deactivate, to(member))
    const { challenge_id } = await owner().refused(users.activate, to(member))
    await server.call(undefined, auth.verifyOtp, { params: { id: challenge_id ?? '' }, body: { otp: await server.lastCode() } })
    await owner().ok(users.activate, to(member))
  })

  test('is not undone, by nobody, and its images are for who sees the users', async () => {
    const member = await server.aMember(company, 'READER')
    const accountant = server.as(await server.aMember(company, 'ACCOUNTANT'))
    const answer = await owner().call(users.changeRole, to(member, company.roles.OPERATOR))
    expect(answer.headers['x-batch-id']).toBeUndefined()
    const [line] = await lines()
    expect(line).toMatchObject({ command: 'users.changeRole', rows_count: 1, undoable: false })
    const params = { ...c, id: line?.id ?? '' }
    expect(await owner().refused(batches.undo, { params })).toMatchObject({
      id: 'undo.blocked',
      message: 'Esta ação não pode ser desfeita.',
    })
    expect(await owner().ok(batches.rows, { params })).toMatchObject([
      { table: 'memberships', before: { role_id: company.roles.READER }, after: { role_id: company.roles.OPERATOR } },
    ])
    expect(await accountant.ok(batches.rows, { params })).toEqual([])
  })

  test('a replayed call changes nothing again', async () => {
    const call = () => owner().call(users.invite, invitation('52998224725'), { 'idempotency-key': `convite-${company.id}` })
    const [one, two] = [await call(), await call()]
    expect([two.status, two.data]).toEqual([201, one.data])
    expect((await owner().ok(users.list, { params: c })).filter(row => row.status === 'WAITING_ACCEPT')).toHaveLength(1)
  })
})

describe('the people of an office', () => {
  test('are seen by its managers and accountants, each with the companies they see themselves', async () => {
    const manager = await server.aUser('ORGANIZATION_MANAGER', { name: 'Augusto' })
    const accountant = await server.aUser('ACCOUNT_MANAGER', { name: 'Helena', organization_id: manager.organization_id })
    const client = await server.aUser()
    const [one, two] = [
      await server.aCompany(client, { organization_id: manager.organization_id, trade_name: 'Padaria' }),
      await server.aCompany(client, { organization_id: manager.organization_id, trade_name: 'Mercado' }),
    ]
    const outside = await server.aCompany(client)
    for (const place of [one, two, outside]) await server.aMember(place, 'ACCOUNTANT', accountant)
    const other = await server.aUser('ACCOUNT_MANAGER', { name: 'Zé', organization_id: manager.organization_id })
    await server.aMember(one, 'READER', other)
    const seen = async (user: TestUser) =>
      (await server.as(user).ok(organizations.users)).map(row => [
        row.name,
        row.kind,
        row.companies.map(each => `${each.name}: ${each.role_name}`),
      ])
    expect(await seen(manager)).toEqual([
      ['Augusto', 'ORGANIZATION_MANAGER', []],
      ['Helena', 'ACCOUNT_MANAGER', ['Mercado: Contador', 'Padaria: Contador']],
      ['Zé', 'ACCOUNT_MANAGER', ['Padaria: Leitura']],
    ])
    expect(await seen(other)).toEqual([
      ['Augusto', 'ORGANIZATION_MANAGER', []],
      ['Helena', 'ACCOUNT_MANAGER', ['Padaria: Contador']],
      ['Zé', 'ACCOUNT_MANAGER', ['Padaria: Leitura']],
    ])
  })

  test('are nobody’s who has no office', async () => {
    expect(await server.as(await server.aUser('ACCOUNT_MANAGER')).ok(organizations.users)).toEqual([])
    for (const kind of ['SOLO_USER', 'COMPANY_MEMBER'] as const)
      expect((await server.as(await server.aUser(kind)).refused(organizations.users)).id).toBe('permission.denied')
  })
})

describe('the company’s own data', () => {
  test('a change is a batch and can be undone and redone', async () => {
    const before = await owner().ok(companies.profile, { params: c })
    const answer = await owner().call(companies.update, { params: c, body: { name: 'Outro Nome SA', email: 'novo@exemplo.com.br' } })
    const id = answer.headers['x-batch-id'] ?? ''
    expect(await lines()).toMatchObject([{ id, label: 'Dados da empresa alterados', rows_count: 1, undoable: true }])
    const undone = await owner().call(batches.undo, { params: { ...c, id } })
    expect(undone.status).toBe(200)
    expect(await owner().ok(companies.profile, { params: c })).toMatchObject({ name: before.name, email: null })
    await owner().ok(batches.undo, { params: { ...c, id: undone.headers['x-batch-id'] ?? '' } })
    expect(await owner().ok(companies.profile, { params: c })).toMatchObject({ name: 'Outro Nome SA', email: 'novo@exemplo.com.br' })
  })

  test('a later change stands in the way', async () => {
    const first = await owner().call(companies.update, { params: c, body: { name: 'Um' } })
    await owner().ok(companies.update, { params: c, body: { name: 'Dois' } })
    expect((await owner().refused(batches.undo, { params: { ...c, id: first.headers['x-batch-id'] ?? '' } })).id).toBe('undo.blocked')
  })

  test('undoing does not loosen the two-person rule without a code', async () => {
    const tightened = await owner().call(companies.update, { params: c, body: { approval_limit_cents: 100 } })
    server.clock.advance(HOUR)
    const params = { ...c, id: tightened.headers['x-batch-id'] ?? '' }
    expect((await owner().refused(batches.undo, { params })).id).toBe('auth.step_up_required')
    expect((await owner().ok(companies.profile, { params: c })).approval_limit_cents).toBe(100)
    await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())}`
    await owner().ok(batches.undo, { params })
    expect((await owner().ok(companies.profile, { params: c })).approval_limit_cents).toBe(500_000)
  })

  test('founding one is in its journal and stays', async () => {
    const user = await server.aUser()
    const founded = await server.as(user).ok(companies.create, { body: { document_number: '12.ABC.345/01DE-35', name: 'Nova Ltda' } })
    const list = await server.as(user).ok(batches.list, { params: { c: founded.id } })
    expect(list).toMatchObject([{ label: 'Empresa criada', command: 'companies.create', undoable: false }])
    expect(server.droppedUsers).toContain(user.id)
  })
})
