// The forms of a new tax and of its correction as data: what the books reckon needs no value, the rest does.
import { z } from 'zod'
import type { Tax } from '#contract/taxes.ts'
import { isDay } from '#domain/days.ts'
import { TAX_KINDS, type TaxKind } from '#domain/taxes/labels.ts'

const darf = { revenue_code: z.string(), assessment_date: z.string().nullable(), reference_number: z.string() }

interface DarfTold {
  revenue_code: string
  assessment_date: string | null
  reference_number: string
}

function* darfProblems({ revenue_code, assessment_date, reference_number }: DarfTold) {
  const problem = (path: string, message: string) => ({ code: 'custom' as const, path: [path], message })
  if (revenue_code !== '' && !/^\d{4}$/.test(revenue_code)) yield problem('revenue_code', 'Código da receita: 4 algarismos')
  if (!/^\d{0,17}$/.test(reference_number)) yield problem('reference_number', 'Até 17 algarismos')
  if (revenue_code === '' && (assessment_date || reference_number !== '')) yield problem('revenue_code', 'Informe o código da receita')
  if (revenue_code !== '' && !isDay(assessment_date ?? '')) yield problem('assessment_date', 'Informe o período de apuração')
}

/** One for each company: what the books reckon needs no value. */
export const taxForm = (reckoned: TaxKind | undefined) =>
  z
    .object({
      kind: z.enum(TAX_KINDS, { error: 'Escolha o imposto' }),
      month: z.string().min(1, 'Escolha o mês'),
      amount_cents: z.number({ error: 'Valor inválido' }).int('Valor inválido').min(1, 'Deve ser maior que zero').nullable(),
      due_date: z.string().nullable(),
      additional_information: z.string().max(500, 'Até 500 caracteres'),
      ...darf,
      create_bill: z.boolean(),
    })
    .superRefine((form, ctx) => {
      const told = form.amount_cents !== null || form.kind !== reckoned
      if (told && form.amount_cents === null) ctx.addIssue({ code: 'custom', path: ['amount_cents'], message: 'Informe o valor' })
      if (told && !isDay(form.due_date ?? '')) ctx.addIssue({ code: 'custom', path: ['due_date'], message: 'Informe o vencimento' })
      if (form.kind === 'DARF') for (const problem of darfProblems(form)) ctx.addIssue(problem)
    })
export type TaxInput = z.input<ReturnType<typeof taxForm>>
export type TaxValues = z.output<ReturnType<typeof taxForm>>

/** What is sent: without a value the server asks the books. */
export function taxBody({
  month,
  amount_cents,
  due_date,
  additional_information,
  revenue_code,
  assessment_date,
  reference_number,
  ...rest
}: TaxValues) {
  const isDarf = rest.kind === 'DARF' && revenue_code !== ''
  const darf = isDarf ? { revenue_code, assessment_date, reference_number: reference_number || null } : {}
  const told = amount_cents === null ? {} : { amount_cents, due_date: due_date ?? '' }
  return { ...rest, ...told, ...darf, competence_date: `${month}-01`, additional_information: additional_information.trim() || null }
}

export const correctionForm = (kind: TaxKind) =>
  z
    .object({
      amount_cents: z.number({ error: 'Informe o valor' }).int('Valor inválido').min(1, 'Deve ser maior que zero'),
      due_date: z.string({ error: 'Informe o vencimento' }).refine(isDay, 'Informe o vencimento'),
      additional_information: z.string().max(500, 'Até 500 caracteres'),
      ...darf,
    })
    .superRefine((form, ctx) => {
      if (kind === 'DARF') for (const problem of darfProblems(form)) ctx.addIssue(problem)
    })
export type CorrectionValues = z.output<ReturnType<typeof correctionForm>>

export const correctionOf = (tax: Tax): CorrectionValues => ({
  amount_cents: tax.amount_cents,
  due_date: tax.due_date,
  additional_information: tax.additional_information ?? '',
  revenue_code: tax.revenue_code ?? '',
  assessment_date: tax.assessment_date,
  reference_number: tax.reference_number ?? '',
})

export function correctionBody({ version, kind }: Tax, values: CorrectionValues) {
  const { additional_information, revenue_code, assessment_date, reference_number, ...rest } = values
  const isTold = kind === 'DARF' && revenue_code !== ''
  return {
    ...rest,
    version,
    additional_information: additional_information.trim() || null,
    revenue_code: isTold ? revenue_code : null,
    assessment_date: isTold ? assessment_date : null,
    reference_number: isTold ? reference_number || null : null,
  }
}
