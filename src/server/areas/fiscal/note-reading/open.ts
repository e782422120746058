// Documents of a distribution opened: what each list brings, and what its connection answers for.
import { isAccessKey, isNfseKey } from '#domain/fiscal/access-key.ts'
import type { Doubt } from '#domain/fiscal/note-checks.ts'
import type { NoteSource } from '#domain/fiscal/note-sources.ts'
import { askReceived } from '#server/fiscal/received/ask.ts'
import { readUnsignedWord } from '#server/fiscal/received/events.ts'
import { readSummary } from '#server/fiscal/received/summary.ts'
import { readManifestation, type ToldManifestation } from '#server/fiscal/received/told-manifestations.ts'
import type { Evidence, ReceivedFile } from '#server/fiscal/received/types.ts'
import { parseXml, XmlRefused } from '#server/fiscal/xml.ts'
import type { Services } from '#server/kernel/services.ts'
import type { ArrivedDocument } from './rows.ts'

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
  'authority_unknown',
])

type Opening = Pick<Services, 'files' | 'trust'>

/** Whether a document claims to be a note: one that then is none is told of. */
export const claimsNote = ({ schema }: Pick<ArrivedDocument, 'schema'>): boolean => schema.startsWith('procNFe') || schema === 'NFSE'

/** Throws XmlRefused for what is no note of the list, and no event of one. */
export async function openDocument(services: Opening, source: NoteSource, document: ArrivedDocument): Promise<ReceivedFile> {
  const read = await (source === 'NFE' ? openGoods(services, document) : openServices(services, document))
  const vouched = (evidence: Evidence): Evidence => ({
    ...evidence,
    state: evidence.doubts.every(doubt => VOUCHED.has(doubt)) ? 'VERIFIED' : 'UNVERIFIED',
    origin: source,
  })
  const evidence = vouched(read.evidence)
  return 'note' in read && read.end
    ? { ...read, evidence, end: { ...read.end, evidence: vouched(read.end.evidence) } }
    : { ...read, evidence }
}

/** What the company said of a note by any of its systems; undefined for whatever else the document is. */
export async function openManifestation(
  { files }: Opening,
  { schema, storage_key }: ArrivedDocument,
): Promise<ToldManifestation | undefined> {
  return /^(proc|res)Evento/.test(schema) ? readManifestation(parseXml(await files.get(storage_key))) : undefined
}

const NO_NOTE = 'O documento não é uma nota nem o evento de uma.'

async function openGoods(services: Opening, { schema, storage_key }: ArrivedDocument): Promise<ReceivedFile> {
  const bytes = await services.files.get(storage_key)
  const summary = schema.startsWith('resNFe') ? readSummary(bytes) : undefined
  if (summary) return summary
  // Nobody signs these, and they are most of what comes: no thread is started for them.
  const word = /^res(NFe|Evento)/.test(schema) ? readUnsignedWord(parseXml(bytes)) : undefined
  if (word) return word
  if (!/^proc(NFe|EventoNFe)/.test(schema)) throw new XmlRefused(NO_NOTE)
  return openSigned(services, bytes, isAccessKey)
}

async function openServices(services: Opening, { schema, storage_key }: ArrivedDocument): Promise<ReceivedFile> {
  if (schema !== 'NFSE' && schema !== 'EVENTO') throw new XmlRefused(NO_NOTE)
  return openSigned(services, await services.files.get(storage_key), isNfseKey)
}

/** A list answers for documents of its own kind only. */
async function openSigned({ trust }: Opening, bytes: Uint8Array, isOurs: (key: string) => boolean): Promise<ReceivedFile> {
  const read = await askReceived(bytes, {
    anchors: trust.anchors(),
    hasRoots: trust.hasRoots,
    allowsTest: trust.testAuthority !== undefined,
  })
  const { access_key } = 'note' in read ? read.note : 'event' in read ? read.event : read.letter
  if (!isOurs(access_key)) throw new XmlRefused('O documento é de outro tipo de nota que o da lista em que veio.')
  return read
}
