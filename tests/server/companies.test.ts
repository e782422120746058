// Companies, invitations, notifications, runs and the public tables over the real server and database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { PRESET_LABELS, PRESET_RIGHTS, PRESETS } from '#domain/permissions.ts'
import { addMember } from '#server/areas/people/companies/rows.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { newId } from '#server/base/ids.ts'
import { setRun } from '#server/jobs/queue.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { TEST_NOW, type TestCompany, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { companies, notifications, jobs, institutions, locations, auth } = contract
const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(TEST_NOW))

const newCompany = (n: number, extra: object = {}) => ({ document_number: cnpjNumber(500_000 + n), name: `Nova ${n} Ltda`, ...extra })

describe('create', () => {
  test('who creates a company owns it, and it has the six preset roles', async () => {
    const user = await server.aUser()
    const answer = await server.as(user).call(companies.create, { body: newCompany(1, { trade_name: 'Nova', email: '' }) })
    expect(answer.status).toBe(201)
    const company = answer.data as { id: string; email: string | null; legal_entity: unknown }
    expect(company).toMatchObject({
      email: null,
      legal_entity: { document_number: cnpjNumber(500_001), name: 'Nova 1 Ltda', trade_name: 'Nova' },
    })
    const roles = await server.sql<{ name: string }>`select name from roles where company_id = ${company.id}`
    expect(roles.map(role => role.name).sort()).toEqual(PRESETS.map(preset => PRESET_LABELS[preset]).sort())
    const permissions = await server.as(user).ok(companies.permissions, { params: { c: company.id } })
    expect(permissions).toEqual({ role_name: 'Proprietário', rights: PRESET_RIGHTS.OWNER })
    expect((await server.as(user).ok(auth.profile)).companies).toEqual([
      { id: company.id, name: 'Nova', document_number: cnpjNumber(500_001) },
    ])
  })

  test('a second company with the same CNPJ is refused', async () => {
    const [ana, bia] = [await server.aUser(), await server.aUser()]
    await server.as(ana).ok(companies.create, { body: newCompany(2) })
    expect(await server.as(bia).refused(companies.create, { body: newCompany(2) })).toMatchObject({
      id: 'conflict.already_exists',
      message: 'Já existe uma empresa com este CNPJ.',
    })
    expect(await server.as(bia).ok(companies.organization)).toEqual([])
  })

  test('a member of companies registers none', async () => {
    const user = await server.aUser('COMPANY_MEMBER')
    expect((await server.as(user).refused(companies.create, { body: newCompany(3) })).id).toBe('permission.denied')
  })

  test.each([
    ['12.345.678/0001-00', 'CNPJ é inválido'],
    [cpfNumber(77), 'CNPJ é inválido'],
    ['111.111.111-11', 'CPF é inválido'],
  ])('%s is not a CNPJ', async (document_number, message) => {
    const user = await server.aUser()
    const refusal = await server.as(user).refused(companies.create, { body: newCompany(4, { document_number }) })
    expect(refusal.details?.[0]).toMatchObject({ field: 'document_number', message })
  })

  test('an alphanumeric CNPJ in lower case is kept without mask, upper-case', async () => {
    const user = await server.aUser()
    const company = await server.as(user).ok(companies.create, { body: newCompany(5, { document_number: '12.abc.345/01de-35' }) })
    expect(company.document_number).toBe('12ABC34501DE35')
  })

  test('the company of a manager belongs to the organisation, and a manager is an accountant in it', async () => {
    const manager = await server.aUser('ORGANIZATION_MANAGER')
    const colleague = await server.aUser('ORGANIZATION_MANAGER', { organization_id: manager.organization_id })
    const company = await server.as(manager).ok(companies.create, { body: newCompany(6) })
    const [summary] = await server.as(colleague).ok(companies.organization)
    expect(summary).toMatchObject({ id: company.id, role_name: 'Contador' })
    const { rights } = await server.as(colleague).ok(companies.permissions, { params: { c: company.id } })
    expect(rights.bills).toBe('vcud')
    expect(rights.certificate).toBe('v')
  })

  test('the company of a lone owner belongs to no organisation', async () => {
    const company = await server.as(await server.aUser()).ok(companies.create, { body: newCompany(7) })
    const [row] = await server.sql<{ organization_id: string | null }>`select organization_id from companies where id = ${company.id}`
    expect(row?.organization_id).toBeNull()
  })

  test('a field the record does not have is refused, its read-only fields are ignored', async () => {
    const user = await server.aUser()
    expect((await server.as(user).call(companies.create, { body: newCompany(8, { owner: 'eu' }) })).status).toBe(422)
    const company = await server.as(user).ok(companies.create, { body: newCompany(8, { id: newId(), version: 9 }) })
    expect(company.version).toBe(1)
  })
})

describe('read and change', () => {
  test('a foreign company and one that does not exist answer the same 404', async () => {
    const company = await server.aCompany()
    const stranger = await server.aUser()
    const bodies: unknown[] = []
    for (const c of [company.id, newId()]) {
      for (const row of [companies.profile, companies.permissions]) {
        const { request_id: _, ...refusal } = await server.as(stranger).refused(row, { params: { c } })
        bodies.push(refusal)
      }
      expect((await server.as(stranger).refused(companies.update, { params: { c }, body: { name: 'Minha' } })).status).toBe(404)
    }
    expect(bodies).toEqual(bodies.map(() => ({ id: 'resource.not_found', message: expect.any(String), status: 404 })))
  })

  test('a member who was made inactive sees nothing at the next request', async () => {
    const company = await server.aCompany()
    const member = await server.aMember(company, 'READER')
    expect((await server.as(member).ok(companies.profile, { params: { c: company.id } })).id).toBe(company.id)
    await server.sql`update memberships set status = 'INACTIVE' where user_id = ${member.id}`
    expect((await server.as(member).refused(companies.profile, { params: { c: company.id } })).id).toBe('resource.not_found')
  })

  test('a reader sees the company and may not change it', async () => {
    const company = await server.aCompany()
    const reader = await server.aMember(company, 'READER')
    expect((await server.as(reader).refused(companies.update, { params: { c: company.id }, body: { name: 'Outra' } })).id).toBe(
      'permission.denied',
    )
    expect((await server.as(reader).ok(companies.permissions, { params: { c: company.id } })).role_name).toBe('Leitura')
  })

  test('its phone may be a service’s, and is refused where it is none', async () => {
    const company = await server.aCompany()
    const owner = server.as(company.owner)
    const change = (phone_number: string) => ({ params: { c: company.id }, body: { phone_number } })
    expect((await owner.ok(companies.update, change('0800 123 4567'))).phone_number).toBe('08001234567')
    expect((await owner.refused(companies.update, change('abc'))).details).toMatchObject([
      { field: 'phone_number', message: 'Telefone inválido' },
    ])
  })

  test('a change moves the version, and a stale one is refused with the record as it is', async () => {
    const company = await server.aCompany()
    const owner = server.as(company.owner)
    const before = await owner.ok(companies.profile, { params: { c: company.id } })
    const after = await owner.ok(companies.update, {
      params: { c: company.id },
      body: { ...before, name: 'Outro Nome SA', email: 'x@y.com.br' },
    })
    expect(after).toMatchObject({
      name: 'Outro Nome SA',
      email: 'x@y.com.br',
      version: before.version + 1,
      document_number: before.document_number,
    })
    const refusal = await owner.refused(companies.update, {
      params: { c: company.id },
      body: { name: 'Atrasado', version: before.version },
    })
    expect(refusal).toMatchObject({ id: 'conflict.stale_version', current: { name: 'Outro Nome SA', version: after.version } })
    expect((await owner.ok(companies.update, { params: { c: company.id }, body: { trade_name: '' } })).trade_name).toBeNull()
  })

  test('raising the approval limit asks for a recent code, lowering it does not', async () => {
    const company = await server.aCompany()
    server.clock.advance(HOUR)
    const change = (body: object) => server.as(company.owner).call(companies.update, { params: { c: company.id }, body })
    expect((await change({ approval_limit_cents: 500_001 })).data).toMatchObject({
      id: 'auth.step_up_required',
      challenge_id: expect.any(String),
    })
    expect((await change({ approval_limit_cents: 500_000, requires_approval: true })).status).toBe(200)
    expect((await change({ requires_approval: false })).data).toMatchObject({ id: 'auth.step_up_required' })
    expect((await change({ approval_limit_cents: 100 })).status).toBe(200)
  })

  test('validity is a matter of digits only', async () => {
    const company = await server.aCompany()
    const valid = (doc: string) => server.as(company.owner).ok(companies.valid, { params: { doc } })
    expect(await valid(company.document_number)).toEqual({ valid: true })
    expect(await valid(cnpjNumber(499_999))).toEqual({ valid: true })
    expect(await valid('12ABC34501DE35')).toEqual({ valid: true })
    expect(await valid('11222333000182')).toEqual({ valid: false })
  })
})

describe('what waits in each company', () => {
  const entry = (
    company: TestCompany,
    kind: string,
    status: string,
    due: string,
    more: { has_children?: boolean; deleted?: boolean } = {},
  ) =>
    server.sql`insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, has_children, deleted_at)
      values (${company.id}, ${newId()}, ${kind}, ${status}, 1000, ${due}, ${due}, ${due}, ${more.has_children ?? false}, ${more.deleted ? new Date() : null})`

  test('counts open titles by due day, pending lines and last days, per company', async () => {
    const owner = await server.aUser()
    const [busy, quiet] = [await server.aCompany(owner, { trade_name: 'B Cheia' }), await server.aCompany(owner, { trade_name: 'A Vazia' })]
    await entry(busy, 'BILL', 'PENDING', '2026-03-10')
    await entry(busy, 'BILL', 'APPROVED', '2026-01-05')
    await entry(busy, 'BILL', 'PAID', '2026-01-05')
    await entry(busy, 'BILL', 'REPROVED', '2026-01-05')
    await entry(busy, 'BILL', 'PENDING', '2026-01-05', { has_children: true })
    await entry(busy, 'BILL', 'PENDING', '2026-01-05', { deleted: true })
    await entry(busy, 'BILL', 'PENDING', '2026-03-11')
    await entry(busy, 'BILL', 'WAITING_PAYMENT', '2026-03-18')
    await entry(busy, 'BILL', 'PENDING', '2026-03-19')
    await entry(busy, 'RECEIVABLE', 'PENDING', '2026-03-10')
    await entry(busy, 'RECEIVABLE', 'RECEIVED', '2026-03-10')
    const account = newId()
    await server.sql`insert into bank_accounts (company_id, id, kind, routing_number, institution_name) values (${busy.id}, ${account}, 'CHECKING', '341', 'Itaú')`
    for (const [date, status] of [
      ['2026-03-01', 'PENDING'],
      ['2026-03-09', 'CONCILIATED'],
      ['2026-03-05', 'PENDING'],
    ]) {
      await server.sql`insert into statement_entries (company_id, id, bank_account_id, date, description, amount_cents, kind, status, identity_key)
        values (${busy.id}, ${newId()}, ${account}, ${date}, 'PIX', 100, 'CREDIT', ${status}, ${newId()})`
    }
    await server.sql`insert into date_ranges (company_id, id, start_date, end_date) values (${busy.id}, ${newId()}, '2025-12-01', '2025-12-31')`
    const summaries = await server.as(owner).ok(companies.organization)
    expect(summaries.map(summary => summary.id)).toEqual([quiet.id, busy.id])
    expect(summaries[1]).toMatchObject({
      name: 'B Cheia',
      role_name: 'Proprietário',
      pending_lines_count: 2,
      overdue_bills_count: 2,
      due_soon_bills_count: 2,
      overdue_receivables_count: 1,
      last_statement_date: '2026-03-09',
      last_closed_date: '2025-12-31',
    })
    expect(summaries[0]).toMatchObject({
      pending_lines_count: 0,
      overdue_bills_count: 0,
      last_statement_date: null,
      last_closed_date: null,
    })
  })

  test('a bill due on a weekend is not overdue on the Monday that follows', async () => {
    const company = await server.aCompany()
    await entry(company, 'BILL', 'PENDING', '2026-03-14')
    server.clock.set('2026-03-16T15:00:00Z')
    expect(await server.as(company.owner).ok(companies.organization)).toMatchObject([{ overdue_bills_count: 0, due_soon_bills_count: 1 }])
    server.clock.set('2026-03-17T15:00:00Z')
    expect(await server.as(company.owner).ok(companies.organization)).toMatchObject([{ overdue_bills_count: 1, due_soon_bills_count: 0 }])
  })

  test('two hundred companies with a long paid history are answered at once', async () => {
    const owner = await server.aUser()
    const ids: string[] = []
    for (let n = 0; n < 200; n += 1) ids.push((await server.aCompany(owner)).id)
    await server.sql`insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date)
      select c, gen_random_uuid(), case when n % 3 = 0 then 'RECEIVABLE' else 'BILL' end, case when n % 20 = 0 then 'PENDING' when n % 3 = 0 then 'RECEIVED' else 'PAID' end, 1000, d, d, d
      from unnest(${ids}::uuid[]) c, generate_series(1, 500) n, lateral (select date '2026-03-31' - (n % 400) as d) x`
    await server.sql`analyze entries`
    expect(await server.as(owner).ok(companies.organization)).toHaveLength(200)
  })
})

describe('invitations', () => {
  const invite = (
    company: TestCompany,
    document: string,
    preset: 'FINANCE' | 'OWNER' = 'FINANCE',
    expires_at = new Date(TEST_NOW + 7 * DAY),
  ) =>
    server.inCompany([company.id], db =>
      addMember(db, {
        company_id: company.id,
        role_id: company.roles[preset],
        invited_document: document,
        status: 'WAITING_ACCEPT',
        expires_at,
      }),
    )

  test('the invited person sees the invitation by document, accepts it once and works in the company', async () => {
    const company = await server.aCompany()
    const guest = await server.aUser('COMPANY_MEMBER')
    const id = await invite(company, guest.document_number)
    const list = await server.as(guest).ok(companies.invitations)
    expect(list).toMatchObject([
      { id, company_id: company.id, company_name: expect.stringMatching(/^Empresa/), role_name: 'Financeiro', status: 'WAITING_ACCEPT' },
    ])
    expect((await server.as(guest).refused(companies.profile, { params: { c: company.id } })).status).toBe(404)
    expect((await server.as(guest).ok(companies.acceptInvitation, { params: { id } })).status).toBe('ACTIVE')
    expect((await server.as(guest).ok(companies.permissions, { params: { c: company.id } })).rights).toEqual(PRESET_RIGHTS.FINANCE)
    expect((await server.as(guest).refused(companies.acceptInvitation, { params: { id } })).id).toBe('conflict.invalid_transition')
    expect(await server.as(guest).ok(companies.invitations)).toEqual([])
  })

  test('nobody else sees, accepts or rejects it', async () => {
    const company = await server.aCompany()
    const [guest, thief] = [await server.aUser('COMPANY_MEMBER'), await server.aUser()]
    const id = await invite(company, guest.document_number, 'OWNER')
    expect(await server.as(thief).ok(companies.invitations)).toEqual([])
    for (const row of [companies.acceptInvitation, companies.rejectInvitation]) {
      expect((await server.as(thief).refused(row, { params: { id } })).id).toBe('resource.not_found')
    }
    const [row] = await server.sql<{ status: string }>`select status from memberships where id = ${id}`
    expect(row?.status).toBe('WAITING_ACCEPT')
  })

  test('it ends after seven days, to the millisecond', async () => {
    const company = await server.aCompany()
    const guest = await server.aUser('COMPANY_MEMBER')
    const id = await invite(company, guest.document_number)
    server.clock.set(TEST_NOW + 7 * DAY)
    expect(await server.as(guest).ok(companies.invitations)).toEqual([])
    expect((await server.as(guest).refused(companies.acceptInvitation, { params: { id } })).id).toBe('invitation.expired')
    server.clock.set(TEST_NOW + 7 * DAY - 1)
    expect((await server.as(guest).call(companies.acceptInvitation, { params: { id } })).status).toBe(200)
  })

  test('a rejected invitation gives nothing', async () => {
    const company = await server.aCompany()
    const guest = await server.aUser('COMPANY_MEMBER')
    const id = await invite(company, guest.document_number)
    expect((await server.as(guest).ok(companies.rejectInvitation, { params: { id } })).status).toBe('INACTIVE')
    expect((await server.as(guest).refused(companies.profile, { params: { c: company.id } })).status).toBe(404)
    expect((await server.as(guest).refused(companies.acceptInvitation, { params: { id } })).id).toBe('conflict.invalid_transition')
  })

  test('of many parallel answers one counts', async () => {
    const company = await server.aCompany()
    const guest = await server.aUser('COMPANY_MEMBER')
    const id = await invite(company, guest.document_number)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        server.as(guest).call(n % 2 ? companies.acceptInvitation : companies.rejectInvitation, { params: { id } }),
      ),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
  })

  test('who is a member already is told so', async () => {
    const company = await server.aCompany()
    const member = await server.aMember(company, 'READER')
    const id = await invite(company, member.document_number)
    expect(await server.as(member).refused(companies.acceptInvitation, { params: { id } })).toMatchObject({
      id: 'conflict.already_exists',
      message: 'Este usuário já participa da empresa.',
    })
  })
})

describe('notifications', () => {
  const words = (users: readonly TestUser[], title: string) =>
    ({ user_ids: users.map(user => user.id), type: 'TRANSACTION', title, body: 'Texto', metadata: { n: 1 } }) as const
  /** Tells them, and gives each one's newest notification. */
  async function tell(users: readonly TestUser[], title: string): Promise<string[]> {
    await inCompany(server.services, newId(), db => notify(db, words(users, title)))
    return Promise.all(users.map(async user => (await server.as(user).ok(notifications.list))[0]?.id ?? ''))
  }

  test('reach the screens of those who were told, once they are kept, and of nobody else', async () => {
    const [ana, bia] = [await server.aUser(), await server.aUser()]
    const rung = () => server.changes.filter(change => change.tags.includes('notifications')).map(({ user_id, ids }) => ({ user_id, ids }))
    server.changes.length = 0
    const [first, second] = await tell([ana, bia], 'Primeira')
    expect(rung()).toEqual([
      { user_id: ana.id, ids: [first] },
      { user_id: bia.id, ids: [second] },
    ])
    server.changes.length = 0
    const once = () => inCompany(server.services, newId(), db => notify(db, { ...words([ana], 'Uma vez'), once: 'uma' }))
    await once()
    await once()
    expect(rung()).toHaveLength(1)
    server.changes.length = 0
    const failing = inCompany(server.services, newId(), async db => {
      await notify(db, words([ana], 'Nunca'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await expect(server.inCompany([], db => notify(db, words([ana], 'Nunca')))).rejects.toThrow('nobody would hear')
    expect(rung()).toEqual([])
    expect((await server.as(ana).ok(notifications.list)).map(row => row.title)).not.toContain('Nunca')
  })

  test('one reads only one’s own, newest first, and marks them read', async () => {
    const [ana, bia] = [await server.aUser(), await server.aUser()]
    const [first] = await tell([ana, bia], 'Primeira')
    const [second] = await tell([ana], 'Segunda')
    const titles = async (user: TestUser) => (await server.as(user).ok(notifications.list)).map(row => [row.title, row.readed_at !== null])
    expect(await titles(ana)).toEqual([
      ['Segunda', false],
      ['Primeira', false],
    ])
    expect(await titles(bia)).toEqual([['Primeira', false]])
    await server.as(bia).ok(notifications.read, { body: { ids: [first, second] } })
    expect(await titles(ana)).toEqual([
      ['Segunda', false],
      ['Primeira', false],
    ])
    await server.as(ana).ok(notifications.read, { body: { ids: [first] } })
    expect(await titles(ana)).toEqual([
      ['Segunda', false],
      ['Primeira', true],
    ])
    await server.as(ana).ok(notifications.read, { body: {} })
    expect(await titles(ana)).toEqual([
      ['Segunda', true],
      ['Primeira', true],
    ])
    expect(await server.as(ana).ok(notifications.list, { query: { limit: 1 } })).toHaveLength(1)
  })

  test('a device belongs to who registered it last', async () => {
    const [ana, bia] = [await server.aUser(), await server.aUser()]
    for (const user of [ana, ana, bia])
      await server.as(user).ok(notifications.registerToken, { body: { token: 'aparelho-1', platform: 'web' } })
    const rows = await server.sql<{ user_id: string }>`select user_id from push_tokens where token = 'aparelho-1'`
    expect(rows).toEqual([{ user_id: bia.id }])
  })
})

describe('runs', () => {
  test('the public token opens its own run and no other', async () => {
    const withWorkers = await testServer({
      workers: () => ({
        'import.read': async () => {},
        'import.commit': async () => {},
        'open_finance.sync': async () => {},
        'money.advance': async () => {},
      }),
    })
    try {
      const company = await withWorkers.aCompany()
      const start = () =>
        withWorkers.inCompany([company.id], db =>
          withWorkers.services.queue.start(db, 'import.read', company.id, company.owner.id, { import_id: newId(), commit: false }),
        )
      const [run, other] = [await start(), await start()]
      await withWorkers.inCompany([company.id], db => setRun(db, run.id, { progress: 40, message: 'Lendo' }))
      const look = (id: string, token?: string) =>
        withWorkers.call(undefined, jobs.get, { params: { id } }, token ? { authorization: `Bearer ${token}` } : {})
      expect((await look(run.id, run.publicAccessToken)).data).toEqual({
        id: run.id,
        metadata: { status: 'loading', progress: 40, message: 'Lendo', result: null },
      })
      for (const token of [other.publicAccessToken, undefined, 'x', `${company.id}.x`]) expect((await look(run.id, token)).status).toBe(404)
    } finally {
      await withWorkers.close()
    }
  })
})

describe('public tables', () => {
  test('banks have code, ISPB and name', async () => {
    const banks = await server.as(await server.aUser()).ok(institutions.list)
    expect(banks).toContainEqual({ routing_number: '001', ispb: '00000000', name: 'Banco do Brasil S.A.' })
    expect(new Set(banks.map(bank => bank.routing_number)).size).toBe(banks.length)
  })

  test('there are 27 states, and cities carry IBGE codes', async () => {
    const user = server.as(await server.aUser())
    expect(await user.ok(locations.states)).toHaveLength(27)
    expect(await user.ok(locations.cities, { params: { uf: 'sp' } })).toContainEqual({ id: 3_550_308, name: 'São Paulo' })
    expect((await user.refused(locations.cities, { params: { uf: 'XX' } })).id).toBe('resource.not_found')
  })

  test('a postal code tells its state, of a capital its city, and nothing that is not known', async () => {
    const user = server.as(await server.aUser())
    const address = (postalCode: string) => user.call(locations.address, { params: { postalCode } })
    const capital = { city: 'São Paulo', city_code: '3550308' }
    expect((await address('01310-100')).data).toEqual({
      postal_code: '01310-100',
      ...capital,
      state: 'SP',
      country: 'Brasil',
      source: 'ranges',
    })
    expect((await address('13201000')).data).toEqual({ postal_code: '13201-000', state: 'SP', country: 'Brasil', source: 'ranges' })
    expect((await address('00000-000')).data).toMatchObject({ id: 'resource.not_found' })
    expect((await address('1310-10')).data).toMatchObject({ id: 'validation.failed', message: 'CEP inválido' })
  })
})
