// G5: every status from which, to which and by whom is decided by the domain's table, over HTTP against real rows; what it does not know changes nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorId } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import { canMoveInvoice } from '#domain/fiscal/invoice-rules.ts'
import { CHARGE_MOVES, mayFollow, PAYMENT_MOVES, PAYMENT_ORDER_MOVES, SUBSCRIPTION_MOVES } from '#domain/payments/life-cycles.ts'
import { PRESETS, type Preset } from '#domain/permissions.ts'
import { BILL_MOVES, RECEIVABLE_MOVES } from '#domain/transitions.ts'
import { image } from '#tests/kit/books.ts'
import { DEVICE, knowDevice, type MoneyBooks } from '#tests/kit/money.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { figure, isFull } from './kit/figure.ts'
import { type Machine, type Move, machinesOf } from './kit/machines.ts'

let server: TestServer
let b: MoneyBooks
let machines: Machine[]
let people: Map<Preset, TestUser>
beforeAll(async () => {
  server = await testServer()
  const made = await machinesOf(server)
  b = made.b
  machines = made.machines
  people = new Map([['OWNER', b.owner]])
  for (const preset of PRESETS.filter(each => each !== 'OWNER')) people.set(preset, await server.aMember(b.company, preset))
  for (const person of people.values()) await knowDevice(server, person)
})
afterAll(() => server?.close())

const ANSWERS = [contract.companies.acceptInvitation, contract.companies.rejectInvitation]

/** One move of one row by one role: what is wrong with how it was decided. */
async function tried(machine: Machine, from: string, move: Move, role: Preset): Promise<string | undefined> {
  // Within the limits of payments, and everybody has just confirmed who they are.
  server.clock.advance(15_000)
  await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())}`
  const put = await machine.put(from, move)
  const [before] = await b.stored(put.table, [put.id])
  const person = ANSWERS.includes(move.row as (typeof ANSWERS)[number]) ? put.instead : people.get(role)
  const answer = await server.call(person, move.row, move.input(put), DEVICE)
  const [after] = await b.stored(put.table, [put.id])
  const refusals: readonly ErrorId[] = move.refusals(from, role)
  const id = answer.status >= 300 ? (answer.data as { id: ErrorId }).id : undefined
  const what = `${machine.name} ${from} → ${move.to} (${move.name}) as ${role}: ${answer.status} ${id ?? ''} ${id ? JSON.stringify(answer.data).slice(0, 200) : ''}`
  if (refusals.length === 0) {
    if (id !== undefined) return `${what}, and it was allowed`
    const stands = String(after?.status)
    return machine.lands(from, move.to).includes(stands) ? undefined : `${what}, and it is ${stands}`
  }
  const status = id === 'permission.denied' ? 403 : 409
  if (id === undefined || !refusals.includes(id) || answer.status !== status) return `${what}, expected ${refusals}`
  return JSON.stringify(image(after)) === JSON.stringify(image(before)) ? undefined : `${what}, and the row changed`
}

test('G5: legal transitions only, by whom the matrix lets', { timeout: 3_600_000 }, async () => {
  const wrong: string[] = []
  let decided = 0
  let allowed = 0
  let turn = 0
  for (const machine of machines) {
    for (const from of machine.statuses) {
      for (const move of machine.moves) {
        // Shortened, each pair is tried by the owner, who may all, and every third by somebody else in turn.
        turn += 1
        const roles = isFull ? PRESETS : PRESETS.filter((role, at) => role === 'OWNER' || at * 3 === turn % 18)
        for (const role of roles) {
          const fault = await tried(machine, from, move, role)
          if (fault) wrong.push(fault)
          decided += 1
          if (move.refusals(from, role).length === 0) allowed += 1
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(allowed).toBeGreaterThan(50)
  figure({
    promise: 'G5',
    what: 'mudanças de situação × cargo',
    ours: `${decided} de ${decided} como a tabela diz (${allowed} permitidas), em ${machines.length} tipos de registro`,
    floor: '100%',
  })
})

type Table = Readonly<Record<string, readonly string[]>>

/** By table of the database: which status may follow which, whoever moves it. */
const TABLES: Record<string, (from: string, to: string, kind: string) => boolean> = {
  entries: (from, to, kind) => to in (((kind === 'BILL' ? BILL_MOVES : RECEIVABLE_MOVES) as Record<string, object>)[from] ?? {}),
  charges: (from, to) => mayFollow(CHARGE_MOVES as Table, from, to),
  payment_orders: (from, to) => mayFollow(PAYMENT_ORDER_MOVES as Table, from, to),
  payments: (from, to) => mayFollow(PAYMENT_MOVES as Table, from, to),
  subscriptions: (from, to) => mayFollow(SUBSCRIPTION_MOVES as Table, from, to),
  invoices: (from, to) => canMoveInvoice(from as 'ISSUED', to as 'ISSUED'),
}

test('G5: what the bank, the authority and the days moved kept to the same tables', { timeout: 600_000 }, async () => {
  const me = server.as(b.owner)
  const charge = () => me.ok(contract.billings.create, b.at({ transaction_amount: 10_000, due_date: '2026-03-20' }))
  const [paid, cancelled, expired] = [await charge(), await charge(), await charge()]
  await server.sql`update charges set status = 'CANCELLED' where id = ${cancelled.id}`
  await server.sql`update charges set due_date = '2026-02-10', expiration_date = '2026-02-20' where id = ${expired.id}`
  await server.pass(120_000)
  await me.ok(contract.billings.refund, { params: { id: paid.id }, body: {} }, DEVICE)
  await server.pass(120_000)
  const statuses = await server.sql<{ id: string; status: string; needs_refund: boolean }>(
    'select id, status, needs_refund from charges where id = any ($1::uuid[])',
    [[paid.id, cancelled.id, expired.id]],
  )
  expect(new Map(statuses.map(row => [row.id, [row.status, row.needs_refund]]))).toEqual(
    new Map([
      [paid.id, ['REFUNDED', false]],
      // What comes too late is kept and flagged, and moves nothing.
      [cancelled.id, ['CANCELLED', true]],
      [expired.id, ['PENDING', true]],
    ]),
  )

  const moves: { table: string; kind: string; from: string; to: string }[] = []
  for (const table of Object.keys(TABLES)) {
    const kind = table === 'entries' ? 't.kind' : "''"
    moves.push(
      ...(await server.sql<(typeof moves)[number]>(
        `select distinct '${table}' as table, kind, "from", "to" from (
          select r.batch_id, ${kind} as kind, r.before ->> 'status' as "from",
            coalesce(lead(r.before ->> 'status') over (partition by r.row_id order by r.seq), t.status) as "to"
          from batch_rows r join ${table} t on t.company_id = r.company_id and t.id = r.row_id
          where r.table_name = '${table}' and r.before ? 'status') moved
        where exists (select 1 from batches b where b.id = moved.batch_id) and "from" <> "to"`,
      )),
    )
  }
  expect(moves.filter(move => !TABLES[move.table]?.(move.from, move.to, move.kind))).toEqual([])
  expect(new Set(moves.map(move => move.table))).toEqual(new Set(Object.keys(TABLES)))
  figure({
    promise: 'G5',
    what: 'mudanças no histórico, também de banco e SEFAZ',
    ours: `${moves.length} diferentes, todas da tabela`,
    floor: '100%',
  })
})
