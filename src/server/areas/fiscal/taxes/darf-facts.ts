// What pays a DARF without a bar code.
import type { TaxKind } from '#domain/taxes/labels.ts'
import { invalid } from '#server/base/fail.ts'
import type { StoredTax } from './rows.ts'

type DarfFacts = Pick<StoredTax, 'revenue_code' | 'assessment_date' | 'reference_number'>

/** No other tax has them, and half of them pay none. */
export function darfFacts(kind: TaxKind, told: { [Fact in keyof DarfFacts]?: DarfFacts[Fact] | undefined }): DarfFacts {
  const { revenue_code = null, assessment_date = null, reference_number = null } = told
  const isTold = revenue_code !== null || assessment_date !== null || reference_number !== null
  if (isTold && kind !== 'DARF') throw invalid('revenue_code', 'Só um DARF tem código da receita')
  if (isTold && revenue_code === null) throw invalid('revenue_code', 'Informe o código da receita')
  if (isTold && assessment_date === null) throw invalid('assessment_date', 'Informe o período de apuração')
  return { revenue_code, assessment_date, reference_number }
}
