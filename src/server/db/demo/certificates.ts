// Certificates of the demo, signed by the local test authority: some good for months, one about to end, and appointments for the next.
import { addDays, nextBusinessDay } from '#domain/days.ts'
import { localAppointments } from '../../adapters/appointments/local.ts'
import type { CertificateTrust } from '../../adapters/trust.ts'
import { checkCertificate } from '../../modules/certificates/check.ts'
import { insertCertificate } from '../../modules/certificates/rows.ts'
import { sealCertificate } from '../../modules/certificates/vault.ts'
import { openPfx } from '../../parsers/open-pfx.ts'
import type { Recording } from './records.ts'
import { textOf } from './title.ts'

const DAY_MS = 24 * 3_600_000
const PASSWORD = 'demo'

/** Days left by company, in the order of the demo. Where none is told the company has no certificate. */
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
  const ends = now + left * DAY_MS
  const { document_number, name } = company
  const holder = {
    document_number,
    name: name.toUpperCase(),
    password: PASSWORD,
    valid_from: new Date(ends - 365 * DAY_MS),
    valid_to: new Date(ends),
  }
  const checked = checkCertificate(openPfx(trust.testAuthority().issue(holder), PASSWORD), company, trust.anchors(), now)
  const id = random.id(ends - 365 * DAY_MS)
  await insertCertificate(db, companyId, { ...checked, id }, sealCertificate(secret, companyId, id, checked), accountantId)
}

/** The one of last year, and, in every third company, one of the coming days. */
export async function writeAppointments({ db, books, companyId, random, index }: Recording): Promise<void> {
  if (index % 3 !== 0) return
  const { sink, company, today, ownerName, accountantId } = books.facts
  const add = (at: number, unit_id: string, external_id: string) =>
    sink.add('certificate_appointments', {
      id: random.id(at - 4 * DAY_MS),
      created_at: textOf(at - 4 * DAY_MS),
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
