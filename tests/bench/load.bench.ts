// P9: 200 mixed requests a second on one process, and 400 that only read, over ledgers of a hundred thousand bills and, with `--full`, of a million.
import { contract } from '#contract/index.ts'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { arrive } from '#tests/kit/arrivals.mjs'
import { type Ledger, openLedger } from './kit/ledger.ts'
import type { ProcessorTime } from './kit/processor.ts'
import { type Figure, note, report } from './kit/report.ts'
import { billIds } from './kit/seed.ts'
import { type BenchUser, openServer } from './kit/server.ts'
import { isFull, LARGEST, ROWS, shortened, sizeText } from './kit/sizes.ts'
import { median, quantile } from './kit/statistics.ts'

const MIXED = { perSecond: shortened(200, 50), what: 'pedidos mistos', send: mixedCall }
const READING = { perSecond: shortened(400, 50), what: 'leituras', send: readingCall }
const SECONDS = isFull ? 30 : shortened(10, 1)
const PEOPLE = 10

const today = dayInSaoPaulo(Date.now())
const month = { start_date: today, end_date: addDays(today, 30), date_type: 'due_date', order_by: 'due_date' }
const ids = billIds(Math.min(ROWS, 2000))

/** What people's screens ask, of a hundred calls: lists, deltas, one record, registers, and one write in ten. */
function mixedCall({ server, company }: Ledger, users: readonly BenchUser[], cursor: string, n: number): Promise<unknown> {
  const user = users[n % users.length] as BenchUser
  const c = { c: company.id }
  const id = ids[(n * 7919) % ids.length] ?? ''
  const part = (n * 37) % 100
  if (part < 25) return server.call(user, contract.bills.list, { params: c, query: { ...month, limit: 200 }, columns: true })
  if (part < 45) return server.call(user, contract.bills.list, { params: c, query: { ...month, since: cursor }, columns: true })
  if (part < 75) return server.call(user, contract.bills.get, { params: { ...c, id } })
  if (part < 80) return server.call(user, contract.bankAccounts.list, { params: c })
  if (part < 85) return server.call(user, contract.categories.list, { params: c })
  if (part < 90) return server.call(user, contract.auth.profile)
  return server.call(user, contract.bills.update, { params: { ...c, id }, body: { additional_information: `Medição ${n}` } })
}

/** A call of the mix that writes nothing: of ten numbers, the one that would write reads a record. */
function readingCall(ledger: Ledger, users: readonly BenchUser[], cursor: string, n: number): Promise<unknown> {
  const writes = (n * 37) % 100 >= 90
  return mixedCall(ledger, users, cursor, writes ? n + 10 : n)
}

interface Kind {
  perSecond: number
  what: string
  send: typeof mixedCall
}

async function load(ledger: Ledger, { perSecond, what, send }: Kind): Promise<Figure[]> {
  const { server, company, rows } = ledger
  const users = await peopleOf(ledger)
  const first = await server.call(company.owner, contract.bills.list, { params: { c: company.id }, query: { limit: 1 }, columns: true })
  const { cursor } = JSON.parse(first.text) as { cursor: string }
  // The same load before it is measured: a process compiles what it serves in its first two seconds.
  await arrive({ perSecond, count: perSecond * shortened(2, 1), send: n => send(ledger, users, cursor, n) })
  const before = server.processor()
  const count = perSecond * SECONDS
  const { taken, failed } = await arrive({ perSecond, count, send: n => send(ledger, users, cursor, n) })
  const cost = costOf(count, before, server.processor())
  const [error] = failed
  if (error)
    note(`${failed.length} de ${count} chamadas falharam: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`)
  const where = `${sizeText(rows)} de contas`
  note(
    `${where}, ${perSecond} ${what} por segundo durante ${SECONDS} s: mediana ${median(taken).toFixed(1)} ms, p95 ${quantile(taken, 0.95).toFixed(1)} ms`,
  )
  const p99 = failed.length > 0 ? Number.POSITIVE_INFINITY : quantile(taken, 0.99)
  const figures: Figure[] = [{ budget: 'P9', what: `p99 de ${perSecond} ${what} por segundo, ${where}`, ours: p99, most: 150 }]
  if (!cost) return figures
  const beside = { what: 'do banco', value: cost.database }
  return [...figures, { budget: 'P9', what: `processador por pedido, ${what}, ${where}: do servidor`, ours: cost.server, beside }]
}

const known = new Map<string, BenchUser[]>()

async function peopleOf(ledger: Ledger): Promise<readonly BenchUser[]> {
  const users = known.get(ledger.company.id) ?? [ledger.company.owner]
  known.set(ledger.company.id, users)
  while (users.length < PEOPLE) users.push(await member(ledger))
  return users
}

/** Milliseconds of processor a request costs, however busy the machine is with others. */
function costOf(calls: number, before: ProcessorTime | undefined, after: ProcessorTime | undefined): ProcessorTime | undefined {
  if (!before || !after) return undefined
  return { server: (after.server - before.server) / calls, database: (after.database - before.database) / calls }
}

async function member({ server, company }: Ledger): Promise<BenchUser> {
  const user = await server.user()
  await server.admin.query(
    `insert into memberships (company_id, id, user_id, role_id, status)
     select $1, gen_random_uuid(), $2, id, 'ACTIVE' from roles where company_id = $1 and preset = 'OWNER'`,
    [company.id, user.id],
  )
  return user
}

const server = await openServer()
try {
  const figures: Figure[] = []
  for (const rows of new Set([ROWS, LARGEST])) {
    const ledger = await openLedger(server, rows)
    for (const kind of [MIXED, READING]) figures.push(...(await load(ledger, kind)))
  }
  report('load', figures)
} finally {
  await server.close()
}
