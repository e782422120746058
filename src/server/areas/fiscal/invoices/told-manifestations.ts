// What the company said of a received note by another of its systems: shown as what it says here, and counted with it.
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { MANIFESTATION_LABELS } from '#domain/fiscal/manifestations.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail } from '#server/base/fail.ts'
import type { ToldManifestation } from '#server/fiscal/received/told-manifestations.ts'
import type { Capturing } from './capture.ts'
import { insertTold, listManifestations } from './manifestations.ts'
import { capturedByKey, lockInvoice } from './rows.ts'

export async function takeManifestation(ctx: Capturing, told: ToldManifestation): Promise<void> {
  const { db, companyId } = ctx
  const { author, access_key, kind, sequence } = told
  const company = await findCompany(db, companyId)
  if (author.slice(0, 8) !== company?.document_number.slice(0, 8))
    throw fail('import.file_rejected', { motivo: 'A manifestação é de outra empresa.' })
  const invoice_id = await capturedByKey(db, companyId, access_key)
  const invoice = invoice_id === undefined ? undefined : await lockInvoice(db, companyId, invoice_id)
  if (!invoice) throw fail('import.file_rejected', { motivo: 'A nota desta manifestação não está aqui.' })
  const said = await listManifestations(db, [invoice.id])
  if (said.some(each => each.kind === kind && each.sequence === sequence && each.status !== 'REJECTED'))
    throw fail('conflict.already_exists', { motivo: 'Esta manifestação já está aqui.' })
  await insertTold(db, companyId, { ...told, id: ctx.newId(), invoice_id: invoice.id })
  ctx.touch(invoice.id)
  ctx.label(
    `${MANIFESTATION_LABELS[kind]} da ${INVOICE_KIND_LABELS[invoice.kind]} ${invoice.number} de ${invoice.party.name}, dita por outro sistema`,
  )
}
