// The form of a charge as data, and the look of its status.

import { z } from 'zod'
import type { Tone } from '#client/kit/chip.tsx'
import { NEW_LOOK } from '#client/kit/chip.tsx'
import type { IconName } from '#client/kit/icon.tsx'
import type { Contact } from '#contract/contacts.ts'
import { isValidEmail } from '#domain/contact-points.ts'
import { addDays, isDay } from '#domain/days.ts'
import { documentError } from '#domain/documents.ts'
import type { ChargeStatus } from '#domain/enums.ts'
import { openTable } from '#domain/open-table.ts'

export const CHARGE_LOOKS = openTable<ChargeStatus, { tone: Tone; icon: IconName }>(
  {
    PENDING: { tone: 'muted', icon: 'circle-dashed' },
    PROCESSING: { tone: 'info', icon: 'clock-3' },
    PAID: { tone: 'quiet', icon: 'check-check' },
    OVERDUE: { tone: 'danger', icon: 'triangle-alert' },
    EXPIRED: { tone: 'quiet', icon: 'circle-x' },
    CANCELLED: { tone: 'quiet', icon: 'ban' },
    REFUNDED: { tone: 'warning', icon: 'undo' },
    CHARGEBACK: { tone: 'danger', icon: 'circle-alert' },
  },
  () => NEW_LOOK,
)

export const isLive = (status: ChargeStatus): boolean => status === 'PENDING' || status === 'OVERDUE' || status === 'PROCESSING'

const DUE_IN_DAYS = 7

/** Where money comes in when the digital account is at a bank of the company's own: no slips, no fee of ours, and a payer that is named. */
export const OWN_BANK = 'own-bank'

export const ChargeForm = z
  .object({
    transaction_amount: z.number({ error: 'Informe o valor' }).int('Valor inválido').min(1, 'Deve ser maior que zero'),
    /** An agreement with the company's own bank, or `OWN_BANK`; empty is the digital account of the environment. */
    receives: z.string(),
    payment_method: z.enum(['PIX', 'BOLETO']),
    due_date: z.string({ error: 'Informe o vencimento' }).refine(isDay, 'Informe o vencimento'),
    expiration_date: z
      .string()
      .nullable()
      .refine(day => !day || isDay(day), 'Data inválida'),
    assume_fee: z.boolean(),
    contact_id: z.string().nullable(),
    payer_name: z.string().trim().max(140, 'Até 140 caracteres'),
    payer_document: z.string(),
    payer_email: z.string().refine(email => email === '' || isValidEmail(email), 'E-mail inválido'),
    additional_information: z.string().trim().max(140, 'Até 140 caracteres'),
  })
  .superRefine((form, ctx) => {
    const named = form.payer_name !== '' || form.payer_document !== '' || form.payer_email !== ''
    const problem = (path: string, message: string | undefined) => message && ctx.addIssue({ code: 'custom', path: [path], message })
    if (named || (form.payment_method === 'BOLETO' && form.receives === '') || form.receives === OWN_BANK) {
      problem('payer_name', form.payer_name === '' ? 'Informe quem paga' : undefined)
      problem('payer_document', form.payer_document === '' ? 'Informe o CPF ou CNPJ' : documentError(form.payer_document))
    }
    if (form.expiration_date && isDay(form.expiration_date) && form.expiration_date < form.due_date)
      problem('expiration_date', 'Não pode ser antes do vencimento')
  })
export type ChargeInput = z.input<typeof ChargeForm>
export type ChargeValues = z.output<typeof ChargeForm>

export const payerOf = (contact: Pick<Contact, 'name' | 'document_number' | 'email'> | undefined) => ({
  payer_name: contact?.name ?? '',
  payer_document: contact?.document_number ?? '',
  payer_email: contact?.email ?? '',
})

/** What a charge of a receivable starts with. */
export interface ChargedTitle {
  amount_cents: number
  due_date: string
  additional_information: string | null
}

export function chargeDefaults(
  today: string,
  title: ChargedTitle | undefined,
  contact: Contact | undefined,
  receives = '',
): Partial<ChargeInput> {
  return {
    receives,
    payment_method: 'PIX',
    due_date: title && title.due_date >= today ? title.due_date : addDays(today, title ? 0 : DUE_IN_DAYS),
    expiration_date: null,
    assume_fee: true,
    contact_id: contact?.id ?? null,
    additional_information: title?.additional_information?.slice(0, 140) ?? '',
    ...payerOf(contact),
    ...(title ? { transaction_amount: title.amount_cents } : {}),
  }
}

export function chargeBody(values: ChargeValues, receivable_id: string | undefined) {
  const { contact_id: _, receives, payer_name, payer_document, payer_email, expiration_date, additional_information, ...rest } = values
  return {
    ...rest,
    // Of the company's own bank nothing is known to be taken, and it knows no slips.
    ...(receives ? { payment_method: 'PIX' as const, assume_fee: true } : {}),
    ...(receives && receives !== OWN_BANK ? { pix_agreement_id: receives } : {}),
    ...(expiration_date ? { expiration_date } : {}),
    ...(additional_information ? { additional_information } : {}),
    ...(payer_name ? { payer: { name: payer_name, document_number: payer_document, email: payer_email || null } } : {}),
    ...(receivable_id ? { receivable_id } : {}),
  }
}
