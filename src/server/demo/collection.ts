// What a demo company collects by slips at its Sicoob account: a remessa that the bank answered in part, and slips that wait for the next one.
import { sql } from 'kysely'
import { occurrenceKey } from '#domain/collection/occurrences.ts'
import { addDays, type Day, previousBusinessDay } from '#domain/days.ts'
import { findAgreement } from '#server/areas/wallet/agreements/rows.ts'
import { bankSlipHandlers } from '#server/areas/wallet/bank-slips/handlers.ts'
import { listSlips } from '#server/areas/wallet/bank-slips/rows.ts'
import { remittanceHandlers } from '#server/areas/wallet/remittances/handlers.ts'
import { listRemittances } from '#server/areas/wallet/remittances/rows.ts'
import { applyOccurrences } from '#server/areas/wallet/slip-returns/apply.ts'
import { insertOccurrences } from '#server/areas/wallet/slip-returns/rows.ts'
import { all } from '#server/db/query.ts'
import { act, actingOn } from './acting.ts'
import { agreementAt } from './agreement.ts'
import type { Recording } from './recording.ts'

const SICOOB = '756'
const TERMS = {
  layout: '240',
  branch_digit: '0',
  code: '229385',
  wallet: '1',
  variation: '01',
  interest_rate: 100,
  fine_rate: 200,
}
const SENT_DAYS_AGO = 6
const ANSWERED_DAYS_AGO = 4
/** At most, and the least with which every state is there to see. */
const MOST_SENT = 9
const LEAST_SENT = 3
const WAITING = 3

const REGISTERED = { occurrence: '02', meaning: 'REGISTERED', reason: '' } as const
/** What the bank said of so many slips, in their order; of the last one nothing yet. */
const answersTo = (sent: number) =>
  [
    ...Array.from({ length: sent - LEAST_SENT }, () => REGISTERED),
    { occurrence: '03', meaning: 'REFUSED', reason: 'CEP inválido' },
    { occurrence: '98', meaning: 'UNKNOWN', reason: '' },
  ] as const

export async function writeCollection(recording: Recording): Promise<void> {
  const { db, companyId, books } = recording
  const agreement = agreementAt(SICOOB, recording)
  if (!agreement) return
  const agreement_id = agreement.id
  books.facts.sink.add('agreements', { ...agreement, ...TERMS })
  await books.facts.sink.flush(true)
  const { today } = books.facts
  const receivables = await collectable(recording)
  const count = receivables.length - WAITING
  if (count < LEAST_SENT) return
  const sent = actingOn(previousBusinessDay(addDays(today, -SENT_DAYS_AGO)), recording)
  await act(bankSlipHandlers.create, sent, { body: { agreement_id, receivable_ids: receivables.slice(0, count) } })
  await act(remittanceHandlers.generate, sent, { body: { agreement_id } })
  const [remittance] = await listRemittances(db, companyId)
  await act(remittanceHandlers.send, sent, { params: { id: remittance?.id ?? '', c: companyId } })
  await answer(recording, agreement_id)
  const waiting = receivables.slice(count)
  await act(bankSlipHandlers.create, actingOn(today, recording), { body: { agreement_id, receivable_ids: waiting } })
}

/** Open receivables that no line of the bank waits for, the soonest due first. */
async function collectable({ db, companyId, books }: Recording): Promise<string[]> {
  const rows = await all(
    db,
    sql<{ id: string }>`select e.id from entries e join contacts c on c.company_id = e.company_id and c.id = e.contact_id
      where e.company_id = ${companyId} and e.kind = 'RECEIVABLE' and e.status = 'PENDING' and not e.has_children
        and e.due_date > ${books.facts.today} and c.document_number ~ '^[0-9]+$' and c.address is not null
        and e.payment_method not in ('CREDIT_CARD', 'DEBIT_CARD')
        and not exists (select 1 from charges h where h.company_id = e.company_id and h.receivable_id = e.id)
      order by e.due_date, e.id limit ${MOST_SENT + WAITING}`,
  )
  return rows.map(({ id }) => id)
}

/** The bank's return: what it tells of each slip, read as a file would be. */
async function answer(recording: Recording, agreementId: string): Promise<void> {
  const { db, companyId, books } = recording
  const day: Day = previousBusinessDay(addDays(books.facts.today, -ANSWERED_DAYS_AGO))
  const ctx = actingOn(day, recording)
  const agreement = await findAgreement(db, companyId, agreementId)
  if (!agreement) return
  const slips = (await listSlips(db, companyId, undefined)).sort((a, b) => (a.number < b.number ? -1 : 1))
  const told = answersTo(slips.length).flatMap((said, at) => (slips[at] ? [{ slip: slips[at], said }] : []))
  await applyOccurrences(
    ctx,
    agreement,
    told.map(({ slip, said }) => ({ ...said, slip_id: slip.id, paid_cents: 0, money: undefined })),
  )
  await insertOccurrences(
    db,
    companyId,
    told.map(({ slip, said }) => {
      const { number: our_number, document, amount_cents } = slip
      const one = { ...said, our_number, document, amount_cents, paid_cents: 0, fee_cents: 0 }
      return {
        id: ctx.newId(),
        agreement_id: agreementId,
        slip_id: slip.id,
        file_name: `COB${day.slice(8)}${day.slice(5, 7)}01.RET`,
        key: occurrenceKey({
          ...one,
          line: 0,
          payer: slip.payer.name,
          due_day: slip.due_date,
          occurrence_day: day,
          credit_day: null,
          reasons: [],
        }),
        number: our_number,
        document,
        occurrence: said.occurrence,
        meaning: said.meaning,
        reason: said.reason,
        occurred_on: day,
        credited_on: null,
        amount_cents,
        paid_cents: 0,
        fee_cents: 0,
        open: said.meaning === 'UNKNOWN',
        line_id: null,
      }
    }),
  )
}
