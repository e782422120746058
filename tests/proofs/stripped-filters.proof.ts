// C2, by mutation: with the company taken out of a statement, one place after the other, the database alone still keeps other companies' rows.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type CallInput, type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { callOf, type Position, positionsOf, rows, withId } from './kit/calls.ts'
import { figure, isFull } from './kit/figure.ts'
import { furnish } from './kit/furnished.ts'
import { aVictim, idsByTable, type Victim } from './kit/victim.ts'

/** `e.company_id = $1`, with or without its cast, and `l.company_id = e.company_id`. */
const FILTER = /\b(?:\w+\.)?company_id = (?:(\$\d+)(?:::uuid)?|\w+\.company_id)\b/g

interface Cut {
  text: string
  /** Which of the statement's filters is taken out. */
  at: number
}

let cut: Cut | undefined
let cuts = 0
/** Statements of the product since the last look, with how many filters each has. */
let heard = new Map<string, number>()

/** The parameter stays, for the database must still be told its type. */
function without({ text, at }: Cut): string {
  let index = 0
  return text.replace(FILTER, (filter, parameter) => (index++ === at ? (parameter ? `${parameter}::uuid is not null` : 'true') : filter))
}

const untouched = pg.Client.prototype.query
function listening(this: pg.Client, ...args: unknown[]): unknown {
  const pass = (...given: unknown[]) => (untouched as (...given: unknown[]) => unknown).apply(this, given)
  const [first, values] = args
  const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
  // The product's pools have a client of their own; the tests' own statements are left alone.
  if (text === undefined || this.constructor === pg.Client) return pass(...args)
  const filters = text.match(FILTER)?.length ?? 0
  if (filters > 0) heard.set(text, filters)
  if (cut?.text !== text) return pass(...args)
  cuts += 1
  return pass(without(cut), typeof first === 'string' ? values : (first as { values?: unknown[] }).values)
}

let server: TestServer
let victim: Victim
let own: Awaited<ReturnType<typeof furnish>>
let ownIds: string[]
let foreignIds: string[]

beforeAll(async () => {
  server = await testServer()
  victim = await aVictim(server)
  own = await furnish(server, 'PROPRIO7B2C')
  const firsts = (ids: Map<string, string[]>) => [...ids.values()].flatMap(found => found[0] ?? [])
  ownIds = firsts(await idsByTable(server, own.company.id))
  foreignIds = firsts(victim.ids)
  pg.Client.prototype.query = listening as typeof untouched
}, 300_000)
afterAll(async () => {
  pg.Client.prototype.query = untouched
  await server?.close()
})

async function call(row: Endpoint, input: CallInput): Promise<TestAnswer> {
  server.clock.advance(2_000)
  heard = new Map()
  return server.call(own.owner, row, input)
}

/** An id of one's own that the row takes in this place, so that its statements are reached. */
async function withOwnId(row: Endpoint, input: CallInput, position: Position): Promise<CallInput> {
  for (const id of ownIds) {
    const tried = withId(input, position, id)
    if ((await call(row, tried)).status !== 404) return tried
  }
  return input
}

const closed = ['auth.signOut', 'auth.revokeSession', 'auth.changePassword']
const called = rows.filter(row => !row.spec.public && !closed.includes(row.id) && (isFull || row.id.endsWith('.list')))

test('C2: with any one filter by company taken out, no foreign row is seen or moved', { timeout: 3_600_000 }, async () => {
  const before = await victim.hash()
  const done = new Set<string>()
  const leaks: string[] = []
  const seen = ({ data, headers }: TestAnswer) =>
    `${data instanceof Uint8Array ? Buffer.from(data).toString('latin1') : JSON.stringify(data)}${JSON.stringify(headers)}`
  const cutEach = async (row: Endpoint, input: CallInput) => {
    await call(row, input)
    for (const [text, filters] of heard) {
      for (let at = 0; at < filters; at += 1) {
        const key = `${row.id} ${at} ${text}`
        if (done.has(key)) continue
        done.add(key)
        cut = { text, at }
        const answer = await call(row, input)
        cut = undefined
        if (seen(answer).includes(victim.canary)) leaks.push(`${row.id}: ${without({ text, at })}`)
      }
    }
  }
  let turn = 0
  for (const row of called) {
    const bare = callOf(row, own.company.id)
    const places = positionsOf(row).filter(position => !position.company)
    let mine = bare
    for (const place of places) mine = await withOwnId(row, mine, place)
    await cutEach(row, mine)
    for (const place of places) {
      await cutEach(row, withId(mine, place, foreignIds[turn++ % foreignIds.length] ?? ''))
    }
  }
  expect(leaks).toEqual([])
  expect(cuts).toBeGreaterThan(called.length)
  expect(await victim.hash()).toBe(before)
  // The instrument sees what it looks for: with the database's own line taken away too, a filter taken out does leak.
  const counted = cuts
  await server.sql('alter table rules disable row level security')
  done.clear()
  await cutEach(contract.rules.list, callOf(contract.rules.list, own.company.id))
  await server.sql('alter table rules enable row level security')
  expect(leaks.length).toBeGreaterThan(0)
  figure({
    promise: 'C2',
    what: 'filtros de empresa tirados, um por vez',
    ours: `0 linhas alheias em ${counted} consultas sem filtro, de ${called.length} chamadas`,
    floor: '0',
  })
})
