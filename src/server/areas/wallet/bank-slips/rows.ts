// The SQL of slips registered by file, and of what is asked of the bank about them.
import { type RawBuilder, sql } from 'kysely'
import type { BankSlip } from '#contract/collection.ts'
import type { MovementKind } from '#domain/collection/layouts/layout.ts'
import type { BankSlipStatus } from '#domain/collection/slip-states.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { AGREEMENT_NAME } from '../agreements/rows.ts'

const LIST_CAP = 20_000

const select = (companyId: string, where: RawBuilder<unknown>) => sql<BankSlip>`
  select s.*, a.bank_code, a.write_off_code, a.due_date_code, ${AGREEMENT_NAME} as agreement_name,
    coalesce(o.asked, '{}') as asked, coalesce(o.to_send, false) as to_send
  from bank_slips s
  join agreements a on a.company_id = s.company_id and a.id = s.agreement_id
  join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id
  left join (select slip_id, array_agg(kind order by id) filter (where status = 'WAITING') as asked, bool_or(remittance_id is null) as to_send
    from slip_orders where company_id = ${companyId} and deleted_at is null group by slip_id) o on o.slip_id = s.id
  where s.company_id = ${companyId} and s.deleted_at is null and ${where} order by s.created_at desc, s.id desc limit ${LIST_CAP}`

export const listSlips = (db: Db, companyId: string, receivableId: string | undefined): Promise<BankSlip[]> =>
  all(db, select(companyId, receivableId ? sql`s.receivable_id = ${receivableId}` : sql`true`))

export const slipsById = (db: Db, companyId: string, ids: readonly string[]): Promise<BankSlip[]> =>
  all(db, select(companyId, sql`s.id = any (${[...ids]}::uuid[])`))

/** In id order, so that two calls about the same slips wait for each other. */
export async function lockSlips(db: Db, companyId: string, ids: readonly string[]): Promise<BankSlip[]> {
  await sql`select 1 from bank_slips where company_id = ${companyId} and id = any (${[...ids]}::uuid[]) order by id for update`.execute(db)
  return slipsById(db, companyId, ids)
}

/** One more than any slip of the agreement ever had: also one that was taken back keeps its number. */
export async function nextSequence(db: Db, companyId: string, agreementId: string): Promise<number> {
  const row = await first(
    db,
    sql<{ next: number }>`select greatest(a.first_number, coalesce(max(s.sequence), 0) + 1)::bigint as next
      from agreements a left join bank_slips s on s.company_id = a.company_id and s.agreement_id = a.id
      where a.company_id = ${companyId} and a.id = ${agreementId} group by a.first_number`,
  )
  return Number(row?.next ?? 1)
}

export interface Chargeable {
  id: string
  status: string
  amount_cents: number
  due_date: string
  has_children: boolean
  contact: {
    name: string
    document_number: string | null
    address: Record<string, string | null> | null
  } | null
  /** It has a live slip, or a charge of the digital account. */
  charged: boolean
}

/** Receivables with who is to pay them, locked in id order. */
export function chargeable(db: Db, companyId: string, ids: readonly string[]): Promise<Chargeable[]> {
  return all(
    db,
    sql<Chargeable>`select e.id, e.status, e.amount_cents, e.due_date, e.has_children,
        (select jsonb_build_object('name', k.name, 'document_number', k.document_number, 'address', k.address)
          from contacts k where k.company_id = e.company_id and k.id = e.contact_id and k.deleted_at is null) as contact,
        exists (select 1 from bank_slips s where s.company_id = e.company_id and s.receivable_id = e.id and s.deleted_at is null
          and s.status in ('WAITING', 'REGISTERED'))
        or exists (select 1 from charges c where c.company_id = e.company_id and c.receivable_id = e.id and c.deleted_at is null
          and c.payment_method = 'BOLETO' and c.status in ('PENDING', 'PROCESSING') and c.expiration_date >= current_date) as charged
      from entries e where e.company_id = ${companyId} and e.id = any (${[...ids]}::uuid[]) and e.kind = 'RECEIVABLE' and e.deleted_at is null
      order by e.id for update of e`,
  )
}

export type NewSlip = Pick<
  BankSlip,
  | 'id'
  | 'receivable_id'
  | 'number'
  | 'digit'
  | 'document'
  | 'amount_cents'
  | 'due_date'
  | 'issue_date'
  | 'interest_rate'
  | 'fine_rate'
  | 'protest_days'
  | 'payer'
  | 'barcode'
  | 'digitable_line'
> & { agreement_id: string; sequence: number; write_off_days: number | null; created_by: string | null }

export async function insertSlips(db: Db, companyId: string, rows: readonly NewSlip[]): Promise<void> {
  await sql`insert into bank_slips (company_id, id, agreement_id, receivable_id, sequence, number, digit, document, amount_cents, due_date,
      issue_date, interest_rate, fine_rate, protest_days, write_off_days, payer, barcode, digitable_line, created_by)
    select ${companyId}, r.id, r.agreement_id, r.receivable_id, r.sequence, r.number, r.digit, r.document, r.amount_cents, r.due_date,
      r.issue_date, r.interest_rate, r.fine_rate, r.protest_days, r.write_off_days, r.payer, r.barcode, r.digitable_line, r.created_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, agreement_id uuid, receivable_id uuid, sequence bigint, number text,
      digit text, document text, amount_cents bigint, due_date date, issue_date date, interest_rate int, fine_rate int, protest_days int,
      write_off_days int, payer jsonb, barcode text, digitable_line text, created_by uuid)`.execute(db)
}

export interface NewOrder {
  id: string
  slip_id: string
  kind: MovementKind
  due_date: string | null
  rebate_cents: number | null
}

export async function insertOrders(db: Db, companyId: string, rows: readonly NewOrder[]): Promise<void> {
  await sql`insert into slip_orders (company_id, id, slip_id, kind, due_date, rebate_cents)
    select ${companyId}, r.id, r.slip_id, r.kind, r.due_date, r.rebate_cents
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, slip_id uuid, kind text, due_date date, rebate_cents bigint)`.execute(
    db,
  )
}

export interface SlipChange {
  id: string
  status?: BankSlipStatus
  refusal?: string | null
  due_date?: string
  rebate_cents?: number
  number?: string
  digit?: string
  barcode?: string
  digitable_line?: string
  paid_cents?: number | null
  paid_on?: string | null
  line_id?: string | null
}

/** Sets what each change names; the rest stays. */
export async function changeSlips(db: Db, companyId: string, changes: readonly SlipChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`update bank_slips s set status = coalesce(r.row->>'status', s.status),
      refusal = case when r.row ? 'refusal' then r.row->>'refusal' else s.refusal end,
      due_date = coalesce((r.row->>'due_date')::date, s.due_date), rebate_cents = coalesce((r.row->>'rebate_cents')::bigint, s.rebate_cents),
      number = coalesce(r.row->>'number', s.number), digit = coalesce(r.row->>'digit', s.digit),
      barcode = coalesce(r.row->>'barcode', s.barcode), digitable_line = coalesce(r.row->>'digitable_line', s.digitable_line),
      paid_cents = coalesce((r.row->>'paid_cents')::bigint, s.paid_cents), paid_on = coalesce((r.row->>'paid_on')::date, s.paid_on),
      line_id = coalesce((r.row->>'line_id')::uuid, s.line_id)
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as r(row)
    where s.company_id = ${companyId} and s.id = (r.row->>'id')::uuid`.execute(db)
}
