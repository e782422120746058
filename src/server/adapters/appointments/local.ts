// The local issuer of certificates: business hours of business days, each time sold once, and appointments that move on by the clock.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addDays, dayInSaoPaulo, isBusinessDay } from '#domain/days.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { AppointmentProduct, AppointmentProvider, AppointmentStatus, CommercialUnit, Slot } from './provider.ts'

const POSTS = [
  { id: 'PA-CENTRO', name: 'AR Local Centro' },
  { id: 'PA-DIGITAL', name: 'AR Local Digital' },
]

const PRODUCTS: readonly (AppointmentProduct & { posts: readonly string[] })[] = [
  {
    id: 'ECNPJ-A1',
    name: 'e-CNPJ A1',
    kind: 'A1',
    holder: 'CNPJ',
    validity_months: 12,
    price_cents: 22_900,
    posts: ['PA-CENTRO', 'PA-DIGITAL'],
  },
  {
    id: 'ECNPJ-A3',
    name: 'e-CNPJ A3 em nuvem',
    kind: 'A3',
    holder: 'CNPJ',
    validity_months: 36,
    price_cents: 39_900,
    posts: ['PA-CENTRO'],
  },
  {
    id: 'ECPF-A1',
    name: 'e-CPF A1',
    kind: 'A1',
    holder: 'CPF',
    validity_months: 12,
    price_cents: 14_900,
    posts: ['PA-CENTRO', 'PA-DIGITAL'],
  },
]

const UNITS: readonly CommercialUnit[] = [
  { id: 'UN-SP', name: 'Unidade Paulista', type: 'in_person', address: 'Avenida Paulista, 900, São Paulo/SP', state: 'SP' },
  { id: 'UN-RJ', name: 'Unidade Centro do Rio', type: 'in_person', address: 'Avenida Rio Branco, 100, Rio de Janeiro/RJ', state: 'RJ' },
  { id: 'UN-MG', name: 'Unidade Savassi', type: 'in_person', address: 'Rua Pernambuco, 50, Belo Horizonte/MG', state: 'MG' },
  { id: 'UN-VIDEO', name: 'Videoconferência', type: 'remote', address: null, state: null },
]

const DAYS_AHEAD = 10
const HOURS = [9, 10, 11, 14, 15, 16]
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** São Paulo keeps UTC-3 all year. */
const OFFSET_HOURS = 3
const UUID_CHARS = 32

/** How long after its time an appointment reaches each step; a name with 'falta' never shows up. */
const STEPS: readonly [number, AppointmentStatus][] = [
  [2 * HOUR_MS, 'ISSUED'],
  [HOUR_MS, 'APPROVED'],
  [30 * MINUTE_MS, 'IN_VALIDATION'],
  [0, 'WAITING_DOCUMENTS'],
]

export function localAppointments(db: Db, now: () => number): AppointmentProvider {
  return {
    posts: async () => POSTS,
    products: async postId =>
      POSTS.some(post => post.id === postId) ? PRODUCTS.filter(product => product.posts.includes(postId)) : undefined,
    product: async productId => PRODUCTS.find(product => product.id === productId),
    units: async () => [...UNITS],
    async slots(unitIds) {
      const taken = new Set((await takenSlots(db)).map(slot => `${slot.unit_id} ${slot.at}`))
      return offered(now(), unitIds).filter(slot => !taken.has(`${slot.unit_id} ${slot.at}`))
    },
    async book(booking) {
      if (!offered(now(), [booking.unit_id]).some(slot => slot.at === booking.at)) return undefined
      const id = createHash('sha256').update(`${booking.unit_id} ${booking.at}`).digest('hex').slice(0, UUID_CHARS)
      const misses = /falta/i.test(booking.name)
      const row = await first(
        db,
        sql<{ id: string }>`
          insert into local_appointment_slots (id, unit_id, at, misses)
          values (${id}, ${booking.unit_id}, ${new Date(booking.at)}, ${misses})
          on conflict (unit_id, at) do nothing returning id`,
      )
      return row && { external_id: id, video_url: videoOf(booking.unit_id, id) }
    },
    async status(externalId, scheduledAt) {
      const slot = await first(
        db,
        sql<{ unit_id: string; misses: boolean }>`select unit_id, misses from local_appointment_slots where id = ${externalId}`,
      )
      const passed = now() - scheduledAt
      const step = STEPS.find(([after]) => passed >= after)?.[1] ?? 'SCHEDULED'
      const status = slot?.misses && passed >= 30 * MINUTE_MS ? 'MISSED' : step
      return { status, video_url: slot ? videoOf(slot.unit_id, externalId) : null }
    },
  }
}

const videoOf = (unitId: string, id: string): string | null =>
  UNITS.find(unit => unit.id === unitId)?.type === 'remote' ? `https://video.local.invalid/${id}` : null

/** The next business days' hours of each unit, later than an hour from now. */
function offered(now: number, unitIds: readonly string[]): Slot[] {
  const today = dayInSaoPaulo(now)
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index)).filter(isBusinessDay)
  const units = UNITS.filter(unit => unitIds.includes(unit.id))
  return days
    .flatMap(day => HOURS.map(hour => Date.parse(`${day}T00:00:00Z`) + (hour + OFFSET_HOURS) * HOUR_MS))
    .filter(at => at > now + HOUR_MS)
    .flatMap(at => units.map(unit => ({ unit_id: unit.id, at })))
}

async function takenSlots(db: Db): Promise<Slot[]> {
  const rows = await all(db, sql<{ unit_id: string; at: string }>`select unit_id, at from local_appointment_slots`)
  return rows.map(row => ({ unit_id: row.unit_id, at: Date.parse(row.at) }))
}
