// The booking of an appointment as data: what each step asks, and what is kept between them.
import { z } from 'zod'
import type { AppointmentProduct } from '#contract/certificate-appointments.ts'
import { APPOINTMENT_TYPES } from '#contract/certificate-appointments.ts'
import { isValidEmail, isValidPhone } from '#domain/contact-points.ts'
import { documentError, documentKind } from '#domain/documents.ts'

const Document = z.string().superRefine((value, ctx) => {
  const message = value === '' ? 'Informe o documento' : documentError(value)
  if (message) ctx.addIssue({ code: 'custom', message })
})

export const ProductStep = z.object({
  pa: z.string().min(1, 'Escolha onde comprar'),
  product_id: z.string({ error: 'Escolha o certificado' }).min(1, 'Escolha o certificado'),
  document_number: Document,
})

export const PersonStep = z
  .object({
    name: z.string().trim().min(1, 'Informe o nome').max(200, 'Até 200 caracteres'),
    cpf: Document.refine(value => value === '' || documentKind(value) === 'CPF', 'CPF é inválido'),
    has_driver_license: z.boolean(),
    driver_license_number: z.string().trim().max(20, 'Até 20 caracteres'),
    driver_license_expires_at: z.iso.date('Data inválida').nullable(),
  })
  .refine(({ has_driver_license, driver_license_number }) => !has_driver_license || driver_license_number !== '', {
    path: ['driver_license_number'],
    message: 'Informe o número da CNH',
  })

export const PlaceStep = z.object({
  appointment_type: z.enum(APPOINTMENT_TYPES, { error: 'Escolha como quer ser atendido' }),
  cep: z.string().refine(cep => cep === '' || cep.length === 9, 'CEP incompleto'),
  commercial_unit_id: z.string().min(1, 'Escolha a unidade'),
  time_zone: z.string(),
  date: z.string().min(1, 'Escolha o dia'),
  scheduled_at: z.string().min(1, 'Escolha o horário'),
})

export const ReachStep = z.object({
  email: z.string().refine(email => email === '' || isValidEmail(email), 'E-mail inválido'),
  phone_number: z.string().refine(phone => phone === '' || isValidPhone(phone), 'Telefone inválido'),
})

export type PersonValues = z.output<typeof PersonStep>
export type PlaceInput = z.input<typeof PlaceStep>
export type ProductInput = z.input<typeof ProductStep>
export type OfferedProduct = z.infer<typeof AppointmentProduct>

export interface Flow {
  appointment_types: readonly (typeof APPOINTMENT_TYPES)[number][]
  documents: readonly string[]
  message: string | null
}

/** What was answered so far; the steps show it again when one goes back. */
export interface Draft {
  bought: z.output<typeof ProductStep>
  product: OfferedProduct | undefined
  person: PersonValues
  flow: Flow | undefined
  place: PlaceInput
  unit_name: string
}

/** The clocks of Brazil. */
export const TIME_ZONES = [
  { value: 'America/Sao_Paulo', label: 'Brasília (UTC−3)' },
  { value: 'America/Manaus', label: 'Manaus (UTC−4)' },
  { value: 'America/Cuiaba', label: 'Cuiabá (UTC−4)' },
  { value: 'America/Rio_Branco', label: 'Rio Branco (UTC−5)' },
  { value: 'America/Noronha', label: 'Fernando de Noronha (UTC−2)' },
] as const

/** The device's clock where it is one of Brazil's. */
export const zoneOf = (device: string): string => TIME_ZONES.find(zone => zone.value === device)?.value ?? TIME_ZONES[0].value

export const emptyDraft = (pa: string, document_number: string, time_zone: string): Draft => ({
  bought: { pa, product_id: '', document_number },
  product: undefined,
  person: { name: '', cpf: '', has_driver_license: false, driver_license_number: '', driver_license_expires_at: null },
  flow: undefined,
  place: { appointment_type: 'in_person', cep: '', commercial_unit_id: '', time_zone, date: '', scheduled_at: '' },
  unit_name: '',
})

/** The question about who may be attended how. */
export const flowQuery = ({ cpf, has_driver_license, driver_license_number, driver_license_expires_at }: PersonValues) => ({
  cpf,
  has_driver_license: has_driver_license ? 'true' : 'false',
  ...(has_driver_license && driver_license_number ? { driver_license_number } : {}),
  ...(has_driver_license && driver_license_expires_at ? { driver_license_expires_at } : {}),
})
