// The forms of a partner and of a dependent as data: what they accept, what they start with, what is sent.
import { z } from 'zod'
import type { Associate, Dependent } from '#contract/associates.ts'
import { isValidEmail, isValidPhone } from '#domain/contact-points.ts'
import { isDay } from '#domain/days.ts'
import { isValidCpf } from '#domain/documents.ts'
import { formatAmount, parseAmount } from '#domain/money.ts'
import { KINSHIPS } from '#domain/taxes/dependents.ts'

const WHOLE = 10_000

const optionalDay = z
  .string()
  .nullable()
  .refine(day => day === null || day === '' || isDay(day), 'Data inválida')
  .transform(day => day || null)

/** '66,67' is 6667 hundredths of a percent. */
export const basisPoints = (text: string): number => (text.trim() === '' ? 0 : (parseAmount(text.replace('%', '')) ?? Number.NaN))
export const shareText = (points: number): string => `${formatAmount(points).replace(/,?0+$/, '')}%`

export const AssociateForm = z.object({
  name: z.string().trim().min(1, 'Informe o nome').max(200, 'Até 200 caracteres'),
  document_number: z.string().refine(isValidCpf, 'CPF é inválido'),
  birth_date: optionalDay,
  email: z.string().refine(email => email === '' || isValidEmail(email), 'E-mail inválido'),
  phone_number: z.string().refine(phone => phone === '' || isValidPhone(phone), 'Telefone inválido'),
  is_administrator: z.boolean(),
  share: z.string().refine(text => {
    const points = basisPoints(text)
    return Number.isInteger(points) && points >= 0 && points <= WHOLE
  }, 'De 0% a 100%'),
  pro_labore_amount_cents: z
    .number({ error: 'Valor inválido' })
    .int('Valor inválido')
    .min(0, 'Não pode ser negativo')
    .nullable()
    .transform(cents => cents ?? 0),
  joined_on: optionalDay,
})
export type AssociateInput = z.input<typeof AssociateForm>
export type AssociateValues = z.output<typeof AssociateForm>

export const associateDefaults = (associate?: Associate): AssociateInput => ({
  name: associate?.name ?? '',
  document_number: associate?.document_number ?? '',
  birth_date: associate?.birth_date ?? null,
  email: associate?.email ?? '',
  phone_number: associate?.phone_number ?? '',
  is_administrator: associate?.is_administrator ?? false,
  share: associate ? formatAmount(associate.share_basis_points) : '',
  pro_labore_amount_cents: associate?.pro_labore_amount_cents ?? null,
  joined_on: associate?.joined_on ?? null,
})

export const associateBody = ({ share, email, phone_number, ...values }: AssociateValues) => ({
  ...values,
  email: email || null,
  phone_number: phone_number || null,
  share_basis_points: basisPoints(share),
})

export const DependentForm = z.object({
  name: z.string().trim().min(1, 'Informe o nome').max(200, 'Até 200 caracteres'),
  document_number: z.string().refine(cpf => cpf === '' || isValidCpf(cpf), 'CPF é inválido'),
  birth_date: z.string({ error: 'Informe o nascimento' }).refine(isDay, 'Informe o nascimento'),
  kinship: z.enum(KINSHIPS, { error: 'Escolha o parentesco' }),
  is_student: z.boolean(),
  is_disabled: z.boolean(),
})
export type DependentInput = z.input<typeof DependentForm>
export type DependentValues = z.output<typeof DependentForm>

export const dependentDefaults = (dependent?: Dependent): Partial<DependentInput> => ({
  name: dependent?.name ?? '',
  document_number: dependent?.document_number ?? '',
  is_student: dependent?.is_student ?? false,
  is_disabled: dependent?.is_disabled ?? false,
  ...(dependent ? { birth_date: dependent.birth_date, kinship: dependent.kinship } : {}),
})

export const dependentBody = (values: DependentValues) => ({ ...values, document_number: values.document_number || null })
