// Appointments to issue a certificate (SPEC.md, Certificates): service posts (PA), products, units, times, what the person must bring.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { CompanyId, createOf, DocumentNumber, Flag, Id, OptionalEmail, OptionalPhone, Text } from './kit/fields.ts'

export const APPOINTMENT_TYPES = ['in_person', 'remote'] as const
/** schedule → documents → validation → approval → issue */
export const APPOINTMENT_STATUSES = ['SCHEDULED', 'WAITING_DOCUMENTS', 'IN_VALIDATION', 'APPROVED', 'ISSUED', 'MISSED'] as const

export const Appointment = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  product_id: z.string(),
  product_name: z.string(),
  commercial_unit_id: z.string(),
  commercial_unit_name: z.string(),
  appointment_type: z.enum(APPOINTMENT_TYPES),
  /** An instant. */
  scheduled_at: z.string(),
  time_zone: z.string(),
  name: z.string(),
  document_number: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  status: z.enum(APPOINTMENT_STATUSES),
  /** Where a remote appointment takes place. */
  video_url: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Appointment = z.infer<typeof Appointment>

export const AppointmentProduct = z.object({
  id: z.string(),
  name: z.string(),
  /** A1: a file for one year; A3: a token, card or cloud. */
  kind: z.enum(['A1', 'A3']),
  validity_months: z.int(),
  price_cents: z.int(),
})

export const CommercialUnit = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(APPOINTMENT_TYPES),
  address: z.string().nullable(),
  state: z.string().nullable(),
})

const ScheduleTimes = z.array(
  z.object({
    date: z.string(),
    times: z.array(z.object({ time: z.string(), scheduled_at: z.string() })),
  }),
)

export const AppointmentFields = z.object({
  product_id: Text(40),
  commercial_unit_id: Text(40),
  scheduled_at: z.iso.datetime({ offset: true, error: 'Horário inválido' }).max(40, 'Horário inválido'),
  time_zone: Text(60).optional(),
  name: Text(200).min(1, 'Informe o nome'),
  document_number: DocumentNumber,
  email: OptionalEmail,
  phone_number: OptionalPhone.optional(),
})

const TIME_ZONE = Text(60).default('America/Sao_Paulo')

export const certificateAppointments = resource('certificateAppointments', {
  commercialUnits: endpoint('GET /v1/certificate_appointments/commercial_units', {
    summary: 'Unidades de atendimento, por modalidade e CEP: as do estado primeiro.',
    query: z.object({ type: z.enum(APPOINTMENT_TYPES).optional(), cep: Text(9).optional() }),
    returns: z.array(CommercialUnit),
    tenant: 'none',
    rate: 'lookup',
  }),
  pas: endpoint('GET /v1/certificate_appointments/pas', {
    summary: 'Os pontos de atendimento que vendem certificados.',
    returns: z.array(z.object({ id: z.string(), name: z.string() })),
    tenant: 'none',
  }),
  products: endpoint('GET /v1/certificate_appointments/products/{pa}', {
    summary: 'O que um ponto de atendimento vende.',
    returns: z.array(AppointmentProduct),
    tenant: 'none',
    fails: ['resource.not_found'],
  }),
  validateProduct: endpoint('GET /v1/certificate_appointments/validate-product/{pa}/{product}/{document}', {
    summary: 'Um produto serve a este documento? e-CNPJ pede CNPJ, e-CPF pede CPF.',
    returns: z.object({ valid: z.boolean(), message: z.string().nullable() }),
    tenant: 'none',
    rate: 'lookup',
    fails: ['resource.not_found'],
  }),
  scheduleTime: endpoint('GET /v1/certificate_appointments/schedule_time/{product}', {
    summary: 'Horários livres de uma unidade nos próximos dias úteis.',
    query: z.object({ commercial_unit_id: Text(40), time_zone: TIME_ZONE }),
    returns: ScheduleTimes,
    tenant: 'none',
    fails: ['resource.not_found'],
  }),
  scheduleTimeFallback: endpoint('GET /v1/certificate_appointments/schedule_time_fallback/{product}', {
    summary: 'Horários livres de qualquer unidade da modalidade, quando a escolhida não tem.',
    query: z.object({
      commercial_unit_id: Text(40).optional(),
      appointment_type: z.enum(APPOINTMENT_TYPES).default('remote'),
      time_zone: TIME_ZONE,
    }),
    returns: ScheduleTimes,
    tenant: 'none',
    fails: ['resource.not_found'],
  }),
  flow: endpoint('GET /v1/certificate_appointments/flow/{product}', {
    summary: 'Como a pessoa pode ser atendida e o que deve levar: por vídeo, com CNH válida.',
    query: z.object({
      cpf: DocumentNumber,
      has_driver_license: Flag.optional(),
      driver_license_number: Text(20).optional(),
      driver_license_expires_at: Text(10).optional(),
    }),
    returns: z.object({
      appointment_types: z.array(z.enum(APPOINTMENT_TYPES)),
      documents: z.array(z.string()),
      message: z.string().nullable(),
    }),
    tenant: 'none',
    fails: ['resource.not_found'],
  }),
  ofCompany: endpoint('GET /v1/certificate_appointments/company/{c}', {
    summary: 'Os agendamentos de uma empresa, os mais novos primeiro.',
    returns: z.array(Appointment),
    needs: 'certificate:v',
    reads: ['appointments'],
  }),
  get: endpoint('GET /v1/certificate_appointments/{id}', {
    summary: 'Mostra um agendamento e em que passo está.',
    returns: Appointment,
    tenant: 'object',
    needs: 'certificate:v',
    reads: ['appointments'],
  }),
  create: endpoint('POST /v1/certificate_appointments', {
    summary: 'Agenda a emissão de um certificado.',
    body: createOf(AppointmentFields.extend({ company_id: CompanyId }), Appointment),
    returns: Appointment,
    creates: true,
    tenant: 'body',
    irreversible: true,
    needs: 'certificate:c',
    writes: ['appointments', 'batches'],
    fails: ['validation.failed', 'conflict.already_exists', 'provider.rejected', 'provider.unavailable'],
  }),
})
