// The form of a tax's payment as data: by its slip, or made elsewhere with what lateness cost.
import { z } from 'zod'
import type { Forms } from '#commands/kit/form.ts'
import { isDay } from '#domain/days.ts'

const cents = z.number({ error: 'Valor inválido' }).int('Valor inválido').min(0, 'Não pode ser negativo').nullable()

export const PaymentForm = z
  .object({
    how: z.enum(['ELSEWHERE', 'SLIP']),
    bank_account_id: z.string().nullable(),
    date: z.string().nullable(),
    fine_cents: cents,
    interest_cents: cents,
  })
  .superRefine((form, ctx) => {
    if (form.how === 'SLIP') return
    if (form.bank_account_id === null) ctx.addIssue({ code: 'custom', path: ['bank_account_id'], message: 'Escolha a conta bancária' })
    if (!isDay(form.date ?? '')) ctx.addIssue({ code: 'custom', path: ['date'], message: 'Informe o dia do pagamento' })
  })
export type PaymentInput = z.input<typeof PaymentForm>
export type PaymentValues = z.output<typeof PaymentForm>

/** What lateness cost, as differences of the settlement. */
export const lateDifferences = ({ fine_cents, interest_cents }: Pick<PaymentValues, 'fine_cents' | 'interest_cents'>) => [
  ...(fine_cents ? [{ kind: 'fine' as const, amount_cents: fine_cents }] : []),
  ...(interest_cents ? [{ kind: 'interest' as const, amount_cents: interest_cents }] : []),
]

/** What is sent of a payment made elsewhere. */
export const paymentBody = (values: PaymentValues): Forms['tax-payment'] => ({
  bank_account_id: values.bank_account_id ?? '',
  date: values.date ?? '',
  differences: lateDifferences(values),
})
