// Certificates of the demo, signed by the local test authority: some valid for months, one about to end, and appointments for the next.
import { addDays, daysLater, nextBusinessDay } from '#domain/days.ts'
import { localAppointments } from '#server/adapters/appointments/local.ts'
import type { CertificateTrust } from '#server/adapters/trust.ts'
import { checkCertificate } from '#server/areas/fiscal/certificates/check.ts'
import { insertCertificate } from '#server/areas/fiscal/certificates/rows.ts'
import { sealCertificate } from '#server/areas/fiscal/certificates/vault.ts'
import { openPfx } from '#server/parsers/open-pfx.ts'
import type { Recording } from './recording.ts'
import { instantOf, textOf } from './title.ts'

const PASSWORD = 'demo'

/** Days left by company, in the order of the demo; companies without an entry have no certificate. */
const DAYS_LEFT: readonly (number | undefined)[] = [212, undefined, 96, 12, undefined, 150, 5]

export async function writeCertificate(
  { db, companyId, books, random, index }: Recording,
  secret: Uint8Array,
  trust: CertificateTrust,
): Promise<void> {
  const left = DAYS_LEFT[index]
  if (left === undefined || trust.testAuthority === undefined) return
  const { company, today, accountantId } = books.facts
  const now = Date.parse(`${today}T12:00:00Z`)
  const ends = daysLater(now, left).getTime()
  const begins = daysLater(ends, -365)
  const { document_number, name } = company
  const holder = {
    document_number,
    name: name.toUpperCase(),
    password: PASSWORD,
    valid_from: begins,
    valid_to: new Date(ends),
  }
  const checked = checkCertificate(openPfx(trust.testAuthority().issue(holder), PASSWORD), company, trust.anchors(), now)
  const id = random.id(begins.getTime())
  await insertCertificate(db, companyId, { ...checked, id }, sealCertificate(secret, companyId, id, checked), accountantId)
}

/** Last year's appointment and, in every third company, one in the coming days. */
export async function writeAppointments({ db, books, companyId, random, index }: Recording): Promise<void> {
  if (index % 3 !== 0) return
  const { sink, company, today, ownerName, accountantId } = books.facts
  const add = (at: number, unit_id: string, external_id: string) => {
    const booked = Math.min(daysLater(at, -4).getTime(), instantOf(addDays(today, -1)))
    sink.add('certificate_appointments', {
      id: random.id(booked),
      created_at: textOf(booked),
      product_id: 'ECNPJ-A1',
      commercial_unit_id: unit_id,
      appointment_type: unit_id === 'UN-VIDEO' ? 'remote' : 'in_person',
      scheduled_at: textOf(at),
      time_zone: 'America/Sao_Paulo',
      name: ownerName,
      document_number: company.document_number,
      email: `dono@empresa${index + 1}.exemplo.com.br`,
      external_id,
      created_by: accountantId,
    })
  }
  const before = Date.parse(`${nextBusinessDay(addDays(today, -350))}T13:00:00Z`)
  add(before, 'UN-SP', `demo-${index}`)
  const unit_id = index % 2 === 0 ? 'UN-VIDEO' : 'UN-SP'
  const at = Date.parse(`${nextBusinessDay(addDays(today, 2 + (index % 5)))}T${12 + (index % 3)}:00:00Z`)
  const desk = localAppointments(db, () => Date.parse(`${today}T03:00:00Z`))
  const booked = await desk.book({
    company_id: companyId,
    product_id: 'ECNPJ-A1',
    unit_id,
    at,
    name: ownerName,
    document_number: company.document_number,
  })
  if (booked) add(at, unit_id, booked.external_id)
}
