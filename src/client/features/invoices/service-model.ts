// The form of a service note as data: its schema, what it starts with, what is sent, and what it will come to.

import { z } from 'zod'
import type { ServiceInvoice } from '#contract/invoices.ts'
import type { Service } from '#contract/services.ts'
import { isValidEmail } from '#domain/contact-points.ts'
import { isDay } from '#domain/days.ts'
import type { TaxRegime } from '#domain/enums.ts'
import { parseRate, typedRate } from '#domain/fiscal/masks.ts'
import { type ServiceTotals, serviceTotals, WITHHOLDINGS, type Withholding } from '#domain/fiscal/taxes.ts'
import { labels } from '#domain/open-table.ts'

export const WITHHOLDING_LABELS = labels<Withholding>({
  irrf: 'IRRF 1,5%',
  pis_cofins_csll: 'PIS, Cofins e CSLL 4,65%',
  inss: 'INSS 11%',
})

const HIGHEST_ISS = 500

const money = (message: string) => z.number({ error: message }).int().nullable()

export const ServiceNoteForm = z
  .object({
    contact_id: z.string({ error: 'Informe o tomador do serviço' }).nullable(),
    service_id: z.string().nullable(),
    municipal_service_code: z.string().nullable(),
    description: z.string().trim().min(1, 'Descreva o serviço prestado').max(2000, 'Até 2000 caracteres'),
    amount_cents: money('Informe o valor'),
    discount_amount_cents: money('Valor inválido'),
    competence_date: z.string({ error: 'Informe a competência' }).refine(isDay, 'Data inválida'),
    iss_rate: z.string().refine(text => isIssRate(parseRate(text)), 'Um percentual de 0 a 5'),
    iss_withheld: z.boolean(),
    withheld: z.object({ irrf: z.boolean(), pis_cofins_csll: z.boolean(), inss: z.boolean() }),
    after: z.enum(['EMAIL', 'LATER']),
    email_to: z.string().trim(),
  })
  .superRefine((form, ctx) => {
    const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (form.contact_id === null) issue('contact_id', 'Informe o tomador do serviço')
    if (form.municipal_service_code === null) issue('municipal_service_code', 'Escolha o serviço da lista da LC 116')
    if (form.amount_cents === null) issue('amount_cents', 'Informe o valor')
    else if (form.amount_cents <= 0) issue('amount_cents', 'Deve ser maior que zero')
    else if ((form.discount_amount_cents ?? 0) >= form.amount_cents) issue('discount_amount_cents', 'O desconto passa do valor do serviço')
    if (form.after === 'EMAIL' && !isValidEmail(form.email_to)) issue('email_to', 'Informe o e-mail do cliente')
    if ((form.discount_amount_cents ?? 0) < 0) issue('discount_amount_cents', 'O desconto não pode ser negativo')
  })
export type ServiceNoteInput = z.input<typeof ServiceNoteForm>
export type ServiceNoteValues = z.output<typeof ServiceNoteForm>

const isIssRate = (rate: number | undefined): boolean => rate !== undefined && rate <= HIGHEST_ISS

export const blankService = (today: string): ServiceNoteInput => ({
  contact_id: null,
  service_id: null,
  municipal_service_code: null,
  description: '',
  amount_cents: null,
  discount_amount_cents: null,
  competence_date: today,
  iss_rate: '5',
  iss_withheld: false,
  withheld: { irrf: false, pis_cofins_csll: false, inss: false },
  after: 'LATER',
  email_to: '',
})

/** What a service of the register says in the form. */
export const filledBy = (service: Service): Partial<ServiceNoteInput> => ({
  municipal_service_code: service.municipal_service.code,
  description: service.description ?? service.name,
  iss_rate: typedRate(service.iss_rate),
  iss_withheld: service.iss_withheld,
  ...(service.amount_cents > 0 ? { amount_cents: service.amount_cents } : {}),
})

/** The form of a note that is written again. */
export const serviceFormOf = (note: ServiceInvoice): ServiceNoteInput => ({
  contact_id: note.borrower?.contact_id ?? null,
  service_id: note.service_id,
  municipal_service_code: note.municipal_service.code,
  description: note.description,
  amount_cents: note.amount_cents,
  discount_amount_cents: note.discount_amount_cents || null,
  competence_date: note.competence_date,
  iss_rate: typedRate(note.iss_rate),
  iss_withheld: note.iss_withheld,
  withheld: withheldFields(note.withheld),
  after: 'LATER',
  email_to: note.borrower?.email ?? '',
})

export const withheldFields = (withheld: readonly Withholding[]): ServiceNoteInput['withheld'] => ({
  irrf: withheld.includes('irrf'),
  pis_cofins_csll: withheld.includes('pis_cofins_csll'),
  inss: withheld.includes('inss'),
})

export const withheldOf = (form: Pick<ServiceNoteInput, 'withheld'>): Withholding[] => WITHHOLDINGS.filter(name => form.withheld[name])

export const serviceBody = (values: ServiceNoteValues) => ({
  contact_id: values.contact_id,
  service_id: values.service_id,
  municipal_service_code: values.municipal_service_code ?? '',
  description: values.description,
  amount_cents: values.amount_cents ?? 0,
  discount_amount_cents: values.discount_amount_cents ?? 0,
  competence_date: values.competence_date,
  iss_rate: parseRate(values.iss_rate) ?? 0,
  iss_withheld: values.iss_withheld,
  withheld: withheldOf(values),
  ...(values.after === 'EMAIL' ? { email_to: values.email_to } : {}),
})

/** What the note comes to; undefined until there is an amount. */
export function serviceSummary(form: ServiceNoteInput, regime: TaxRegime, today: string): ServiceTotals | undefined {
  const { amount_cents, discount_amount_cents } = form
  if (!amount_cents || Number.isNaN(amount_cents) || Number.isNaN(discount_amount_cents)) return undefined
  return serviceTotals({
    amount_cents,
    discount_cents: discount_amount_cents ?? 0,
    iss_rate: parseRate(form.iss_rate) ?? 0,
    iss_withheld: form.iss_withheld,
    withheld: withheldOf(form),
    regime,
    year: Number(today.slice(0, 4)),
  })
}
