// An accountant's office: the queue of 200 companies and the search over all their records, as the ledgers grow.
import { contract } from '#contract/index.ts'
import { type GrowthPoint, growthFigures } from './kit/growth.ts'
import { type Figure, report } from './kit/report.ts'
import { seedOffice } from './kit/seed.ts'
import { type BenchServer, type BenchUser, openServer } from './kit/server.ts'
import { growthSizes, shortened, sizeText } from './kit/sizes.ts'
import { attempted, inTurn, timed } from './kit/statistics.ts'

const COMPANIES = shortened(200, 4)
/** A word that every company has by the thousand, one record of each company, and an amount. */
const SOUGHT = ['energia', 'aluguel 77', '1.234,56']

interface Office {
  server: BenchServer
  owner: BenchUser
  companies: readonly string[]
  rows: number
}

/** The same number of companies each time, of a person of their own, with more bills. */
async function openOffice(server: BenchServer, rows: number): Promise<Office> {
  const first = await server.company(`Cliente 1 de ${sizeText(rows)}`)
  const { owner } = first
  const companies = [first.id]
  while (companies.length < COMPANIES)
    companies.push((await server.company(`Cliente ${companies.length + 1} de ${sizeText(rows)}`, owner)).id)
  await seedOffice(server.admin, companies, Math.max(1, Math.round(rows / COMPANIES)))
  return { server, owner, companies, rows }
}

async function measure({ server, owner, companies }: Office) {
  const queue = () => attempted(() => server.call(owner, contract.queue.list))
  const search =
    (q: string, open = {}) =>
    () =>
      attempted(() => server.call(owner, contract.queue.search, { query: { q, ...open } }))
  const counted = `select company_id, count(*) filter (where status <> 'PAID') from entries where company_id = any ($1) and deleted_at is null group by company_id`
  const found = `select company_id, id from search_texts where words @@ 'energia:*' limit 2000`
  return inTurn(shortened(7, 1), {
    queue,
    counting: () => timed(() => server.admin.query(counted, [companies])),
    common: search(SOUGHT[0] ?? ''),
    open: search(SOUGHT[0] ?? '', { company_id: companies[0] }),
    rare: search(SOUGHT[1] ?? ''),
    amount: search(SOUGHT[2] ?? ''),
    bare: () => timed(() => server.admin.query(found)),
  })
}

const server = await openServer()
try {
  const figures: Figure[] = []
  const queue: GrowthPoint[] = []
  const search: GrowthPoint[] = []
  for (const rows of growthSizes) {
    const taken = await measure(await openOffice(server, rows))
    const over = `${sizeText(rows)} de contas`
    const counting = { what: 'contar as abertas em SQL', value: taken.counting }
    const bare = { what: 'as mesmas palavras em SQL', value: taken.bare }
    figures.push(
      { budget: 'P14', what: `fila de ${COMPANIES} empresas, ${over}`, ours: taken.queue, beside: counting, most: 300 },
      { budget: 'P14', what: `procurar uma palavra comum em ${over}`, ours: taken.common, beside: bare, most: 50 },
      { budget: 'P14', what: `a mesma com uma empresa aberta, ${over}`, ours: taken.open, beside: bare, most: 50 },
      { budget: 'P14', what: `procurar uma conta em ${over}`, ours: taken.rare, beside: bare, most: 50 },
      { budget: 'P14', what: `procurar um valor em ${over}`, ours: taken.amount, beside: bare, most: 50 },
    )
    queue.push({ rows, ms: taken.queue, floor: taken.counting })
    search.push({ rows, ms: taken.common, floor: taken.bare })
  }
  figures.push(...growthFigures('p13-queue', 'a fila do escritório', queue), ...growthFigures('p13-search', 'a busca em todas', search))
  report('office', figures)
} finally {
  await server.close()
}
