// Documents of the distribution taken into the books of received notes: each in a batch of its own, and what is no note is kept and not shouted.
import { contract } from '#contract/index.ts'
import type { Doubt } from '#domain/fiscal/note-checks.ts'
import { Failure } from '#server/base/fail.ts'
import { askReceived } from '#server/fiscal/received/ask.ts'
import { readUnsignedWord } from '#server/fiscal/received/events.ts'
import { readSummary } from '#server/fiscal/received/summary.ts'
import type { ReceivedFile } from '#server/fiscal/received/types.ts'
import { parseXml, XmlRefused } from '#server/fiscal/xml.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { takeReceived } from '../invoices/capture.ts'
import { inDesk } from './desk.ts'
import { type ArrivedDocument, closeDocument, type DocumentOutcome, listWaiting } from './rows.ts'

/** What the connection itself answers for: the document came from the authority that registered it. */
const VOUCHED: ReadonlySet<Doubt> = new Set<Doubt>([
  'signature_absent',
  'signature_altered',
  'signature_elsewhere',
  'certificate_unreadable',
  'certificate_outdated',
  'roots_missing',
  'chain_untrusted',
  'issuer_other',
])

export async function takeDocuments(services: Services, company_id: string, user_id: string): Promise<void> {
  const waiting = await inCompany(services, company_id, db => listWaiting(db, company_id))
  for (const document of waiting) await take(services, company_id, user_id, document)
}

async function take(services: Services, company_id: string, user_id: string, document: ArrivedDocument): Promise<void> {
  const close = (outcome: DocumentOutcome) =>
    inCompany(services, company_id, db => closeDocument(db, company_id, document.nsu, outcome)).then(() => {})
  const isNote = document.schema.startsWith('procNFe')
  try {
    const received = await open(services, document)
    await enter(services, company_id, user_id, document, received)
  } catch (error) {
    if (error instanceof XmlRefused) return close({ outcome: isNote ? 'REFUSED' : 'KEPT', reason: error.message })
    if (error instanceof Failure) return close({ outcome: 'KEPT', reason: error.message })
    throw error
  }
}

async function open({ files, trust }: Services, { schema, storage_key }: ArrivedDocument): Promise<ReceivedFile> {
  const bytes = await files.get(storage_key)
  const summary = schema.startsWith('resNFe') ? readSummary(bytes) : undefined
  if (summary) return summary
  // Nobody signs these, and they are most of what comes: no thread is started for them.
  const word = /^res(NFe|Evento)/.test(schema) ? readUnsignedWord(parseXml(bytes)) : undefined
  if (!word && !/^proc(NFe|EventoNFe)/.test(schema)) throw new XmlRefused('O documento não é uma nota nem o evento de uma.')
  const read =
    word ??
    (await askReceived(bytes, {
      anchors: trust.anchors(),
      hasRoots: trust.hasRoots,
      allowsTest: trust.testAuthority !== undefined,
    }))
  const state = read.evidence.doubts.every(doubt => VOUCHED.has(doubt)) ? 'VERIFIED' : 'UNVERIFIED'
  return { ...read, evidence: { ...read.evidence, state } }
}

async function enter(
  services: Services,
  company_id: string,
  user_id: string,
  { nsu, sha256, storage_key, size_bytes }: ArrivedDocument,
  received: ReceivedFile,
): Promise<void> {
  const working = { services, company_id, user_id, row: contract.noteReading.read }
  await inDesk(working, async desk => {
    if (await closeDocument(desk.db, company_id, nsu, { outcome: 'TAKEN', reason: null }))
      await takeReceived(desk, received, { sha256, storage_key, size_bytes })
  })
}
