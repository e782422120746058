// What a demo company pays by files at its Itaú account: one the bank answered, one it is at, one ready to send, and an open one.
import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, previousBusinessDay } from '#domain/days.ts'
import { ourNumber, type PayableBill, planFilePayment } from '#domain/payment-files/plan.ts'
import { changeEntries } from '#server/areas/ledger/entries/rows.ts'
import { takePaymentReturn } from '#server/areas/wallet/payment-files/returns.ts'
import { insertFile, insertPayments, markSent, nextPayment, paymentsOf } from '#server/areas/wallet/payment-files/rows.ts'
import { writeFile } from '#server/areas/wallet/payment-files/writing.ts'
import { all } from '#server/db/query.ts'
import { actingOn } from './acting.ts'
import { agreementAt } from './agreement.ts'
import type { Recording } from './recording.ts'
import { textOf } from './title.ts'

const ITAU = '341'
const SENT_DAYS_AGO = 12
/** Open bills that are soon due stay for a newcomer to pay. */
const DUE_AFTER_DAYS = 3
const PAID = 2
const OPEN = 6

type Bill = PayableBill & { id: string; date: Day }

export async function writePaymentFiles(recording: Recording): Promise<void> {
  const agreement = agreementAt(ITAU, recording)
  if (!agreement) return
  const { sink, today } = recording.books.facts
  sink.add('payment_agreements', { ...agreement, approved: true })
  await sink.flush(true)
  const before = previousBusinessDay(addDays(today, -SENT_DAYS_AGO))
  const account = agreement.bank_account_id
  const paid = await billsOf(
    recording,
    PAID,
    sql`e.status = 'PAID' and e.conciliation_id is not null and e.bank_account_id = ${account}
    and e.date > ${before} and e.date <= ${today}`,
  )
  const open = await billsOf(
    recording,
    OPEN,
    sql`e.status in ('PENDING', 'APPROVED') and e.due_date > ${addDays(today, DUE_AFTER_DAYS)}
    and (e.bank_account_id is null or e.bank_account_id = ${account})`,
  )
  if (paid.length === 0 || open.length < OPEN) return
  const files = desk(recording, agreement.id, account)
  const [refused, ...rest] = open
  if (!refused) return
  await files.answered(before, paid, refused)
  await files.sent(previousBusinessDay(addDays(today, -1)), rest.slice(0, 2))
  await files.ready(today, rest.slice(2, 3))
  await files.open(today, rest.slice(3))
}

/** Bills of suppliers with one Pix key that nothing else pays, the soonest due first. */
function billsOf({ db, companyId }: Recording, most: number, where: RawBuilder<unknown>): Promise<Bill[]> {
  return all(
    db,
    sql<Bill>`select e.id, e.date, e.amount_cents, e.due_date, null::uuid as bank_account_id, e.additional_information as description,
        null::text as digitable_line, c.pix_keys->0->>'key' as pix_key, null::jsonb as bank_account, null::jsonb as darf, null::text as tax_kind,
        c.name as payee_name, c.document_number as payee_document
      from entries e join contacts c on c.company_id = e.company_id and c.id = e.contact_id
      where e.company_id = ${companyId} and e.kind = 'BILL' and not e.has_children and e.transfer_id is null and e.deleted_at is null
        and e.payment_details->'boleto' is null and e.payment_method <> 'BOLETO' and jsonb_array_length(c.pix_keys) = 1
        and c.document_number ~ '^[0-9]+$' and ${where}
        and not exists (select 1 from payments p where p.company_id = e.company_id and p.bill_id = e.id)
      order by e.due_date, e.id limit ${most}`,
  )
}

/** What a person of the company does with files, on the days they did it. */
function desk(recording: Recording, agreement_id: string, bank_account_id: string) {
  const { db, companyId, books } = recording

  async function put(day: Day, bills: readonly Bill[], payOn: (bill: Bill) => Day) {
    const ctx = actingOn(day, recording)
    const id = ctx.newId()
    const first = await nextPayment(db, companyId, agreement_id)
    const payments = bills.flatMap((bill, at) => {
      const planned = planFilePayment(bill, { bank_account_id, today: day, pay_on: payOn(bill) })
      if (typeof planned === 'string') return []
      return [{ ...planned, id: ctx.newId(), bill_id: bill.id, sequence: first + at, number: ourNumber(first + at) }]
    })
    await insertFile(db, companyId, id, agreement_id)
    await insertPayments(db, companyId, { id, agreement_id, created_by: ctx.actor.user_id }, payments)
    return { ctx, file: { id, agreement_id } }
  }

  const hold = (bills: readonly Bill[]) =>
    changeEntries(
      db,
      companyId,
      ['status', 'approved_by'],
      bills.map(({ id }) => ({ id, status: 'WAITING_PAYMENT', approved_by: books.facts.accountantId })),
    )

  async function written(day: Day, bills: readonly Bill[], payOn: (bill: Bill) => Day) {
    const { ctx, file } = await put(day, bills, payOn)
    const { content, sequence } = await writeFile(ctx, file, await paymentsOf(db, companyId, file.id))
    return { ctx, file, content, sequence }
  }

  async function sentOn(day: Day, bills: readonly Bill[], payOn: (bill: Bill) => Day) {
    const made = await written(day, bills, payOn)
    await markSent(db, companyId, made.file.id, textOf(made.ctx.now), made.ctx.actor.user_id)
    return made
  }

  /** The bank gives the records back, each of its own with its codes. */
  async function returned(day: Day, { content, sequence }: { content: string; sequence: number }, codes: (line: string) => string) {
    const text = content
      .split('\r\n')
      .map((line, at) =>
        at === 0 ? `${line.slice(0, 142)}2${line.slice(143)}` : line[13] === 'A' ? line.slice(0, 230) + codes(line).padEnd(10) : line,
      )
      .join('\r\n')
    const name = `PG${day.slice(8)}${day.slice(5, 7)}${String(sequence).padStart(2, '0')}.RET`
    await takePaymentReturn(actingOn(day, recording), { name, bytes: new TextEncoder().encode(text) })
  }

  return {
    async answered(day: Day, paid: readonly Bill[], refused: Bill) {
      const soon = addDays(day, 1)
      const made = await sentOn(day, [...paid, refused], bill => (bill === refused ? soon : bill.date))
      const number = (await paymentsOf(db, companyId, made.file.id)).find(one => one.bill_id === refused.id)?.number ?? ''
      await returned(
        paid
          .map(bill => bill.date)
          .sort()
          .at(-1) ?? soon,
        made,
        line => (line.includes(number) ? 'AN' : '00'),
      )
    },
    async sent(day: Day, bills: readonly Bill[]) {
      await hold(bills)
      const made = await sentOn(day, bills, bill => bill.due_date)
      await returned(books.facts.today, made, () => 'BD')
    },
    async ready(day: Day, bills: readonly Bill[]) {
      await hold(bills)
      await written(day, bills, bill => bill.due_date)
    },
    async open(day: Day, bills: readonly Bill[]) {
      await hold(bills)
      await put(day, bills, bill => bill.due_date)
    },
  }
}
