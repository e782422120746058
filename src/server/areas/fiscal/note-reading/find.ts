// The job of notes asked for by key: one after the other, as often as the authority allows in an hour, and none while it wants no question.
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import type { Distribution, KeyAsked } from '#server/adapters/fiscal/distribution.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Db } from '#server/db/query.ts'
import { keepLease } from '#server/jobs/lease.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { doubling } from '#server/jobs/waits.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { findSettings } from '../invoices/settings-rows.ts'
import { asksSince, closeLookup, countAsk, type Lookup, nextLookup, nextLookupAt, postponeLookup } from '../note-lookups/rows.ts'
import { planLookups } from '../note-lookups/want.ts'
import { keepFiles } from './files.ts'
import { blockCounter, countedFrom, insertDocument, type Reader, reasonOf } from './rows.ts'
import { takeDocuments } from './take.ts'

/** Of this and of every other system of the company. */
const MOST_AN_HOUR = 20
/** Its clock and ours may differ by a minute. */
const HOUR_MS = millisecondsInHour + millisecondsInMinute
/** Longer than the authority may take to answer. */
const LEASE_MS = 120_000
const MOST_TRIES = 12

/** Only goods have a key that is asked for, and both questions share one counter. */
const readerOf = (company_id: string): Reader => ({ company_id, source: 'NFE' })

export async function findNotes(services: Services, { company_id }: Jobs['notes.find']): Promise<void> {
  for (let begun = await begin(services, company_id); begun; begun = await begin(services, company_id)) {
    const { lookup, asked } = begun
    await settle(services, company_id, lookup, await services.distribution.nfeByKey(asked))
    await takeDocuments(services, readerOf(company_id), lookup.created_by)
    await tell(services, company_id, lookup)
  }
}

function begin(services: Services, company_id: string): Promise<{ lookup: Lookup; asked: KeyAsked } | undefined> {
  const now = services.clock.now()
  return inCompany(services, company_id, async db => {
    const counter = await countedFrom(db, readerOf(company_id))
    const lookup = await nextLookup(db, company_id, now)
    if (!lookup) {
      const at = await nextLookupAt(db, company_id)
      if (at !== undefined) await planLookups(services.queue, db, company_id, Date.parse(at) - now)
      return undefined
    }
    const wait = Math.max(leftOf(counter.blocked_until, now), await fullHour(db, company_id, now))
    if (wait > 0) {
      await planLookups(services.queue, db, company_id, wait)
      await postponeLookup(db, company_id, lookup.id, new Date(now + wait), 'Espera a vez: a SEFAZ limita as consultas por hora.')
      return undefined
    }
    const company = await findCompany(db, company_id)
    const city = (await findSettings(db, company_id))?.address?.city_code
    if (!company?.document_number || !city) {
      await closeLookup(db, company_id, lookup.id, 'REFUSED', 'Complete o CNPJ ou CPF da empresa e o endereço dela.')
      return undefined
    }
    await countAsk(db, company_id, lookup.id, new Date(now), new Date(now + LEASE_MS))
    const { document_number } = company
    return { lookup, asked: { company_id, document_number, uf: city.slice(0, 2), key: lookup.access_key } }
  })
}

const leftOf = (at: string | null, now: number): number => (at === null ? 0 : Date.parse(at) - now)

/** How long until the first question of a full hour is an hour old. */
async function fullHour(db: Db, company_id: string, now: number): Promise<number> {
  const asks = await asksSince(db, company_id, new Date(now - HOUR_MS))
  const first = asks.at(-MOST_AN_HOUR)
  return first === undefined ? 0 : Date.parse(first) + HOUR_MS - now
}

async function settle(services: Services, company_id: string, lookup: Lookup, answer: Distribution): Promise<void> {
  const { id, tries } = lookup
  const now = services.clock.now()
  const arrived = answer.outcome === 'LOT' ? await keepFiles(services, company_id, answer.documents) : []
  await inCompany(services, company_id, async db => {
    await keepLease(db)
    const close = (words: string) => closeLookup(db, company_id, id, 'REFUSED', words)
    switch (answer.outcome) {
      case 'LOT':
        // Under numbers of our own: those of the list come, or came, with the list.
        for (const [at, document] of arrived.entries())
          await insertDocument(db, readerOf(company_id), { ...document, nsu: numberOf(id, at), arrived_at: new Date(now) })
        return closeLookup(db, company_id, id, 'FOUND', 'A SEFAZ entregou a nota.')
      case 'NOTHING':
        return close('A SEFAZ não tem esta nota para a empresa.')
      case 'BLOCKED':
        await blockCounter(db, readerOf(company_id), new Date(now + HOUR_MS))
        return postponeLookup(db, company_id, id, new Date(now + HOUR_MS), `A SEFAZ pediu uma hora sem consultas: ${answer.text}`)
      case 'REFUSED':
        return close(`A SEFAZ recusou a consulta: ${answer.text}`)
      case 'UNASKED':
        return close(answer.text)
      case 'UNKNOWN':
        if (tries + 1 >= MOST_TRIES) return close(`Sem resposta da SEFAZ em ${MOST_TRIES} tentativas: peça de novo mais tarde.`)
        return postponeLookup(
          db,
          company_id,
          id,
          new Date(now + 1000 * afterSilence(tries)),
          `Sem resposta, tentando de novo: ${answer.text}`,
        )
    }
  })
}

/** One minute, two, four … at most an hour. */
const afterSilence = doubling(60, 3600)

/** What a document is kept under that came without the list. */
const numberOf = (lookupId: string, at: number): string => `${lookupId}:${at}`

/** What came of it, once that is known: what the books made of the note says more than that it came. */
async function tell(services: Services, company_id: string, { id, access_key, created_by, for_person }: Lookup): Promise<void> {
  const tags = ['invoices', 'notifications'] as const
  await inCompany(services, company_id, async db => {
    const closed = await reasonOf(db, company_id, id, numberOf(id, 0))
    if (!closed) return
    if (closed.reason !== null) await closeLookup(db, company_id, id, 'FOUND', closed.reason)
    if (!for_person) return
    const title = closed.outcome === 'FOUND' ? 'Nota pedida pela chave: respondida' : 'Nota pedida pela chave: não veio'
    const body = `${closed.reason ?? closed.answer ?? ''} Chave ${access_key}.`
    await notify(db, {
      user_ids: [created_by],
      company_id,
      type: 'NOTA_FISCAL',
      title,
      body,
      action: `/company/${company_id}/bills/capture`,
    })
  })
  services.realtime.changed({ company_id, user_id: undefined, tags, ids: [], batch_id: undefined })
}
