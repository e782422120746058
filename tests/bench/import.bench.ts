// P7: an OFX of 10,000 and of 100,000 lines from upload to preview, and its commit beside the bare COPY of the same lines.
import { finished } from 'node:stream/promises'
import { contract } from '#contract/index.ts'
import { CopyIn } from '#server/db/copy-streams.ts'
import { manyOfxRows, ofxBytes } from '#tests/kit/ofx-files.ts'
import { growthFigures } from './kit/growth.ts'
import { type Figure, note, report } from './kit/report.ts'
import { accountId, seedRegisters } from './kit/seed.ts'
import { type BenchServer, type BenchUser, openServer } from './kit/server.ts'
import { isFull, ROWS, sizeText } from './kit/sizes.ts'
import { median, timed } from './kit/statistics.ts'

interface Place {
  server: BenchServer
  company: { id: string; owner: BenchUser }
}
interface Taken {
  preview: number
  commit: number
  copy: number
}

async function until({ server, company }: Place, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { text } = await server.call(company.owner, contract.imports.get, { params: { c: company.id, id } })
    const found = JSON.parse(text) as { status: string; error: string | null }
    if (found.status === wanted) return
    if (found.status === 'FAILED') throw new Error(`a importação falhou: ${found.error}`)
    await new Promise(done => setTimeout(done, 20))
  }
}

function neverDone(error: unknown): number {
  note(error instanceof Error ? error.message : String(error))
  return Number.POSITIVE_INFINITY
}

/** Uploads, reads the preview's rows as a screen does, and takes them in. Every year's lines are new ones. */
async function takeIn(place: Place, count: number, year: number): Promise<Taken> {
  const { server, company } = place
  const rows = manyOfxRows(count, year)
  const form = new FormData()
  form.set('bank_account_id', accountId())
  form.set('file', new Blob([new Uint8Array(ofxBytes({ rows }))]), `extrato-${year}.ofx`)
  const c = { c: company.id }
  let id = ''
  const preview = await timed(async () => {
    const { text } = await server.call(company.owner, contract.bankStatements.upload, { params: c, query: { preview: true }, form })
    id = (JSON.parse(text) as { import_id: string }).import_id
    await until(place, id, 'PREVIEW')
    await server.call(company.owner, contract.imports.rows, { params: { ...c, id }, columns: true })
  }).catch(neverDone)
  const commit = await timed(async () => {
    await server.call(company.owner, contract.imports.commit, { params: { ...c, id }, body: {} })
    await until(place, id, 'COMMITTED')
  }).catch(neverDone)
  return { preview, commit, copy: await copyLines(place, rows) }
}

// Into a table with the same indexes, as full as ours, without triggers: the fastest way the database knows.
function copyLines({ server, company }: Place, rows: ReturnType<typeof manyOfxRows>): Promise<number> {
  const text = rows.map((row, at) => {
    const kind = row.amount_cents < 0 ? 'DEBIT' : 'CREDIT'
    const id = `018f0000-${String(row.day.slice(0, 4))}-7000-9000-${at.toString(16).padStart(12, '0')}`
    return `${company.id}\t${id}\t${accountId()}\t${row.day}\t${row.memo}\t${row.amount_cents}\t${kind}\t${row.fitid}\t${row.day} ${row.amount_cents}\n`
  })
  const columns = 'company_id, id, bank_account_id, date, description, amount_cents, kind, transaction_id, identity_key'
  return timed(async () => {
    const stream = server.admin.query(new CopyIn(`copy bench_lines (${columns}) from stdin`))
    for (let at = 0; at < text.length; at += 1000) if (!stream.write(text.slice(at, at + 1000).join(''))) await drained(stream)
    stream.end()
    await finished(stream)
  })
}

const drained = (stream: CopyIn) => new Promise<void>(done => stream.once('drain', done))

async function several(place: Place, count: number, runs: number, from: number): Promise<Taken> {
  const taken: Taken[] = []
  for (let run = 0; run < runs; run++) taken.push(await takeIn(place, count, from + run))
  const middle = (of: keyof Taken) => median(taken.map(one => one[of]))
  return { preview: middle('preview'), commit: middle('commit'), copy: middle('copy') }
}

async function openPlace(server: BenchServer): Promise<Place> {
  const company = await server.company('Empresa de extratos')
  await seedRegisters(server.admin, company)
  await server.admin.query(
    'drop table if exists bench_lines; create table bench_lines (like statement_entries including defaults including indexes)',
  )
  return { server, company }
}

const server = await openServer()
try {
  const place = await openPlace(server)
  await takeIn(place, 1000, 2001)
  const small = await several(place, 10_000, 5, 2005)
  const big = await takeIn(place, ROWS, 2020)
  const figures: Figure[] = [
    { budget: 'P7', what: 'OFX de 10 mil linhas: envio até a prévia', ours: small.preview, most: 1000 },
    { budget: 'P7', what: 'gravar as 10 mil', ours: small.commit, beside: { what: 'COPY puro', value: small.copy }, ratio: 10 },
    { budget: 'P7', what: `OFX de ${sizeText(ROWS)}: envio até gravado`, ours: big.preview + big.commit, most: 10_000 },
    { budget: 'P7', what: `gravar as ${sizeText(ROWS)}`, ours: big.commit, beside: { what: 'COPY puro', value: big.copy }, ratio: 10 },
  ]
  if (isFull) {
    // A file of a million lines is refused for its size (30 MB), so growth is seen from one thousand to one hundred thousand.
    const points = []
    for (const [at, rows] of [1000, 10_000, 100_000].entries()) {
      const taken = await several(await openPlace(server), rows, 3, 2030 + 10 * at)
      points.push({ rows, ms: taken.preview + taken.commit })
    }
    figures.push(...growthFigures('p13-import', 'importar um OFX', points))
  }
  note(`prévia de ${sizeText(ROWS)} linhas: ${Math.round(big.preview)} ms`)
  report('import', figures)
} finally {
  await server.close()
}
