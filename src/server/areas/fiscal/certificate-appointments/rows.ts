// The SQL of certificate appointments.
import { sql } from 'kysely'
import { all, type Db, first } from '#server/db/query.ts'

export interface AppointmentRow {
  id: string
  company_id: string
  version: number
  product_id: string
  commercial_unit_id: string
  appointment_type: 'in_person' | 'remote'
  scheduled_at: string
  time_zone: string
  name: string
  document_number: string
  email: string | null
  phone_number: string | null
  external_id: string
  created_at: string
  updated_at: string
}

export function listAppointments(db: Db, companyId: string): Promise<AppointmentRow[]> {
  return all(
    db,
    sql<AppointmentRow>`
      select * from certificate_appointments where company_id = ${companyId} and deleted_at is null order by scheduled_at desc, id`,
  )
}

export function findAppointment(db: Db, companies: readonly string[], id: string): Promise<AppointmentRow | undefined> {
  return first(
    db,
    sql<AppointmentRow>`
      select * from certificate_appointments where company_id = any (${[...companies]}::uuid[]) and id = ${id} and deleted_at is null`,
  )
}

export type NewAppointment = Omit<AppointmentRow, 'company_id' | 'version' | 'created_at' | 'updated_at'>

export async function insertAppointment(db: Db, companyId: string, row: NewAppointment, createdBy: string): Promise<void> {
  await sql`
    insert into certificate_appointments (company_id, id, product_id, commercial_unit_id, appointment_type, scheduled_at, time_zone, name,
      document_number,
      email, phone_number, external_id, created_by)
    values (${companyId}, ${row.id}, ${row.product_id}, ${row.commercial_unit_id}, ${row.appointment_type}, ${row.scheduled_at},
      ${row.time_zone}, ${row.name},
      ${row.document_number}, ${row.email}, ${row.phone_number}, ${row.external_id}, ${createdBy})`.execute(db)
}
