// The files of an issued note: its whole XML, kept eleven years, and the PDF people hand over.

import type { StoredFile } from '#server/adapters/files.ts'
import type { Authorised } from '#server/adapters/fiscal/authority.ts'
import { insertAttachment } from '#server/areas/platform/attachments/rows.ts'
import { newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import type { Note } from '#server/fiscal/notes.ts'
import { renderDanfce } from '#server/fiscal/print/danfce.ts'
import { renderDanfe } from '#server/fiscal/print/danfe.ts'
import { renderDanfse } from '#server/fiscal/print/danfse.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { environmentOf, noteOf } from './issue.ts'
import { readIssuer } from './issuer.ts'
import type { StoredInvoice } from './rows.ts'

export interface MadeDocument extends StoredFile {
  name: string
  content_type: string
  size_bytes: number
}

/** Renders and stores the files before the transaction that tells of them. */
export async function makeDocuments(services: Services, invoice: StoredInvoice, done: Authorised): Promise<MadeDocument[]> {
  const issuer = await inCompany(services, invoice.company_id, db => readIssuer(db, invoice.company_id))
  const key = done.access_key ?? invoice.access_key ?? ''
  const note = noteOf(invoice, issuer, key, Date.parse(invoice.sent_at ?? ''), environmentOf({ services }))
  const files = [
    { name: `${key}.xml`, content_type: 'application/xml', bytes: Buffer.from(done.document) },
    { name: `${key}.pdf`, content_type: 'application/pdf', bytes: await renderNote(note, done) },
  ]
  return store(services, invoice.company_id, files)
}

/** The registration of an event is kept as long as its note. */
export const storeXml = (services: Services, companyId: string, name: string, xml: string): Promise<MadeDocument[]> =>
  store(services, companyId, [{ name, content_type: 'application/xml', bytes: Buffer.from(xml) }])

const store = (services: Services, companyId: string, files: { name: string; content_type: string; bytes: Buffer }[]) =>
  Promise.all(
    files.map(async ({ bytes, ...file }) => ({ ...file, size_bytes: bytes.length, ...(await services.files.put(companyId, bytes)) })),
  )

/** The PDF people hand over. */
export function renderNote(note: Note, done: Authorised): Promise<Buffer> {
  if (note.kind === 'SERVICE') return renderDanfse(note, { ...done, number: done.number ?? note.number, access_key: note.access_key })
  return note.kind === 'CONSUMER' ? renderDanfce(note, done) : renderDanfe(note, done)
}

export async function attachDocuments(db: Db, invoice: StoredInvoice, documents: readonly MadeDocument[]): Promise<void> {
  for (const file of documents) {
    await insertAttachment(db, invoice.company_id, {
      ...file,
      id: newId(),
      entry_id: null,
      invoice_id: invoice.id,
      metadata: { document: 'invoice' },
      created_by: invoice.created_by,
    })
  }
}
