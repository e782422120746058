// Appointments for a certificate over the real server and the local provider: what it offers, what it sells once, how it moves on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

const { certificateAppointments: rows } = contract
const MINUTE_MS = 60_000

let app: TestServer
let company: TestCompany
beforeAll(async () => {
  app = await testServer()
  company = await app.aCompany()
})
afterAll(() => app?.close())

const me = () => app.as(company.owner)
const times = (unit: string, time_zone?: string) =>
  me().ok(rows.scheduleTime, { params: { product: 'ECNPJ-A1' }, query: { commercial_unit_id: unit, ...(time_zone ? { time_zone } : {}) } })
const bodyOf = (scheduled_at: string, fields: object = {}) => ({
  company_id: company.id,
  product_id: 'ECNPJ-A1',
  commercial_unit_id: 'UN-SP',
  scheduled_at,
  name: 'Ana Souza',
  document_number: company.document_number,
  ...fields,
})

test('posts sell products; a product serves one kind of document', async () => {
  const [post] = await me().ok(rows.pas)
  const products = await me().ok(rows.products, { params: { pa: post?.id ?? '' } })
  expect(products.map(each => [each.id, each.kind])).toContainEqual(['ECNPJ-A1', 'A1'])
  const valid = (product: string, document: string) => me().ok(rows.validateProduct, { params: { pa: 'PA-CENTRO', product, document } })
  expect(await valid('ECNPJ-A1', company.document_number)).toEqual({ valid: true, message: null })
  expect(await valid('ECNPJ-A1', cpfNumber(1))).toEqual({ valid: false, message: 'O e-CNPJ A1 pede um CNPJ.' })
  expect(await valid('ECPF-A1', '11111111111')).toEqual({ valid: false, message: 'CPF é inválido' })
  expect((await me().refused(rows.products, { params: { pa: 'NENHUM' } })).status).toBe(404)
  expect(
    (await me().refused(rows.validateProduct, { params: { pa: 'PA-DIGITAL', product: 'ECNPJ-A3', document: cpfNumber(1) } })).status,
  ).toBe(404)
})

test('units of the state of a CEP come first, and by kind of service', async () => {
  const units = await me().ok(rows.commercialUnits, { query: { type: 'in_person', cep: '20010000' } })
  expect(units.map(unit => unit.id)).toEqual(['UN-RJ', 'UN-SP', 'UN-MG'])
  expect((await me().ok(rows.commercialUnits, { query: { type: 'remote' } })).map(unit => unit.id)).toEqual(['UN-VIDEO'])
})

test('times are business hours of business days to come, told in the zone of who asks', async () => {
  const days = await times('UN-SP')
  // Wednesday noon: the rest of the day, then weekdays only.
  expect(days.map(day => day.date)).toEqual([
    '2026-03-11',
    '2026-03-12',
    '2026-03-13',
    '2026-03-16',
    '2026-03-17',
    '2026-03-18',
    '2026-03-19',
    '2026-03-20',
  ])
  expect(days[0]?.times.map(each => each.time)).toEqual(['14:00', '15:00', '16:00'])
  expect(days[1]?.times[0]).toEqual({ time: '09:00', scheduled_at: '2026-03-12T12:00:00.000Z' })
  expect((await times('UN-SP', 'America/Manaus'))[1]?.times[0]?.time).toBe('08:00')
  const zone = { params: { product: 'ECNPJ-A1' }, query: { commercial_unit_id: 'UN-SP', time_zone: 'Marte/Olimpo' } }
  expect((await me().refused(rows.scheduleTime, zone)).details?.[0]?.field).toBe('time_zone')
  const fallback = await me().ok(rows.scheduleTimeFallback, { params: { product: 'ECNPJ-A1' }, query: {} })
  expect(fallback[0]?.times.length).toBe(3)
})

test('video is for who holds a valid licence', async () => {
  const flow = (query: object) => me().ok(rows.flow, { params: { product: 'ECNPJ-A1' }, query: { cpf: cpfNumber(1), ...query } })
  expect((await flow({})).appointment_types).toEqual(['in_person'])
  expect(await flow({ driver_license_number: '123', driver_license_expires_at: '2027-01-01' })).toMatchObject({
    appointment_types: ['remote', 'in_person'],
    documents: ['CNH válida', 'CPF', 'Contrato social ou requerimento de empresário', 'Cartão CNPJ'],
  })
  expect((await flow({ driver_license_number: '123', driver_license_expires_at: '2026-01-01' })).message).toBe(
    'O atendimento por vídeo pede CNH válida.',
  )
})

test('a time is sold once, and the appointment moves on by the clock', async () => {
  const at = (await times('UN-SP'))[0]?.times[0]?.scheduled_at ?? ''
  const made = await me().ok(rows.create, { body: bodyOf(at) })
  expect(made).toMatchObject({
    status: 'SCHEDULED',
    product_name: 'e-CNPJ A1',
    commercial_unit_name: 'Unidade Paulista',
    appointment_type: 'in_person',
    video_url: null,
  })
  expect((await times('UN-SP'))[0]?.times.map(each => each.time)).toEqual(['15:00', '16:00'])
  expect(await me().refused(rows.create, { body: bodyOf(at) })).toMatchObject({ id: 'conflict.already_exists' })
  const video = await me().ok(rows.create, { body: bodyOf(at, { commercial_unit_id: 'UN-VIDEO', name: 'Ana Falta' }) })
  expect(video.video_url).not.toBeNull()
  const start = app.clock.now()
  const statusAfter = async (minutes: number, id = made.id) => {
    app.clock.set(Date.parse(at) + minutes * MINUTE_MS)
    return (await me().ok(rows.get, { params: { id } })).status
  }
  const seen = []
  for (const minutes of [-1, 0, 30, 60, 120]) seen.push(await statusAfter(minutes))
  expect(seen).toEqual(['SCHEDULED', 'WAITING_DOCUMENTS', 'IN_VALIDATION', 'APPROVED', 'ISSUED'])
  expect(await statusAfter(30, video.id)).toBe('MISSED')
  app.clock.set(start)
  expect((await me().ok(rows.ofCompany, { params: { c: company.id } })).map(each => each.id).sort()).toEqual([made.id, video.id].sort())
})

test('is refused by field, and by right', async () => {
  const at = (await times('UN-RJ'))[0]?.times[0]?.scheduled_at ?? ''
  const field = async (fields: object) => (await me().refused(rows.create, { body: bodyOf(at, fields) })).details?.[0]?.field
  expect(await field({ product_id: 'X' })).toBe('product_id')
  expect(await field({ commercial_unit_id: 'X' })).toBe('commercial_unit_id')
  expect(await field({ document_number: cpfNumber(1) })).toBe('document_number')
  expect(await field({ scheduled_at: 'amanhã' })).toBe('scheduled_at')
  expect((await me().refused(rows.create, { body: bodyOf('2026-03-14T12:00:00Z') })).id).toBe('conflict.already_exists')
  const finance = await app.aMember(company, 'FINANCE')
  expect((await app.as(finance).refused(rows.create, { body: bodyOf(at) })).id).toBe('permission.denied')
  expect((await app.as((await app.aCompany()).owner).refused(rows.ofCompany, { params: { c: company.id } })).status).toBe(404)
})
