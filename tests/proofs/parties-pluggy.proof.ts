// G7: an aggregator on its worst days. Every movement that it has stands in the statement once, at its amount, and none that it has not.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { pluggy } from '#server/adapters/pluggy/aggregator.ts'
import { institutionName } from '#server/areas/banking/institutions/handlers.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { PLUGGY_CALLS } from '#tests/kit/party-calls.ts'
import { type PluggyServer, pluggyServer, UPDATED } from '#tests/kit/pluggy-server.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'
import { type BadDay, badDays, Campaign, faultsOf, HOUR, wordOfFault } from './kit/bad-days.ts'
import { sum } from './kit/confirmed.ts'
import { figure, seeded, times } from './kit/figure.ts'

const { bankAccounts, bankStatements, openFinance } = contract
const long = { timeout: 3_600_000 }

const campaign = new Campaign('Pluggy', PLUGGY_CALLS, {
  moved: 'lançamentos',
  lost: 'centavos perdidos',
  twice: 'lançados duas vezes',
})
let bank: PluggyServer
let app: TestServer
beforeAll(async () => {
  bank = await pluggyServer()
  app = await testServer({
    origins: ['https://razao.exemplo.com.br'],
    openFinance: ({ db, clock }) => pluggy({ ...bank.settings, institutionName }, db, clock),
  })
})
afterAll(async () => {
  await app?.close()
  await bank?.close()
})

const pluggyAct = fc.record({
  days: badDays(4),
  /** New movements, of today or of days before, some pending until the next act. */
  moves: fc.array(
    fc.record({ daysAgo: fc.nat({ max: 2 }), pending: fc.boolean(), debit: fc.boolean(), cents: fc.integer({ min: 1, max: 9_999_999 }) }),
    {
      maxLength: 8,
    },
  ),
  /** One comes in while the pages are read. */
  between: fc.boolean(),
  ends: fc.boolean(),
  byPerson: fc.boolean(),
  asksCode: fc.boolean(),
  notices: fc.nat({ max: 3 }),
  hours: fc.integer({ min: 1, max: 30 }),
})
type PluggyAct = typeof pluggyAct extends fc.Arbitrary<infer A> ? A : never

const theirs = () => [...bank.items.values()][0]
const dayOf = (daysAgo: number) => new Date(app.clock.now() - 3 * HOUR - daysAgo * 24 * HOUR).toISOString().slice(0, 10)

let count = 0
function move({ daysAgo, pending, debit, cents }: PluggyAct['moves'][number]): void {
  count += 1
  const [type, signed] = debit ? (['DEBIT', -cents] as const) : (['CREDIT', cents] as const)
  const said = {
    description: `Movimento ${count}`,
    type,
    amount: signed / 100,
    status: pending ? ('PENDING' as const) : ('POSTED' as const),
  }
  bank.transactions.push({ id: `t${count}`, accountId: 'conta-corrente', date: `${dayOf(daysAgo)}T15:00:00.000Z`, ...said })
}

function spoil(days: readonly BadDay[]): void {
  const id = theirs()?.id ?? ''
  const calls = ['POST /auth', `GET /items/${id}`, `PATCH /items/${id}`, `POST /items/${id}/mfa`, 'GET /accounts', 'GET /v2/transactions']
  for (const [call, its] of faultsOf(days, calls)) bank.fail(call, ...its)
}

async function tell(times: number): Promise<void> {
  const address = bank.addresses.at(-1) ?? ''
  for (let at = 0; at < times; at += 1) {
    if (at > 0) campaign.met('aviso repetido')
    const payload = { event: 'transactions/created', eventId: `e${at}`, itemId: theirs()?.id }
    await app.app.inject({ method: 'POST', url: new URL(address).pathname, payload })
  }
}

/** Jobs that ask again run by themselves only while the clock moves. */
async function pass(hours: number): Promise<void> {
  for (let at = 0; at < hours; at += 1) {
    app.clock.advance(HOUR - 4000)
    for (let second = 0; second < 4; second += 1) {
      app.clock.advance(1000)
      await app.drain()
    }
  }
}

async function begin(): Promise<Books> {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  await app.sql('update open_finance_connections set revoked_at = now() where revoked_at is null')
  bank.items.clear()
  for (const list of [bank.transactions, bank.calls, bank.met, bank.addresses]) list.length = 0
  const b = await books(app)
  await app.as(b.owner).ok(openFinance.token, { params: b.c, body: { routing_number: '341' } })
  Object.assign(theirs() ?? {}, UPDATED)
  await pass(1)
  return b
}

async function pluggyDay(acts: readonly PluggyAct[]): Promise<void> {
  const b = await begin()
  const me = app.as(b.owner)
  const [account] = (await me.ok(bankAccounts.list, { params: b.c })).filter(each => each.connection !== null)
  const at = { params: { ...b.c, id: account?.id ?? '' } }
  for (const { days, moves, between, ends, byPerson, asksCode, notices, hours } of acts) {
    for (const each of bank.transactions) each.status = 'POSTED'
    for (const each of moves) move(each)
    if (between) bank.betweenPages(() => move({ daysAgo: 1, pending: false, debit: false, cents: 777 + count }))
    if (ends) {
      bank.endKeys()
      campaign.met('chave encerrada')
    }
    spoil(days)
    if (byPerson) {
      await me.call(openFinance.sync, at)
      if (asksCode) await code(b)
      Object.assign(theirs() ?? {}, UPDATED)
    }
    await tell(notices)
    await pass(hours)
  }
  bank.calm()
  for (const each of bank.transactions) each.status = 'POSTED'
  Object.assign(theirs() ?? {}, UPDATED)
  await pass(3 * 24)
  await sameAsBank(b, at)
}

async function code(b: Books): Promise<void> {
  const parameter = { name: 'token', label: 'Código do iToken', type: 'number' }
  Object.assign(theirs() ?? {}, { status: 'WAITING_USER_INPUT', executionStatus: 'WAITING_USER_INPUT', parameter })
  await pass(1)
  const me = app.as(b.owner)
  const [connection] = await me.ok(openFinance.connections, { params: b.c })
  if (connection?.asks === 'code') await me.ok(openFinance.token, { params: b.c, body: { item_id: connection.item_id, code: '123456' } })
  await pass(1)
}

async function sameAsBank(b: Books, at: { params: { c: string; id: string } }): Promise<void> {
  const me = app.as(b.owner)
  expect(bank.refused).toEqual([])
  const lines = await me.ok(bankStatements.entries, at)
  const ids = lines.map(line => line.transaction_id)
  campaign.twice += ids.length - new Set(ids).size
  campaign.lostCents += Math.abs(
    sum(lines.map(line => line.amount_cents)) - sum(bank.transactions.map(each => Math.round(each.amount * 100))),
  )
  campaign.moved += lines.length
  expect([...ids].sort()).toEqual(bank.transactions.map(each => each.id).sort())
  campaign.hold()
  await me.ok(openFinance.disconnect, at)
  expect(bank.items.size).toBe(0)
  for (const call of bank.calls) campaign.called(call)
  for (const fault of bank.met) campaign.met(wordOfFault(fault))
}

/** Each call once, whatever chance brings after it. */
const CALM: PluggyAct[] = [
  {
    days: [],
    moves: [0, 1, 2].map(daysAgo => ({ daysAgo, pending: daysAgo === 0, debit: daysAgo === 1, cents: 12_345 + daysAgo })),
    between: true,
    ends: true,
    byPerson: true,
    asksCode: true,
    notices: 2,
    hours: 2,
  },
]

test('G7: a bank connected through Pluggy has every movement in its statement once', long, async () => {
  await fc.assert(fc.asyncProperty(fc.array(pluggyAct, { minLength: 1, maxLength: 4 }), pluggyDay), {
    ...seeded(times(3, 100)),
    examples: [[CALM]],
  })
  expect(campaign.missing).toEqual([])
  expect(campaign.moved).toBeGreaterThan(CALM.length)
  figure({ promise: 'G7', ...campaign.told() })
})
