// A manifestation as it is asked for, by a person or by the switch: checked, signed and queued with its cause.
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { MANIFESTATION_LABELS, type Manifestation, manifestationRefusal, nextOccurrence } from '#domain/fiscal/manifestations.ts'
import { capitalized } from '#domain/text.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail, refuse } from '#server/base/fail.ts'
import { buildManifestation } from '#server/fiscal/events.ts'
import { signXml } from '#server/fiscal/sign.ts'
import type { Services } from '#server/kernel/services.ts'
import { withSigner } from '../certificates/vault.ts'
import { putFiscalOutbox } from '../fiscal-events/rows.ts'
import type { Capturing } from '../invoices/capture.ts'
import { environmentOf } from '../invoices/issue.ts'
import { insertManifestation, listManifestations } from '../invoices/manifestations.ts'
import { lockInvoice } from '../invoices/rows.ts'

export type Manifesting = Capturing & { services: Pick<Services, 'secret' | 'fiscal' | 'queue'> }

export async function askManifestation(desk: Manifesting, invoiceId: string, kind: Manifestation, justification: string | null) {
  const { db, companyId, now, services } = desk
  const invoice = await lockInvoice(db, companyId, invoiceId)
  if (invoice?.source !== 'CAPTURE') throw fail('resource.not_found')
  const manifestations = await listManifestations(db, [invoiceId])
  const refusal = manifestationRefusal({ ...invoice, manifestations }, kind, now)
  if (refusal !== undefined) throw refuse('conflict.invalid_transition', `${capitalized(refusal)}.`)
  const company = await findCompany(db, companyId)
  if (!company) throw fail('resource.not_found')
  const sequence = nextOccurrence(manifestations, kind)
  const unsigned = buildManifestation({
    access_key: invoice.access_key ?? '',
    document_number: company.document_number,
    at: now,
    environment: environmentOf({ services }),
    kind,
    sequence,
    justification,
  })
  const xml = await withSigner(db, services.secret, companyId, now, signer => signXml(unsigned, 'infEvento', signer, 'sha1'))
  const id = desk.newId()
  const created_by = desk.actor.user_id
  await insertManifestation(db, companyId, { id, invoice_id: invoiceId, kind, sequence, justification, created_by })
  await putFiscalOutbox(db, companyId, id, xml)
  await services.queue.start(db, 'invoice.register', companyId, created_by, { subject: 'MANIFESTATION', id })
  desk.touch(invoiceId)
  desk.label(`${MANIFESTATION_LABELS[kind]} da ${INVOICE_KIND_LABELS[invoice.kind]} ${invoice.number} de ${invoice.party.name} enviada`)
}
