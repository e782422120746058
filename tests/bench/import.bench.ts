// P7: an OFX from upload to preview, and its commit beside the bare COPY of the same lines; by the file's size and by what is stored already.
import { contract } from '#contract/index.ts'
import { manyOfxRows, type OfxFileRow, ofxBytes } from '#tests/kit/ofx-files.ts'
import { copyIn, copyLines } from './kit/copy.ts'
import { type GrowthPoint, growthFigures } from './kit/growth.ts'
import { type Ledger, openLedger } from './kit/ledger.ts'
import { type Figure, note, report } from './kit/report.ts'
import { accountId, billIds, seedLines } from './kit/seed.ts'
import { openServer } from './kit/server.ts'
import { growthSizes, shortened, sizeText } from './kit/sizes.ts'
import { attempted, median, quantile, timed } from './kit/statistics.ts'

/** What the budget is written for. */
const LINES = shortened(10_000, 100)
/** As many as one file may hold: a million lines are ten files. */
const MOST_LINES = shortened(100_000, 500)
/** The seeded lines reach into its first days, so that there is something to compare with. */
const FIRST_YEAR = 2005

interface Taken {
  preview: number
  commit: number
  copy: number
}

async function until({ server, company }: Ledger, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { text } = await server.call(company.owner, contract.imports.get, { params: { c: company.id, id } })
    const found = JSON.parse(text) as { status: string; error: string | null }
    if (found.status === wanted) return
    if (found.status === 'FAILED') throw new Error(`a importação falhou: ${found.error}`)
    await new Promise(done => setTimeout(done, 20))
  }
}

/** Uploads, reads the preview's rows as a screen does, and takes them in. Every year's lines are new ones. */
async function takeIn(ledger: Ledger, count: number, year: number): Promise<Taken> {
  const { server, company } = ledger
  const rows = manyOfxRows(count, year)
  const form = new FormData()
  form.set('bank_account_id', accountId())
  form.set('file', new Blob([new Uint8Array(ofxBytes({ rows }))]), `extrato-${year}.ofx`)
  const c = { c: company.id }
  let id = ''
  const preview = await attempted(async () => {
    const { text } = await server.call(company.owner, contract.bankStatements.upload, { params: c, query: { preview: true }, form })
    id = (JSON.parse(text) as { import_id: string }).import_id
    await until(ledger, id, 'PREVIEW')
    await server.drain(company.owner, contract.imports.rows, { params: { ...c, id }, columns: true })
  })
  const commit = await attempted(async () => {
    await server.call(company.owner, contract.imports.commit, { params: { ...c, id }, body: {} })
    await until(ledger, id, 'COMMITTED')
  })
  return { preview, commit, copy: await bareCopy(ledger, rows, year) }
}

// Into a table with the same indexes, as full as ours, without triggers: the fastest way the database knows.
function bareCopy({ server, company }: Ledger, rows: readonly OfxFileRow[], year: number): Promise<number> {
  const lines = copyLines(
    rows.map(({ day, memo, amount_cents, fitid }, at) => {
      const id = `018f0000-${year}-7000-9000-${at.toString(16).padStart(12, '0')}`
      return [company.id, id, accountId(), day, memo, amount_cents, amount_cents < 0 ? 'DEBIT' : 'CREDIT', fitid, `${day} ${amount_cents}`]
    }),
  )
  const columns = 'company_id, id, bank_account_id, date, description, amount_cents, kind, transaction_id, identity_key'
  return timed(() => copyIn(server.admin, 'bench_lines', columns, lines))
}

async function several(ledger: Ledger, count: number, runs: number, year: number): Promise<Taken> {
  const taken: Taken[] = []
  for (let run = 0; run < runs; run++) taken.push(await takeIn(ledger, count, year + run))
  const middle = (of: keyof Taken) => median(taken.map(one => one[of]))
  return { preview: middle('preview'), commit: middle('commit'), copy: middle('copy') }
}

const copied = ({ copy }: Taken) => ({ what: 'COPY puro', value: copy })

/** What one person's clicks in a company of their own take while another imports the largest file: a list, its changes, a record and a write. */
async function clicksBeside(importing: Ledger, year: number): Promise<Figure> {
  const { server, company, rows } = await openLedger(importing.server, shortened(10_000, 100))
  const c = { c: company.id }
  const ids = billIds(rows)
  const first = await server.call(company.owner, contract.bills.list, { params: c, query: { limit: 1 }, columns: true })
  const { cursor } = JSON.parse(first.text) as { cursor: string }
  const clicks = (n: number) => {
    const id = ids[(n * 7919) % ids.length] ?? ''
    return [
      () => server.call(company.owner, contract.bills.list, { params: c, query: { limit: 200 }, columns: true }),
      () => server.call(company.owner, contract.bills.list, { params: c, query: { since: cursor }, columns: true }),
      () => server.call(company.owner, contract.bills.get, { params: { ...c, id } }),
      () => server.call(company.owner, contract.bills.update, { params: { ...c, id }, body: { additional_information: `Clique ${n}` } }),
    ][n % 4]
  }
  const click = async (n: number) => timed(() => clicks(n)?.())
  for (let n = 0; n < shortened(40, 4); n++) await click(n)
  const alone: number[] = []
  for (let n = 0; n < shortened(80, 4); n++) alone.push(await click(n))
  let running = true
  const taken: number[] = []
  const both = takeIn(importing, MOST_LINES, year).finally(() => {
    running = false
  })
  for (let n = 0; running; n++) {
    taken.push(await click(n))
    await new Promise(done => setTimeout(done, 50))
  }
  await both
  note(
    `${taken.length} cliques durante a importação: mediana ${Math.round(median(taken))} ms, o mais longo ${Math.round(Math.max(...taken))} ms`,
  )
  return {
    budget: 'P7',
    what: `p99 dos cliques de outra pessoa durante um OFX de ${sizeText(MOST_LINES)}`,
    ours: quantile(taken, 0.99),
    beside: { what: 'sem a importação', value: quantile(alone, 0.99) },
    most: 100,
  }
}

/** A company with so many statement lines, and the table of the floor with the same ones. */
async function openPlace(stored: number): Promise<Ledger> {
  const ledger = await openLedger(server, 0)
  await seedLines(server.admin, ledger.company, stored, `${FIRST_YEAR}-01-20`)
  await server.admin.query(
    'drop table if exists bench_lines; create table bench_lines (like statement_entries including defaults including indexes)',
  )
  await server.admin.query('insert into bench_lines select * from statement_entries where company_id = $1', [ledger.company.id])
  await takeIn(ledger, LINES / 10, FIRST_YEAR + 20)
  return ledger
}

const server = await openServer()
try {
  const figures: Figure[] = []
  const byStored: GrowthPoint[] = []
  for (const stored of growthSizes) {
    const taken = await several(await openPlace(stored), LINES, shortened(3, 1), FIRST_YEAR)
    const where = `sobre ${sizeText(stored)} gravadas`
    const beside = copied(taken)
    figures.push(
      { budget: 'P7', what: `OFX de ${sizeText(LINES)} linhas: envio até a prévia, ${where}`, ours: taken.preview, beside, most: 1000 },
      { budget: 'P7', what: `gravar as ${sizeText(LINES)}, ${where}`, ours: taken.commit, beside, ratio: 10 },
    )
    byStored.push({ rows: stored, ms: taken.preview + taken.commit, floor: taken.copy })
  }
  const byFile: GrowthPoint[] = []
  const place = await openPlace(0)
  for (const [at, lines] of [LINES / 10, LINES, MOST_LINES].entries()) {
    const taken = await several(place, lines, shortened(lines === MOST_LINES ? 2 : 3, 1), FIRST_YEAR + 5 * at)
    byFile.push({ rows: lines, ms: taken.preview + taken.commit, floor: taken.copy })
    if (lines < MOST_LINES) continue
    const what = `OFX de ${sizeText(lines)}`
    const beside = copied(taken)
    figures.push(
      { budget: 'P7', what: `${what}: envio até gravado`, ours: taken.preview + taken.commit, beside, most: 10_000 },
      { budget: 'P7', what: `gravar as ${sizeText(lines)}`, ours: taken.commit, beside, ratio: 10 },
    )
    note(`${what}: prévia em ${Math.round(taken.preview)} ms`)
  }
  figures.push(
    await clicksBeside(place, FIRST_YEAR + 40),
    ...growthFigures('p13-import', 'importar um OFX, pelas linhas do arquivo', byFile),
    ...growthFigures('p13-import-stored', 'importar 10 mil linhas, pelas gravadas', byStored),
  )
  report('import', figures)
} finally {
  await server.close()
}
