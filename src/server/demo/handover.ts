// The chart of accounts of the demo's accounting office, most of its accounts matched to a company's categories, and a month handed over.
import { sql } from 'kysely'
import { DEFAULT_CATEGORIES } from '#domain/categories.ts'
import { addDays, startOfMonth } from '#domain/days.ts'
import type { CategoryKind } from '#domain/enums.ts'
import { mappingHandlers } from '#server/areas/ledger/chart/handlers.ts'
import { type ChartFields, insertChart } from '#server/areas/ledger/chart/rows.ts'
import { handoverHandlers } from '#server/areas/office/handovers/handlers.ts'
import { act, actingOn } from './acting.ts'
import type { Recording } from './recording.ts'

const GROUPS: Record<CategoryKind, readonly [code: string, name: string, nature: 'D' | 'C']> = {
  CREDIT: ['3', 'Receitas', 'C'],
  CHARGE: ['4', 'Custos', 'D'],
  DEBIT: ['5', 'Despesas', 'D'],
}
/** The office has no account of these yet: their entries wait for one. */
const UNKNOWN = ['Brindes e eventos', 'Seguros']

/** The accountant has looked at what stands before this account. */
const LOOKED_AT = '5.3'

const twoDigits = (at: number): string => String(at + 1).padStart(2, '0')

/** Accounts of money first, then one for each category under those of its group. */
function chartOf(banks: readonly string[]): ChartFields[] {
  let reduced = 0
  const account = (code: string, name: string, nature: 'D' | 'C', analytic: boolean): ChartFields => {
    if (analytic) reduced += 1
    return { code, name, nature, analytic, reduced: analytic ? String(reduced) : null, ecd_nature: null, referential: null }
  }
  const roots = DEFAULT_CATEGORIES.filter(({ parent }) => parent === null)
  return [
    account('1', 'Ativo', 'D', false),
    account('1.1', 'Disponibilidades', 'D', false),
    ...banks.map((name, at) => account(`1.1.${twoDigits(at)}`, name, 'D', true)),
    ...Object.entries(GROUPS).flatMap(([kind, [code, name, nature]]) => [
      account(code, name, nature, false),
      ...roots
        .filter(root => root.kind === kind)
        .flatMap((root, at) => {
          const above = `${code}.${at + 1}`
          const leaves = DEFAULT_CATEGORIES.filter(({ parent, name: leaf }) => parent === root.name && !UNKNOWN.includes(leaf))
          return [
            account(above, root.name, nature, false),
            ...leaves.map((leaf, below) => account(`${above}.${twoDigits(below)}`, leaf.name, nature, true)),
          ]
        }),
    ]),
  ]
}

export async function writeHandover(recording: Recording): Promise<void> {
  const { db, companyId, books, outside } = recording
  const { today } = books.facts
  const ctx = actingOn(today, recording)
  const banks = books.accounts.map(({ institution, number }) => `${institution} ${number}`)
  await insertChart(
    db,
    companyId,
    chartOf(banks).map(row => ({ id: ctx.newId(), ...row })),
  )
  await act(mappingHandlers.accept, ctx, {})
  await sql`update account_mappings m set suggested = false from chart_accounts a
    where m.company_id = ${companyId} and a.company_id = ${companyId} and a.id = m.chart_account_id and a.code < ${LOOKED_AT}`.execute(db)
  if (!outside) return
  const end_date = addDays(startOfMonth(today), -1)
  const month = { start_date: startOfMonth(end_date), end_date, layout: 'DOMINIO' as const, leave_out: true }
  await act(handoverHandlers.create, ctx, { body: month })
}
