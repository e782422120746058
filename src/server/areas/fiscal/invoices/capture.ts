// Received files: a note is kept with how far it was verified; an event changes its note, a letter corrects it, and both may wait for it.
import type { CapturedFile } from '#contract/received-notes.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { FATE_LABELS } from '#domain/fiscal/note-checks.ts'
import { formatCents } from '#domain/money.ts'
import { contactByDocument } from '#server/areas/ledger/contacts/rows.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail } from '#server/base/fail.ts'
import { askReceived } from '#server/fiscal/received/ask.ts'
import type { Evidence, ReceivedEvent, ReceivedFile, ReceivedLetter, ReceivedNote, ToldEnd } from '#server/fiscal/received/types.ts'
import { XmlRefused } from '#server/fiscal/xml.ts'
import type { Context } from '#server/kernel/context.ts'
import { dropAcceptance } from './decisions.ts'
import { attachDocuments, type MadeDocument } from './documents.ts'
import { tellEnded } from './ended-note.ts'
import { keepLetter, tieLetters } from './letters.ts'
import { refuseOwn } from './own-notes.ts'
import { keepEvent, takeWaiting } from './received-events.ts'
import { showReceivedNote } from './records.ts'
import { capturedByKey, findInvoice, insertInvoice, lockInvoice, type StoredInvoice, updateInvoice } from './rows.ts'
import { findSettings } from './settings-rows.ts'

/** Who takes a file in: a call, or the job that reads what the authorities give. */
export type Capturing = Pick<Context, 'db' | 'companyId' | 'now' | 'newId' | 'label' | 'touch'> & {
  actor: Pick<Context['actor'], 'user_id'>
}

export type Stored = Pick<MadeDocument, 'sha256' | 'storage_key' | 'size_bytes'>

export async function captureFile(ctx: Context, bytes: Uint8Array): Promise<CapturedFile> {
  const settings = await findSettings(ctx.db, ctx.companyId)
  if (!settings?.capture_active) throw fail('note_search.not_ready', { motivo: 'Ative a captura de notas antes.' })
  const received = await readFile(ctx, bytes)
  return takeReceived(ctx, received, { size_bytes: bytes.length, ...(await ctx.services.files.put(ctx.companyId, bytes)) })
}

export function takeReceived(ctx: Capturing, received: ReceivedFile, file: Stored): Promise<CapturedFile> {
  if ('letter' in received) return takeLetter(ctx, received.letter, received.evidence, file)
  return 'event' in received ? takeEvent(ctx, received.event, received.evidence, file) : takeNote(ctx, received, file)
}

async function readFile(ctx: Context, bytes: Uint8Array): Promise<ReceivedFile> {
  const { trust } = ctx.services
  try {
    return await askReceived(bytes, { anchors: trust.anchors(), hasRoots: trust.hasRoots, allowsTest: trust.testAuthority !== undefined })
  } catch (error) {
    if (error instanceof XmlRefused) throw fail('import.file_rejected', { motivo: error.message })
    throw error
  }
}

type TakenNote = Extract<ReceivedFile, { note: ReceivedNote }>

const nameOf = (note: { kind: ReceivedNote['kind']; number: number | null }): string =>
  `${INVOICE_KIND_LABELS[note.kind]} ${note.number ?? ''}`

async function takeNote(ctx: Capturing, { note, evidence, end }: TakenNote, file: Stored): Promise<CapturedFile> {
  await refuseOwn(ctx.db, ctx.companyId, note.access_key)
  const company = await findCompany(ctx.db, ctx.companyId)
  if (note.buyer_document !== null && note.buyer_document !== company?.document_number)
    throw fail('import.file_rejected', { motivo: 'Esta nota não foi emitida para a empresa.' })
  const known = await capturedByKey(ctx.db, ctx.companyId, note.access_key)
  const told = end ?? (known === undefined ? undefined : endOfProtocol(ctx, note))
  const id = known ?? (await insertReceived(ctx, note, evidence))
  const isNew = known === undefined ? told && (await keepOf(ctx, id, told, file)) : await receiveAgain(ctx, id, note, evidence, told, file)
  const said = evidence.state === 'VERIFIED' ? '' : ', não conferida'
  ctx.label(`${nameOf(note)} de ${note.issuer.name} capturada${said}: ${formatCents(note.amount_cents)}`)
  await attach(ctx, id, file, `${fileName(note.access_key)}.xml`)
  for (const event of await takeWaiting(ctx.db, ctx.companyId, note.access_key, id)) {
    await applyEvent(ctx, id, event, event.evidence)
    await attach(ctx, id, event, `${fileName(note.access_key)}-cancelamento.xml`)
  }
  for (const letter of await tieLetters(ctx.db, ctx.companyId, note.access_key, id))
    await attach(ctx, id, letter, letterName(note.access_key, letter.sequence))
  if (told && (isNew || told.evidence.state === 'VERIFIED')) await applyEvent(ctx, id, told.event, told.evidence)
  if (note.replaces !== null) await endReplaced(ctx, note, note.replaces, evidence, file)
  ctx.touch(id)
  return { id, what: 'NOTE', note: await showReceivedNote(ctx.db, ctx.companyId, id) }
}

async function insertReceived(ctx: Capturing, note: ReceivedNote, { state, ...evidence }: Evidence): Promise<string> {
  const id = ctx.newId()
  const { issuer, buyer_document: _, fate, replaces: __, ...facts } = note
  const contact_id = (await contactByDocument(ctx.db, ctx.companyId, 'SUPPLIER', issuer.document_number ?? '')) ?? null
  await insertInvoice(ctx.db, ctx.companyId, {
    ...facts,
    id,
    source: 'CAPTURE',
    status: fate === null ? 'ISSUED' : 'CANCELLED',
    party: issuer,
    contact_id,
    reference_id: null,
    cancelled_at: null,
    reason: null,
    reason_code: null,
    sent_at: null,
    created_by: ctx.actor.user_id,
    check_state: state,
    evidence,
    fate,
  })
  return id
}

/**
 * A note that came before: the whole note takes the place of its summary, the file that verifies takes the place of one that did not, and one
 * that says the note is no more tells of it.
 * Whatever else is the same note twice. Says whether its end is told for the first time.
 */
async function receiveAgain(
  ctx: Capturing,
  id: string,
  note: ReceivedNote,
  evidence: Evidence,
  end: ToldEnd | undefined,
  file: Stored,
): Promise<boolean> {
  const before = await mustFind(ctx, id)
  const isSummary = (of: Pick<Evidence, 'doubts'> | null) => of?.doubts.includes('summary_only') === true
  const completes = isSummary(before.evidence) && !isSummary(evidence)
  const warned = before.evidence?.doubts.includes('event_unverified') === true
  // A note that only an event left in doubt was verified before.
  const wasVerified = before.check_state === 'VERIFIED' || (warned && before.evidence?.doubts.length === 1)
  const verifies = completes || (evidence.state === 'VERIFIED' && !wasVerified)
  const ends = end !== undefined && before.fate === null && (await keepOf(ctx, id, end, file))
  if (!verifies && !ends) throw fail('conflict.already_exists', { motivo: 'Esta nota já foi recebida.' })
  // A summary that was accepted said nothing of what the whole note does.
  if (completes) await dropAcceptance(ctx.db, ctx.companyId, id)
  if (verifies) {
    const { issuer, serie, number, protocol, issued_at, amount_cents, content } = note
    const { state, ...proof } = evidence
    const doubts = warned ? [...new Set([...proof.doubts, 'event_unverified' as const])] : proof.doubts
    await updateInvoice(ctx.db, ctx.companyId, id, {
      ...{ serie, number, protocol, issued_at, amount_cents, content, party: issuer },
      check_state: warned ? 'UNVERIFIED' : state,
      evidence: { ...proof, doubts },
    })
  }
  return ends
}

/** The note's signature says nothing of what became of it. */
function endOfProtocol({ now }: Capturing, { access_key, fate }: ReceivedNote): ToldEnd | undefined {
  if (fate === null) return undefined
  return {
    event: { access_key, fate, at: new Date(now).toISOString(), reason: null, replaced_by: null },
    evidence: { state: 'UNVERIFIED', doubts: ['signature_absent'], signer: null },
  }
}

async function takeEvent(ctx: Capturing, event: ReceivedEvent, evidence: Evidence, file: Stored): Promise<CapturedFile> {
  await refuseOwn(ctx.db, ctx.companyId, event.access_key)
  const id = await capturedByKey(ctx.db, ctx.companyId, event.access_key)
  if (id === undefined) {
    const waiting = ctx.newId()
    const kept = await keepEvent(
      ctx.db,
      ctx.companyId,
      { ...event, id: waiting, evidence, invoice_id: null, created_by: ctx.actor.user_id },
      file,
    )
    if (!kept) throw fail('conflict.already_exists', { motivo: 'Este arquivo já foi recebido e espera pela sua nota.' })
    ctx.label(`Aviso de nota ${FATE_LABELS[event.fate].toLowerCase()} guardado até ela chegar`)
    ctx.touch(waiting)
    return { id: waiting, what: 'EVENT_KEPT', note: null }
  }
  await recordEvent(ctx, id, event, evidence, file)
  await attach(ctx, id, file, `${fileName(event.access_key)}-cancelamento.xml`)
  ctx.touch(id)
  return { id, what: 'EVENT', note: await showReceivedNote(ctx.db, ctx.companyId, id) }
}

async function takeLetter(ctx: Capturing, letter: ReceivedLetter, evidence: Evidence, file: Stored): Promise<CapturedFile> {
  const { access_key, sequence } = letter
  const invoice_id = (await capturedByKey(ctx.db, ctx.companyId, access_key)) ?? null
  const id = ctx.newId()
  if (!(await keepLetter(ctx.db, ctx.companyId, { ...letter, id, evidence, invoice_id, created_by: ctx.actor.user_id }, file)))
    throw fail('conflict.already_exists', { motivo: 'Esta carta de correção já foi recebida.' })
  ctx.touch(invoice_id ?? id)
  if (invoice_id === null) {
    ctx.label(`Carta de correção ${sequence} guardada até sua nota chegar`)
    return { id, what: 'LETTER', note: null }
  }
  const invoice = await mustFind(ctx, invoice_id)
  const said = evidence.state === 'VERIFIED' ? '' : ', não conferida'
  ctx.label(`Carta de correção ${sequence} da ${nameOf(invoice)} de ${invoice.party.name} recebida${said}`)
  await attach(ctx, invoice_id, file, letterName(access_key, sequence))
  return { id: invoice_id, what: 'LETTER', note: await showReceivedNote(ctx.db, ctx.companyId, invoice_id) }
}

/** False when the same file told of it before. */
const keepOf = (ctx: Capturing, invoice_id: string, { event, evidence }: ToldEnd, file: Stored): Promise<boolean> =>
  keepEvent(ctx.db, ctx.companyId, { ...event, id: ctx.newId(), evidence, invoice_id, created_by: ctx.actor.user_id }, file)

async function recordEvent(ctx: Capturing, id: string, event: ReceivedEvent, evidence: Evidence, file: Stored): Promise<void> {
  if (!(await keepOf(ctx, id, { event, evidence }, file)))
    throw fail('conflict.already_exists', { motivo: 'Este arquivo já foi recebido.' })
  await applyEvent(ctx, id, event, evidence)
}

/** Verified, it ends the note, and the bills made of it are the person's to undo; else the note waits for a person's word. */
async function applyEvent(ctx: Capturing, id: string, event: ReceivedEvent, evidence: Evidence): Promise<void> {
  const invoice = await lockInvoice(ctx.db, ctx.companyId, id)
  if (!invoice) throw fail('resource.not_found')
  const name = `${nameOf(invoice)} de ${invoice.party.name}`
  if (evidence.state === 'VERIFIED') {
    const { fate, at, reason, replaced_by } = event
    await updateInvoice(ctx.db, ctx.companyId, id, { status: 'CANCELLED', fate, cancelled_at: at, reason, replaced_by })
    const ended = `${name} ${FATE_LABELS[fate].toLowerCase()} por quem a emitiu`
    ctx.label(ended)
    await tellEnded(ctx.db, invoice, ended)
    return
  }
  if (invoice.fate !== null) return
  const { doubts = [], signer = null, ...proof } = invoice.evidence ?? {}
  const warned = [...new Set([...doubts, 'event_unverified' as const])]
  await updateInvoice(ctx.db, ctx.companyId, id, { check_state: 'UNVERIFIED', evidence: { ...proof, doubts: warned, signer } })
  await dropAcceptance(ctx.db, ctx.companyId, id)
  const warning = `${name}: aviso de nota ${FATE_LABELS[event.fate].toLowerCase()}, não conferido`
  ctx.label(warning)
  await tellEnded(ctx.db, invoice, warning)
}

/** A note that says which one it takes the place of ends that one, come or not. */
async function endReplaced(ctx: Capturing, note: ReceivedNote, key: string, evidence: Evidence, file: Stored): Promise<void> {
  const event: ReceivedEvent = { access_key: key, fate: 'SUBSTITUTED', at: note.issued_at, reason: null, replaced_by: note.access_key }
  const id = await capturedByKey(ctx.db, ctx.companyId, key)
  const row = { ...event, id: ctx.newId(), evidence, invoice_id: id ?? null, created_by: ctx.actor.user_id }
  if ((await keepEvent(ctx.db, ctx.companyId, row, file)) && id !== undefined) await applyEvent(ctx, id, event, evidence)
}

const letterName = (key: string, sequence: number): string => `${key}-carta-correcao-${String(sequence).padStart(2, '0')}.xml`

const fileName = (key: string): string => key.replaceAll(':', '-')

async function attach(ctx: Capturing, id: string, { sha256, storage_key, size_bytes }: Stored, name: string): Promise<void> {
  const invoice = await mustFind(ctx, id)
  const document: MadeDocument = { sha256, storage_key, size_bytes, name, content_type: 'application/xml' }
  await attachDocuments(ctx.db, { ...invoice, created_by: ctx.actor.user_id }, [document])
}

async function mustFind(ctx: Capturing, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, [ctx.companyId], id)
  if (!invoice) throw fail('resource.not_found')
  return invoice
}
