// P9: 200 mixed requests a second on one process, over ledgers of a hundred thousand bills and, with `--full`, of a million.
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

const PER_SECOND = shortened(200, 50)
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

async function load(ledger: Ledger): Promise<Figure> {
  const { server, company, rows } = ledger
  const users = [company.owner]
  while (users.length < PEOPLE) users.push(await member(ledger))
  const first = await server.call(company.owner, contract.bills.list, { params: { c: company.id }, query: { limit: 1 }, columns: true })
  const { cursor } = JSON.parse(first.text) as { cursor: string }
  for (let n = 0; n < 100; n++) await mixedCall(ledger, users, cursor, n)
  const before = server.processor()
  const count = PER_SECOND * SECONDS
  const { taken, failed } = await arrive({ perSecond: PER_SECOND, count, send: n => mixedCall(ledger, users, cursor, n) })
  noteProcessor(count, before, server.processor())
  const [error] = failed
  if (error)
    note(`${failed.length} de ${count} chamadas falharam: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`)
  note(
    `${sizeText(rows)} de contas, ${PER_SECOND} pedidos por segundo durante ${SECONDS} s: mediana ${median(taken).toFixed(1)} ms, p95 ${quantile(taken, 0.95).toFixed(1)} ms`,
  )
  const p99 = failed.length > 0 ? Number.POSITIVE_INFINITY : quantile(taken, 0.99)
  return { budget: 'P9', what: `p99 de ${PER_SECOND} pedidos mistos por segundo, ${sizeText(rows)} de contas`, ours: p99, most: 150 }
}

/** Says what a request costs, however busy the machine is with others. */
function noteProcessor(calls: number, before: ProcessorTime | undefined, after: ProcessorTime | undefined): void {
  if (!before || !after) return
  const each = (side: keyof ProcessorTime) => (after[side] - before[side]) / calls
  const digits = (value: number, most: number) => value.toLocaleString('pt-BR', { maximumFractionDigits: most })
  note(`processador por pedido: servidor ${digits(each('server'), 2)} ms, banco ${digits(each('database'), 2)} ms`)
  const cores = (each('server') + each('database')) * (PER_SECOND / 1000)
  note(`a ${PER_SECOND} por segundo são ${digits(cores, 1)} núcleos`)
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
  for (const rows of new Set([ROWS, LARGEST])) figures.push(await load(await openLedger(server, rows)))
  report('load', figures)
} finally {
  await server.close()
}
