// The tax rules by worked examples and by the properties a tax table must have.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths } from '#domain/days.ts'
import { annualStatementKind, statementDueDate } from '#domain/taxes/annual-statements.ts'
import { ageOn, isDeductible } from '#domain/taxes/dependents.ts'
import { lateCharges } from '#domain/taxes/late.ts'
import { limitState, simplesLimitCents } from '#domain/taxes/limits.ts'
import { computeDasMei, dasDueDate, meiLimitCents, statementFine } from '#domain/taxes/mei.ts'
import { proLaboreWarnings, withholdings } from '#domain/taxes/pro-labore.ts'
import {
  bandOf,
  computeDas,
  effectiveRate,
  formatRate,
  type MonthRevenue,
  reachesFatorR,
  revenueOfTwelveMonths,
  taxOf,
} from '#domain/taxes/simples.ts'
import { ANNEXES, REVENUE_LIMITS_CENTS, SIMPLES_ANNEXES } from '#domain/taxes/tables.ts'

const steady = (month: string, commerce_cents: number, services_cents = 0): MonthRevenue[] =>
  Array.from({ length: 13 }, (_, back) => ({ month: addMonths(`${month}-01`, -back).slice(0, 7), commerce_cents, services_cents }))

const input = { payrolls: [], opening_date: null, commerce_annex: 'I', services_annex: 'III' } as const

describe('Simples Nacional', () => {
  test('a shop of 30 thousand a month is in the second band of annex I', () => {
    const das = computeDas({ ...input, month: '2026-10', revenues: steady('2026-10', 3_000_000) })
    // RBT12 360.000,00: (360.000 × 7,3% - 5.940) / 360.000 = 5,65% of 30.000,00.
    expect(das.twelve_months).toEqual({ cents: 36_000_000, earned_cents: 36_000_000, proportional: false, months: 12 })
    expect(das.parts.map(part => [part.annex, part.band, formatRate(part.rate)])).toEqual([['I', 2, '5,6500%']])
    expect(das.tax_cents).toBe(169_500)
  })

  test('trade and services are taxed each by its annex over the same twelve months', () => {
    const das = computeDas({ ...input, month: '2026-10', revenues: steady('2026-10', 1_000_000, 2_000_000) })
    expect(das.parts.map(part => [part.annex, part.revenue_cents])).toEqual([
      ['I', 1_000_000],
      ['III', 2_000_000],
    ])
    expect(das.tax_cents).toBe(taxOf(1_000_000, 'I', 36_000_000) + taxOf(2_000_000, 'III', 36_000_000))
  })

  test('Fator R of 28% moves annex V to III, a cent below does not', () => {
    const at = (payroll: number) =>
      computeDas({
        ...input,
        services_annex: 'V',
        month: '2026-10',
        revenues: steady('2026-10', 0, 1_000_000),
        payrolls: [{ month: '2026-01', cents: payroll }],
      })
    expect(at(3_360_000).parts[0]?.annex).toBe('III')
    expect(at(3_360_000).fator_r).toEqual({ payroll_cents: 3_360_000, reached: true })
    expect(at(3_359_999).parts[0]?.annex).toBe('V')
    expect(reachesFatorR(0, 0)).toBe(false)
    expect(reachesFatorR(1, 0)).toBe(true)
  })

  test('in the first year Fator R is reckoned over the months there were, in the first month over itself', () => {
    const young = (month: string, cents: number) =>
      computeDas({
        ...input,
        services_annex: 'V',
        opening_date: '2026-07-02',
        month,
        revenues: steady(month, 0, 1_000_000).filter(each => each.month >= '2026-07'),
        payrolls: ['2026-07', '2026-08', '2026-09'].map(paid => ({ month: paid, cents })),
      })
    // September: July and August, 20.000,00 earned; 28% is 5.600,00 of payroll, not the 33.600,00 of a whole year.
    expect(young('2026-09', 280_000)).toMatchObject({ fator_r: { payroll_cents: 560_000, reached: true }, parts: [{ annex: 'III' }] })
    expect(young('2026-09', 279_999)).toMatchObject({ fator_r: { payroll_cents: 559_998, reached: false }, parts: [{ annex: 'V' }] })
    expect(young('2026-07', 280_000)).toMatchObject({ fator_r: { payroll_cents: 280_000, reached: true }, parts: [{ annex: 'III' }] })
  })

  test('a young company counts its average month twelve times', () => {
    const months: MonthRevenue[] = [
      { month: '2026-05', commerce_cents: 500_000, services_cents: 0 },
      { month: '2026-06', commerce_cents: 800_000, services_cents: 0 },
      { month: '2026-07', commerce_cents: 100_000, services_cents: 0 },
    ]
    expect(revenueOfTwelveMonths('2026-05', months, '2026-05-18')).toMatchObject({
      cents: 6_000_000,
      earned_cents: 500_000,
      proportional: true,
      months: 1,
    })
    expect(revenueOfTwelveMonths('2026-07', months, '2026-05-18')).toMatchObject({
      cents: 7_800_000,
      earned_cents: 1_300_000,
      proportional: true,
      months: 2,
    })
    expect(revenueOfTwelveMonths('2027-05', months, '2026-05-18')).toMatchObject({
      cents: 1_400_000,
      earned_cents: 1_400_000,
      proportional: false,
      months: 12,
    })
  })

  test('above 3,6 and 4,8 million it says so', () => {
    const das = (month: number) => computeDas({ ...input, month: '2026-10', revenues: steady('2026-10', month) })
    expect(das(30_000_000)).toMatchObject({ above_sublimit: false, above_limit: false })
    expect(das(30_000_001)).toMatchObject({ above_sublimit: true, above_limit: false })
    expect(das(40_000_001)).toMatchObject({ above_sublimit: true, above_limit: true })
  })

  test('the tax never jumps at the edge of a band and the effective rate never falls, except into the sixth', () => {
    for (const annex of ANNEXES) {
      for (const band of SIMPLES_ANNEXES[annex].bands.slice(0, -2)) {
        const below = taxOf(10_000_000, annex, band.up_to_cents)
        const above = taxOf(10_000_000, annex, band.up_to_cents + 1)
        expect(Math.abs(above - below), `${annex} ${band.up_to_cents}`).toBeLessThanOrEqual(1)
      }
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...ANNEXES),
        fc.integer({ min: 1, max: 360_000_000 }),
        fc.integer({ min: 1, max: 360_000_000 }),
        (annex, a, b) => {
          const [low, high] = [effectiveRate(annex, Math.min(a, b)), effectiveRate(annex, Math.max(a, b))]
          expect(low.top * high.bottom <= high.top * low.bottom).toBe(true)
        },
      ),
    )
  })

  test('a band holds its upper limit', () => {
    expect(bandOf('I', 18_000_000).number).toBe(1)
    expect(bandOf('I', 18_000_001).number).toBe(2)
    expect(bandOf('I', REVENUE_LIMITS_CENTS.simples + 1).number).toBe(6)
    expect(formatRate(effectiveRate('I', 0))).toBe('4,0000%')
  })
})

describe('MEI', () => {
  test('the monthly DAS follows the minimum wage of its year', () => {
    expect(computeDasMei(2026, 'SERVICES')).toEqual({ inss_cents: 8_105, icms_cents: 0, iss_cents: 500, tax_cents: 8_605 })
    expect(computeDasMei(2025, 'COMMERCE').tax_cents).toBe(7_690)
    expect(computeDasMei(2026, 'TRUCKER').inss_cents).toBe(19_452)
  })

  test('it is due on the 20th, or the next day with banks', () => {
    expect(dasDueDate('2026-01')).toBe('2026-02-20')
    expect(dasDueDate('2026-10')).toBe('2026-11-23') // 20/11 is a holiday on a Friday.
    expect(dasDueDate('2025-12')).toBe('2026-01-20')
  })

  test('the limit is proportional in the opening year and told at 80%, 100% and 20% above', () => {
    expect(meiLimitCents(2026, 'SERVICES', '2026-09-30')).toBe(2_700_000)
    expect(meiLimitCents(2026, 'TRUCKER', null)).toBe(25_160_000)
    expect([6_479_999, 6_480_000, 8_100_000, 8_100_001, 9_720_000, 9_720_001].map(cents => limitState(cents, 8_100_000))).toEqual([
      'WITHIN',
      'NEAR',
      'NEAR',
      'EXCEEDED',
      'EXCEEDED',
      'FAR_EXCEEDED',
    ])
  })

  test('the yearly statement is due on 31 May, earlier when the company closed', () => {
    expect(statementDueDate('DASN_SIMEI', 2025, null)).toBe('2026-05-31')
    expect(statementDueDate('DASN_SIMEI', 2026, '2026-03-10')).toBe('2026-06-30')
    expect(statementDueDate('DASN_SIMEI', 2026, '2026-08-31')).toBe('2026-09-30')
    expect(statementDueDate('DASN_SIMEI', 2026, '2026-12-05')).toBe('2027-01-31')
    expect(statementDueDate('DEFIS', 2025, null)).toBe('2026-03-31')
    expect(statementDueDate('DEFIS', 2026, '2026-04-30')).toBe('2026-06-30')
    expect(['MEI', 'SIMPLES_NACIONAL', 'LUCRO_PRESUMIDO', 'LUCRO_REAL'].map(regime => annualStatementKind(regime as never))).toEqual([
      'DASN_SIMEI',
      'DEFIS',
      undefined,
      undefined,
    ])
    expect(simplesLimitCents(2026, '2026-11-03')).toBe(80_000_000)
  })

  test('late, it costs 2% per month begun, 50 reais at least, 20% at most, half within thirty days', () => {
    expect(statementFine(92_000, '2026-05-31', '2026-05-31').fine_cents).toBe(0)
    expect(statementFine(92_000, '2026-05-31', '2026-06-01')).toEqual({
      fine_cents: 5_000,
      halved_cents: 2_500,
      halved_until: '2026-07-01',
    })
    expect(statementFine(1_000_000, '2026-05-31', '2026-06-30').fine_cents).toBe(20_000)
    expect(statementFine(1_000_000, '2026-05-31', '2026-07-01').fine_cents).toBe(40_000)
    expect(statementFine(1_000_000, '2026-05-31', '2028-01-01').fine_cents).toBe(200_000)
  })
})

describe('a DAS paid late', () => {
  test('costs 0,33% a day, and from the next month on Selic and 1%', () => {
    expect(lateCharges(100_000, '2025-03-20', '2025-03-20')).toMatchObject({ days: 0, fine_cents: 0, interest_cents: 0 })
    expect(lateCharges(100_000, '2025-03-20', '2025-03-30')).toMatchObject({ days: 10, fine_cents: 3_300, interest_cents: 0 })
    // April and May (1,06% + 1,14%) and 1% of June.
    expect(lateCharges(100_000, '2025-03-20', '2025-06-10')).toMatchObject({ fine_cents: 20_000, interest_cents: 3_200, estimated: false })
  })

  test('a month without a published rate takes the last known one and says so', () => {
    const charges = lateCharges(100_000, '2025-11-20', '2026-02-10')
    expect(charges).toMatchObject({ interest_basis_points: 122 + 122 + 100, estimated: true })
  })

  test('never falls as days pass', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 0, max: 60 }),
        (cents, days, more) => {
          const on = (count: number) => {
            const day = new Date(Date.UTC(2024, 0, 20 + count)).toISOString().slice(0, 10)
            const late = lateCharges(cents, '2024-01-20', day)
            return late.fine_cents + late.interest_cents
          }
          expect(on(days + more)).toBeGreaterThanOrEqual(on(days))
        },
      ),
    )
  })
})

describe('pró-labore of 2026', () => {
  test.each([
    // gross, dependents, INSS, IRRF
    [162_100, 0, 17_831, 0],
    [500_000, 0, 55_000, 0],
    // 6.000,00 - 660,00: 5.340,00 × 27,5% - 908,73 = 559,77, less 978,62 - 798,87.
    [600_000, 0, 66_000, 38_002],
    // Two dependents take 379,18 from the base: 4.960,82 × 27,5% - 908,73 = 455,50.
    [600_000, 2, 66_000, 27_575],
    // 4.402,80 × 22,5% - 675,49 = 315,14, less 978,62 - 667,06: 3,58, and up to 10,00 are not withheld.
    [501_000, 0, 55_110, 0],
    // 4.432,80 less 978,62 - 671,05: 14,32.
    [504_000, 0, 55_440, 1_432],
    // Above the ceiling and beyond the relief.
    [1_000_000, 0, 93_231, 158_488],
  ])('of %i cents with %i dependents withholds %i and %i', (gross, dependents, inss, irrf) => {
    expect(withholdings(gross, dependents, '2026-03')).toMatchObject({ inss_cents: inss, irrf_cents: irrf, net_cents: gross - inss - irrf })
  })

  test('says so in a year whose wage and ceiling are not known yet', () => {
    expect(proLaboreWarnings(500_000, 'LUCRO_PRESUMIDO', 2026)).toEqual([])
    expect(proLaboreWarnings(500_000, 'LUCRO_PRESUMIDO', 2027)).toEqual([
      'Não temos o salário mínimo e o teto do INSS de 2027: o cálculo usa os do ano mais próximo.',
    ])
  })

  test('until 2025 there was no relief', () => {
    expect(withholdings(500_000, 0, '2025-12').irrf_cents).toBeGreaterThan(0)
    expect(withholdings(500_000, 0, '2026-01').irrf_cents).toBe(0)
  })

  test('more pay never leaves less, nor another dependent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 8 }), (gross, dependents) => {
        const net = withholdings(gross, dependents, '2026-05').net_cents
        expect(net).toBeLessThanOrEqual(gross)
        expect(withholdings(gross + 10_000, dependents, '2026-05').net_cents).toBeGreaterThanOrEqual(net)
        expect(withholdings(gross, dependents + 1, '2026-05').net_cents).toBeGreaterThanOrEqual(net)
      }),
    )
  })
})

describe('dependents', () => {
  test('are counted by age and study', () => {
    const child = { kinship: 'CHILD', birth_date: '2004-06-15', is_student: false, is_disabled: false } as const
    expect(ageOn('2004-06-15', '2026-06-14')).toBe(21)
    expect(isDeductible(child, '2026-06-14')).toBe(true)
    expect(isDeductible(child, '2026-06-15')).toBe(false)
    expect(isDeductible({ ...child, is_student: true }, '2026-06-15')).toBe(true)
    expect(isDeductible({ ...child, is_student: true }, '2029-06-15')).toBe(false)
    expect(isDeductible({ ...child, is_disabled: true }, '2040-01-01')).toBe(true)
    expect(isDeductible({ ...child, kinship: 'SPOUSE' }, '2040-01-01')).toBe(true)
  })
})
