// The figures of the tax law that the books need, each with its source; figures that change every January are looked up by year.

/** Rates as exact fractions of a hundred thousand: 4% is 4000, 15.5% is 15500. */
export const RATE_SCALE = 100_000

export const ANNEXES = ['I', 'II', 'III', 'IV', 'V'] as const
export type Annex = (typeof ANNEXES)[number]

export interface Band {
  up_to_cents: number
  rate: number
  deduct_cents: number
}

const LIMITS_CENTS = [18_000_000, 36_000_000, 72_000_000, 180_000_000, 360_000_000, 480_000_000] as const

const bands = (...rows: readonly (readonly [rate: number, deductCents: number])[]): readonly Band[] =>
  rows.map(([rate, deduct_cents], at) => ({ up_to_cents: LIMITS_CENTS[at] ?? 0, rate, deduct_cents }))

/** Annexes of Lei Complementar 123/2006 in the wording of Lei Complementar 155/2016, in force since 2018. */
export const SIMPLES_ANNEXES: Record<Annex, { name: string; bands: readonly Band[] }> = {
  I: {
    name: 'Comércio',
    bands: bands([4_000, 0], [7_300, 594_000], [9_500, 1_386_000], [10_700, 2_250_000], [14_300, 8_730_000], [19_000, 37_800_000]),
  },
  II: {
    name: 'Indústria',
    bands: bands([4_500, 0], [7_800, 594_000], [10_000, 1_386_000], [11_200, 2_250_000], [14_700, 8_550_000], [30_000, 72_000_000]),
  },
  III: {
    name: 'Serviços',
    bands: bands([6_000, 0], [11_200, 936_000], [13_500, 1_764_000], [16_000, 3_564_000], [21_000, 12_564_000], [33_000, 64_800_000]),
  },
  IV: {
    name: 'Serviços com contribuição patronal à parte',
    bands: bands([4_500, 0], [9_000, 810_000], [10_200, 1_242_000], [14_000, 3_978_000], [22_000, 18_378_000], [33_000, 82_800_000]),
  },
  V: {
    name: 'Serviços intelectuais',
    bands: bands([15_500, 0], [18_000, 450_000], [19_500, 990_000], [20_500, 1_710_000], [23_000, 6_210_000], [30_500, 54_000_000]),
  },
}

/** LC 123/2006, arts. 3º, 13-A and 18-A: gross revenue of a year. */
export const REVENUE_LIMITS_CENTS = {
  mei: 8_100_000,
  mei_trucker: 25_160_000,
  micro: 36_000_000,
  simples: 480_000_000,
  state_sublimit: 360_000_000,
} as const

/** A company above its limit by no more than this leaves its regime only next January. */
export const LIMIT_TOLERANCE_PERCENT = 20

/** LC 123/2006, art. 18, § 5º-J: from here on, services of annex V are taxed by annex III. */
export const FATOR_R_PERCENT = 28

/** Minimum wage by year: Decretos 11.864/2023, 12.342/2024 and 12.797/2025. */
const MINIMUM_WAGE_CENTS: Readonly<Record<number, number>> = { 2024: 141_200, 2025: 151_800, 2026: 162_100 }

/** The minimum wage of a year; a year whose decree is still missing keeps the last known one. */
export const minimumWageCents = (year: number): number => latestUpTo(MINIMUM_WAGE_CENTS, year)

/** Whether a year's wage and ceiling are known; those of the nearest year stand in where not. */
export const knowsYear = (year: number): boolean => year in MINIMUM_WAGE_CENTS && year in SOCIAL_SECURITY_CEILING_CENTS

/** Social security ceiling by year: yearly MPS/MF ordinances. */
const SOCIAL_SECURITY_CEILING_CENTS: Readonly<Record<number, number>> = { 2024: 778_602, 2025: 815_741, 2026: 847_555 }

export const socialSecurityCeilingCents = (year: number): number => latestUpTo(SOCIAL_SECURITY_CEILING_CENTS, year)

/** Fixed parts of the DAS-MEI (LC 123/2006, art. 18-A, § 3º, V): 5% of the wage for INSS (12% for the trucker), ICMS 1,00, ISS 5,00. */
export const MEI_PARTS = { inss_percent: 5, trucker_inss_percent: 12, icms_cents: 100, iss_cents: 500 } as const

export const DAS_DUE_DAY = 20
export const WITHHELD_TAX_DUE_DAY = 20

/** Decreto 3.048/1999, art. 199 with Lei 10.666/2003, art. 4º: what the company withholds of its partner's pay. */
export const PRO_LABORE_INSS_PERCENT = 11
/** Lei 8.212/1991, art. 22, III. */
export const EMPLOYER_INSS_PERCENT = 20

export interface IncomeTaxBand {
  above_cents: number
  rate: number
  deduct_cents: number
}

/** Monthly income tax table since May 2025 (Lei 15.191/2025). */
export const INCOME_TAX_BANDS: readonly IncomeTaxBand[] = [
  { above_cents: 466_468, rate: 27_500, deduct_cents: 90_873 },
  { above_cents: 375_105, rate: 22_500, deduct_cents: 67_549 },
  { above_cents: 282_665, rate: 15_000, deduct_cents: 39_416 },
  { above_cents: 242_880, rate: 7_500, deduct_cents: 18_216 },
]

/** Lei 9.250/1995, art. 4º: per dependent and month, and the simplified deduction (25% of the first band). */
export const DEPENDENT_DEDUCTION_CENTS = 18_959
export const SIMPLIFIED_DEDUCTION_CENTS = 60_720

/** Lei 15.270/2025, from January 2026: no tax up to 5.000,00, and a reduction of 978,62 - 13,3145% of the income up to 7.350,00. */
export const INCOME_TAX_RELIEF = {
  since: '2026-01',
  full_up_to_cents: 500_000,
  full_cents: 31_289,
  partial_up_to_cents: 735_000,
  base_cents: 97_862,
  per_million: 133_145,
} as const

/** Lei 9.430/1996, art. 67: income tax up to this is not withheld from a person. */
export const LARGEST_TAX_LEFT_CENTS = 1_000

/** The Selic of each month in hundredths of a percent, as Receita Federal publishes it for late taxes. */
export const SELIC_BASIS_POINTS: Readonly<Record<string, number>> = {
  '2024-01': 97,
  '2024-02': 80,
  '2024-03': 83,
  '2024-04': 89,
  '2024-05': 83,
  '2024-06': 79,
  '2024-07': 91,
  '2024-08': 87,
  '2024-09': 84,
  '2024-10': 93,
  '2024-11': 79,
  '2024-12': 93,
  '2025-01': 101,
  '2025-02': 99,
  '2025-03': 96,
  '2025-04': 106,
  '2025-05': 114,
  '2025-06': 110,
  '2025-07': 128,
  '2025-08': 116,
  '2025-09': 122,
  '2025-10': 128,
  '2025-11': 105,
  '2025-12': 122,
}

function latestUpTo(table: Readonly<Record<number, number>>, year: number): number {
  const years = Object.keys(table).map(Number)
  const known = Math.max(Math.min(...years), Math.min(year, Math.max(...years)))
  return table[known] as number
}
