// The SQL of files of payments, of the payments in them, and of what returns said.
import { type RawBuilder, sql } from 'kysely'
import type { FilePayment, PaymentFile } from '#contract/payment-files.ts'
import type { PayableBill } from '#domain/payment-files/plan.ts'
import type { FilePaymentKind, FilePaymentStatus, PaymentMeaning } from '#domain/payment-files/states.ts'
import type { WrittenPayment } from '#domain/payment-files/write.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { AGREEMENT_NAME } from '../agreements/rows.ts'

const LIST_CAP = 1000

const files = (companyId: string, where: RawBuilder<unknown>) => sql<PaymentFile>`
  select f.id, f.company_id, f.agreement_id, ${AGREEMENT_NAME} as agreement_name, a.bank_code, f.status, f.sequence,
    case when f.status = 'OPEN' then not a.approved else f.is_test end as is_test, f.file_name, f.sha256,
    coalesce(p.payments, 0) as payments_count, coalesce(p.paid, 0) as paid_count, coalesce(p.unpaid, 0) as unpaid_count,
    coalesce(p.total, 0)::bigint as total_cents, p.first_day, f.generated_at, f.sent_at, u.name as sent_by_name, f.created_at
  from payment_files f
  join payment_agreements a on a.company_id = f.company_id and a.id = f.agreement_id
  join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id
  left join users u on u.id = f.sent_by
  left join (select payment_file_id, count(*)::int as payments, count(*) filter (where status = 'PAID')::int as paid,
      count(*) filter (where status in ('REFUSED', 'CANCELLED', 'RETURNED', 'UNKNOWN'))::int as unpaid, sum(amount_cents) as total,
      min(pay_on) as first_day
    from file_payments where company_id = ${companyId} and deleted_at is null group by payment_file_id) p on p.payment_file_id = f.id
  where f.company_id = ${companyId} and f.deleted_at is null and ${where}
  order by f.status = 'OPEN' desc, f.created_at desc, f.id desc limit ${LIST_CAP}`

export const listFiles = (db: Db, companyId: string): Promise<PaymentFile[]> => all(db, files(companyId, sql`true`))
export const findFile = (db: Db, companyId: string, id: string): Promise<PaymentFile | undefined> =>
  first(db, files(companyId, sql`f.id = ${id}`))
export const openFile = (db: Db, companyId: string, agreementId: string): Promise<PaymentFile | undefined> =>
  first(db, files(companyId, sql`f.agreement_id = ${agreementId} and f.status = 'OPEN'`))

export async function insertFile(db: Db, companyId: string, id: string, agreementId: string): Promise<void> {
  await sql`insert into payment_files (company_id, id, agreement_id) values (${companyId}, ${id}, ${agreementId})`.execute(db)
}

/** A payment with all that writing it and answering for it needs. */
export interface StoredFilePayment extends FilePayment {
  payee_document: string
  target: string
  /** Of its file. */
  is_test: boolean
  told_to: string | null
  /** It paid its bill, which no other money did. */
  settled_bill: boolean
}

const payments = (companyId: string, where: RawBuilder<unknown>) => sql<StoredFilePayment>`
  select p.id, p.payment_file_id, p.bill_id, coalesce(p.form, p.kind) as kind, p.number, p.amount_cents, p.pay_on, p.payee_name, p.payee_document, p.target,
    e.additional_information as description, p.status, p.reason, p.paid_cents, p.paid_on, p.settled_bill, f.is_test,
    coalesce(f.sent_by, f.generated_by, p.created_by) as told_to
  from file_payments p
  join payment_files f on f.company_id = p.company_id and f.id = p.payment_file_id
  join entries e on e.company_id = p.company_id and e.id = p.bill_id
  where p.company_id = ${companyId} and p.deleted_at is null and ${where} order by p.sequence limit 20000`

export const paymentsOf = (db: Db, companyId: string, fileId: string): Promise<StoredFilePayment[]> =>
  all(db, payments(companyId, sql`p.payment_file_id = ${fileId}`))

/** Those of an agreement that a return names; the agreement is locked by its reader. */
export const paymentsByNumber = (
  db: Db,
  companyId: string,
  agreementId: string,
  numbers: readonly string[],
): Promise<StoredFilePayment[]> => all(db, payments(companyId, sql`p.agreement_id = ${agreementId} and p.number = any (${[...numbers]})`))

/** What is known of who receives each bill, and the slips among them that a file pays or paid already. */
export const payeesOfBills = (
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<(Pick<PayableBill, 'payee_name' | 'payee_document' | 'darf' | 'tax_kind'> & { id: string })[]> =>
  all(
    db,
    sql`select e.id, coalesce(k.name, e.payment_details->'boleto'->>'recipient_name') as payee_name,
        coalesce(k.document_number, e.payment_details->'boleto'->>'recipient_document_number') as payee_document,
        t.kind as tax_kind, case when t.kind = 'DARF' and t.revenue_code is not null and t.assessment_date is not null then jsonb_build_object('revenue_code', t.revenue_code, 'assessment_date', t.assessment_date,
          'reference_number', t.reference_number, 'due_date', t.due_date, 'principal_cents', t.amount_cents) end as darf
      from entries e left join contacts k on k.company_id = e.company_id and k.id = e.contact_id and k.deleted_at is null
      left join taxes t on t.company_id = e.company_id and t.bill_id = e.id and t.deleted_at is null
      where e.company_id = ${companyId} and e.id = any (${[...ids]}::uuid[])`,
  )

/** The slips among the targets that a file pays or has paid. */
export async function takenSlips(db: Db, companyId: string, targets: readonly string[]): Promise<Set<string>> {
  const rows = await all(
    db,
    sql<{ target: string }>`select target from file_payments where company_id = ${companyId} and target = any (${[...targets]})
      and kind <> 'PIX' and status in ('WAITING', 'PROCESSING', 'UNKNOWN', 'PAID') and deleted_at is null`,
  )
  return new Set(rows.map(row => row.target))
}

/** One more than any payment of the agreement ever had: also one that was taken back keeps its number. */
export async function nextPayment(db: Db, companyId: string, agreementId: string): Promise<number> {
  const row = await first(
    db,
    sql<{ next: number }>`select coalesce(max(sequence), 0) + 1 as next from file_payments
      where company_id = ${companyId} and agreement_id = ${agreementId}`,
  )
  return Number(row?.next ?? 1)
}

export interface NewFilePayment extends Omit<WrittenPayment, 'our_number'> {
  id: string
  bill_id: string
  sequence: number
  number: string
}

/** What older processes do not know stands beside the nearest kind that they do. */
const NEAREST: Readonly<Partial<Record<FilePaymentKind, string>>> = { TRANSFER: 'PIX', DARF: 'COLLECTION' }
const asStored = ({ kind, ...row }: NewFilePayment) => ({ ...row, kind: NEAREST[kind] ?? kind, form: NEAREST[kind] ? kind : null })

export async function insertPayments(
  db: Db,
  companyId: string,
  file: { id: string; agreement_id: string; created_by: string },
  rows: readonly NewFilePayment[],
): Promise<void> {
  await countChange(db, companyId, file.id)
  await sql`insert into file_payments (company_id, id, payment_file_id, agreement_id, bill_id, sequence, number, kind, form, amount_cents,
      pay_on, payee_name, payee_document, target, created_by)
    select ${companyId}, r.id, ${file.id}, ${file.agreement_id}, r.bill_id, r.sequence, r.number, r.kind, r.form, r.amount_cents, r.pay_on,
      r.payee_name, r.payee_document, r.target, ${file.created_by}
    from jsonb_to_recordset(${JSON.stringify(rows.map(asStored))}::jsonb) as r(id uuid, bill_id uuid, sequence bigint, number text, kind text, form text,
      amount_cents bigint, pay_on date, payee_name text, payee_document text, target text)`.execute(db)
}

const countChange = (db: Db, companyId: string, fileId: string) =>
  sql`update payment_files set changes = changes + 1 where company_id = ${companyId} and id = ${fileId}`.execute(db)

/** The file goes with its last payment. */
export async function removePayments(db: Db, companyId: string, fileId: string, ids: readonly string[]): Promise<void> {
  await countChange(db, companyId, fileId)
  await sql`update file_payments set deleted_at = now() where company_id = ${companyId} and id = any (${[...ids]}::uuid[])`.execute(db)
  await sql`update payment_files f set deleted_at = now() where f.company_id = ${companyId} and f.id = ${fileId}
    and not exists (select 1 from file_payments p where p.company_id = f.company_id and p.payment_file_id = f.id
      and p.deleted_at is null)`.execute(db)
}

export async function nextSequence(db: Db, companyId: string, agreementId: string): Promise<number> {
  const row = await first(
    db,
    sql<{ next: number }>`select greatest(a.first_file, coalesce(max(f.sequence), 0) + 1)::int as next
      from payment_agreements a left join payment_files f on f.company_id = a.company_id and f.agreement_id = a.id and f.deleted_at is null
      where a.company_id = ${companyId} and a.id = ${agreementId} group by a.first_file`,
  )
  return row?.next ?? 1
}

export interface Generated {
  id: string
  agreement_id: string
  sequence: number
  is_test: boolean
  file_name: string
  content: string
  sha256: string
  generated_at: string
  generated_by: string
}

/** The files before it are marked, so that none of them can be taken back any more while it stands. */
export async function markGenerated(db: Db, companyId: string, row: Generated): Promise<void> {
  await sql`update payment_files set followed = true where company_id = ${companyId} and agreement_id = ${row.agreement_id}
    and sequence is not null and not followed and deleted_at is null`.execute(db)
  await sql`update payment_files set status = 'GENERATED', sequence = ${row.sequence}, is_test = ${row.is_test},
      file_name = ${row.file_name}, content = ${row.content}, sha256 = ${row.sha256}, generated_at = ${row.generated_at},
      generated_by = ${row.generated_by}
    where company_id = ${companyId} and id = ${row.id}`.execute(db)
}

export const contentOf = (db: Db, companyId: string, id: string): Promise<{ content: string; file_name: string } | undefined> =>
  first(
    db,
    sql<{ content: string; file_name: string }>`select content, file_name from payment_files
      where company_id = ${companyId} and id = ${id} and content is not null and file_name is not null and deleted_at is null`,
  )

export async function markSent(db: Db, companyId: string, id: string, at: string, userId: string): Promise<void> {
  await sql`update payment_files set status = 'SENT', sent_at = ${at}, sent_by = ${userId}
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

export interface FilePaymentChange {
  id: string
  status: FilePaymentStatus
  reason: string | null
  paid_cents: number | null
  paid_on: string | null
}

export type WrittenChange = FilePaymentChange & Pick<StoredFilePayment, 'settled_bill'>

/** A file with nothing left to wait for is answered, also where a person forgot to say that it was sent. */
export async function changePayments(db: Db, companyId: string, changes: readonly WrittenChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`update file_payments p set status = r.status, reason = r.reason, paid_cents = r.paid_cents, paid_on = r.paid_on,
      settled_bill = r.settled_bill
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r(id uuid, status text, reason text, paid_cents bigint, paid_on date,
      settled_bill boolean)
    where p.company_id = ${companyId} and p.id = r.id`.execute(db)
  await sql`update payment_files f set status = 'ANSWERED' where f.company_id = ${companyId} and f.status in ('GENERATED', 'SENT')
    and f.deleted_at is null and exists (select 1 from file_payments p where p.company_id = f.company_id and p.payment_file_id = f.id
      and p.id = any (${changes.map(change => change.id)}::uuid[]))
    and not exists (select 1 from file_payments p where p.company_id = f.company_id and p.payment_file_id = f.id
      and p.status in ('WAITING', 'PROCESSING', 'UNKNOWN') and p.deleted_at is null)`.execute(db)
}

/** The keys among the given that were taken before. */
export async function knownKeys(db: Db, companyId: string, agreementId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await all(
    db,
    sql<{ key: string }>`select key from payment_returns where company_id = ${companyId} and agreement_id = ${agreementId}
      and deleted_at is null and key = any (${[...keys]})`,
  )
  return new Set(rows.map(row => row.key))
}

export interface NewReturn {
  id: string
  agreement_id: string
  file_payment_id: string | null
  file_name: string
  key: string
  number: string
  codes: string
  meaning: PaymentMeaning
  paid_on: string | null
  paid_cents: number
}

export async function insertReturns(db: Db, companyId: string, rows: readonly NewReturn[]): Promise<void> {
  await sql`insert into payment_returns (company_id, id, agreement_id, file_payment_id, file_name, key, number, codes, meaning, paid_on,
      paid_cents)
    select ${companyId}, r.id, r.agreement_id, r.file_payment_id, r.file_name, r.key, r.number, r.codes, r.meaning, r.paid_on, r.paid_cents
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, agreement_id uuid, file_payment_id uuid, file_name text, key text,
      number text, codes text, meaning text, paid_on date, paid_cents bigint)`.execute(db)
}
