// The job of correction letters, manifestations and voided ranges: asks the authority, outside any transaction, and writes what it said.
import { contract } from '#contract/index.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { MANIFESTATION_CODES, MANIFESTATION_LABELS, opensNote } from '#domain/fiscal/manifestations.ts'
import type { Verdict } from '#server/adapters/fiscal/authority.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { type Jobs, setRun } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { attachDocuments, type MadeDocument, storeXml } from '../invoices/documents.ts'
import { readIssuer } from '../invoices/issuer.ts'
import { findManifestation, type StoredManifestation } from '../invoices/manifestations.ts'
import { retryAfter } from '../invoices/outcome.ts'
import { findInvoice, type StoredInvoice } from '../invoices/rows.ts'
import { wantNote } from '../note-lookups/want.ts'
import {
  countFiscalTry,
  findCorrection,
  findFiscalOutbox,
  findVoid,
  type Registration,
  type StoredCorrection,
  type StoredVoid,
  writeRegistration,
} from './rows.ts'

type Job = Jobs['invoice.register']

/** The authority tells its own distribution of what it registered. */
const OPENS_AFTER_MS = 5000

interface Waiting {
  xml: string
  tries: number
}

/** What is waiting to be said, how to say it, and what is told once it was answered. */
interface Asking {
  created_by: string | null
  invoice?: StoredInvoice
  file: string
  command: string
  action: string
  done: string
  refused: string
  /** What follows once it is registered, with that. */
  follow?(db: Db): Promise<unknown>
  ask(): Promise<Verdict>
}

export async function registerAtAuthority(services: Services, job: Job): Promise<void> {
  const asking = await inCompany(services, job.company_id, async db => {
    const waiting = await findFiscalOutbox(db, job.company_id, job.id)
    if (!waiting) return undefined
    if (job.subject === 'VOID') {
      const range = await findVoid(db, job.company_id, job.id)
      const uf = (await readIssuer(db, job.company_id)).address.city_code.slice(0, 2)
      return range && askingOfVoid(services, range, waiting, uf)
    }
    if (job.subject === 'MANIFESTATION') {
      const said = await findManifestation(db, job.company_id, job.id)
      const invoice = said && (await findInvoice(db, [job.company_id], said.invoice_id))
      return said && invoice && askingOfManifestation(services, said, invoice, waiting)
    }
    const letter = await findCorrection(db, job.company_id, job.id)
    const invoice = letter && (await findInvoice(db, [job.company_id], letter.invoice_id))
    return letter && invoice && askingOfLetter(services, letter, invoice, waiting)
  })
  if (!asking) return
  const verdict = await asking.ask()
  if (verdict.outcome === 'UNKNOWN') return again(services, job, verdict.text)
  const documents =
    verdict.outcome === 'DONE' && asking.invoice ? await storeXml(services, job.company_id, asking.file, verdict.document) : []
  await settle(services, job, asking, verdict, documents)
}

function askingOfLetter(services: Services, letter: StoredCorrection, invoice: StoredInvoice, waiting: Waiting): Asking {
  const key = invoice.access_key ?? ''
  const what = `Carta de correção ${letter.sequence} da NF-e ${invoice.number}`
  return {
    created_by: letter.created_by,
    invoice,
    file: `${key}-carta-correcao-${String(letter.sequence).padStart(2, '0')}.xml`,
    command: contract.invoiceCorrections.create.id,
    action: `/company/${invoice.company_id}/product-nfes/${invoice.id}`,
    done: `${what} registrada`,
    refused: `${what} recusada`,
    ask: () => services.fiscal.correct({ ...waiting, company_id: invoice.company_id, kind: invoice.kind, key, sequence: letter.sequence }),
  }
}

function askingOfManifestation(services: Services, said: StoredManifestation, invoice: StoredInvoice, waiting: Waiting): Asking {
  const { company_id, kind } = invoice
  const key = invoice.access_key ?? ''
  const what = `${MANIFESTATION_LABELS[said.kind]} da NF-e ${invoice.number} de ${invoice.party.name}`
  return {
    created_by: said.created_by,
    invoice,
    file: `${key}-manifestacao-${MANIFESTATION_CODES[said.kind]}-${said.sequence}.xml`,
    command: contract.noteManifestations.create.id,
    action: `/company/${company_id}/bills/capture`,
    done: `${what} registrada`,
    refused: `${what} recusada`,
    // The whole note is there for the asking; what does not come so comes with the next reading.
    follow: async db => {
      if (!opensNote(said.kind) || !invoice.evidence?.doubts.includes('summary_only')) return
      const created_by = said.created_by ?? invoice.created_by
      if (created_by === null) return
      const now = services.clock.now()
      const lookup = { id: newId(now), access_key: key, for_person: false, created_by, created_at: new Date(now) }
      await wantNote(services.queue, db, company_id, lookup, OPENS_AFTER_MS)
    },
    ask: () => services.fiscal.manifest({ ...waiting, company_id, kind, key }),
  }
}

function askingOfVoid(services: Services, range: StoredVoid, waiting: Waiting, uf: string): Asking {
  const { company_id, kind, first_number, last_number, created_by } = range
  const span = first_number === last_number ? `do número ${first_number}` : `de ${first_number} a ${last_number}`
  const what = `Inutilização ${span} da ${INVOICE_KIND_LABELS[kind]}`
  return {
    created_by,
    file: '',
    command: contract.invoiceVoids.create.id,
    action: `/company/${company_id}/product-nfes`,
    done: `${what} homologada`,
    refused: `${what} recusada`,
    ask: () => services.fiscal.voidNumbers({ ...waiting, company_id, kind, uf }),
  }
}

async function again(services: Services, job: Job, text: string): Promise<void> {
  await inCompany(services, job.company_id, async db => {
    const tries = (await findFiscalOutbox(db, job.company_id, job.id))?.tries ?? 0
    await countFiscalTry(db, job.company_id, job.id, text)
    await services.queue.again(db, 'invoice.register', job, retryAfter(tries))
    await setRun(db, job.run_id, { message: `Sem resposta da autoridade: tentaremos de novo. ${text}` })
  })
}

async function settle(
  services: Services,
  job: Job,
  asking: Asking,
  verdict: Exclude<Verdict, { outcome: 'UNKNOWN' }>,
  documents: readonly MadeDocument[],
): Promise<void> {
  const { created_by, invoice } = asking
  const isDone = verdict.outcome === 'DONE'
  const answer: Registration =
    verdict.outcome === 'DONE'
      ? {
          status: 'REGISTERED',
          protocol: verdict.protocol || null,
          registered_at: new Date(verdict.at).toISOString(),
          document_xml: verdict.document,
        }
      : { status: 'REJECTED', reason: verdict.text, reason_code: verdict.code }
  const title = isDone ? asking.done : asking.refused
  const batch = {
    company_id: job.company_id,
    user_id: created_by ?? undefined,
    command: asking.command,
    label: title,
    tags: ['invoices', 'attachments', 'batches'] as const,
  }
  await inBatch(services, batch, async db => {
    if (!(await writeRegistration(db, job.company_id, job.subject, job.id, answer))) return
    if (invoice) await attachDocuments(db, invoice, documents)
    if (isDone) await asking.follow?.(db)
    const body = isDone && verdict.protocol !== '' ? `Protocolo ${verdict.protocol}.` : `${verdict.code}: ${verdict.text}`
    if (created_by)
      await notify(db, { user_ids: [created_by], company_id: job.company_id, type: 'NOTA_FISCAL', title, body, action: asking.action })
    await setRun(db, job.run_id, { status: isDone ? 'success' : 'error', progress: 100, message: body })
  })
}
