// The files of a demo company's notes, and the local authority's memory of them: each downloads as XML and PDF, and may be cancelled in its time.
import { createPrivateKey } from 'node:crypto'
import { sql } from 'kysely'
import { buildDpsId } from '#domain/fiscal/access-key.ts'
import type { Authorised } from '#server/adapters/fiscal/authority.ts'
import { nfeProcessed } from '#server/adapters/fiscal/local-documents.ts'
import type { LocalNote } from '#server/adapters/fiscal/local-rows.ts'
import { nfseOf } from '#server/adapters/fiscal/local-services.ts'
import type { TestAuthority } from '#server/adapters/test-authority.ts'
import { renderNote } from '#server/areas/fiscal/invoices/documents.ts'
import { noteOf } from '#server/areas/fiscal/invoices/issue.ts'
import { readIssuer } from '#server/areas/fiscal/invoices/issuer.ts'
import type { StoredInvoice } from '#server/areas/fiscal/invoices/rows.ts'
import { all } from '#server/db/query.ts'
import { buildDps } from '#server/fiscal/dps.ts'
import { buildNfe } from '#server/fiscal/nfe.ts'
import type { Issuer, Note } from '#server/fiscal/notes.ts'
import { type Signer, signXml } from '#server/fiscal/sign.ts'
import { openPfx } from '#server/parsers/open-pfx.ts'
import type { DemoOutside, Recording } from './recording.ts'
import { instantOf, textOf } from './title.ts'

/** The demo's notes have no value: the environment for tests. */
const ENVIRONMENT = '2'
const PASSWORD = 'demo'

type Issued = Pick<StoredInvoice, 'id' | 'kind' | 'party' | 'content' | 'amount_cents'> & {
  serie: string
  number: number
  access_key: string
  protocol: string
  sent_at: string
  issued_at: string
  cancelled_at: string | null
}

export async function writeNoteFiles(recording: Recording, { files, trust }: DemoOutside): Promise<void> {
  const notes = await issuedNotes(recording)
  if (notes.length === 0 || trust.testAuthority === undefined) return
  const { db, companyId, books, random } = recording
  const issuer = await readIssuer(db, companyId)
  const signer = signerOf(recording, trust.testAuthority())
  for (const issued of notes) {
    const { note, registered, done } = authorised(companyId, issued, issuer, signer)
    await remember(recording, registered)
    const made = [
      { name: `${issued.access_key}.xml`, content_type: 'application/xml', bytes: Buffer.from(done.document) },
      { name: `${issued.access_key}.pdf`, content_type: 'application/pdf', bytes: await renderNote(note, done) },
    ]
    for (const { bytes, ...file } of made)
      books.facts.sink.add('attachments', {
        ...file,
        ...(await files.put(companyId, bytes)),
        id: random.id(done.at),
        created_at: textOf(done.at),
        size_bytes: bytes.length,
        invoice_id: issued.id,
        metadata: { document: 'invoice' },
        created_by: books.facts.ownerId,
      })
  }
}

/** Those that were authorised, whatever became of them since. */
const issuedNotes = ({ db, companyId }: Recording): Promise<Issued[]> =>
  all(
    db,
    sql<Issued>`select id, kind, party, content, amount_cents, serie, number, access_key, protocol, sent_at, issued_at, cancelled_at
      from invoices where company_id = ${companyId} and source = 'LOCAL' and issued_at is not null
        and serie is not null and number is not null and access_key is not null and protocol is not null and sent_at is not null
      order by issued_at, id`,
  )

/** Of the time when they were issued: the certificate in force may be a newer one. */
export function signerOf(
  { books }: Recording,
  authority: TestAuthority,
  holder: { document_number: string; name: string } = books.facts.company,
): Signer {
  const { start, today } = books.facts
  const opened = openPfx(
    authority.issue({
      document_number: holder.document_number,
      name: holder.name.toUpperCase(),
      password: PASSWORD,
      valid_from: new Date(instantOf(start)),
      valid_to: new Date(instantOf(today, 24)),
    }),
    PASSWORD,
  )
  if ('refused' in opened) throw new Error('the demo cannot open its own certificate')
  return { key: createPrivateKey(opened.private_key), certificate: opened.chain[0] ?? '' }
}

/** As the local authority answers a note sent to it. */
function authorised(company_id: string, issued: Issued, issuer: Issuer, signer: Signer) {
  const { kind, serie, number, access_key, protocol, cancelled_at } = issued
  const isService = kind === 'SERVICE'
  const key = isService
    ? buildDpsId({ city: issuer.address.city_code, document: issuer.document_number, series: serie, number })
    : access_key
  const sent = noteOf(issued, issuer, key, Date.parse(issued.sent_at), ENVIRONMENT)
  const at = Date.parse(issued.issued_at)
  const registered: LocalNote = {
    company_id,
    access_key: key,
    kind,
    code: '100',
    protocol,
    number: isService ? number : null,
    issued_key: isService ? access_key : null,
    document_xml: '',
    authorised_at: textOf(at),
    cancelled_at,
    cancel_protocol: cancelled_at === null ? null : protocol,
  }
  const signed = signedXml(sent, signer)
  registered.document_xml = isService ? nfseOf(signed, registered, at) : nfeProcessed(signed, registered, at)
  const done: Authorised = {
    outcome: 'DONE',
    code: registered.code,
    text: 'Autorizado o uso',
    protocol,
    at,
    document: registered.document_xml,
    ...(isService ? { number, access_key } : {}),
  }
  return { note: { ...sent, access_key } as Note, registered, done }
}

export const signedXml = (note: Note, signer: Signer): string =>
  note.kind === 'SERVICE'
    ? signXml(buildDps(note), 'infDPS', signer, 'sha256')
    : signXml(buildNfe(note, undefined), 'infNFe', signer, 'sha1')

export const remember = ({ db }: Recording, note: LocalNote) =>
  sql`
    insert into local_authority_notes (company_id, access_key, kind, code, protocol, number, issued_key, document_xml, authorised_at,
      cancelled_at, cancel_protocol)
    values (${note.company_id}, ${note.access_key}, ${note.kind}, ${note.code}, ${note.protocol}, ${note.number}, ${note.issued_key},
      ${note.document_xml}, ${note.authorised_at}, ${note.cancelled_at}, ${note.cancel_protocol})`.execute(db)
