// P8: suggestions for 10,000 lines among open titles, explained and globally assigned: the engine alone, and over HTTP from the database.
import { contract } from '#contract/index.ts'
import type { Line, Title } from '#domain/matching/candidates.ts'
import { candidatesFor } from '#domain/matching/candidates-for.ts'
import { suggest } from '#domain/matching/suggest.ts'
import { buildIndex } from '#domain/matching/title-index.ts'
import { type MatchingData, makeMatchingData } from '#tests/kit/matching-data.ts'
import { type GrowthPoint, growthFigures } from './kit/growth.ts'
import { lineId, storeMatching, titleId } from './kit/matching-seed.ts'
import { type Figure, note, report } from './kit/report.ts'
import { type BenchServer, openServer } from './kit/server.ts'
import { growthSizes, ROWS, roundsAt, shortened, sizeText } from './kit/sizes.ts'
import { attempted, inTurn, median, timed } from './kit/statistics.ts'

const LINES = shortened(10_000, 200)

/** The floor in memory: only the same amount on the same side, by hash, unranked and unexplained. */
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

/** The floor in the database: the same amount and some days, unranked and unexplained. */
const matchInSql = `select count(*) from statement_entries l join entries e on e.company_id = l.company_id and e.deleted_at is null and e.conciliation_id is null
  and e.amount_cents = abs(l.amount_cents) and e.kind = case when l.amount_cents < 0 then 'BILL' else 'RECEIVABLE' end and e.due_date between l.date - 15 and l.date + 15
  where l.company_id = $1 and l.status = 'PENDING' and l.deleted_at is null`

async function engine({ lines, titles, today }: MatchingData) {
  const all = await inTurn(roundsAt(titles.length), {
    all: () => timed(() => suggest(lines, titles, { today })),
    floor: () => timed(() => sameAmounts(lines, titles)),
  })
  const index = buildIndex(titles)
  const one: number[] = []
  for (let at = 0; at < shortened(50, 5); at++)
    one.push(await timed(() => candidatesFor(lines[(at * 97) % lines.length] as Line, index, { today })))
  return { ...all, one: median(one) }
}

async function overHttp(server: BenchServer, data: MatchingData) {
  const company = await server.company(`Empresa de ${sizeText(data.titles.length)} títulos`)
  await storeMatching(server.admin, company, data)
  const c = { c: company.id }
  const all = () => attempted(() => server.drain(company.owner, contract.reconciliation.suggestions, { params: c }))
  const one = () => server.drain(company.owner, contract.reconciliation.candidates, { params: { ...c, id: lineId('line-0000097') } })
  const bill = titleId(data.titles.find(({ kind }) => kind === 'BILL')?.id ?? '')
  const write = () =>
    server.call(company.owner, contract.bills.update, {
      params: { ...c, id: bill },
      body: { additional_information: `Medição ${Math.random()}` },
    })
  const first = await all()
  const taken = await inTurn(roundsAt(data.titles.length), {
    all,
    floor: () => timed(() => server.admin.query(matchInSql, [company.id])),
    one: () => attempted(one),
    written: async () => {
      await write()
      return attempted(one)
    },
  })
  note(
    `${sizeText(data.titles.length)} títulos lidos pela primeira vez: ${Math.round(first)} ms; memória do servidor ${Math.round(await server.rss())} MB`,
  )
  return { ...taken, first }
}

const figures: Figure[] = []
const curves = { engine: [] as GrowthPoint[], all: [] as GrowthPoint[], one: [] as GrowthPoint[] }
const server = await openServer()
try {
  for (const rows of growthSizes) {
    const data = makeMatchingData({ lines: LINES, titles: rows })
    const memory = await engine(data)
    const http = await overHttp(server, data)
    const what = `${sizeText(LINES)} linhas × ${sizeText(rows)} títulos`
    // The budget is written for a hundred thousand titles; the other sizes are the curve's.
    const most = (value: number) => (rows === ROWS ? { most: value } : {})
    const ofOne = rows > ROWS ? 60 : 30
    figures.push(
      {
        budget: 'P8',
        what: `${what}, na memória`,
        ours: memory.all,
        beside: { what: 'só valor igual, por hash', value: memory.floor },
        ...most(1000),
      },
      { budget: 'P8', what: `uma linha × ${sizeText(rows)} títulos, na memória`, ours: memory.one, ...most(30) },
      { budget: 'P8', what: `${what}, pelo servidor`, ours: http.all, beside: { what: 'junção em SQL', value: http.floor }, ...most(1000) },
      { budget: 'P8', what: `uma linha × ${sizeText(rows)} títulos, pelo servidor`, ours: http.one, most: ofOne },
      { budget: 'P8', what: `a mesma, logo após a escrita de um título`, ours: http.written, most: ofOne },
    )
    curves.engine.push({ rows, ms: memory.all, floor: memory.floor })
    curves.all.push({ rows, ms: http.first, floor: http.floor })
    curves.one.push({ rows, ms: http.one })
  }
  figures.push(
    ...growthFigures('p13-suggestions-engine', 'sugestões para 10 mil linhas, na memória', curves.engine),
    ...growthFigures('p13-suggestions', 'sugestões para 10 mil linhas, a primeira vez pelo servidor', curves.all),
    ...growthFigures('p13-candidates', 'candidatos de uma linha, pelo servidor', curves.one),
  )
  report('suggestions', figures)
} finally {
  await server.close()
}
