// The yearly statement of each regime: which one is owed, and when.

import { addDays, type Day, endOfMonth } from '../days.ts'
import type { TaxRegime } from '../enums.ts'
import { labels } from '../open-table.ts'

export const ANNUAL_STATEMENT_KINDS = ['DASN_SIMEI', 'DEFIS'] as const
export type AnnualStatementKind = (typeof ANNUAL_STATEMENT_KINDS)[number]

export const ANNUAL_STATEMENT_LABELS = labels<AnnualStatementKind>({ DASN_SIMEI: 'DASN-SIMEI', DEFIS: 'DEFIS' })

/** None outside the Simples. */
export function annualStatementKind(regime: TaxRegime): AnnualStatementKind | undefined {
  if (regime === 'MEI') return 'DASN_SIMEI'
  return regime === 'SIMPLES_NACIONAL' ? 'DEFIS' : undefined
}

const DUE_DAYS: Record<AnnualStatementKind, string> = { DASN_SIMEI: '05-31', DEFIS: '03-31' }

/**
 * The DASN-SIMEI is due by 31 May and the DEFIS by 31 March of the next year; for a company closed from January to April by the end of
 * June, for one closed later by the end of the next month (Resolução CGSN 140/2018, arts. 72 and 109).
 */
export function statementDueDate(kind: AnnualStatementKind, year: number, closedOn: Day | null): Day {
  if (closedOn === null) return `${year + 1}-${DUE_DAYS[kind]}`
  if (Number(closedOn.slice(5, 7)) <= 4) return `${closedOn.slice(0, 4)}-06-30`
  return endOfMonth(addDays(endOfMonth(closedOn), 1))
}
