// P12, the server's half: the memory of the process over a big ledger, after lists, writes, suggestions and an import have passed through it.
import { contract } from '#contract/index.ts'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { manyOfxRows, ofxBytes } from '#tests/kit/ofx-files.ts'
import { type Figure, note, report } from './kit/report.ts'
import { accountId, billIds, seedBills, seedRegisters } from './kit/seed.ts'
import { openServer } from './kit/server.ts'
import { isFull, ROWS, sizeText } from './kit/sizes.ts'

const rows = isFull ? 1_000_000 : ROWS
const today = dayInSaoPaulo(Date.now())
const server = await openServer()
try {
  const company = await server.company(`Empresa de ${sizeText(rows)}`)
  await seedRegisters(server.admin, company)
  await seedBills(server.admin, company, rows)
  const c = { c: company.id }
  const fresh = await server.rss()
  let most = fresh
  const after = async (what: string, work: () => Promise<unknown>) => {
    await work()
    const now = await server.rss()
    most = Math.max(most, now)
    note(`${what}: ${Math.round(now)} MB`)
  }
  const list = (query: Record<string, unknown>) =>
    server.call(company.owner, contract.bills.list, { params: c, query: { date_type: 'due_date', ...query }, columns: true })
  note(`ao abrir: ${Math.round(fresh)} MB`)
  await after('um mês em colunas, 20 vezes', async () => {
    for (let run = 0; run < 20; run++) await list({ start_date: today, end_date: addDays(today, 30) })
  })
  await after('mover 10 mil contas', () =>
    server.call(company.owner, contract.bills.move, { params: c, body: { ids: billIds(Math.min(rows, 10_000)), status: 'APPROVED' } }),
  )
  const form = new FormData()
  form.set('bank_account_id', accountId())
  form.set('file', new Blob([new Uint8Array(ofxBytes({ rows: manyOfxRows(10_000) }))]), 'extrato.ofx')
  await after('importar 10 mil linhas', async () => {
    await server.call(company.owner, contract.bankStatements.upload, { params: c, form })
    await new Promise(done => setTimeout(done, 4000))
  })
  const daily = most
  await after(`a lista inteira de ${sizeText(rows)} em colunas`, () => list({}))
  const figures: Figure[] = [
    { budget: 'P12', what: `memória do servidor com ${sizeText(rows)} contas, no dia a dia`, ours: daily, unit: 'MB', most: 400 },
    { budget: 'P12', what: `a mesma depois da lista inteira de ${sizeText(rows)}`, ours: most, unit: 'MB', most: 400 },
  ]
  report('memory', figures)
} finally {
  await server.close()
}
