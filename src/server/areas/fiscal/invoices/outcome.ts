// What the jobs do: ask the authority, outside any transaction, and write what it said as a batch of its own.
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { formatCents } from '#domain/money.ts'
import type { Authorised, Unknown, Verdict } from '#server/adapters/fiscal/authority.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Db } from '#server/db/query.ts'
import type { ServiceContent } from '#server/fiscal/notes.ts'
import { type Jobs, setRun } from '#server/jobs/queue.ts'
import { doubling } from '#server/jobs/waits.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { attachDocuments, type MadeDocument, makeDocuments, storeXml } from './documents.ts'
import { emailNote } from './links.ts'
import {
  clearOutbox,
  countTry,
  findInvoice,
  findOutbox,
  lockInvoice,
  type OutboxPurpose,
  type StoredInvoice,
  updateInvoice,
} from './rows.ts'

/** Seconds until an authority that did not answer is asked again: 5, 10, 20 … at most five minutes. */
export const retryAfter = doubling(5, 300)

interface Pending {
  invoice: StoredInvoice
  key: string
  xml: string
  tries: number
}

export async function transmitInvoice(services: Services, job: Jobs['invoice.transmit']): Promise<void> {
  const pending = await findPending(services, job, 'NOTE')
  if (pending?.invoice.status !== 'PROCESSING') return
  const { invoice, ...sending } = pending
  const note = { ...sending, company_id: job.company_id, kind: invoice.kind }
  const verdict = (await services.fiscal.find(note)) ?? (await services.fiscal.send(note))
  if (verdict.outcome === 'UNKNOWN') return retry(services, job, 'invoice.transmit', 'NOTE', pending.tries, verdict)
  const documents = verdict.outcome === 'DONE' ? await makeDocuments(services, invoice, verdict) : []
  await settle(services, job, 'NOTE', invoice, verdict, async db => {
    await writeNote(db, invoice, verdict, documents)
    if (verdict.outcome === 'DONE' && job.email) await emailIssued(db, services, job)
  })
}

export async function cancelInvoice(services: Services, job: Jobs['invoice.cancel']): Promise<void> {
  const pending = await findPending(services, job, 'CANCEL')
  if (pending?.invoice.status !== 'CANCELLING') return
  const { invoice, ...sending } = pending
  const verdict = await services.fiscal.cancel({
    ...sending,
    company_id: job.company_id,
    kind: invoice.kind,
    access_key: invoice.access_key ?? '',
    protocol: invoice.protocol ?? '',
  })
  if (verdict.outcome === 'UNKNOWN') return retry(services, job, 'invoice.cancel', 'CANCEL', pending.tries, verdict)
  const documents =
    verdict.outcome === 'DONE' ? await storeXml(services, job.company_id, `${invoice.access_key}-cancelamento.xml`, verdict.document) : []
  await settle(services, job, 'CANCEL', invoice, verdict, db => writeCancel(db, invoice, verdict, documents))
}

function findPending(services: Services, job: Jobs['invoice.transmit'], purpose: OutboxPurpose): Promise<Pending | undefined> {
  return inCompany(services, job.company_id, async db => {
    const invoice = await findInvoice(db, [job.company_id], job.invoice_id)
    const row = invoice && (await findOutbox(db, job.company_id, job.invoice_id, purpose))
    return row && { invoice, ...row }
  })
}

async function retry(
  services: Services,
  job: Jobs['invoice.transmit'],
  name: 'invoice.transmit' | 'invoice.cancel',
  purpose: OutboxPurpose,
  tries: number,
  { text }: Unknown,
): Promise<void> {
  await inCompany(services, job.company_id, async db => {
    await countTry(db, job.company_id, job.invoice_id, purpose)
    await services.queue.again(db, name, job, retryAfter(tries))
    await setRun(db, job.run_id, { message: `Sem resposta da autoridade: tentaremos de novo. ${text}` })
  })
}

type Answered = Exclude<Verdict, { outcome: 'UNKNOWN' }>

/** Writes the verdict once: a job that runs twice finds the note moved on and leaves it. */
async function settle(
  services: Services,
  job: Jobs['invoice.transmit'],
  purpose: OutboxPurpose,
  invoice: StoredInvoice,
  verdict: Answered,
  write: (db: Db) => Promise<void>,
): Promise<void> {
  const words = wordsOf(purpose, invoice, verdict)
  const tags = commandOf(purpose, invoice).spec.writes ?? []
  const batch = {
    company_id: job.company_id,
    user_id: invoice.created_by ?? undefined,
    command: commandOf(purpose, invoice).id,
    label: words.title,
    tags,
  }
  const user_ids = invoice.created_by ? [invoice.created_by] : []
  await inBatch(services, batch, async db => {
    const now = await lockInvoice(db, job.company_id, job.invoice_id)
    if (now?.status !== invoice.status) return
    await write(db)
    await clearOutbox(db, job.company_id, job.invoice_id, purpose)
    await notify(db, {
      ...words,
      user_ids,
      company_id: job.company_id,
      type: 'NOTA_FISCAL',
      metadata: { invoice_id: job.invoice_id, kind: invoice.kind },
    })
    await setRun(db, job.run_id, { status: verdict.outcome === 'DONE' ? 'success' : 'error', progress: 100, message: words.body })
  })
}

async function writeNote(db: Db, invoice: StoredInvoice, verdict: Answered, documents: readonly MadeDocument[]): Promise<void> {
  const { company_id, id } = invoice
  if (verdict.outcome === 'REFUSED') {
    return updateInvoice(db, company_id, id, { status: 'REJECTED', reason: verdict.text, reason_code: verdict.code })
  }
  await updateInvoice(db, company_id, id, issued(invoice, verdict))
  await attachDocuments(db, invoice, documents)
}

/** As it was asked for when the note was written, now that it has its number. */
async function emailIssued(db: Db, services: Services, { company_id, invoice_id, email }: Jobs['invoice.transmit']): Promise<void> {
  const invoice = await findInvoice(db, [company_id], invoice_id)
  if (invoice && email) await emailNote(db, services, invoice, email, services.clock.now())
}

async function writeCancel(db: Db, invoice: StoredInvoice, verdict: Answered, documents: readonly MadeDocument[]): Promise<void> {
  const { company_id, id } = invoice
  if (verdict.outcome === 'REFUSED') {
    return updateInvoice(db, company_id, id, { status: 'ISSUED', reason: verdict.text, reason_code: verdict.code })
  }
  await updateInvoice(db, company_id, id, { status: 'CANCELLED', cancelled_at: new Date(verdict.at).toISOString(), reason_code: null })
  await attachDocuments(db, invoice, documents)
}

const issued = (invoice: StoredInvoice, done: Authorised) => ({
  status: 'ISSUED' as const,
  protocol: done.protocol,
  issued_at: new Date(done.at).toISOString(),
  ...(invoice.kind === 'SERVICE'
    ? { access_key: done.access_key ?? null, content: { ...(invoice.content as ServiceContent), nfse_number: done.number ?? null } }
    : {}),
})

/** The endpoint a job answers for: its rights decide who sees the batch as theirs, and no undo takes it back. */
function commandOf(purpose: OutboxPurpose, { kind }: StoredInvoice): Endpoint {
  const rows = { SERVICE: contract.serviceInvoices, PRODUCT: contract.productInvoices, CONSUMER: contract.customerInvoices }[kind]
  return purpose === 'NOTE' ? rows.create : rows.cancel
}

const SCREENS = { SERVICE: 'service-nfes', PRODUCT: 'product-nfes', CONSUMER: 'customer-nfes' } as const

function wordsOf(purpose: OutboxPurpose, invoice: StoredInvoice, verdict: Answered): { title: string; body: string; action: string } {
  const done = verdict.outcome === 'DONE'
  const number = (done && verdict.number) || invoice.number
  const note = `${INVOICE_KIND_LABELS[invoice.kind]} ${number}`
  const what = `${formatCents(invoice.amount_cents)} · ${invoice.party.name}`
  const action = `/company/${invoice.company_id}/${SCREENS[invoice.kind]}/${invoice.id}`
  if (purpose === 'NOTE') {
    return done
      ? { title: `${note} emitida`, body: what, action }
      : { title: `${note} rejeitada`, body: `${verdict.code}: ${verdict.text}`, action }
  }
  return done
    ? { title: `${note} cancelada`, body: what, action }
    : { title: `Cancelamento da ${note} recusado`, body: `${verdict.code}: ${verdict.text}`, action }
}
