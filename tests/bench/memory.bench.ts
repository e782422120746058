// P12, the server's half: the memory of the process over a big ledger, as lists, writes, an import and suggestions pass through it.
import { contract } from '#contract/index.ts'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { manyOfxRows, ofxBytes } from '#tests/kit/ofx-files.ts'
import { openLedger } from './kit/ledger.ts'
import { note, report } from './kit/report.ts'
import { accountId, billIds } from './kit/seed.ts'
import { openServer } from './kit/server.ts'
import { LARGEST, shortened, sizeText } from './kit/sizes.ts'
import { timed } from './kit/statistics.ts'

const MOST_MB = 400

const today = dayInSaoPaulo(Date.now())
const server = await openServer()
try {
  const fresh = await server.rss()
  const { company } = await openLedger(server, LARGEST)
  const c = { c: company.id }
  let most = fresh
  /** The most it held while `work` ran, asked four times a second. */
  const during = async (what: string, work: () => Promise<unknown>) => {
    let peak = 0
    const look = async () => {
      peak = Math.max(peak, await server.rss().catch(() => 0))
    }
    const timer = setInterval(look, 250)
    const ms = await timed(work)
    clearInterval(timer)
    await look()
    most = Math.max(most, peak)
    note(`${what}: ${Math.round(peak)} MB no pico, em ${Math.round(ms)} ms`)
  }
  const list = (query: Record<string, unknown>) =>
    server.drain(company.owner, contract.bills.list, {
      params: c,
      query: { date_type: 'due_date', order_by: 'due_date', ...query },
      columns: true,
    })

  note(`ao abrir: ${Math.round(fresh)} MB`)
  await during('um mês em colunas, 20 vezes', async () => {
    for (let run = 0; run < shortened(20, 2); run++) await list({ start_date: today, end_date: addDays(today, 30) })
  })
  await during('mover 10 mil contas', () =>
    server.call(company.owner, contract.bills.move, { params: c, body: { ids: billIds(Math.min(LARGEST, 10_000)), status: 'APPROVED' } }),
  )
  const form = new FormData()
  form.set('bank_account_id', accountId())
  form.set('file', new Blob([new Uint8Array(ofxBytes({ rows: manyOfxRows(shortened(10_000, 100)) }))]), 'extrato.ofx')
  await during('importar 10 mil linhas', async () => {
    await server.call(company.owner, contract.bankStatements.upload, { params: c, form })
    await new Promise(done => setTimeout(done, shortened(4000, 300)))
  })
  const daily = most
  await during(`a lista inteira de ${sizeText(LARGEST)} em colunas`, () => list({}))
  await during(`sugestões para 10 mil linhas × ${sizeText(LARGEST)} títulos`, () =>
    server.drain(company.owner, contract.reconciliation.suggestions, { params: c }),
  )
  await during('as mesmas outra vez', () => server.drain(company.owner, contract.reconciliation.suggestions, { params: c }))
  report('memory', [
    { budget: 'P12', what: `memória do servidor com ${sizeText(LARGEST)} de contas, no dia a dia`, ours: daily, unit: 'MB', most: MOST_MB },
    { budget: 'P12', what: 'a mesma, depois da lista inteira e das sugestões', ours: most, unit: 'MB', most: MOST_MB },
  ])
} finally {
  await server.close()
}
