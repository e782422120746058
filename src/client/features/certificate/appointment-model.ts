// The booking of an appointment as data: what each step asks, and what is kept between them.
import { z } from 'zod'
import type { Forms } from '#commands/kit/form.ts'
import type { AppointmentProduct } from '#contract/certificate-appointments.ts'
import { APPOINTMENT_TYPES } from '#contract/certificate-appointments.ts'
import { isValidEmail, PHONE_REFUSED, readPhone } from '#domain/contact-points.ts'
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
  phone_number: z.string().refine(phone => phone === '' || readPhone(phone) !== undefined, PHONE_REFUSED),
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

/** What each step takes, with all before it: one form holds them all. */
const AndPerson = ProductStep.and(PersonStep)
const AndPlace = AndPerson.and(PlaceStep)
export const Booking = AndPlace.and(ReachStep)
export type BookingInput = z.input<typeof Booking>
export type BookingValues = z.output<typeof Booking>
export const STEPS = [
  { title: 'O certificado', schema: ProductStep },
  { title: 'Quem será atendido', schema: AndPerson },
  { title: 'Local e horário', schema: AndPlace },
  { title: 'Confirmar', schema: Booking },
] as const
export const PLACE_STEP = 2

/** What the certificate authority answered to the steps before. */
export interface Known {
  readonly product?: OfferedProduct | undefined
  readonly flow?: Flow | undefined
  readonly unit_name?: string
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

export const emptyBooking = (pa: string, document_number: string, time_zone: string): BookingInput => ({
  pa,
  product_id: '',
  document_number,
  name: '',
  cpf: '',
  has_driver_license: false,
  driver_license_number: '',
  driver_license_expires_at: null,
  appointment_type: 'in_person',
  cep: '',
  commercial_unit_id: '',
  time_zone,
  date: '',
  scheduled_at: '',
  email: '',
  phone_number: '',
})

/** What is sent of it. */
export const bookingBody = (values: BookingValues): Forms['appointment'] => ({
  product_id: values.product_id,
  commercial_unit_id: values.commercial_unit_id,
  scheduled_at: values.scheduled_at,
  time_zone: values.time_zone,
  name: values.name,
  document_number: values.document_number,
  email: values.email,
  ...(values.phone_number ? { phone_number: values.phone_number } : {}),
})

/** The question about who may be attended how. */
export const flowQuery = ({ cpf, has_driver_license, driver_license_number, driver_license_expires_at }: PersonValues) => ({
  cpf,
  has_driver_license: has_driver_license ? 'true' : 'false',
  ...(has_driver_license && driver_license_number ? { driver_license_number } : {}),
  ...(has_driver_license && driver_license_expires_at ? { driver_license_expires_at } : {}),
})
