// Appointments to issue a certificate: what the provider offers, and the company's own, each told by how far it has come.
import type { Appointment } from '#contract/certificate-appointments.ts'
import type { contract } from '#contract/index.ts'
import { stateOfPostalCode } from '#domain/contact-points.ts'
import { documentKind, isValidCnpj, isValidCpf } from '#domain/documents.ts'
import type { AppointmentProduct, CommercialUnit, Slot } from '#server/adapters/appointments/provider.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { type AppointmentRow, findAppointment, insertAppointment, listAppointments } from './rows.ts'

export const certificateAppointmentHandlers: Handlers<(typeof contract)['certificateAppointments']> = {
  async commercialUnits(ctx, { query }) {
    const units = (await ctx.services.appointments.units()).filter(unit => !query.type || unit.type === query.type)
    const state = query.cep ? stateOfPostalCode(query.cep) : undefined
    const isNear = (unit: CommercialUnit) => state !== undefined && unit.state === state
    return [...units.filter(isNear), ...units.filter(unit => !isNear(unit))]
  },

  pas: ctx => ctx.services.appointments.posts(),
  products: (ctx, { params }) => productsOf(ctx, params.pa),

  async validateProduct(ctx, { params }) {
    const product = (await productsOf(ctx, params.pa)).find(each => each.id === params.product)
    if (!product) throw fail('resource.not_found')
    const message = unfit(product, params.document)
    return { valid: message === null, message }
  },

  async scheduleTime(ctx, { params, query }) {
    await mustFindProduct(ctx, params.product)
    const unit = await mustFindUnit(ctx, query.commercial_unit_id)
    return byDay(await ctx.services.appointments.slots([unit.id]), readZone(query.time_zone))
  },

  async scheduleTimeFallback(ctx, { params, query }) {
    await mustFindProduct(ctx, params.product)
    const units = await ctx.services.appointments.units()
    const ids = units.filter(unit => unit.type === query.appointment_type && unit.id !== query.commercial_unit_id).map(unit => unit.id)
    return byDay(await ctx.services.appointments.slots(ids), readZone(query.time_zone))
  },

  async flow(ctx, { params, query }) {
    const product = await mustFindProduct(ctx, params.product)
    const expires = query.driver_license_expires_at
    const hasLicense =
      (query.has_driver_license ?? query.driver_license_number !== undefined) && (expires === undefined || expires >= ctx.today)
    return {
      appointment_types: hasLicense ? (['remote', 'in_person'] as const).slice() : (['in_person'] as const).slice(),
      documents: [
        hasLicense ? 'CNH válida' : 'RG ou CNH',
        'CPF',
        ...(product.holder === 'CNPJ' ? ['Contrato social ou requerimento de empresário', 'Cartão CNPJ'] : []),
      ],
      message: hasLicense ? null : 'O atendimento por vídeo pede CNH válida.',
    }
  },

  async ofCompany(ctx) {
    return Promise.all((await listAppointments(ctx.db, ctx.companyId)).map(row => toAppointment(ctx, row)))
  },

  async get(ctx, { params }) {
    const row = await findAppointment(ctx.db, ctx.companies, params.id)
    if (!row) throw fail('resource.not_found')
    await ctx.enter(row.company_id, 'certificate', 'v')
    return toAppointment(ctx, row)
  },

  async create(ctx, { body }) {
    const product = await ctx.services.appointments.product(body.product_id)
    if (!product) throw invalid('product_id', 'Produto não encontrado')
    const message = unfit(product, body.document_number)
    if (message !== null) throw invalid('document_number', message)
    const units = await ctx.services.appointments.units()
    const unit = units.find(each => each.id === body.commercial_unit_id)
    if (!unit) throw invalid('commercial_unit_id', 'Unidade não encontrada')
    const { name, document_number, product_id } = body
    const booking = { company_id: ctx.companyId, product_id, unit_id: unit.id, at: Date.parse(body.scheduled_at), name, document_number }
    const booked = await ctx.services.appointments.book(booking)
    if (!booked) throw fail('conflict.already_exists', { motivo: 'Este horário não está mais livre. Escolha outro.' })
    const id = ctx.newId()
    const row = {
      id,
      product_id,
      commercial_unit_id: unit.id,
      appointment_type: unit.type,
      scheduled_at: new Date(booking.at).toISOString(),
      time_zone: readZone(body.time_zone ?? 'America/Sao_Paulo'),
      name,
      document_number,
      email: body.email || null,
      phone_number: body.phone_number ?? null,
      external_id: booked.external_id,
    }
    await insertAppointment(ctx.db, ctx.companyId, row, ctx.actor.user_id)
    ctx.touch(id)
    ctx.label(`${product.name} agendado para ${name}`)
    const made = await findAppointment(ctx.db, [ctx.companyId], id)
    if (!made) throw fail('resource.not_found')
    return toAppointment(ctx, made)
  },
}

async function productsOf(ctx: Context, postId: string): Promise<AppointmentProduct[]> {
  const products = await ctx.services.appointments.products(postId)
  if (!products) throw fail('resource.not_found')
  return products
}

async function mustFindProduct(ctx: Context, id: string): Promise<AppointmentProduct> {
  const product = await ctx.services.appointments.product(id)
  if (!product) throw fail('resource.not_found')
  return product
}

async function mustFindUnit(ctx: Context, id: string): Promise<CommercialUnit> {
  const unit = (await ctx.services.appointments.units()).find(each => each.id === id)
  if (!unit) throw fail('resource.not_found')
  return unit
}

/** Why a product does not serve a document, or null. */
function unfit(product: AppointmentProduct, document: string): string | null {
  const isRight = documentKind(document) === 'CPF' ? isValidCpf(document) : isValidCnpj(document)
  if (!isRight) return `${documentKind(document)} é inválido`
  return documentKind(document) === product.holder ? null : `O ${product.name} pede um ${product.holder}.`
}

function readZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw invalid('time_zone', 'Fuso horário não encontrado')
  }
}

/** Free times under their civil day in the person's zone; one entry per time, whoever is free. */
function byDay(slots: readonly Slot[], zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  const days = new Map<string, Map<string, string>>()
  for (const { at } of slots) {
    const [date = '', time = ''] = format.format(at).split(' ')
    const times = days.get(date) ?? new Map<string, string>()
    days.set(date, times.set(time, new Date(at).toISOString()))
  }
  return [...days].map(([date, times]) => ({ date, times: [...times].map(([time, scheduled_at]) => ({ time, scheduled_at })) }))
}

async function toAppointment(ctx: Context, row: AppointmentRow): Promise<Appointment> {
  const { appointments } = ctx.services
  const product = await appointments.product(row.product_id)
  const unit = (await appointments.units()).find(each => each.id === row.commercial_unit_id)
  return {
    ...row,
    product_name: product?.name ?? row.product_id,
    commercial_unit_name: unit?.name ?? row.commercial_unit_id,
    ...(await appointments.status(row.external_id, Date.parse(row.scheduled_at))),
  }
}
