// What a statement costs in keys, by kind of line and mix, in a payer's first month and in the second, played against the product.
import type { Line } from '#client/features/workbench/line.ts'
import type { Category } from '#contract/categories.ts'
import { contract } from '#contract/index.ts'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { type LineKind, MIXES, makeStatement, type Statement, type Truth } from '#tests/kit/statement-mix.ts'
import { Clerk, type KindTally, type Solved } from './kit/clerk.ts'
import { DeskPlayer, type PlayedCompany } from './kit/desk-player.ts'
import { lineId, storeMovements, storeNotes, storeParties, titleId } from './kit/matching-seed.ts'
import { type Figure, note, report } from './kit/report.ts'
import { accountId } from './kit/seed.ts'
import { type BenchServer, openServer } from './kit/server.ts'
import { flag, isSmallest, shortened } from './kit/sizes.ts'

const LINES = Number(flag('lines') ?? shortened(100, 30))
/** Other payers, amounts and days. */
const SEED = Number(flag('seed') ?? 7)
const MOST_PER_LINE = 0.6
const MONTHS = ['primeiro mês', 'segundo mês'] as const
const NAMES = { easy: 'fácil', office: 'escritório', shop: 'loja', clinic: 'clínica' } as const

/** The truth with the ids of the database. */
function stored({ truth }: Statement): Map<string, Truth> {
  const told = ([id, answer]: [string, Truth]): [string, Truth] => {
    if (answer.as === 'titles')
      return [lineId(id), { ...answer, title_ids: answer.title_ids.map(titleId), line_ids: answer.line_ids.map(lineId) }]
    return [lineId(id), answer.as === 'transfer' ? { ...answer, line_id: lineId(answer.line_id) } : answer]
  }
  return new Map([...truth].map(told))
}

interface Month extends Solved {
  readonly lines: number
  /** Waiting for the server, per line. */
  readonly ms: number
}

async function play(server: BenchServer, mix: keyof typeof MIXES): Promise<Month[]> {
  const today = dayInSaoPaulo(Date.now())
  const start = addDays(today, -66)
  const months = MONTHS.map((_, month) => makeStatement({ seed: SEED, lines: LINES, mix: MIXES[mix], month, start }))
  const { id, owner } = await server.company(`Extratos: ${NAMES[mix]}`)
  await storeParties(
    server.admin,
    { id },
    months.flatMap(({ titles }) => titles),
  )
  const setup = await server.call(owner, contract.categories.initialSetup, { params: { c: id }, body: {} })
  const categories = flat(JSON.parse(setup.text) as Category[])
  const company: PlayedCompany = { id, owner, accountIds: [1, 2].map(accountId), categories, today }
  const played: Month[] = []
  for (const month of months) {
    await storeMovements(server.admin, { id }, month)
    await storeNotes(server.admin, { id }, month.titles)
    const player = new DeskPlayer(server, company)
    await player.read()
    const clerk = new Clerk(player, {
      truth: stored(month),
      payerOf: new Map(month.titles.map(title => [titleId(title.id), title.contact_id])),
      categories: new Map(categories.map(category => [category.name, category.id])),
    })
    const solved = await clerk.solve((line, truth) => byMouse(server, company, line, truth))
    played.push({ ...solved, lines: month.lines.length, ms: player.waited / month.lines.length })
  }
  return played
}

const flat = (tree: readonly Category[]): Category[] => tree.flatMap(category => [category, ...flat(category.categories ?? [])])

/** What no key settled is taken off the list, and told. */
async function byMouse(server: BenchServer, { id, owner }: PlayedCompany, line: Line, truth: Truth): Promise<void> {
  note(`sem teclas (${truth.kind}): ${line.description} de ${line.amount_cents} em ${line.date}`)
  await server.call(owner, contract.reconciliation.ignore, { params: { c: id }, body: { ids: [line.id], ignored: true } })
}

const one = (value: number): string => value.toLocaleString('pt-BR', { maximumFractionDigits: 2 })

/** Keys per line by kind, the dearest first: lines, keys a line, and how many went with the lot. */
function tell(kinds: ReadonlyMap<LineKind, KindTally>): void {
  const dearest = [...kinds].sort(([, a], [, b]) => b.keys - a.keys)
  for (const [kind, { lines, keys, lot, lost }] of dearest)
    note(
      `  ${kind.padEnd(15)} ${String(lines).padStart(4)} linhas ${one(keys / lines).padStart(6)} por linha, ${one(keys).padStart(6)} ao todo; no lote ${Math.round((100 * lot) / lines)}%${lost ? `; ${lost} sem teclas` : ''}`,
    )
}

const figures: Figure[] = []
let wrongs = 0
const server = await openServer()
try {
  const mixes = isSmallest ? (['office'] as const) : (Object.keys(MIXES) as (keyof typeof MIXES)[])
  for (const mix of mixes) {
    for (const [at, { kinds, wrong, keys, lines, ms }] of (await play(server, mix)).entries()) {
      const what = `${NAMES[mix]}, ${MONTHS[at]}`
      const tallies = [...kinds.values()]
      const sum = (key: keyof KindTally) => tallies.reduce((total, tally) => total + tally[key], 0)
      note(`${what}: ${lines} linhas, ${keys} teclas`)
      tell(kinds)
      wrongs += wrong.length
      for (const text of wrong) note(`  ERRADA ${text}`)
      figures.push(
        { budget: 'teclas', what: `${what}: por linha`, ours: keys / lines, unit: '', most: MOST_PER_LINE },
        { budget: 'teclas', what: `${what}: certas que estão erradas`, ours: wrong.length, unit: '', most: 0 },
        { budget: 'teclas', what: `${what}: linhas que nenhuma tecla resolve`, ours: sum('lost'), unit: '', most: 0 },
        { budget: 'teclas', what: `${what}: no lote`, ours: (100 * sum('lot')) / lines, unit: '%' },
        { budget: 'teclas', what: `${what}: espera por linha`, ours: ms, unit: 'ms' },
      )
    }
  }
  report('keys', figures)
  // A lot that does something wrong is no measure of this machine.
  if (wrongs > 0) process.exitCode = 1
} finally {
  await server.close()
}
