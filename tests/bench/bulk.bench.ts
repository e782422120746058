// P6: moving the status of 10,000 bills over HTTP, and undoing it, beside the bare UPDATE of the same rows, in ledgers of every size.
import { contract } from '#contract/index.ts'
import { type GrowthPoint, growthFigures } from './kit/growth.ts'
import { type Ledger, openLedger } from './kit/ledger.ts'
import { type Figure, note, report } from './kit/report.ts'
import { billIds } from './kit/seed.ts'
import { openServer } from './kit/server.ts'
import { growthSizes, roundsAt, sizeText } from './kit/sizes.ts'
import { inTurn, timed } from './kit/statistics.ts'

const MOVED = 10_000

// The same rows in a table with the same indexes and no triggers: what the database alone needs, on disk when it says so.
async function bareCopy({ server, company }: Ledger): Promise<void> {
  const { admin } = server
  await admin.query('drop table if exists bench_entries; create table bench_entries (like entries including defaults including indexes)')
  await admin.query('insert into bench_entries select * from entries where company_id = $1', [company.id])
  await admin.query('vacuum analyze bench_entries')
  await admin.query('checkpoint')
}

async function measure(ledger: Ledger) {
  const { server, company } = ledger
  await bareCopy(ledger)
  const ids = billIds(Math.min(MOVED, ledger.rows))
  const bare = (status: string) =>
    timed(() =>
      server.admin.query('update bench_entries set status = $3 where company_id = $1 and id = any ($2::uuid[])', [company.id, ids, status]),
    )
  let batch = ''
  const move = async () => {
    const answer = await server.call(company.owner, contract.bills.move, { params: { c: company.id }, body: { ids, status: 'APPROVED' } })
    batch = answer.batchId ?? ''
  }
  return inTurn(roundsAt(ledger.rows), {
    move: () => timed(move),
    bareMove: () => bare('APPROVED'),
    undo: () => undo(ledger, batch),
    bareUndo: () => bare('PENDING'),
  })
}

// An undo that is refused has taken for ever; the rows are put back so that the next round starts from the same place.
async function undo({ server, company }: Ledger, batch: string): Promise<number> {
  try {
    return await timed(() => server.call(company.owner, contract.batches.undo, { params: { c: company.id, id: batch }, body: {} }))
  } catch (error) {
    note(`desfazer falhou: ${error instanceof Error ? error.message : error}`)
    await server.admin.query('set session_replication_role = replica')
    await server.admin.query("update entries set status = 'PENDING' where company_id = $1 and status <> 'PENDING'", [company.id])
    await server.admin.query('set session_replication_role = origin')
    return Number.POSITIVE_INFINITY
  }
}

const figures: Figure[] = []
const curves = { move: [] as GrowthPoint[], undo: [] as GrowthPoint[] }
const server = await openServer()
try {
  for (const rows of growthSizes) {
    const taken = await measure(await openLedger(server, rows))
    const bare = (value: number) => ({ what: 'UPDATE puro', value })
    const what = `mover ${sizeText(Math.min(MOVED, rows))} contas de ${sizeText(rows)}`
    figures.push(
      { budget: 'P6', what, ours: taken.move, beside: bare(taken.bareMove), ratio: 3 },
      { budget: 'P6', what: `desfazer o mesmo, de ${sizeText(rows)}`, ours: taken.undo, beside: bare(taken.bareUndo), ratio: 3 },
    )
    curves.move.push({ rows, ms: taken.move, floor: taken.bareMove })
    curves.undo.push({ rows, ms: taken.undo, floor: taken.bareUndo })
  }
  figures.push(
    ...growthFigures('p13-bulk', 'mover 10 mil contas', curves.move),
    ...growthFigures('p13-undo', 'desfazer o movimento de 10 mil', curves.undo),
  )
  report('bulk', figures)
} finally {
  await server.close()
}
