// Service notes of the company itself, which files and the national environment bring back: told by their key, and never received.
import { readNfseKey } from '#domain/fiscal/access-key.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import { issuedByKey } from './rows.ts'

/** Which note of the company's own a key names, in words; undefined for another's. */
export async function ownNote(db: Db, companyId: string, accessKey: string): Promise<string | undefined> {
  const key = readNfseKey(accessKey)
  if (!key || key.document !== (await findCompany(db, companyId))?.document_number) return undefined
  return (await issuedByKey(db, companyId, accessKey))
    ? `A NFS-e ${key.number} foi emitida pela própria empresa e já está aqui.`
    : `A NFS-e ${key.number} foi emitida pela própria empresa, por outro sistema.`
}

/** Neither it nor its events are another's. */
export async function refuseOwn(db: Db, companyId: string, accessKey: string): Promise<void> {
  const motivo = await ownNote(db, companyId, accessKey)
  if (motivo !== undefined) throw fail('import.file_rejected', { motivo })
}
