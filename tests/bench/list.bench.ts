// P9: a list of some 11,000 bills, columnar and plain, beside the bare SQL of the same rows; and 200 mixed requests a second on one process.
import { contract } from '#contract/index.ts'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { type Figure, note, report } from './kit/report.ts'
import { billIds, seedBills, seedRegisters } from './kit/seed.ts'
import { type BenchServer, type BenchUser, openServer } from './kit/server.ts'
import { isFull, ROWS, sizeText } from './kit/sizes.ts'
import { inTurn, median, quantile, timed } from './kit/statistics.ts'

const perSecond = 200
const seconds = isFull ? 30 : 10
const listed = 11_000

interface Place {
  server: BenchServer
  company: { id: string; owner: BenchUser }
  period: { start_date: string; end_date: string }
}

const bareColumns = `select json_build_object('id', json_agg(id), 'version', json_agg(version), 'amount_cents', json_agg(amount_cents), 'date', json_agg(date),
  'due_date', json_agg(due_date), 'competence_date', json_agg(competence_date), 'issue_date', json_agg(issue_date), 'status', json_agg(status),
  'bank_account_id', json_agg(bank_account_id), 'category_id', json_agg(category_id), 'contact_id', json_agg(contact_id),
  'additional_information', json_agg(additional_information), 'document_number', json_agg(document_number), 'payment_method', json_agg(payment_method))::text as text
  from (select * from entries where company_id = $1 and kind = 'BILL' and deleted_at is null and due_date between $2 and $3 order by due_date, id) t`

const bareRecords = `select e.*, a.institution_name, a.account_number, c.name as category_name, k.name as contact_name, k.document_number as contact_document
  from entries e left join bank_accounts a on a.company_id = e.company_id and a.id = e.bank_account_id
  left join categories c on c.company_id = e.company_id and c.id = e.category_id left join contacts k on k.company_id = e.company_id and k.id = e.contact_id
  where e.company_id = $1 and e.kind = 'BILL' and e.deleted_at is null and e.due_date between $2 and $3 order by e.due_date, e.id`

async function lists({ server, company, period }: Place): Promise<Figure[]> {
  const values = [company.id, period.start_date, period.end_date]
  const query = { ...period, ...order }
  const ask = (columns: boolean) => server.call(company.owner, contract.bills.list, { params: { c: company.id }, query, columns })
  const counted = JSON.parse((await ask(true)).text) as { count: number }
  const taken = await inTurn(9, {
    columns: () => timed(() => ask(true)),
    bareColumns: () => timed(() => server.admin.query(bareColumns, values)),
    records: () => timed(() => ask(false)),
    bareRecords: () => timed(() => server.admin.query(bareRecords, values)),
  })
  const what = `lista de ${counted.count.toLocaleString('pt-BR')} contas`
  return [
    { budget: 'P9', what: `${what}, em colunas`, ours: taken.columns, beside: { what: 'SQL puro', value: taken.bareColumns }, ratio: 2 },
    { budget: 'P9', what: `${what}, em registros`, ours: taken.records, beside: { what: 'SQL puro', value: taken.bareRecords }, ratio: 2 },
  ]
}

/** What people's screens ask, of a hundred calls: lists, deltas, one record, registers, and one write in ten. */
function mixedCall({ server, company, period }: Place, users: readonly BenchUser[], cursor: string, n: number): Promise<unknown> {
  const user = users[n % users.length] as BenchUser
  const c = { c: company.id }
  const id = ids[(n * 7919) % ids.length] ?? ''
  const part = (n * 37) % 100
  if (part < 25) return server.call(user, contract.bills.list, { params: c, query: { ...period, ...order, limit: 200 }, columns: true })
  if (part < 45) return server.call(user, contract.bills.list, { params: c, query: { ...period, ...order, since: cursor }, columns: true })
  if (part < 75) return server.call(user, contract.bills.get, { params: { ...c, id } })
  if (part < 80) return server.call(user, contract.bankAccounts.list, { params: c })
  if (part < 85) return server.call(user, contract.categories.list, { params: c })
  if (part < 90) return server.call(user, contract.auth.profile)
  return server.call(user, contract.bills.update, { params: { ...c, id }, body: { additional_information: `Medição ${n}` } })
}
const ids = billIds(2000)
const order = { date_type: 'due_date', order_by: 'due_date' }

// Calls leave on time whether or not the earlier ones came back, and their time counts from when they should have left.
async function load(place: Place): Promise<Figure[]> {
  const { server, company } = place
  const users = [company.owner]
  for (let more = 0; more < 9; more++) users.push(await member(place))
  const month = { ...place, period: { start_date: today, end_date: addDays(today, 30) } }
  const first = JSON.parse(
    (await server.call(company.owner, contract.bills.list, { params: { c: company.id }, query: { limit: 1 }, columns: true })).text,
  )
  for (let n = 0; n < 100; n++) await mixedCall(month, users, first.cursor, n)
  const taken: number[] = []
  const failed: string[] = []
  const calls: Promise<void>[] = []
  const before = server.processor()
  const started = performance.now()
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = started + (n * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 1) await new Promise(done => setTimeout(done, wait))
    calls.push(
      mixedCall(month, users, first.cursor, n).then(
        () => void taken.push(performance.now() - due),
        error => void failed.push(error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)),
      ),
    )
  }
  await Promise.all(calls)
  const after = server.processor()
  if (before && after) {
    const each = (side: 'server' | 'database') =>
      ((after[side] - before[side]) / calls.length).toLocaleString('pt-BR', { maximumFractionDigits: 2 })
    note(`processador por pedido: servidor ${each('server')} ms, banco ${each('database')} ms`)
    const cores = ((after.server - before.server + after.database - before.database) / calls.length) * (perSecond / 1000)
    note(`a ${perSecond} por segundo são ${cores.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} núcleos`)
  }
  if (failed.length > 0) note(`${failed.length} de ${calls.length} chamadas falharam: ${failed[0]}`)
  note(
    `${perSecond} pedidos por segundo durante ${seconds} s: mediana ${median(taken).toFixed(1)} ms, p95 ${quantile(taken, 0.95).toFixed(1)} ms`,
  )
  const p99 = failed.length > 0 ? Number.POSITIVE_INFINITY : quantile(taken, 0.99)
  return [{ budget: 'P9', what: `p99 de ${perSecond} pedidos mistos por segundo`, ours: p99, most: 150 }]
}

async function member({ server, company }: Place): Promise<BenchUser> {
  const user = await server.user()
  await server.admin.query(
    `insert into memberships (company_id, id, user_id, role_id, status)
     select $1, gen_random_uuid(), $2, id, 'ACTIVE' from roles where company_id = $1 and preset = 'OWNER'`,
    [company.id, user.id],
  )
  return user
}

const today = dayInSaoPaulo(Date.now())
const server = await openServer()
try {
  const company = await server.company(`Empresa de ${sizeText(ROWS)}`)
  await seedRegisters(server.admin, company)
  await seedBills(server.admin, company, ROWS)
  const days = Math.round((listed * 365) / ROWS)
  const place: Place = { server, company, period: { start_date: today, end_date: addDays(today, Math.min(180, days) - 1) } }
  report('list', [...(await lists(place)), ...(await load(place))])
} finally {
  await server.close()
}
