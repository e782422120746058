// The form of a new tax as data: what the books reckon needs no value, the rest does.
import { z } from 'zod'
import { isDay } from '#domain/days.ts'
import { TAX_KINDS, type TaxKind } from '#domain/taxes/labels.ts'

/** One for each company: what the books reckon needs no value. */
export const taxForm = (reckoned: TaxKind | undefined) =>
  z
    .object({
      kind: z.enum(TAX_KINDS, { error: 'Escolha o imposto' }),
      month: z.string().min(1, 'Escolha o mês'),
      amount_cents: z.number({ error: 'Valor inválido' }).int('Valor inválido').min(1, 'Deve ser maior que zero').nullable(),
      due_date: z.string().nullable(),
      additional_information: z.string().max(500, 'Até 500 caracteres'),
      revenue_code: z.string(),
      assessment_date: z.string().nullable(),
      reference_number: z.string(),
      create_bill: z.boolean(),
    })
    .superRefine((form, ctx) => {
      const told = form.amount_cents !== null || form.kind !== reckoned
      if (told && form.amount_cents === null) ctx.addIssue({ code: 'custom', path: ['amount_cents'], message: 'Informe o valor' })
      if (told && !isDay(form.due_date ?? '')) ctx.addIssue({ code: 'custom', path: ['due_date'], message: 'Informe o vencimento' })
      if (form.kind !== 'DARF') return
      const { revenue_code, reference_number } = form
      if (revenue_code !== '' && !/^\d{4}$/.test(revenue_code))
        ctx.addIssue({ code: 'custom', path: ['revenue_code'], message: 'Código da receita: 4 algarismos' })
      if (!/^\d{0,17}$/.test(reference_number)) ctx.addIssue({ code: 'custom', path: ['reference_number'], message: 'Até 17 algarismos' })
      if (revenue_code === '' && (form.assessment_date || reference_number !== ''))
        ctx.addIssue({ code: 'custom', path: ['revenue_code'], message: 'Informe o código da receita' })
      if (revenue_code !== '' && !isDay(form.assessment_date ?? ''))
        ctx.addIssue({ code: 'custom', path: ['assessment_date'], message: 'Informe o período de apuração' })
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
