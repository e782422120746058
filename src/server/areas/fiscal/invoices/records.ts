// Invoices as they travel: the stored row turned into the record of its kind.
import type { InvoiceParty, NoteCheck, ProductInvoice, ServiceInvoice } from '#contract/invoices.ts'
import type { ReceivedNote } from '#contract/received-notes.ts'
import { QUANTITY_BASE } from '#domain/fiscal/totals.ts'
import { fail } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { ProductContent, ServiceContent } from '#server/fiscal/notes.ts'
import { municipalServiceOf } from '../services/handlers.ts'
import { listLetters } from './letters.ts'
import { listManifestations } from './manifestations.ts'
import { findInvoice, type StoredInvoice } from './rows.ts'

function headOf(row: StoredInvoice) {
  const captured = row.source === 'CAPTURE'
  const self: InvoiceParty = {
    contact_id: null,
    name: row.company_name,
    document_number: row.company_document,
    email: null,
    phone_number: null,
    state_tax_number: null,
    address: null,
  }
  const party = { ...row.party, contact_id: row.contact_id }
  return {
    id: row.id,
    company_id: row.company_id,
    version: row.version,
    kind: row.kind,
    status: row.status,
    source: row.source,
    number: row.number,
    serie: row.serie,
    // A city's note has no key of the country's: what it is kept by is ours alone.
    access_key: row.access_key?.startsWith('ABRASF:') ? null : row.access_key,
    protocol: row.protocol,
    reference_id: row.reference_id,
    amount_cents: row.amount_cents,
    borrower: captured ? self : party,
    issuer: captured ? party : null,
    issued_at: row.issued_at,
    cancelled_at: row.cancelled_at,
    reason: row.reason,
    reason_code: row.reason_code,
    waiting_transmission: row.status === 'PROCESSING' && row.sent_at === null,
    entries: row.entries,
    decision: row.decision,
    check: captured ? checkOf(row) : null,
    fate: row.fate ?? (captured && row.status === 'CANCELLED' ? ('CANCELLED' as const) : null),
    replaced_by: row.replaced_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

const UNCHECKED: NoteCheck = { state: 'UNVERIFIED', doubts: ['before_checks'], signer: null, origin: null }

const checkOf = ({ check_state, evidence }: StoredInvoice): NoteCheck =>
  check_state === null || evidence === null ? UNCHECKED : { origin: null, state: check_state, ...evidence }

/** With what the company said of each to its authority, and what its issuer corrected. */
export async function toReceivedNotes(db: Db, rows: readonly StoredInvoice[]): Promise<ReceivedNote[]> {
  const ids = rows.map(({ id }) => id)
  const said = byInvoice(await listManifestations(db, ids))
  const letters = byInvoice(await listLetters(db, ids))
  return rows.map(row => toReceivedNote(row, { manifestations: said.get(row.id) ?? [], letters: letters.get(row.id) ?? [] }))
}

export async function showReceivedNote(db: Db, companyId: string, id: string): Promise<ReceivedNote> {
  const invoice = await findInvoice(db, [companyId], id)
  const [note] = invoice ? await toReceivedNotes(db, [invoice]) : []
  if (!note) throw fail('resource.not_found')
  return note
}

function byInvoice<R extends { invoice_id: string }>(records: readonly R[]): Map<string, R[]> {
  const found = new Map<string, R[]>()
  for (const record of records) found.set(record.invoice_id, [...(found.get(record.invoice_id) ?? []), record])
  return found
}

function toReceivedNote(row: StoredInvoice, events: Pick<ReceivedNote, 'manifestations' | 'letters'>): ReceivedNote {
  const head = { ...headOf(row), decision_reason: row.decision_reason, ...events }
  if (row.kind === 'SERVICE') {
    const content = row.content as ServiceContent
    return {
      ...head,
      lines: [{ name: content.description, ncm: null, total_cents: row.amount_cents }],
      payment: { kind: 'CASH', amount_cents: [], payment_method: [], due_dates: [] },
      withheld_cents: content.withheld_cents,
    }
  }
  const content = row.content as ProductContent
  const lines = content.items.map(({ name, ncm }, at) => ({ name, ncm, total_cents: content.totals.items[at]?.total_cents ?? 0 }))
  return { ...head, lines, payment: content.payment, withheld_cents: 0 }
}

export function toProductInvoice(row: StoredInvoice): ProductInvoice {
  const content = row.content as ProductContent
  const { totals } = content
  return {
    ...headOf(row),
    finality: content.finality,
    nature: content.nature,
    invoice_order: {
      discount_amount_cents: totals.discount_cents,
      total_amount_cents: totals.total_cents,
      shipping_amount_cents: totals.freight_cents,
      insurance_amount_cents: totals.insurance_cents,
      other_amount_cents: totals.other_cents,
      ipi_amount_cents: totals.ipi_cents,
      st_amount_cents: totals.st_cents,
      operation_type: content.operation_type,
      shipping_mode: content.shipping_mode,
    },
    invoice_payment: content.payment,
    invoice_products: content.items.map((item, index) => ({
      product_id: item.product_id,
      name: item.name,
      code: item.code,
      ncm: item.ncm,
      cfop: item.cfop,
      unit: item.unit,
      amount: item.quantity / QUANTITY_BASE,
      unit_price_cents: item.unit_price_cents,
      subtotal_amount_cents: totals.items[index]?.subtotal_cents ?? 0,
      discount_amount_cents: totals.items[index]?.discount_cents ?? 0,
      total_amount_cents: totals.items[index]?.total_cents ?? 0,
      ipi_rate: item.ipi_rate,
      ipi_amount_cents: totals.items[index]?.ipi_cents ?? 0,
      icms_st: item.icms_st,
      st_amount_cents: totals.items[index]?.st_cents ?? 0,
      origin: item.origin,
    })),
    ibs_cbs: totals.ibs_cbs ?? null,
    additional_information: content.additional_information,
  }
}

export function toServiceInvoice(row: StoredInvoice): ServiceInvoice {
  const content = row.content as ServiceContent
  return {
    ...headOf(row),
    number: content.nfse_number ?? row.number,
    rps_number: row.source === 'CAPTURE' ? null : row.number,
    municipal_service: municipalServiceOf(content.municipal_service_code),
    service_provider:
      row.source === 'CAPTURE'
        ? { name: row.party.name, document_number: row.party.document_number ?? '' }
        : { name: row.company_name, document_number: row.company_document },
    service_id: content.service_id,
    description: content.description,
    competence_date: content.competence_date,
    discount_amount_cents: content.discount_cents,
    iss_rate: content.iss_rate,
    iss_amount_cents: content.iss_cents,
    iss_withheld: content.iss_withheld,
    withheld: content.withheld,
    withheld_amount_cents: content.withheld_cents,
    net_amount_cents: content.net_cents,
    ibs_cbs: content.ibs_cbs ?? null,
  }
}
