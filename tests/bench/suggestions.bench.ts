// P8: suggestions for 10,000 lines among 100,000 open titles, explained and globally assigned: the engine alone, and over HTTP from the database.
import { contract } from '#contract/index.ts'
import type { Line, Title } from '#domain/matching/candidates.ts'
import { candidatesFor } from '#domain/matching/candidates-for.ts'
import { suggest } from '#domain/matching/suggest.ts'
import { buildIndex } from '#domain/matching/title-index.ts'
import { type MatchingData, makeMatchingData } from '#tests/kit/matching-data.ts'
import { growthFigures } from './kit/growth.ts'
import { type Figure, report } from './kit/report.ts'
import { type BenchServer, type BenchUser, openServer } from './kit/server.ts'
import { growthSizes, ROWS, sizeText } from './kit/sizes.ts'
import { inTurn, median, timed } from './kit/statistics.ts'

const lineCount = 10_000

/** The floor: only the same amount on the same side, by hash, unranked and unexplained. */
function sameAmounts(lines: readonly Line[], titles: readonly Title[]): number {
  const byAmount = new Map<number, Title[]>()
  for (const title of titles) {
    const signed = title.kind === 'BILL' ? -title.amount_cents : title.amount_cents
    const known = byAmount.get(signed)
    if (known) known.push(title)
    else byAmount.set(signed, [title])
  }
  let found = 0
  for (const line of lines) found += byAmount.get(line.amount_cents)?.length ?? 0
  return found
}

const suggestAll = ({ lines, titles, today }: MatchingData) => suggest(lines, titles, { today, history: [] })

async function engine(data: MatchingData): Promise<Figure[]> {
  const taken = await inTurn(5, {
    all: () => timed(() => suggestAll(data)),
    floor: () => timed(() => sameAmounts(data.lines, data.titles)),
  })
  const index = buildIndex(data.titles)
  const one = Array.from({ length: 50 }, (_, at) => {
    const started = performance.now()
    candidatesFor(data.lines[(at * 97) % data.lines.length] as Line, index, { today: data.today })
    return performance.now() - started
  })
  const what = `${sizeText(data.lines.length)} linhas × ${sizeText(data.titles.length)} títulos`
  return [
    {
      budget: 'P8',
      what: `${what}, na memória`,
      ours: taken.all,
      beside: { what: 'só valor igual, por hash', value: taken.floor },
      most: 1000,
    },
    { budget: 'P8', what: 'candidatos de uma linha, na memória', ours: median(one), most: 30 },
  ]
}

async function store(server: BenchServer, company: { id: string }, { lines, titles }: MatchingData): Promise<void> {
  const { admin } = server
  await admin.query('set session_replication_role = replica')
  const uuid = (text: string, block: string) =>
    `('018f0000-${block}-7000-8000-' || lpad(regexp_replace(${text}, '\\D', '', 'g'), 12, '0'))::uuid`
  const fill = async (rows: readonly unknown[], sql: string) => {
    for (let at = 0; at < rows.length; at += 20_000) await admin.query(sql, [company.id, JSON.stringify(rows.slice(at, at + 20_000))])
  }
  const contacts = new Map(
    titles.map(title => [title.contact_id, { id: title.contact_id, name: title.contact_name, document: title.contact_document }]),
  )
  await admin.query(
    `insert into bank_accounts (company_id, id, kind, routing_number, institution_name) select $1, ${uuid('i::text', '0000')}, 'CHECKING', '341', 'Banco ' || i from generate_series(1, 3) i`,
    [company.id],
  )
  await fill(
    [...contacts.values()],
    `insert into contacts (company_id, id, kind, type, name, document_number) select $1, ${uuid('r.id', '0002')}, 'SUPPLIER', 'LEGAL', r.name, r.document
     from jsonb_to_recordset($2::jsonb) as r(id text, name text, document text)`,
  )
  await fill(
    titles,
    `insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, bank_account_id, contact_id, additional_information, document_number, payment_details, payment_method)
     select $1, ${uuid('r.id', '0003')}, r.kind, 'PENDING', r.amount_cents, r.date, r.due_date, r.due_date, ${uuid('r.bank_account_id', '0000')}, ${uuid('r.contact_id', '0002')},
       r.description, r.document_number, case when r.identifiers->>0 is not null then jsonb_build_object('boleto', jsonb_build_object('digitable_line', r.identifiers->>0)) end, case when r.is_card then 'CREDIT_CARD' end
     from jsonb_to_recordset($2::jsonb) as r(id text, kind text, amount_cents bigint, date date, due_date date, bank_account_id text, contact_id text, description text,
       document_number text, identifiers jsonb, is_card boolean)`,
  )
  await fill(
    lines,
    `insert into statement_entries (company_id, id, bank_account_id, date, description, amount_cents, kind, identity_key)
     select $1, ${uuid('r.id', '0004')}, ${uuid('r.bank_account_id', '0000')}, r.day, r.memo, r.amount_cents, case when r.amount_cents < 0 then 'DEBIT' else 'CREDIT' end, r.id
     from jsonb_to_recordset($2::jsonb) as r(id text, bank_account_id text, day date, memo text, amount_cents bigint)`,
  )
  await admin.query('set session_replication_role = origin')
  await admin.query('vacuum analyze entries, statement_entries, contacts')
}

const matchInSql = `select count(*) from statement_entries l join entries e on e.company_id = l.company_id and e.deleted_at is null and e.conciliation_id is null
  and e.amount_cents = abs(l.amount_cents) and e.kind = case when l.amount_cents < 0 then 'BILL' else 'RECEIVABLE' end and e.due_date between l.date - 15 and l.date + 15
  where l.company_id = $1 and l.status = 'PENDING' and l.deleted_at is null`

async function overHttp(server: BenchServer, data: MatchingData): Promise<{ all: number; floor: number; one: number }> {
  const company: { id: string; owner: BenchUser } = await server.company(`Empresa de ${data.titles.length}`)
  await store(server, company, data)
  const c = { c: company.id }
  return inTurn(3, {
    all: () => timed(() => server.call(company.owner, contract.reconciliation.suggestions, { params: c })),
    floor: () => timed(() => server.admin.query(matchInSql, [company.id])),
    one: () =>
      timed(() =>
        server.call(company.owner, contract.reconciliation.candidates, { params: { ...c, id: '018f0000-0004-7000-8000-000000000097' } }),
      ),
  })
}

const data = makeMatchingData({ lines: lineCount, titles: ROWS })
const figures: Figure[] = await engine(data)
const server = await openServer()
try {
  const taken = await overHttp(server, data)
  figures.push(
    {
      budget: 'P8',
      what: 'o mesmo pelo servidor, do banco ao JSON',
      ours: taken.all,
      beside: { what: 'junção em SQL', value: taken.floor },
      most: 1000,
    },
    { budget: 'P8', what: 'candidatos de uma linha pelo servidor', ours: taken.one, most: 30 },
  )
} finally {
  await server.close()
}
if (growthSizes.length > 0) {
  const points = []
  for (const rows of growthSizes) {
    const sized = makeMatchingData({ lines: lineCount, titles: rows })
    points.push({ rows, ms: (await inTurn(3, { all: () => timed(() => suggestAll(sized)) })).all })
  }
  figures.push(...growthFigures('p13-suggestions', 'sugestões para 10 mil linhas', points))
}
report('suggestions', figures)
