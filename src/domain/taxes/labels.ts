// The kinds of taxes that a company keeps, by name, and which of them the books can compute.

import type { TaxRegime } from '../enums.ts'
import { labels } from '../open-table.ts'

export const TAX_KINDS = ['DAS', 'DAS_MEI', 'DARF', 'GPS', 'FGTS', 'ISS', 'ICMS', 'OTHER'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

export const TAX_KIND_LABELS = labels<TaxKind>({
  DAS: 'DAS Simples Nacional',
  DAS_MEI: 'DAS-MEI',
  DARF: 'DARF',
  GPS: 'GPS',
  FGTS: 'FGTS',
  ISS: 'ISS',
  ICMS: 'ICMS',
  OTHER: 'Outro tributo',
})

/** The tax that the books of a month yield by themselves; none outside Simples. */
export function computedKind(regime: TaxRegime): 'DAS' | 'DAS_MEI' | undefined {
  if (regime === 'MEI') return 'DAS_MEI'
  return regime === 'SIMPLES_NACIONAL' ? 'DAS' : undefined
}

/** Kinds with the federal fine and interest; rules of cities and states are not kept here. */
export const isFederal = (kind: TaxKind): boolean => kind === 'DAS' || kind === 'DAS_MEI' || kind === 'DARF' || kind === 'GPS'

/** The category of the default chart that its bill gets. */
export const TAX_CATEGORY_NAMES: Partial<Record<TaxKind, string>> = {
  DAS: 'Simples Nacional (DAS)',
  DAS_MEI: 'DAS-MEI',
  GPS: 'INSS e FGTS',
  FGTS: 'INSS e FGTS',
  ISS: 'ISS',
  ICMS: 'ICMS',
}
