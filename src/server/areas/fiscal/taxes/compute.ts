// The tax of a month from the books, with every step in words and figures.
import type { TaxProfile, TaxStep } from '#contract/taxes.ts'
import { addMonths, formatMonth } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { type LimitState, limitState } from '#domain/taxes/limits.ts'
import { computeDasMei, dasDueDate, meiLimitCents } from '#domain/taxes/mei.ts'
import { computeDas, type Das, effectiveRate, formatRate, type MonthRevenue, revenueOf } from '#domain/taxes/simples.ts'
import { FATOR_R_PERCENT, knowsYear, SIMPLES_ANNEXES } from '#domain/taxes/tables.ts'
import type { Db } from '#server/db/query.ts'
import { payrollByMonth, revenueByMonth } from './books.ts'

export interface ComputedTax {
  amount_cents: number
  due_date: string
  /** Null when the books were not asked. */
  revenue_cents: number | null
  steps: TaxStep[]
  warnings: string[]
}

const step = (label: string, amount_cents: number | null, text: string | null = null): TaxStep => ({ label, amount_cents, text })

const ofMonth = (revenues: readonly MonthRevenue[], month: string): MonthRevenue =>
  revenues.find(each => each.month === month) ?? { month, commerce_cents: 0, services_cents: 0 }

export async function computeSimples(db: Db, companyId: string, profile: TaxProfile, month: string): Promise<ComputedTax> {
  const from = addMonths(`${month}-01`, -12).slice(0, 7)
  const revenues = await revenueByMonth(db, companyId, profile, from, month)
  const das = computeDas({
    month,
    revenues,
    payrolls: await payrollByMonth(db, companyId, profile, from, month),
    opening_date: profile.opening_date,
    commerce_annex: profile.main_activity === 'INDUSTRY' ? 'II' : 'I',
    services_annex: profile.services_annex,
  })
  return {
    amount_cents: das.tax_cents,
    due_date: dasDueDate(month),
    revenue_cents: revenueOf(ofMonth(revenues, month)),
    steps: stepsOf(das, ofMonth(revenues, month), month),
    warnings: warningsOf(das),
  }
}

function stepsOf(das: Das, current: MonthRevenue, month: string): TaxStep[] {
  const { twelve_months: rbt12, fator_r } = das
  const steps = [
    step(`Receita bruta de ${formatMonth(month)}`, revenueOf(current), 'por competência, sem deduções'),
    step(
      'Receita dos 12 meses anteriores (RBT12)',
      rbt12.cents,
      rbt12.proportional ? `empresa no primeiro ano: média de ${rbt12.months} ${rbt12.months === 1 ? 'mês' : 'meses'} × 12` : null,
    ),
  ]
  if (fator_r)
    steps.push(
      step(
        rbt12.proportional ? 'Folha dos mesmos meses (Fator R)' : 'Folha dos 12 meses (Fator R)',
        fator_r.payroll_cents,
        fator_r.reached ? `alcança ${FATOR_R_PERCENT}%: Anexo III` : `abaixo de ${FATOR_R_PERCENT}%: Anexo V`,
      ),
    )
  for (const part of das.parts) {
    const { band, rate } = { band: part.band, rate: formatRate(effectiveRate(part.annex, rbt12.cents)) }
    steps.push(
      step(`Anexo ${part.annex} (${SIMPLES_ANNEXES[part.annex].name}), ${band}ª faixa`, part.revenue_cents, `alíquota efetiva ${rate}`),
    )
    steps.push(step(`Imposto pelo Anexo ${part.annex}`, part.tax_cents))
  }
  return [...steps, step('DAS do mês', das.tax_cents)]
}

function warningsOf(das: Das): string[] {
  if (das.above_limit) return ['A receita dos 12 meses passa de R$ 4.800.000,00: a empresa deixa o Simples Nacional.']
  if (das.above_sublimit) return ['A receita dos 12 meses passa do sublimite de R$ 3.600.000,00: ICMS e ISS são pagos fora do DAS.']
  return []
}

export async function computeMei(db: Db, companyId: string, profile: TaxProfile, month: string): Promise<ComputedTax> {
  const year = Number(month.slice(0, 4))
  const das = computeDasMei(year, profile.mei_activity)
  const { revenues, soFar, limit, state } = await meiYear(db, companyId, profile, month)
  const steps = [
    step('INSS', das.inss_cents, profile.mei_activity === 'TRUCKER' ? '12% do salário mínimo' : '5% do salário mínimo'),
    ...(das.icms_cents > 0 ? [step('ICMS', das.icms_cents)] : []),
    ...(das.iss_cents > 0 ? [step('ISS', das.iss_cents)] : []),
    step('DAS-MEI do mês', das.tax_cents, 'valor fixo, devido mesmo sem receita'),
    step(`Receita de ${year} até este mês`, soFar, `limite de ${formatCents(limit)}`),
  ]
  return {
    amount_cents: das.tax_cents,
    due_date: dasDueDate(month),
    revenue_cents: revenueOf(ofMonth(revenues, month)),
    steps,
    warnings: [...(knowsYear(year) ? [] : [unknownWage(year)]), ...meiWarnings(state)],
  }
}

const unknownWage = (year: number): string =>
  `Não temos o salário mínimo de ${year}: o INSS usa o do ano mais próximo. Vale o valor da guia.`

/** What an MEI took in from January to the end of the month, against the limit of the year. */
export async function meiYear(db: Db, companyId: string, profile: TaxProfile, month: string) {
  const year = Number(month.slice(0, 4))
  const revenues = await revenueByMonth(db, companyId, profile, `${year}-01`, month)
  const soFar = revenues.reduce((sum, each) => sum + revenueOf(each), 0)
  const limit = meiLimitCents(year, profile.mei_activity, profile.opening_date)
  return { revenues, soFar, limit, state: limitState(soFar, limit) }
}

export function meiWarnings(state: LimitState): string[] {
  switch (state) {
    case 'WITHIN':
      return []
    case 'NEAR':
      return ['A receita do ano já passa de 80% do limite do MEI.']
    case 'EXCEEDED':
      return ['A receita do ano passou do limite do MEI em até 20%: a empresa deixa o MEI em janeiro, com um DAS complementar.']
    case 'FAR_EXCEEDED':
      return ['A receita do ano passou do limite do MEI em mais de 20%: a empresa deixa o MEI desde janeiro, ou desde a abertura.']
  }
}
