// The SQL of certificates: what may be told of one, and its sealed key in a table of its own.
import { sql } from 'kysely'
import { type Db, first } from '#server/db/query.ts'
import type { Envelope } from '#server/kernel/envelope.ts'

export interface CertificateRow {
  id: string
  company_id: string
  version: number
  document_number: string
  name: string
  issuer: string
  serial_number: string
  fingerprint: string
  valid_from: string
  valid_to: string
  created_at: string
  updated_at: string
}

export function findCertificate(db: Db, companyId: string): Promise<CertificateRow | undefined> {
  return first(db, sql<CertificateRow>`select * from certificates where company_id = ${companyId} and deleted_at is null`)
}

export type NewCertificate = Omit<CertificateRow, 'company_id' | 'version' | 'created_at' | 'updated_at'>

export async function insertCertificate(
  db: Db,
  companyId: string,
  certificate: NewCertificate,
  key: Envelope,
  createdBy: string,
): Promise<void> {
  await sql`
    insert into certificates (company_id, id, document_number, name, issuer, serial_number, fingerprint, valid_from, valid_to, created_by)
    values (${companyId}, ${certificate.id}, ${certificate.document_number}, ${certificate.name}, ${certificate.issuer},
      ${certificate.serial_number},
      ${certificate.fingerprint}, ${certificate.valid_from}, ${certificate.valid_to}, ${createdBy})`.execute(db)
  await sql`insert into certificate_keys (company_id, certificate_id, key_version, wrapped_key, sealed)
    values (${companyId}, ${certificate.id}, ${key.key_version}, ${key.wrapped_key}, ${key.sealed})`.execute(db)
}

/** The live certificate leaves the lists; its key leaves the database. */
export async function removeCertificate(db: Db, companyId: string, id: string): Promise<void> {
  await sql`delete from certificate_keys where company_id = ${companyId} and certificate_id = ${id}`.execute(db)
  await sql`update certificates set deleted_at = now() where company_id = ${companyId} and id = ${id}`.execute(db)
}

export interface LiveKey extends Envelope {
  certificate_id: string
  valid_to: string
}

export function findLiveKey(db: Db, companyId: string): Promise<LiveKey | undefined> {
  return first(
    db,
    sql<LiveKey>`select k.certificate_id, k.key_version, k.wrapped_key, k.sealed, c.valid_to
      from certificates c join certificate_keys k on k.company_id = c.company_id and k.certificate_id = c.id
      where c.company_id = ${companyId} and c.deleted_at is null`,
  )
}
