// The job that reads one list: asks its authority for what came after the last number, keeps all of it with the new number at once, takes each.
import { millisecondsInHour } from 'date-fns/constants'
import { AUTHORITY_WORDS, type NoteSource } from '#domain/fiscal/note-sources.ts'
import { counted } from '#domain/text.ts'
import type { Distribution, DistributionAsked, Unasked } from '#server/adapters/fiscal/distribution.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { leaseLeft } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { scopeToAll } from '#server/db/scope.ts'
import { keepLease } from '#server/jobs/lease.ts'
import type { QuietName } from '#server/jobs/queue.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { findSettings } from '../invoices/settings-rows.ts'
import { listAsking } from '../note-lookups/rows.ts'
import { planLookups } from '../note-lookups/want.ts'
import { acknowledgeNew } from './acknowledge.ts'
import { keepFiles } from './files.ts'
import {
  blockCounter,
  findReading,
  insertDocument,
  leaseCounter,
  listReaders,
  lockCounter,
  type Reader,
  type StoredReading,
  writeAnswer,
  writeUnasked,
} from './rows.ts'
import { takeDocuments } from './take.ts'

/** Longer than the authority may take to answer. */
const LEASE_MS = 120_000
/** Asked again within the hour the authority blocks for another: its clock and ours may differ by a minute. */
const QUIET_MS = millisecondsInHour + 60_000
/** Between two requests for what is there already. */
const PACE_MS: Record<NoteSource, number> = { NFE: 2000, NFSE: 1000 }

export const READING_JOBS = { NFE: 'notes.read', NFSE: 'notes.services' } as const satisfies Record<NoteSource, QuietName>

interface Begun {
  reading: StoredReading
  /** None before the time that the authority asks for: what came before may still wait to be taken. */
  asked: DistributionAsked | undefined
}

export async function readNotes(services: Services, reader: Reader): Promise<void> {
  const { company_id, source } = reader
  const begun = await begin(services, reader)
  if (!begun) return
  if (begun.asked) await ask(services, reader, begun.asked)
  await takeDocuments(services, reader, begun.reading.created_by)
  if (source === 'NFE' && begun.reading.acknowledges_since !== null) await acknowledgeNew(services, company_id, begun.reading.created_by)
}

function begin(services: Services, reader: Reader): Promise<Begun | undefined> {
  const { company_id, source } = reader
  const now = services.clock.now()
  return inCompany(services, company_id, async db => {
    const reading = await findReading(db, reader)
    const counter = await lockCounter(db, reader)
    if (!reading?.enabled || !counter) return undefined
    const quiet = counter.next_at === null ? 0 : Date.parse(counter.next_at) - now
    const wait = Math.max(leaseLeft(counter.leased_until, now), quiet)
    if (wait > 0) {
      await planReading(services, db, reader, wait)
      return { reading, asked: undefined }
    }
    const company = await findCompany(db, company_id)
    const city = (await findSettings(db, company_id))?.address?.city_code ?? ''
    if (!company?.document_number || (source === 'NFE' && city === '')) {
      await writeUnasked(db, reader, 'Complete o CNPJ ou CPF da empresa e o endereço dela.')
      await planReading(services, db, reader, QUIET_MS)
      return { reading, asked: undefined }
    }
    await leaseCounter(db, reader, new Date(now + LEASE_MS))
    const { document_number } = company
    return { reading, asked: { company_id, document_number, uf: city.slice(0, 2), after: counter.last_nsu } }
  })
}

async function ask(services: Services, reader: Reader, asked: DistributionAsked): Promise<void> {
  const { company_id, source } = reader
  const { after } = asked
  const answer = await (source === 'NFE' ? services.distribution.nfe(asked) : services.distribution.nfse(asked))
  const documents = answer.outcome === 'LOT' ? await keepFiles(services, company_id, answer.documents) : []
  const now = services.clock.now()
  const goesOn = answer.outcome === 'LOT' && answer.more && answer.last > after
  const wait = goesOn ? PACE_MS[source] : QUIET_MS
  await inCompany(services, company_id, async db => {
    await keepLease(db)
    for (const document of documents) await insertDocument(db, reader, { ...document, arrived_at: new Date(now) })
    if (answer.outcome === 'UNASKED') await writeUnasked(db, reader, answer.text)
    else
      await writeAnswer(db, reader, {
        last_nsu: 'last' in answer ? (answer.last ?? after) : after,
        next_at: new Date(now + wait),
        read_at: new Date(now),
        answer: wordsOf(answer, AUTHORITY_WORDS[source].who),
      })
    if (answer.outcome === 'BLOCKED') await blockCounter(db, reader, new Date(now + QUIET_MS))
    if ((await findReading(db, reader))?.enabled) await planReading(services, db, reader, wait)
  })
  services.realtime.changed({ company_id, user_id: undefined, tags: ['invoice_settings'], ids: [], batch_id: undefined })
}

function wordsOf(answer: Exclude<Distribution, Unasked>, who: string): string {
  switch (answer.outcome) {
    case 'LOT':
      return `${counted(answer.documents.length, ['documento recebido', 'documentos recebidos'])}.`
    case 'NOTHING':
      return 'Nada novo.'
    case 'BLOCKED':
      return `${who} pediu uma hora sem consultas: ${answer.text}`
    case 'REFUSED':
      return `${who} recusou a consulta: ${answer.text}`
    case 'UNKNOWN':
      return `Sem resposta: ${answer.text}`
  }
}

export function planReading({ queue }: Pick<Services, 'queue'>, db: Db, { company_id, source }: Reader, waitMs: number): Promise<void> {
  return queue.later(db, READING_JOBS[source], { company_id }, { key: company_id, afterSeconds: Math.ceil(waitMs / 1000) })
}

/** At the start of the process: who reads goes on, whether or not the job survived; each still waits for its time. */
export async function resumeReading({ jobsDb, queue }: Services): Promise<void> {
  await jobsDb.transaction().execute(async db => {
    await scopeToAll(db)
    for (const reader of await listReaders(db)) await planReading({ queue }, db, reader, 0)
    for (const { company_id } of await listAsking(db)) await planLookups(queue, db, company_id, 0)
  })
}
