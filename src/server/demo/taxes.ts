// A demo company's taxes: the DAS of the last year, each with its slip and the bill that paid it, and the yearly statement.
import { sql } from 'kysely'
import type { TaxProfile } from '#contract/taxes.ts'
import { addDays, addMonths, type Day, monthOf, startOfMonth } from '#domain/days.ts'
import { annualStatementKind, statementDueDate } from '#domain/taxes/annual-statements.ts'
import { slipOf } from '#server/adapters/tax-authority.ts'
import { revenueByMonth } from '#server/areas/fiscal/taxes/books.ts'
import { type ComputedTax, computeMei, computeSimples } from '#server/areas/fiscal/taxes/compute.ts'
import { readProfile } from '#server/areas/fiscal/taxes/profile.ts'
import { all } from '#server/db/query.ts'
import type { Recording } from './recording.ts'
import { meiActivityOf } from './recurring.ts'
import type { SectorName } from './sectors.ts'
import { happenedAt, instantOf, textOf } from './title.ts'

/** Taxes kept: the open one and the twelve before it. */
const KEPT = 13

/** Sectors whose services are not of annex III (LC 123/2006, art. 18, §§ 5º-C, 5º-I). */
const ANNEXES: Partial<Record<SectorName, 'IV' | 'V'>> = { cleaning: 'IV', software: 'V', agency: 'V' }

/** The slip of a tax whose month is over, as the local authority would have issued it. */
async function writeSlips({ db, companyId, books, random }: Recording, taxes: readonly DemoTax[]): Promise<void> {
  const { company, today, ownerId } = books.facts
  const slips = taxes
    .filter(tax => tax.due_date < today)
    .map(tax => {
      const at = instantOf(addDays(tax.due_date, -5))
      const id = random.id(at)
      const ask = {
        kind: 'SLIP' as const,
        tax_kind: tax.kind,
        document_number: company.document_number,
        competence: monthOf(tax.competence_date),
        amount_cents: tax.amount_cents,
        pay_until: tax.due_date,
      }
      return { id, subject_id: tax.id, ask, answer: slipOf(id, ask), created_at: textOf(at), answered_at: textOf(at + 2_000) }
    })
  await sql`
    insert into authority_requests (company_id, id, kind, subject_id, status, ask, answer, attempts, user_id, created_at, answered_at)
    select ${companyId}, s.id, 'SLIP', s.subject_id, 'DONE', s.ask, s.answer, 1, ${ownerId}, s.created_at, s.answered_at
    from jsonb_to_recordset(${JSON.stringify(slips)}::jsonb)
      as s(id uuid, subject_id uuid, ask jsonb, answer jsonb, created_at timestamptz, answered_at timestamptz)`.execute(db)
}

interface DemoTax {
  id: string
  kind: 'DAS' | 'DAS_MEI'
  competence_date: Day
  due_date: Day
  amount_cents: number
}

interface Bill {
  id: string
  due_date: Day
  amount_cents: number
  status: string
}

export async function writeTaxes(recording: Recording): Promise<void> {
  const { db, companyId, books, random, opened } = recording
  const { sink, company, sector, start, today, accountantId } = books.facts
  const activity = meiActivityOf(sector)
  sink.add('tax_profiles', {
    id: random.id(instantOf(start, -2)),
    created_at: textOf(instantOf(start, -2)),
    opening_date: opened,
    main_activity: activity,
    services_annex: ANNEXES[company.sector] ?? 'III',
    mei_activity: activity,
  })
  await sink.flush(true)
  const profile = await readProfile(db, companyId)
  const isMei = company.regime === 'MEI'
  const written: DemoTax[] = []
  for (const bill of await taxBills(recording)) {
    const competence = addMonths(startOfMonth(bill.due_date), -1)
    const computed = isMei
      ? await computeMei(db, companyId, profile, competence.slice(0, 7))
      : await simples(recording, profile, bill, competence)
    const created = happenedAt(addMonths(competence, 1) > today ? today : addMonths(competence, 1), -3, today)
    const tax: DemoTax = {
      id: random.id(created),
      kind: isMei ? 'DAS_MEI' : 'DAS',
      competence_date: competence,
      due_date: bill.due_date,
      amount_cents: computed.amount_cents,
    }
    written.push(tax)
    sink.add('taxes', {
      ...tax,
      created_at: textOf(created),
      revenue_cents: computed.revenue_cents,
      steps: computed.steps,
      warnings: computed.warnings,
      bill_id: bill.id,
      created_by: accountantId,
    })
  }
  await writeSlips(recording, written)
}

/** The bills of the company's own tax: those due in the last year, and the next one. */
async function taxBills({ db, companyId, books }: Recording): Promise<Bill[]> {
  const { company, today } = books.facts
  const category = books.category(company.regime === 'MEI' ? 'DAS-MEI' : 'Simples Nacional (DAS)')
  const bills = await all(
    db,
    sql<Bill>`select id, due_date, amount_cents, status from entries where company_id = ${companyId} and category_id = ${category}
      and recurrence_id is not null order by due_date`,
  )
  const next = bills.findIndex(bill => bill.due_date >= today)
  return bills.slice(Math.max(0, next + 1 - KEPT), next + 1)
}

/** Computed from the books while it may still change; once a bank line says what was paid, that amount. */
async function simples({ db, companyId, books }: Recording, profile: TaxProfile, bill: Bill, competence: Day): Promise<ComputedTax> {
  const { today, settledUpTo } = books.facts
  const isOver = addMonths(competence, 1) <= today
  const isUnpaid = bill.status !== 'PAID' && (bill.due_date > today || bill.due_date < addMonths(settledUpTo, -1))
  if (!isOver || !isUnpaid) {
    const text = isOver ? null : 'estimativa: o mês ainda não terminou'
    const { amount_cents, due_date } = bill
    return { amount_cents, due_date, revenue_cents: null, steps: [{ label: 'Valor informado', amount_cents, text }], warnings: [] }
  }
  const computed = await computeSimples(db, companyId, profile, competence.slice(0, 7))
  await sql`
    update entries set amount_cents = ${computed.amount_cents}, payment_details = null
    where company_id = ${companyId} and id = ${bill.id}`.execute(db)
  return computed
}

/** Delivered in time, on 12 March. */
const DELIVERY = '03-12'
/** One of this many companies forgot it. */
const FORGOTTEN = 8

export async function writeAnnualStatement({ db, companyId, books, random, index }: Recording): Promise<void> {
  const { sink, company, today, ownerId } = books.facts
  const kind = annualStatementKind(company.regime)
  if (kind === undefined || index % FORGOTTEN === FORGOTTEN - 1) return
  const thisYear = Number(today.slice(0, 4))
  const year = `${thisYear}-${DELIVERY}` <= today ? thisYear - 1 : thisYear - 2
  const delivered_on = `${year + 1}-${DELIVERY}`
  const months = await revenueByMonth(db, companyId, await readProfile(db, companyId), `${year}-01`, `${year}-12`)
  const revenues = {
    commerce_revenue_cents: months.reduce((sum, month) => sum + month.commerce_cents, 0),
    services_revenue_cents: months.reduce((sum, month) => sum + month.services_cents, 0),
  }
  const at = instantOf(delivered_on)
  const id = random.id(at)
  sink.add('annual_billing_statements', {
    id,
    created_at: textOf(at),
    kind,
    year,
    ...revenues,
    had_employee: false,
    due_date: statementDueDate(kind, year, null),
    delivered_on,
    created_by: ownerId,
  })
  const ask = { kind: 'STATEMENT', statement: kind, document_number: company.document_number, year, ...revenues }
  const answer = { receipt_number: `${year}.${random.digits(9)}` }
  await sql`
    insert into authority_requests (company_id, id, kind, subject_id, status, ask, answer, attempts, user_id, created_at, answered_at)
    values (${companyId}, ${random.id(at)}, 'STATEMENT', ${id}, 'DONE', ${JSON.stringify(ask)}::jsonb, ${JSON.stringify(answer)}::jsonb, 1,
      ${ownerId},
      ${textOf(at)}, ${textOf(at + 2_000)})`.execute(db)
}
