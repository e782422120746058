// P1, the server's part, and P9: lists of bills beside the bare SQL or COPY of the same rows, in ledgers of every size.
import { contract } from '#contract/index.ts'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { copyOut } from './kit/copy.ts'
import { type GrowthPoint, growthFigures } from './kit/growth.ts'
import { type Ledger, openLedger } from './kit/ledger.ts'
import { type Figure, report } from './kit/report.ts'
import { openServer } from './kit/server.ts'
import { growthSizes, roundsAt, shortened, sizeText } from './kit/sizes.ts'
import { attempted, inTurn, timed } from './kit/statistics.ts'

/** What a company of twenty thousand entries shows at once. */
const LISTED = 11_000
/** What the client asks for before the rest. */
const FIRST_ROWS = 200

const order = { date_type: 'due_date', order_by: 'due_date' }
const columns = `id, version, amount_cents, date, due_date, competence_date, issue_date, status, bank_account_id, category_id, contact_id,
  additional_information, document_number, payment_method`

const bareColumns = `select json_build_object(${columns
  .split(',')
  .map(column => column.trim())
  .map(column => `'${column}', json_agg(${column})`)
  .join(', ')})::text as text
  from (select * from entries where company_id = $1 and kind = 'BILL' and deleted_at is null and due_date between $2 and $3 order by due_date, id) t`

const bareRecords = `select e.*, a.institution_name, a.account_number, c.name as category_name, k.name as contact_name, k.document_number as contact_document
  from entries e left join bank_accounts a on a.company_id = e.company_id and a.id = e.bank_account_id
  left join categories c on c.company_id = e.company_id and c.id = e.category_id left join contacts k on k.company_id = e.company_id and k.id = e.contact_id
  where e.company_id = $1 and e.kind = 'BILL' and e.deleted_at is null and e.due_date between $2 and $3 order by e.due_date, e.id`

/** The whole ledger to a client, and its first screen, beside the COPY of all its rows. */
async function wholeList({ server, company, rows }: Ledger) {
  const bare = `select ${columns} from entries where company_id = '${company.id}' and kind = 'BILL' and deleted_at is null order by due_date, id`
  const list = (query: Record<string, unknown>) =>
    attempted(() =>
      server.drain(company.owner, contract.bills.list, { params: { c: company.id }, query: { ...order, ...query }, columns: true }),
    )
  return inTurn(roundsAt(rows), {
    first: () => list({ limit: FIRST_ROWS }),
    whole: () => list({}),
    bare: () => timed(() => copyOut(server.admin, bare)),
  })
}

/** Some 11,000 bills of the ledger, in columns and as records, beside the bare SQL of the same rows. */
async function oneWindow({ server, company, rows }: Ledger) {
  const today = dayInSaoPaulo(Date.now())
  const days = Math.max(1, Math.round((LISTED * 365) / rows))
  const period = { start_date: addDays(today, days > 180 ? -200 : 0), end_date: addDays(today, Math.min(200, days) - 1) }
  const values = [company.id, period.start_date, period.end_date]
  const list = (inColumns: boolean) =>
    attempted(() =>
      server.drain(company.owner, contract.bills.list, { params: { c: company.id }, query: { ...period, ...order }, columns: inColumns }),
    )
  const { rows: counted } = await server.admin.query(`select count(*)::int as n from (${bareRecords}) t`, values)
  const taken = await inTurn(shortened(9, 1), {
    columns: () => list(true),
    bareColumns: () => timed(() => server.admin.query(bareColumns, values)),
    records: () => list(false),
    bareRecords: () => timed(() => server.admin.query(bareRecords, values)),
  })
  return { ...taken, count: Number(counted[0]?.n) }
}

const figures: Figure[] = []
const curves = { first: [] as GrowthPoint[], whole: [] as GrowthPoint[], window: [] as GrowthPoint[] }
const server = await openServer()
try {
  for (const rows of growthSizes) {
    const ledger = await openLedger(server, rows)
    const whole = await wholeList(ledger)
    const window = await oneWindow(ledger)
    const copied = { what: 'COPY das mesmas', value: whole.bare }
    const bare = (value: number) => ({ what: 'SQL puro', value })
    const some = `${window.count.toLocaleString('pt-BR')} contas de ${sizeText(rows)}`
    figures.push(
      { budget: 'P1', what: `as primeiras ${FIRST_ROWS} de ${sizeText(rows)}, pelo servidor`, ours: whole.first, beside: copied },
      { budget: 'P1', what: `todas as ${sizeText(rows)} em colunas, até o último byte`, ours: whole.whole, beside: copied },
      { budget: 'P9', what: `${some}, em colunas`, ours: window.columns, beside: bare(window.bareColumns), ratio: 2 },
      { budget: 'P9', what: `${some}, em registros`, ours: window.records, beside: bare(window.bareRecords), ratio: 1.5 },
    )
    curves.first.push({ rows, ms: whole.first })
    curves.whole.push({ rows, ms: whole.whole, floor: whole.bare })
    curves.window.push({ rows, ms: window.columns, floor: window.bareColumns })
  }
  figures.push(
    ...growthFigures('p13-list-first', 'primeiras linhas da lista', curves.first),
    ...growthFigures('p13-list', 'a lista inteira em colunas', curves.whole),
    ...growthFigures('p13-window', 'uma janela de 11 mil contas', curves.window),
  )
  report('list', figures)
} finally {
  await server.close()
}
