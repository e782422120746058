// Titles made from a note: a bill of what was bought, a receivable of what was sold, one for each of its instalments.

import { dayInSaoPaulo } from '#domain/days.ts'
import type { PaymentMethod, TitleKind } from '#domain/enums.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { isDisowned } from '#domain/fiscal/manifestations.ts'
import { awaitsDecision } from '#domain/fiscal/note-checks.ts'
import { formatCents } from '#domain/money.ts'
import { bookedCents } from '#server/areas/ledger/booked-notes/rows.ts'
import { normalised } from '#server/areas/ledger/contacts/normal-form.ts'
import { contactByDocument, insertContacts } from '#server/areas/ledger/contacts/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { ProductContent, ServiceContent } from '#server/fiscal/notes.ts'
import type { Context } from '#server/kernel/context.ts'
import { listManifestations } from './manifestations.ts'
import { lockInvoice, type StoredInvoice } from './rows.ts'

export interface InvoiceTitle {
  amount_cents: number
  due_date: string
  competence_date: string
  issue_date: string
  contact_id: string | null
  document_number: string | null
  additional_information: string
  payment_method: PaymentMethod | null
}

/**
 * What the note still has to book: each instalment, or what is left of it as one. An amount of the caller's own books that much.
 * Locks the note, so that two calls cannot book it twice.
 */
export async function titlesOfInvoice(
  ctx: Context,
  kind: TitleKind,
  invoiceId: string,
  given: { amount_cents?: number | undefined; contact_id?: string | null | undefined },
): Promise<InvoiceTitle[]> {
  const invoice = await lockInvoice(ctx.db, ctx.companyId, invoiceId)
  if (!invoice) throw fail('resource.not_found')
  await refuseWrongSide(ctx.db, kind, invoice)
  const total = billedCents(invoice)
  const booked = await bookedCents(ctx.db, ctx.companyId, invoiceId)
  const left = total - booked
  if (left <= 0) throw fail('conflict.already_exists', { motivo: 'Esta nota já foi lançada.' })
  const amount = given.amount_cents
  if (amount !== undefined && amount > left) throw invalid('amount_cents', `Faltam lançar ${formatCents(left)} desta nota`)
  const head = await headOf(ctx, kind, invoice, given.contact_id)
  const instalments = booked === 0 && amount === undefined ? instalmentsOf(invoice, total) : []
  if (instalments.length > 0) return instalments.map(part => ({ ...head, ...part }))
  return [{ ...head, amount_cents: amount ?? left, due_date: head.issue_date, payment_method: firstMethod(invoice) }]
}

/**
 * What the note charges. Taxes the customer withholds are still revenue: the title is whole, and the conciliation with what came in
 * explains them as a withholding. Only the unconditional discount of a service leaves it.
 */
const billedCents = (invoice: StoredInvoice): number =>
  invoice.kind === 'SERVICE' ? invoice.amount_cents - (invoice.content as ServiceContent).discount_cents : invoice.amount_cents

async function refuseWrongSide(db: Db, kind: TitleKind, invoice: StoredInvoice): Promise<void> {
  const manifestations = await listManifestations(db, [invoice.id])
  const fits = kind === 'BILL' ? invoice.source === 'CAPTURE' : invoice.source === 'LOCAL'
  const motivo = !fits
    ? kind === 'BILL'
      ? 'Só uma nota recebida vira conta a pagar.'
      : 'Só uma nota emitida aqui vira conta a receber.'
    : invoice.status !== 'ISSUED'
      ? 'Só uma nota emitida pode ser lançada.'
      : invoice.decision === 'REJECTED'
        ? 'Esta nota foi recusada.'
        : isDisowned(manifestations)
          ? 'A empresa manifestou à SEFAZ que não reconhece esta nota, ou que a operação não se realizou.'
          : invoice.source === 'CAPTURE' && awaitsDecision(invoice.check_state ?? 'UNVERIFIED', invoice.decision)
            ? 'Esta nota não está conferida: aceite-a antes, se ela for verdadeira.'
            : undefined
  if (motivo !== undefined) throw fail('conflict.invalid_transition', { motivo })
}

async function headOf(ctx: Context, kind: TitleKind, invoice: StoredInvoice, contactId: string | null | undefined) {
  const issue_date = dayInSaoPaulo(Date.parse(invoice.issued_at ?? invoice.created_at))
  const isService = invoice.kind === 'SERVICE'
  const number = (isService ? (invoice.content as ServiceContent).nfse_number : null) ?? invoice.number
  return {
    issue_date,
    competence_date: isService ? (invoice.content as ServiceContent).competence_date : issue_date,
    contact_id: contactId === undefined ? await contactOf(ctx, kind, invoice) : contactId,
    document_number: number === null ? null : String(number),
    additional_information: `${INVOICE_KIND_LABELS[invoice.kind]} ${number ?? ''} · ${invoice.party.name}`,
  }
}

/** The contact of the note's party, entered when the register does not have it. */
async function contactOf(ctx: Context, kind: TitleKind, invoice: StoredInvoice): Promise<string | null> {
  if (invoice.contact_id) return invoice.contact_id
  const { document_number, name, email, phone_number, state_tax_number, address } = invoice.party
  if (!document_number) return null
  const role = kind === 'BILL' ? 'SUPPLIER' : 'CUSTOMER'
  const known = await contactByDocument(ctx.db, ctx.companyId, role, document_number)
  if (known) return known
  const id = ctx.newId()
  const contact = normalised({
    kind: role,
    document_number,
    name,
    nickname: null,
    email,
    phone_number,
    address,
    state_tax_number,
    is_international: false,
    country: null,
    pix_keys: [],
    bank_account: null,
  })
  await insertContacts(ctx.db, ctx.companyId, [{ id, ...contact }])
  return id
}

function instalmentsOf(invoice: StoredInvoice, total: number): Pick<InvoiceTitle, 'amount_cents' | 'due_date' | 'payment_method'>[] {
  if (invoice.kind === 'SERVICE') return []
  const { payment } = invoice.content as ProductContent
  const sum = payment.amount_cents.reduce((all, cents) => all + cents, 0)
  if (payment.kind !== 'INSTALLMENTS' || sum !== total || payment.amount_cents.some(cents => cents <= 0)) return []
  return payment.amount_cents.map((amount_cents, index) => ({
    amount_cents,
    due_date: payment.due_dates[index] ?? '',
    payment_method: payment.payment_method[index] ?? null,
  }))
}

function firstMethod(invoice: StoredInvoice): PaymentMethod | null {
  const method = invoice.kind === 'SERVICE' ? undefined : (invoice.content as ProductContent).payment.payment_method[0]
  return method === undefined || method === 'NONE' ? null : method
}
