// The SQL of what was decided of received notes: a table of its own, so that a decision can be undone and a note cannot.
import { sql } from 'kysely'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { formatCents } from '#domain/money.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { fail } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { lockInvoice, type StoredInvoice } from './rows.ts'

interface Decision {
  id: string
  invoice_id: string
  decision: 'ACCEPTED' | 'REJECTED'
  reason: string | null
  decided_by: string
}

/** A note has one decision, which the next one takes the place of. The caller holds the note's lock. */
async function saveDecision(db: Db, companyId: string, { id, invoice_id, decision, reason, decided_by }: Decision): Promise<void> {
  const changed = await sql`update fiscal_decisions set decision = ${decision}, reason = ${reason}, decided_by = ${decided_by}
    where company_id = ${companyId} and invoice_id = ${invoice_id} and deleted_at is null`.execute(db)
  if (changed.numAffectedRows === 1n) return
  await sql`insert into fiscal_decisions (company_id, id, invoice_id, decision, reason, decided_by)
    values (${companyId}, ${id}, ${invoice_id}, ${decision}, ${reason}, ${decided_by})`.execute(db)
}

/** What was accepted was another file than the one that came since: it is to be decided again. */
export async function dropAcceptance(db: Db, companyId: string, invoiceId: string): Promise<void> {
  await sql`update fiscal_decisions set deleted_at = now()
    where company_id = ${companyId} and invoice_id = ${invoiceId} and decision = 'ACCEPTED' and deleted_at is null`.execute(db)
}

/** Writes a person's decision on a received note of the company in scope, and tells who brought it. */
export async function decideNote(ctx: Context, id: string, decision: 'ACCEPTED' | 'REJECTED', reason: string | null): Promise<void> {
  const invoice = await lockInvoice(ctx.db, ctx.companyId, id)
  if (invoice?.source !== 'CAPTURE') throw fail('resource.not_found')
  refuseLate(invoice, decision)
  await saveDecision(ctx.db, ctx.companyId, { id: ctx.newId(), invoice_id: id, decision, reason, decided_by: ctx.actor.user_id })
  ctx.touch(id)
  const unchecked = decision === 'ACCEPTED' && invoice.check_state !== 'VERIFIED' ? ' sem conferência' : ''
  const label = `${INVOICE_KIND_LABELS[invoice.kind]} ${invoice.number} de ${invoice.party.name} ${decision === 'ACCEPTED' ? 'aceita' : 'recusada'}${unchecked}`
  ctx.label(label)
  if (invoice.created_by !== null && invoice.created_by !== ctx.actor.user_id)
    await notify(ctx.db, {
      company_id: ctx.companyId,
      user_ids: [invoice.created_by],
      type: 'NOTA_FISCAL',
      title: label,
      body: reason ?? formatCents(invoice.amount_cents),
      metadata: { invoice_id: id },
      action: `/company/${ctx.companyId}/${invoice.kind === 'SERVICE' ? 'service-nfes' : 'product-nfes'}/${id}`,
    })
}

function refuseLate(invoice: StoredInvoice, decision: 'ACCEPTED' | 'REJECTED'): void {
  const motivo =
    decision === 'REJECTED' && invoice.entries.length > 0
      ? 'Esta nota já foi lançada: exclua a conta a pagar antes.'
      : decision === 'ACCEPTED' && invoice.status !== 'ISSUED'
        ? 'Esta nota não vale mais: foi cancelada, denegada ou substituída.'
        : undefined
  if (motivo !== undefined) throw fail('conflict.invalid_transition', { motivo })
}
