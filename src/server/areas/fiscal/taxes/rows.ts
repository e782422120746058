// The SQL of taxes and of what was asked of the tax authority for them.
import { type RawBuilder, sql } from 'kysely'
import type { Tax, TaxDetail, TaxSlip, TaxStep } from '#contract/taxes.ts'
import type { TaxStatus } from '#domain/enums.ts'
import { isFederal, type TaxKind } from '#domain/taxes/labels.ts'
import { lateCharges } from '#domain/taxes/late.ts'
import type { AuthorityAsk } from '#server/adapters/tax-authority.ts'
import { qrSvg } from '#server/base/qr.ts'
import { all, type Db, first } from '#server/db/query.ts'

export type StoredSlip = Omit<TaxSlip, 'payable'>

export interface StoredTax {
  id: string
  company_id: string
  version: number
  kind: TaxKind
  competence_date: string
  due_date: string
  amount_cents: number
  revenue_cents: number | null
  additional_information: string | null
  revenue_code: string | null
  assessment_date: string | null
  reference_number: string | null
  steps: TaxStep[]
  warnings: string[]
  bill_id: string | null
  /** Of its bill: paying or sending that is paying or scheduling the tax. */
  bill_status: string | null
  /** How often it was put into a file of payments. */
  carried: number
  slip: StoredSlip | null
  created_at: string
  updated_at: string
}

const slipColumns = sql`
  r.id, r.status, (r.ask->>'amount_cents')::bigint as amount_cents, r.ask->>'pay_until' as pay_until, r.answer->>'number' as number,
  r.answer->>'barcode' as barcode, r.answer->>'digitable_line' as digitable_line, r.answer->>'emv_code' as emv_code, r.reason,
    to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`

function select(companyId: string, where: RawBuilder<unknown>): RawBuilder<StoredTax> {
  return sql<StoredTax>`select t.*, e.id as bill_id, e.status as bill_status, to_jsonb(s) as slip
    from taxes t
    left join entries e on e.company_id = t.company_id and e.id = t.bill_id and e.deleted_at is null
    left join lateral (select ${slipColumns} from authority_requests r
      where r.company_id = t.company_id and r.subject_id = t.id order by r.created_at desc, r.id desc limit 1) s on true
    where t.company_id = ${companyId} and t.deleted_at is null and ${where} order by t.due_date, t.kind, t.id`
}

export function listTaxes(db: Db, companyId: string, from: string | undefined, to: string | undefined): Promise<StoredTax[]> {
  const since = from === undefined ? sql`true` : sql`t.due_date >= ${from}::date`
  const until = to === undefined ? sql`true` : sql`t.due_date <= ${to}::date`
  return all(db, select(companyId, sql`${since} and ${until}`))
}

export const findTax = (db: Db, companyId: string, id: string): Promise<StoredTax | undefined> =>
  first(db, select(companyId, sql`t.id = ${id}`))

export const findTaxOf = (db: Db, companyId: string, kind: TaxKind, competence: string): Promise<StoredTax | undefined> =>
  first(db, select(companyId, sql`t.kind = ${kind} and t.competence_date = ${competence}`))

/** Holds the tax until the end of the transaction: two clicks ask for one slip. */
export async function lockTax(db: Db, companyId: string, id: string): Promise<void> {
  await sql`select 1 from taxes where company_id = ${companyId} and id = ${id} for update`.execute(db)
}

const slipsOf = (db: Db, companyId: string, taxId: string): Promise<StoredSlip[]> =>
  all(
    db,
    sql<StoredSlip>`
      select ${slipColumns} from authority_requests r where r.company_id = ${companyId} and r.subject_id = ${taxId}
      order by r.created_at desc, r.id desc`,
  )

export type NewTax = Omit<StoredTax, 'company_id' | 'version' | 'bill_status' | 'carried' | 'slip' | 'created_at' | 'updated_at'> & {
  created_by: string
}

export async function insertTax(db: Db, companyId: string, tax: NewTax): Promise<void> {
  await sql`
    insert into taxes (company_id, id, kind, competence_date, due_date, amount_cents, revenue_cents, additional_information, steps,
      warnings, bill_id, created_by, revenue_code, assessment_date, reference_number)
    values (${companyId}, ${tax.id}, ${tax.kind}, ${tax.competence_date}, ${tax.due_date}, ${tax.amount_cents}, ${tax.revenue_cents},
      ${tax.additional_information},
      ${JSON.stringify(tax.steps)}::jsonb, ${JSON.stringify(tax.warnings)}::jsonb, ${tax.bill_id}, ${tax.created_by},
      ${tax.revenue_code}, ${tax.assessment_date}, ${tax.reference_number})`.execute(db)
}

/** Computes again what the same month said before. */
export async function updateTax(db: Db, companyId: string, tax: NewTax): Promise<void> {
  await sql`update taxes set due_date = ${tax.due_date}, amount_cents = ${tax.amount_cents}, revenue_cents = ${tax.revenue_cents},
      additional_information = ${tax.additional_information}, steps = ${JSON.stringify(tax.steps)}::jsonb,
      warnings = ${JSON.stringify(tax.warnings)}::jsonb, bill_id = ${tax.bill_id}
    where company_id = ${companyId} and id = ${tax.id} and deleted_at is null`.execute(db)
}

export type CorrectedTax = Pick<
  StoredTax,
  'due_date' | 'amount_cents' | 'additional_information' | 'revenue_code' | 'assessment_date' | 'reference_number' | 'steps'
>

export async function correctTax(db: Db, companyId: string, id: string, tax: CorrectedTax): Promise<void> {
  await sql`update taxes set due_date = ${tax.due_date}, amount_cents = ${tax.amount_cents},
      additional_information = ${tax.additional_information}, revenue_code = ${tax.revenue_code}, assessment_date = ${tax.assessment_date},
      reference_number = ${tax.reference_number}, steps = ${JSON.stringify(tax.steps)}::jsonb
    where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** A file of payments takes the taxes of these bills as they are: what was corrected before stays. */
export async function carryTaxes(db: Db, companyId: string, billIds: readonly string[]): Promise<void> {
  await sql`update taxes set carried = carried + 1
    where company_id = ${companyId} and bill_id = any (${[...billIds]}::uuid[]) and deleted_at is null`.execute(db)
}

/** The file of payments that a bill is in, while the bank may still pay it. */
export const fileOfBill = (db: Db, companyId: string, billId: string): Promise<{ status: string; sequence: number | null } | undefined> =>
  first(
    db,
    sql<{ status: string; sequence: number | null }>`select f.status, f.sequence from file_payments p
      join payment_files f on f.company_id = p.company_id and f.id = p.payment_file_id
      where p.company_id = ${companyId} and p.bill_id = ${billId} and p.deleted_at is null
        and p.status in ('WAITING', 'PROCESSING', 'UNKNOWN') limit 1`,
  )

export async function setBill(db: Db, companyId: string, id: string, billId: string): Promise<void> {
  await sql`update taxes set bill_id = ${billId} where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** The open bill of the tax takes the digits to pay it by. */
export async function giveToBill(db: Db, companyId: string, taxId: string, digitableLine: string): Promise<void> {
  await sql`
    update entries e set payment_details = coalesce(e.payment_details,
      '{}') || ${JSON.stringify({ boleto: { digitable_line: digitableLine } })}::jsonb
    from taxes t where t.company_id = ${companyId} and t.id = ${taxId} and e.company_id = t.company_id and e.id = t.bill_id
      and e.deleted_at is null and e.status in ('PENDING', 'WAITING_APPROVAL', 'APPROVED')`.execute(db)
}

/** And loses them again, unless it has got others. */
export async function takeFromBill(db: Db, companyId: string, taxId: string, digitableLine: string): Promise<void> {
  await sql`
    update entries e set payment_details = nullif(e.payment_details - 'boleto', '{}')
    from taxes t where t.company_id = ${companyId} and t.id = ${taxId} and e.company_id = t.company_id and e.id = t.bill_id
      and e.payment_details #>> '{boleto,digitable_line}' = ${digitableLine}
      and e.deleted_at is null and e.status in ('PENDING', 'WAITING_APPROVAL', 'APPROVED')`.execute(db)
}

export async function deleteTax(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update taxes set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

export async function insertRequest(
  db: Db,
  companyId: string,
  request: { id: string; subject_id: string; ask: AuthorityAsk; user_id: string },
): Promise<void> {
  await sql`insert into authority_requests (company_id, id, kind, subject_id, ask, user_id)
    values (${companyId}, ${request.id}, ${request.ask.kind}, ${request.subject_id}, ${JSON.stringify(request.ask)}::jsonb,
      ${request.user_id})`.execute(db)
}

/** Never stored: paid or sent with its bill, overdue by the day. */
export function statusOf(tax: StoredTax, today: string): TaxStatus {
  if (tax.bill_status === 'PAID') return 'PAID'
  if (tax.bill_status === 'WAITING_PAYMENT') return 'SCHEDULED'
  return tax.due_date < today ? 'OVERDUE' : 'OPEN'
}

/** What paying on a day adds to an open federal tax. */
export const chargesOn = (tax: Pick<StoredTax, 'kind' | 'amount_cents' | 'due_date'>, day: string) =>
  lateCharges(tax.amount_cents, tax.due_date, isFederal(tax.kind) ? day : tax.due_date)

const toSlip = (tax: StoredTax, slip: StoredSlip, today: string): TaxSlip => {
  const { fine_cents, interest_cents } = chargesOn(tax, slip.pay_until)
  const isOfTax = slip.amount_cents === tax.amount_cents + fine_cents + interest_cents
  return { ...slip, payable: slip.status === 'DONE' && slip.pay_until >= today && isOfTax }
}

export function toTax(stored: StoredTax, today: string): Tax {
  const { bill_status: _, carried: _carried, steps: _steps, warnings: _warnings, slip, ...tax } = stored
  const status = statusOf(stored, today)
  const { fine_cents, interest_cents } = status === 'OVERDUE' ? chargesOn(stored, today) : { fine_cents: 0, interest_cents: 0 }
  return {
    ...tax,
    slip: slip && toSlip(stored, slip, today),
    status,
    fine_cents,
    interest_cents,
    total_cents: tax.amount_cents + fine_cents + interest_cents,
  }
}

export async function toDetail(db: Db, stored: StoredTax, today: string): Promise<TaxDetail> {
  return {
    ...toTax(stored, today),
    steps: stored.steps,
    warnings: stored.warnings,
    slips: (await slipsOf(db, stored.company_id, stored.id)).map(slip => toSlip(stored, slip, today)),
    qr_code: stored.slip?.emv_code ? await qrSvg(stored.slip.emv_code) : null,
  }
}
