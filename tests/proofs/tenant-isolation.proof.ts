// C1 to C3: whatever row is called, by whom and with whose id, another company's rows are neither seen, told from absent ones, nor moved.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { isMutating, tenantOf } from '#contract/kit/endpoint.ts'
import { all } from '#server/db/query.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestAnswer, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { callOf, type Position, positionsOf, rows, withId } from './kit/calls.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { aVictim, tenantTables, type Victim } from './kit/victim.ts'

let server: TestServer
let victim: Victim
let own: Books
let callers: [string, TestUser][]
let deleted: string
let mine: string[]

/** What the server logged, whole. */
const logged: string[] = []

beforeAll(async () => {
  server = await testServer({ log: pino({ level: 'trace' }, { write: line => void logged.push(line) }) })
  victim = await aVictim(server)
  const manager = await server.aUser('ORGANIZATION_MANAGER')
  own = await books(server, await server.aCompany(manager))
  callers = [
    ['ORGANIZATION_MANAGER', manager],
    ['SOLO_USER', await server.aMember(own.company, 'OWNER', await server.aUser('SOLO_USER'))],
    ['COMPANY_MEMBER', await server.aMember(own.company, 'FINANCE')],
    ['ACCOUNT_MANAGER', await server.aMember(own.company, 'ACCOUNTANT', await server.aUser('ACCOUNT_MANAGER'))],
  ]
  mine = (await own.bills(49)).map(bill => bill.id)
  const gone = await own.bill()
  await server.as(own.owner).ok(contract.bills.delete, { params: { ...own.c, id: gone.id } })
  deleted = gone.id
}, 300_000)
afterAll(() => server?.close())

/** What makes no difference between a foreign and a missing id: the request's own id, the id sent, and clocks. */
function essence(answer: TestAnswer, id: string): string {
  const text = typeof answer.data === 'string' ? answer.data : (JSON.stringify(answer.data) ?? '')
  return `${answer.status} ${text.replaceAll(id, 'ID').replace(/"request_id":"[^"]*"/, '')}`
}

/** Some of its ids, of every table in turn. */
function foreignIds(count: number, turn: number): string[] {
  const pool = [...victim.ids.values()].filter(ids => ids.length > 0)
  return Array.from({ length: count }, (_, at) => pool[(turn + at * 7) % pool.length]?.[0] ?? '')
}

const closed = ['auth.signOut', 'auth.revokeSession', 'auth.changePassword']
const called = rows.filter(row => !row.spec.public && !closed.includes(row.id))

test('C1: foreign ids answer as missing ones, in every place of every row, to every kind of user', { timeout: 3_600_000 }, async () => {
  const before = await victim.hash()
  const frames = server.changes.length
  logged.length = 0
  let calls = 0
  let turn = 0
  const leaks: string[] = []
  const look = (answer: TestAnswer, what: string) => {
    const seen =
      typeof answer.data === 'object' && answer.data instanceof Uint8Array
        ? Buffer.from(answer.data).toString('latin1')
        : JSON.stringify(answer.data)
    if (`${seen}${JSON.stringify(answer.headers)}`.includes(victim.canary)) leaks.push(`${what} shows a canary`)
  }
  const compare = async (kind: string, user: TestUser, row: (typeof rows)[number], position: Position, id: string) => {
    server.clock.advance(2_000)
    const input = callOf(row, own.company.id)
    const others = position.list ? mine.slice(0, 49) : []
    const missing = randomUUID()
    const what = `${row.id} ${position.in}:${position.path.join('.')} as ${kind} with ${id}`
    const answer = await server.call(user, row, withId(input, position, id, others))
    const absent = await server.call(user, row, withId(input, position, missing, others))
    calls += 2
    look(answer, what)
    if (answer.status !== absent.status) leaks.push(`${what}: ${answer.status}, a missing id ${absent.status}`)
    else if (!(isMutating(row) && answer.status < 300) && essence(answer, id) !== essence(absent, missing))
      leaks.push(`${what}: ${essence(answer, id).slice(0, 200)} | ${essence(absent, missing).slice(0, 200)}`)
    if (position.company && answer.status < 300 && tenantOf(row) !== 'none') leaks.push(`${what}: entered`)
  }
  for (const row of called) {
    for (const position of positionsOf(row)) {
      const kinds = times(1, callers.length)
      for (let at = 0; at < kinds; at += 1) {
        const [kind, user] = callers[(turn + at) % callers.length] as [string, TestUser]
        const ids = position.company ? [victim.books.company.id] : foreignIds(times(1, 6), turn)
        for (const id of ids) await compare(kind, user, row, position, id)
        if (!position.company && row.id.split('.')[0] === 'bills') await compare(kind, user, row, position, deleted)
        turn += 1
      }
    }
  }
  expect(leaks).toEqual([])
  expect(await victim.hash()).toBe(before)
  const told = server.changes.slice(frames)
  expect(told.filter(frame => frame.company_id === victim.books.company.id)).toEqual([])
  expect([...told.map(frame => JSON.stringify(frame)), ...logged].filter(text => text.includes(victim.canary))).toEqual([])
  figure({
    promise: 'C1',
    what: 'chamadas com ids alheios',
    ours: `0 vazamentos em corpo, cabeçalho, socket, exportação e registro, 0 linhas mudadas em ${calls}`,
    floor: '0',
  })
})

test('C2: the database alone holds the line', async () => {
  const tables = (await tenantTables(server)).map(table => table.name)
  let seen = 0
  let moved = 0
  for (const table of tables) {
    const unscoped = await server.services.db
      .transaction()
      .execute(tx => all(tx, sql<{ n: number }>`select count(*)::int as n from ${sql.ref(table)}`))
    seen += unscoped[0]?.n ?? 0
    await server.inCompany([own.company.id], async db => {
      const [foreign] = await all(
        db,
        sql<{ n: number }>`select count(*)::int as n from ${sql.ref(table)} where company_id <> ${own.company.id}`,
      )
      seen += foreign?.n ?? 0
    })
    const write = server.inCompany([own.company.id], async db => {
      const result = await sql`update ${sql.ref(table)} set company_id = company_id where company_id = ${victim.books.company.id}`.execute(
        db,
      )
      moved += Number(result.numAffectedRows ?? 0n)
    })
    await write.catch((error: { code?: string }) => expect(['42501', '42601'], table).toContain(error.code))
  }
  const bare = await server.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1) and not (relrowsecurity and relforcerowsecurity)`,
    [tables],
  )
  expect([seen, moved, bare]).toEqual([0, 0, []])
  figure({
    promise: 'C2',
    what: 'tabelas sem filtro algum',
    ours: `0 linhas alheias em ${tables.length} tabelas, todas com RLS forçado`,
    floor: '0',
  })
})

// A busy machine tells more than the server does: measured at full length only.
test.runIf(isFull)('C3: how long the answer takes tells nothing either', async () => {
  const reads = [contract.bills.get, contract.receivables.get, contract.taxes.detail, contract.associates.get]
  const theirs = [...(victim.ids.get('entries') ?? []), ...(victim.ids.get('taxes') ?? [])]
  const spent = { foreign: [] as number[], missing: [] as number[] }
  for (let at = 0; at < 1_000; at += 1) {
    server.clock.advance(1_000)
    const row = reads[at % reads.length] ?? contract.bills.get
    for (const [who, id] of [
      ['foreign', theirs[at % theirs.length] ?? ''],
      ['missing', randomUUID()],
    ] as const) {
      const started = performance.now()
      const answer = await server.call(own.owner, row, { params: { ...own.c, id, taxId: id } })
      spent[who].push(performance.now() - started)
      expect(answer.status).toBe(404)
    }
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const apart = Math.abs(median(spent.foreign) - median(spent.missing))
  expect(apart).toBeLessThan(5)
  figure({ promise: 'C3', what: 'alheio e ausente, medianas', ours: `${apart.toFixed(2)} ms de diferença`, floor: '< 5 ms' })
})
