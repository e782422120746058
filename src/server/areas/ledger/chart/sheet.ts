// The office's chart of accounts from a file: a sheet with titles, the I050 of an ECD, or a PLANO.TXT of the SGC.
import { ChartAccountFields } from '#contract/chart-accounts.ts'
import { chartProblems, parentByMask } from '#domain/handover/chart.ts'
import { fold } from '#domain/text.ts'
import { chartAccount } from '#resources/chart-account.ts'
import { defineSheet, type PlannedRow, type SheetDesk } from '#server/sheets/sheet.ts'
import type { TableRow } from '#server/sheets/table.ts'
import { type ChartFields, insertChart, listChart, markMissing, replaceChart } from './rows.ts'

const { columns, needed } = chartAccount.sheet
type Column = keyof typeof columns

interface Coming extends ChartFields {
  /** The chart has this code already. */
  isKnown: boolean
  /** All codes of the file, when it is the whole chart. */
  whole: readonly string[] | undefined
}

export const chartSheet = defineSheet<Column, Coming>({
  command: 'chartAccounts.upload',
  columns,
  needed,
  noun: 'conta',
  label: ['conta contábil importada', 'contas contábeis importadas'],
  strict: false,
  plan,
  async insert({ db, companyId, newId }, rows) {
    await replaceChart(
      db,
      companyId,
      rows.filter(row => row.isKnown),
    )
    await insertChart(
      db,
      companyId,
      rows.filter(row => !row.isKnown).map(row => ({ id: newId(), ...row })),
    )
    const whole = rows[0]?.whole
    if (whole) await markMissing(db, companyId, whole)
  },
})

async function plan({ db, companyId }: SheetDesk, rows: readonly TableRow<Column>[]): Promise<PlannedRow<Coming>[]> {
  const chart = await listChart(db, companyId)
  const known = new Map(chart.map(account => [account.code, account]))
  const parents = new Set(rows.flatMap(row => parentByMask(row.cell('code')) ?? []))
  const read = rows.map(row => ({ line: row.line, ...readRow(row, parents) }))
  const codes = read.map(({ fields }) => fields.code)
  const there = new Set(codes)
  // A file with every account that stands on top is the whole chart; what it lacks is gone from the office's.
  const isWhole = chart.length > 0 && chart.every(({ code }) => parentByMask(code) !== undefined || there.has(code))
  const vanishes = isWhole && chart.some(({ code, missing_since }) => missing_since === null && !there.has(code))
  const wrong = chartProblems(
    read.map(({ fields }) => fields),
    known,
  )
  const holders = new Map(chart.flatMap(({ reduced, code }) => (reduced === null || there.has(code) ? [] : [[reduced, code] as const])))
  return read.map(({ line, fields, problems }, at) => {
    const before = known.get(fields.code)
    const holder = fields.reduced === null ? undefined : holders.get(fields.reduced)
    const all = [...problems, ...(wrong[at] ?? []), ...(holder ? [`O código reduzido ${fields.reduced} já é de ${holder}`] : [])]
    const record: Coming = { ...fields, isKnown: before !== undefined, whole: isWhole ? codes : undefined }
    const isSame = before !== undefined && before.missing_since === null && !vanishes && sameAs(before, fields)
    return { line, problems: all, records: [record], ...(isSame ? { present: 'Já está no plano, igual.' } : {}) }
  })
}

const sameAs = (before: ChartFields, now: ChartFields): boolean =>
  before.name === now.name &&
  before.reduced === now.reduced &&
  before.analytic === now.analytic &&
  (now.nature === null || before.nature === now.nature)

const KINDS: Readonly<Record<string, boolean>> = { a: true, analitica: true, '2': true, s: false, sintetica: false, '1': false, t: false }
const NATURES: Readonly<Record<string, 'D' | 'C'>> = { d: 'D', devedora: 'D', debito: 'D', c: 'C', credora: 'C', credito: 'C' }

function readRow({ cell }: TableRow<Column>, parents: ReadonlySet<string>): { fields: ChartFields; problems: string[] } {
  const code = cell('code')
  const kind = fold(cell('analytic'))
  const nature = fold(cell('nature'))
  const problems: string[] = []
  if (kind !== '' && KINDS[kind] === undefined) problems.push(`Tipo não aceito: ${cell('analytic').slice(0, 40)} (use S ou A)`)
  if (nature !== '' && NATURES[nature] === undefined) problems.push(`Natureza não aceita: ${cell('nature').slice(0, 40)} (use D ou C)`)
  const fields: ChartFields = {
    code,
    reduced: cell('reduced') || null,
    name: cell('name'),
    analytic: KINDS[kind] ?? !parents.has(code),
    nature: NATURES[nature] ?? null,
    ecd_nature: cell('ecd_nature') || null,
    referential: cell('referential') || null,
  }
  const checked = ChartAccountFields.safeParse(fields)
  return { fields, problems: checked.success ? problems : [...problems, ...checked.error.issues.map(issue => issue.message)] }
}
