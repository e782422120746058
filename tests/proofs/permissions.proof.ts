// E1: the matrix (src/SPEC.md, Permissions) is the behaviour: every row, for every role, kind and standing, for people and API keys.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, isMutating, tenantOf } from '#contract/kit/endpoint.ts'
import { INVITATION_STATUSES, type InvitationStatus, USER_KINDS, type UserKind } from '#domain/enums.ts'
import {
  ACTIONS,
  type Action,
  intersectRights,
  may,
  mayInOrganization,
  NO_RIGHTS,
  type OrganizationResource,
  OWNER_GRANTS,
  PRESET_LABELS,
  PRESET_RIGHTS,
  PRESETS,
  type Preset,
  RESOURCES,
  type Resource,
  type Rights,
  readRights,
  rightsOf,
} from '#domain/permissions.ts'
import { addMember } from '#server/areas/people/companies/rows.ts'
import { newApiKey } from '#server/kernel/api-keys.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import type { MoneyBooks } from '#tests/kit/money.ts'
import { type CallInput, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { callOf, rows, withId } from './kit/calls.ts'
import { figure, isFull } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'
import { bareGate, type Gate, rollingGate } from './kit/gate.ts'

let server: TestServer
let b: MoneyBooks
let organization: string
beforeAll(async () => {
  server = await testServer()
  b = await furnish(server, 'Mobiliada')
  const manager = await server.aUser('ORGANIZATION_MANAGER')
  organization = manager.organization_id ?? ''
  await server.sql`update companies set organization_id = ${organization} where id = ${b.company.id}`
}, 300_000)
afterAll(() => server?.close())

const needsOf = (row: Endpoint) => row.spec.needs?.split(':') as [Resource, Action] | undefined
const mine = (company: string) => ({ params: { c: company }, query: { companyId: company }, body: { company_id: company } })

interface Person {
  kind: UserKind
  preset?: Preset
  status?: InvitationStatus
  same_organization: boolean
  granted: boolean
}

/** Every kind × role × standing, none included; of an office also within it and not, and with the owner's grants and without. */
const people: Person[] = USER_KINDS.flatMap(kind => {
  const ofOffice = kind === 'ORGANIZATION_MANAGER' || kind === 'ACCOUNT_MANAGER'
  return (ofOffice ? [true, false] : [false]).flatMap(same_organization => [
    { kind, same_organization, granted: false },
    ...PRESETS.flatMap(preset =>
      INVITATION_STATUSES.flatMap(status =>
        (ofOffice ? [false, true] : [false]).map(granted => ({ kind, preset, status, same_organization, granted })),
      ),
    ),
  ])
})

const rightsOfPerson = ({ kind, preset, status, same_organization, granted }: Person): Rights =>
  rightsOf({
    kind,
    role: preset && PRESET_RIGHTS[preset],
    membership: status && { status, owner_grants: granted ? OWNER_GRANTS : [] },
    same_organization: same_organization && kind === 'ORGANIZATION_MANAGER',
  })

async function enrol({ kind, preset, status, same_organization, granted }: Person): Promise<TestUser> {
  const user = await server.aUser(kind, { organization_id: same_organization ? organization : null })
  if (preset && status) {
    const who = status === 'WAITING_ACCEPT' ? { invited_document: user.document_number } : { user_id: user.id }
    await server.inCompany([b.company.id], db =>
      addMember(db, { company_id: b.company.id, role_id: b.company.roles[preset], status, ...who }),
    )
    if (granted)
      await server.sql`update memberships set owner_grants = ${[...OWNER_GRANTS]} where company_id = ${b.company.id} and user_id = ${user.id}`
  }
  return user
}

const tokenOf = (user: TestUser) =>
  signAccess(server.services.secret, { user_id: user.id, session_id: user.session_id }, server.clock.now())

/** What the matrix says of someone with these rights in the company; undefined: the row belongs to no one company. */
function expected(row: Endpoint, rights: Rights): string {
  if (tenantOf(row) === 'none' || (tenantOf(row) === 'object' && !row.spec.needs)) return 'reached'
  if (rights === NO_RIGHTS) return 'resource.not_found'
  const needs = needsOf(row)
  return !needs || may(rights, ...needs) ? 'reached' : 'permission.denied'
}

/** Eight at once; shortened, one pair of every so many, so that each row and each person has its turns. */
async function everyPair<T>(
  those: readonly T[],
  check: (one: T) => Promise<(row: Endpoint) => Promise<void>>,
  sparse: number,
): Promise<void> {
  const waiting = [...those.entries()]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [n, one] = next
        const decide = await check(one)
        const turn = (_: Endpoint, at: number) => isFull || (at + n * 7) % sparse === 0
        for (const row of signed.filter(turn)) await decide(row)
      }
    }),
  )
}
const signed = rows.filter(row => !row.spec.public)

test('E1: people are decided as the matrix says', { timeout: 3_600_000 }, async () => {
  const gate = await bareGate(server, rows, b.company.id)
  const wrong: unknown[] = []
  const count = { decided: 0, reached: 0 }
  for (const row of rows) {
    const decision = await gate.decide(row, undefined, callOf(row, b.company.id))
    if (decision !== (row.spec.public ? 'reached' : 'auth.token_expired')) wrong.push({ row: row.id, nobody: true, decision })
  }
  await everyPair(
    people,
    async person => {
      const token = await tokenOf(await enrol(person))
      const rights = rightsOfPerson(person)
      return async row => {
        const decision = await gate.decide(row, token, openCall(row))
        count.decided += 1
        if (decision === 'reached') count.reached += 1
        if (decision !== expected(row, rights)) wrong.push({ ...person, row: row.id, expected: expected(row, rights), decision })
      }
    },
    128,
  )
  await gate.close()
  expect(wrong).toEqual([])
  expect(count.reached).toBeGreaterThan(count.decided / 20)
  figure({
    promise: 'E1',
    what: 'linhas × cargos × tipos × situações',
    ours: `${count.decided} decisões de ${people.length} pessoas em ${rows.length} linhas, 100% da matriz`,
    floor: '100%',
  })
})

/** Right where the gate looks: path, query and body name the company. */
const openCall = (row: Endpoint): CallInput => {
  const { params, query, body } = mine(b.company.id)
  return { params: { ...callOf(row, b.company.id).params, ...(tenantOf(row) === 'path' ? params : {}) }, query, body }
}

test('E1: an API key decides as its creator within its scope', { timeout: 3_600_000 }, async () => {
  const gate = await bareGate(server, rows, b.company.id)
  const other = await server.aCompany()
  const some = readRights({ bills: 'vc', users: 'v', payments: 'x', reports: 'vx' })
  const reading = readRights(Object.fromEntries(RESOURCES.map(resource => [resource, ACTIONS[0]])))
  const scopes: { name: string; company_id: string | null; rights: Rights | null; of(creator: Rights): Rights }[] = [
    { name: 'todas', company_id: null, rights: null, of: creator => intersectRights(creator, reading) },
    { name: 'esta', company_id: b.company.id, rights: null, of: creator => creator },
    { name: 'esta, em parte', company_id: b.company.id, rights: some, of: creator => intersectRights(creator, some) },
    { name: 'outra', company_id: other.id, rights: null, of: () => NO_RIGHTS },
  ]
  const keys = people.filter(each => each.status !== 'WAITING_ACCEPT').flatMap(person => scopes.map(scope => ({ person, scope })))
  const wrong: unknown[] = []
  let decided = 0
  await everyPair(
    keys,
    async ({ person, scope }) => {
      const user = await enrol(person)
      const { key, prefix, hash } = newApiKey()
      await server.sql(
        'insert into api_keys (id, user_id, company_id, name, prefix, key_hash, rights) values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)',
        [user.id, scope.company_id, 'Prova', prefix, hash, scope.rights],
      )
      const creator = rightsOfPerson(person)
      const rights = creator === NO_RIGHTS ? NO_RIGHTS : scope.of(creator)
      return async row => {
        // Beside rows of a company, what is the person's own: a key moves none of it.
        const own = !row.spec.needs && tenantOf(row) === 'none'
        if (own && !isMutating(row)) return
        const should = own || (!row.spec.needs && isMutating(row)) ? 'permission.denied' : expected(row, rights)
        const decision = await gate.decide(row, key, openCall(row))
        decided += 1
        if (decision !== should) wrong.push({ ...person, key: scope.name, row: row.id, expected: should, decision })
      }
    },
    512,
  )
  await gate.close()
  expect(wrong).toEqual([])
  figure({ promise: 'E1', what: 'chaves de API × linhas', ours: `${decided} decisões de ${keys.length} chaves, 100%`, floor: '100%' })
})

/** Rows decided by the rights in an organisation, which no company's role opens. */
const IN_ORGANIZATION: Record<string, [OrganizationResource, Action]> = {
  'organizations.users': ['users', 'v'],
  'paymentOrders.organization': ['payment_orders', 'v'],
  'paymentOrders.split': ['payment_orders', 'x'],
  'fiscalDocuments.officeNotes': ['product_nfe', 'v'],
  'fiscalDocuments.officeDecide': ['fiscal_documents', 'a'],
  'fiscalDocuments.list': ['product_nfe', 'v'],
  'fiscalDocuments.get': ['product_nfe', 'v'],
  'fiscalDocuments.accept': ['fiscal_documents', 'a'],
  'fiscalDocuments.reject': ['fiscal_documents', 'a'],
}

test('E1: rows that find their company by an object, or are of an organisation, decide so too', { timeout: 3_600_000 }, async () => {
  const gate = await rollingGate(server, rows)
  const found = rows.filter(row => tenantOf(row) === 'object' || row.id in IN_ORGANIZATION)
  const calls = await callsOf(found, gate)
  const wrong: unknown[] = []
  let decided = 0
  const standing = people.filter((person, at) => isFull || person.status === undefined || (person.status === 'ACTIVE' && at % 14 === 0))
  for (const person of standing) {
    const token = await tokenOf(await enrol(person))
    const rights = rightsOfPerson(person)
    for (const row of found) {
      const place = IN_ORGANIZATION[row.id]
      const byOrganization = place && (mayInOrganization(person.kind, ...place) ? 'reached' : 'permission.denied')
      const seen = rights === NO_RIGHTS && tenantOf(row) === 'object'
      const should = seen ? 'resource.not_found' : (byOrganization ?? expected(row, rights))
      const decision = await gate.decide(row, token, calls.get(row.id) ?? {})
      decided += 1
      const refused = decision === 'permission.denied' || decision === 'resource.not_found'
      if (should === 'reached' ? refused : decision !== should) wrong.push({ ...person, row: row.id, should, decision })
    }
  }
  await gate.close()
  expect(wrong).toEqual([])
  figure({
    promise: 'E1',
    what: 'linhas por objeto e da organização, com os tratadores do produto',
    ours: `${decided} decisões em ${found.length} linhas, 100%`,
    floor: '100%',
  })
})

/** Of each row a call that finds its object in the company: tried with the id of every table until an owner, or a manager, is not told it is missing. */
async function callsOf(found: readonly Endpoint[], gate: Gate): Promise<Map<string, CallInput>> {
  const tables = await server.sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_attribute i on i.attrelid = c.oid and i.attname = 'id' join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`
  const byTable: string[][] = []
  for (const { name } of tables) {
    const some = await server.sql<{ id: string }>(`select id from ${name} where company_id = $1 limit 8`, [b.company.id])
    byTable.push(some.map(row => row.id))
  }
  // The first of every table, then the second of each: kinds of one table, as notes have, come late.
  const ids = Array.from({ length: 8 }, (_, at) => byTable.flatMap(some => some[at] ?? [])).flat()
  const [movement] = await server.sql<{
    code: string
  }>`select transaction_code as code from digital_movements where company_id = ${b.company.id}`
  const manager = await server.aUser('ORGANIZATION_MANAGER', { organization_id: organization })
  const calls = new Map<string, CallInput>()
  for (const row of found) {
    const base = callOf(row, b.company.id)
    const call = row.id === 'digitalAccounts.receipt' ? { ...base, query: { transaction_code: movement?.code ?? '' } } : base
    const position = { in: 'path' as const, path: ['id'], list: false, company: false }
    const candidates = call.params && 'id' in call.params ? ids.map(id => withId(call, position, id)) : [call]
    for (const candidate of candidates) {
      // Slowly enough for the limits of payments.
      server.clock.advance(row.spec.rate === 'money' ? 2_100 : 50)
      const decision = await gate.decide(row, await tokenOf(row.id in IN_ORGANIZATION ? manager : b.owner), candidate)
      if (decision === 'resource.not_found') continue
      expect(decision, row.id).not.toBe('rate.limited')
      calls.set(row.id, candidate)
      break
    }
  }
  expect(found.filter(row => !calls.has(row.id)).map(row => row.id)).toEqual([])
  return calls
}

const document = new URL('../../src/SPEC.md', import.meta.url)

/** A cell may give its resources one part each: 'x / –', 'vcd, v'. */
test('E1: the matrix of the code is the matrix of the document', () => {
  const [, section = ''] = readFileSync(document, 'utf8').split('### Permissions\n')
  const [text = ''] = section.split('\n#')
  const table = text.split('\n').filter(line => line.startsWith('|'))
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.replace(/\(.*?\)/g, '').trim())
  const columns = cells(table[0] ?? '').slice(1)
  expect(columns).toEqual(PRESETS.map(preset => PRESET_LABELS[preset]))
  const read = new Map<string, string[]>()
  for (const line of table.slice(2)) {
    const [name = '', ...letters] = cells(line)
    const words = new Set(name.toLowerCase().split(/[^a-z]+/))
    const named = RESOURCES.filter(resource => resource.split('_').every(word => words.has(word)))
    for (const [at, resource] of named.entries()) {
      const own = letters.map(cell => (/[/,]/.test(cell) ? (cell.split(/[/,]/)[at] ?? '') : cell).replace(/[^a-z]/g, ''))
      read.set(resource, own)
    }
  }
  const sorted = (letters: string) => [...letters].sort().join('')
  const ours = RESOURCES.map(resource => [resource, PRESETS.map(preset => sorted(PRESET_RIGHTS[preset][resource]))])
  expect(ours).toEqual(RESOURCES.map(resource => [resource, (read.get(resource) ?? []).map(sorted)]))
  figure({
    promise: 'E1',
    what: 'matriz do código e do documento',
    ours: `${RESOURCES.length * PRESETS.length} células iguais`,
    floor: '100%',
  })
})
