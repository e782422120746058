// Documents of a distribution taken into the books of received notes: each in a batch of its own, and what is no note is kept and not shouted.
import { contract } from '#contract/index.ts'
import { Failure } from '#server/base/fail.ts'
import { XmlRefused } from '#server/fiscal/xml.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { type Capturing, type Stored, takeReceived } from '../invoices/capture.ts'
import { ownNote } from '../invoices/own-notes.ts'
import { takeManifestation } from '../invoices/told-manifestations.ts'
import { inDesk } from './desk.ts'
import { claimsNote, openDocument, openManifestation } from './open.ts'
import { type ArrivedDocument, closeDocument, type DocumentOutcome, listWaiting, type Reader } from './rows.ts'

export async function takeDocuments(services: Services, reader: Reader, user_id: string): Promise<void> {
  const { company_id } = reader
  const waiting = await inCompany(services, company_id, db => listWaiting(db, reader))
  for (const document of waiting) await take(services, reader, user_id, document)
}

async function take(services: Services, reader: Reader, user_id: string, document: ArrivedDocument): Promise<void> {
  const close = (outcome: DocumentOutcome) =>
    inCompany(services, reader.company_id, db => closeDocument(db, reader, document.nsu, outcome)).then(() => {})
  try {
    const own = await ownDocument(services, reader.company_id, document)
    if (own !== undefined) return await close({ outcome: 'KEPT', reason: own })
    const said = await openManifestation(services, document)
    if (said) return await enter(services, reader, user_id, document, desk => takeManifestation(desk, said))
    const received = await openDocument(services, reader.source, document)
    await enter(services, reader, user_id, document, (desk, file) => takeReceived(desk, received, file))
  } catch (error) {
    if (error instanceof XmlRefused) return close({ outcome: claimsNote(document) ? 'REFUSED' : 'KEPT', reason: error.message })
    if (error instanceof Failure) return close({ outcome: 'KEPT', reason: error.message })
    throw error
  }
}

/** What the company issued is told by its key: no thread is started for it. */
const ownDocument = async (services: Services, company_id: string, { access_key }: ArrivedDocument): Promise<string | undefined> =>
  access_key === null ? undefined : inCompany(services, company_id, db => ownNote(db, company_id, access_key))

async function enter(
  services: Services,
  reader: Reader,
  user_id: string,
  { nsu, sha256, storage_key, size_bytes }: ArrivedDocument,
  work: (desk: Capturing, file: Stored) => Promise<unknown>,
): Promise<void> {
  const { company_id } = reader
  const working = { services, company_id, user_id, row: contract.noteReading.read }
  await inDesk(working, async desk => {
    if (await closeDocument(desk.db, reader, nsu, { outcome: 'TAKEN', reason: null })) await work(desk, { sha256, storage_key, size_bytes })
  })
}
