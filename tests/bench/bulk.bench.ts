// P6: moving the status of 10,000 bills over HTTP, and undoing it, beside the bare UPDATE of the same rows; growth over the ledger's size.
import { contract } from '#contract/index.ts'
import { growthFigures } from './kit/growth.ts'
import { type Figure, note, report } from './kit/report.ts'
import { billIds, seedBills, seedRegisters } from './kit/seed.ts'
import { type BenchServer, type BenchUser, openServer } from './kit/server.ts'
import { growthSizes, ROWS, sizeText } from './kit/sizes.ts'
import { inTurn, timed } from './kit/statistics.ts'

const moved = 10_000

interface Taken {
  move: number
  bareMove: number
  undo: number
  bareUndo: number
}

// The same rows in a table with the same indexes and no triggers: what the database alone needs, on disk when it says so.
async function measure(server: BenchServer, rows: number): Promise<Taken> {
  const company = await server.company(`Empresa de ${rows}`)
  const { admin } = server
  await seedRegisters(admin, company)
  await seedBills(admin, company, rows)
  await admin.query('drop table if exists bench_entries; create table bench_entries (like entries including defaults including indexes)')
  await admin.query('insert into bench_entries select * from entries where company_id = $1', [company.id])
  await admin.query('vacuum analyze bench_entries')
  await admin.query('checkpoint')
  const ids = billIds(Math.min(moved, rows))
  const bare = (status: string) =>
    timed(() =>
      admin.query('update bench_entries set status = $3 where company_id = $1 and id = any ($2::uuid[])', [company.id, ids, status]),
    )
  let batch = ''
  return inTurn(5, {
    move: () =>
      timed(async () => {
        const answer = await server.call(company.owner, contract.bills.move, {
          params: { c: company.id },
          body: { ids, status: 'APPROVED' },
        })
        batch = answer.batchId ?? ''
      }),
    bareMove: () => bare('APPROVED'),
    undo: () => undo(server, company, batch),
    bareUndo: () => bare('PENDING'),
  })
}

// An undo that is refused has taken for ever; the rows are put back so that the next round starts from the same place.
async function undo(server: BenchServer, company: { id: string; owner: BenchUser }, batch: string): Promise<number> {
  try {
    return await timed(() => server.call(company.owner, contract.batches.undo, { params: { c: company.id, id: batch }, body: {} }))
  } catch (error) {
    note(`desfazer falhou: ${error instanceof Error ? error.message : error}`)
    await server.admin.query('set session_replication_role = replica')
    await server.admin.query("update entries set status = 'PENDING' where company_id = $1", [company.id])
    await server.admin.query('set session_replication_role = origin')
    return Number.POSITIVE_INFINITY
  }
}

const server = await openServer()
try {
  const taken = await measure(server, ROWS)
  const figures: Figure[] = [
    {
      budget: 'P6',
      what: `mover ${sizeText(moved)} contas de ${sizeText(ROWS)}`,
      ours: taken.move,
      beside: { what: 'UPDATE puro', value: taken.bareMove },
      ratio: 3,
    },
    { budget: 'P6', what: 'desfazer o mesmo', ours: taken.undo, beside: { what: 'UPDATE puro', value: taken.bareUndo }, ratio: 3 },
  ]
  if (growthSizes.length > 0) {
    const points = []
    for (const rows of growthSizes) points.push({ rows, ms: (await measure(server, rows)).move })
    figures.push(...growthFigures('p13-bulk', 'mover 10 mil contas', points))
  }
  report('bulk', figures)
} finally {
  await server.close()
}
