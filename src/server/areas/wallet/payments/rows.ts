// The SQL of payment orders and their payments.

import { type RawBuilder, sql } from 'kysely'
import { errorText } from '#contract/errors.ts'
import type { Payment, PaymentOrder } from '#contract/payments.ts'
import { maskCpfForLists } from '#domain/documents.ts'
import type { PaymentKind, PaymentOrderStatus, PaymentStatus } from '#domain/enums.ts'
import type { Party, PaymentRefusal } from '#server/adapters/payments.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { StoredTarget } from './targets.ts'

export interface StoredPayment {
  id: string
  company_id: string
  payment_order_id: string
  kind: PaymentKind
  status: PaymentStatus
  bill_id: string | null
  amount_cents: number
  payee_key: string
  target: StoredTarget
  description: string | null
  payee: Party | null
  end_to_end_id: string | null
  transaction_code: string | null
  refusal: PaymentRefusal | null
  /** In the words of the bank. */
  bank_reason: string | null
  outcome_unknown: boolean
  sent_at: string | null
  scheduled_for: string | null
  settled_at: string | null
  created_by: string
}

/** Why the bank did not pay, as a catalogue id where there is one, in the words of a person. */
const REFUSALS: Record<PaymentRefusal, { id: string; message: string }> = {
  insufficient_funds: { id: 'payment.insufficient_funds', message: errorText('payment.insufficient_funds') },
  key_not_found: { id: 'pix.key_not_found', message: errorText('pix.key_not_found') },
  slip_not_found: { id: 'boleto.not_found', message: errorText('boleto.not_found') },
  already_paid: { id: 'provider.rejected', message: 'Esta cobrança já foi paga ou venceu.' },
  amount_mismatch: { id: 'provider.rejected', message: 'O valor de hoje é outro: leia de novo o boleto ou o QR Code.' },
  account_closed: { id: 'provider.rejected', message: 'A conta de quem recebe está encerrada.' },
  code_unreadable: { id: 'provider.rejected', message: 'O banco não leu o QR Code.' },
  refused: { id: 'provider.rejected', message: 'O banco recusou o pagamento.' },
}

export const refusalText = (refusal: PaymentRefusal): string => REFUSALS[refusal].message

/** With the bank's own words after ours. */
export const refusalOf = (refusal: PaymentRefusal, reason: string | null): { id: string; message: string } => ({
  id: REFUSALS[refusal].id,
  message: reason === null ? refusalText(refusal) : `${refusalText(refusal)} Motivo: ${reason}`,
})

export const shownParty = (party: Party): Party => ({ ...party, document_number: maskCpfForLists(party.document_number) })

export function viewOf(payment: StoredPayment): Payment {
  const { target } = payment
  return {
    id: payment.id,
    payment_order_id: payment.payment_order_id,
    kind: payment.kind,
    status: payment.status,
    bill_id: payment.bill_id,
    amount_cents: payment.amount_cents,
    description: payment.description,
    payee: payment.payee && shownParty(payment.payee),
    pix_key: target.kind === 'PIX_KEY' ? target.pix_key : null,
    digitable_line: target.digitable_line ?? null,
    end_to_end_id: payment.end_to_end_id,
    transaction_code: payment.transaction_code,
    refusal: payment.refusal && refusalOf(payment.refusal, payment.bank_reason),
    notice: payment.outcome_unknown ? { id: 'payment.outcome_unknown', message: errorText('payment.outcome_unknown') } : null,
    sent_at: instantOf(payment.sent_at),
    scheduled_for: payment.scheduled_for,
    settled_at: instantOf(payment.settled_at),
  }
}

/** Rows inside JSON carry PostgreSQL's own text of an instant. */
const instantOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

interface OrderRow extends Omit<PaymentOrder, 'payments'> {
  approved_by: string | null
  send_requested_by: string | null
  unknown_device: boolean
  payments: StoredPayment[]
}
export type StoredOrder = OrderRow

const PAYMENT = sql`
  select p.*, o.created_by from payments p join payment_orders o on o.company_id = p.company_id and o.id = p.payment_order_id`

const orders = (where: RawBuilder<unknown>, limit: number) => sql<OrderRow>`
  select o.*, c.name as created_by_name, a.name as approved_by_name, coalesce(n.total_cents, 0) as total_cents,
    coalesce(n.payments_count, 0) as payments_count, coalesce(n.settled_count, 0) as settled_count, coalesce(n.payments, '[]') as payments
  from payment_orders o
  left join users c on c.id = o.created_by
  left join users a on a.id = o.approved_by
  left join lateral (select sum(p.amount_cents)::bigint as total_cents, count(*)::int as payments_count,
      count(*) filter (where p.status = 'SETTLED')::int as settled_count,
      json_agg(to_jsonb(p) || jsonb_build_object('created_by', o.created_by) order by p.position, p.id) as payments
    from payments p where p.company_id = o.company_id and p.payment_order_id = o.id and p.deleted_at is null) n on true
  where ${where} order by o.created_at desc, o.id desc limit ${limit}`

export const orderView = ({ payments, ...order }: OrderRow): PaymentOrder => ({
  ...order,
  payments: payments.map(viewOf),
})

export interface OrderFilter {
  start_date?: string | undefined
  end_date?: string | undefined
  status?: PaymentOrderStatus | undefined
  bill_id?: string | undefined
}

const LIST_CAP = 1000
const dayOf = sql`(o.created_at at time zone 'America/Sao_Paulo')::date`

export async function listOrders(db: Db, companies: readonly string[], filter: OrderFilter): Promise<PaymentOrder[]> {
  const parts = [
    sql`o.company_id = any (${[...companies]}::uuid[])`,
    filter.status ? sql`o.status = ${filter.status}` : sql`true`,
    filter.start_date ? sql`${dayOf} >= ${filter.start_date}::date` : sql`true`,
    filter.end_date ? sql`${dayOf} <= ${filter.end_date}::date` : sql`true`,
    filter.bill_id
      ? sql`exists (select 1 from payments p where p.company_id = o.company_id and p.payment_order_id = o.id and p.bill_id = ${filter.bill_id})`
      : sql`true`,
  ]
  return (await all(db, orders(sql.join(parts, sql` and `), LIST_CAP))).map(orderView)
}

export function findOrder(db: Db, companies: readonly string[], id: string): Promise<OrderRow | undefined> {
  return first(db, orders(sql`o.company_id = any (${[...companies]}::uuid[]) and o.id = ${id}`, 1))
}

/** The order as it stands, nobody else changing it. */
export async function lockOrder(db: Db, companyId: string, id: string): Promise<OrderRow | undefined> {
  await sql`select 1 from payment_orders where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return findOrder(db, [companyId], id)
}

export const findPayment = (db: Db, companyId: string, id: string): Promise<StoredPayment | undefined> =>
  first(db, sql<StoredPayment>`${PAYMENT} where p.company_id = ${companyId} and p.id = ${id}`)

export interface NewOrder {
  id: string
  status: PaymentOrderStatus
  title: string | null
  created_by: string
  send_requested_by: string | null
  pay_on: string | null
  scheduled_since?: string | null
  unknown_device?: boolean
  split_from_id?: string
}

export async function insertOrder(db: Db, companyId: string, order: NewOrder): Promise<void> {
  await sql`insert into payment_orders (company_id, id, status, title, created_by, send_requested_by, pay_on, scheduled_since,
      unknown_device, split_from_id, environment)
    values (${companyId}, ${order.id}, ${order.status}, ${order.title}, ${order.created_by}, ${order.send_requested_by}, ${order.pay_on},
      ${order.scheduled_since ?? null}, ${order.unknown_device ?? false}, ${order.split_from_id ?? null},
      coalesce((select environment from digital_accounts where company_id = ${companyId} and deleted_at is null
        and status = 'ACTIVE'), 'local'))`.execute(db)
  await sql`insert into payment_order_links (id, opens_company_id) values (${order.id}, ${companyId})`.execute(db)
}

export type NewPayment = Pick<StoredPayment, 'id' | 'kind' | 'bill_id' | 'amount_cents' | 'payee_key' | 'target' | 'description' | 'payee'>

export async function insertPayments(db: Db, companyId: string, orderId: string, rows: readonly NewPayment[], now: number): Promise<void> {
  await sql`
    insert into payments (company_id, id, payment_order_id, position, kind, status, bill_id, amount_cents, payee_key, target, description,
      payee, requested_at)
    select ${companyId}, r.id, ${orderId}, r.position, r.kind, 'CREATED', r.bill_id, r.amount_cents, r.payee_key, r.target, r.description,
      r.payee, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, position) => ({ ...row, position })))}::jsonb) as r(id uuid, position int,
      kind text, bill_id uuid, amount_cents bigint, payee_key text, target jsonb, description text, payee jsonb)`.execute(db)
}

export interface OrderChange {
  status?: PaymentOrderStatus
  approved_by?: string
  approved_at?: Date
  sent_at?: Date
  send_requested_by?: string | null
  pay_on?: string | null
  scheduled_since?: Date | null
  unknown_device?: boolean
  reason?: string | null
}

export async function setOrder(db: Db, companyId: string, id: string, change: OrderChange): Promise<void> {
  const columns = Object.entries(change).filter(([, value]) => value !== undefined)
  await sql`update payment_orders set ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

export interface QueuedPayment {
  id: string
  end_to_end_id: string | null
  scheduled_for: string | null
}

export async function queuePayments(
  db: Db,
  companyId: string,
  rows: readonly QueuedPayment[],
  sending: { now: number; unknown_device: boolean },
): Promise<void> {
  await sql`
    update payments p set status = 'QUEUED', sent_at = ${new Date(sending.now)}, unknown_device = ${sending.unknown_device},
      end_to_end_id = r.end_to_end_id,
      scheduled_for = r.scheduled_for
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, end_to_end_id text, scheduled_for date)
    where p.company_id = ${companyId} and p.id = r.id and p.status = 'CREATED'`.execute(db)
}

export async function cancelPayments(db: Db, companyId: string, orderId: string): Promise<void> {
  await sql`
    update payments set status = 'CANCELLED'
    where company_id = ${companyId} and payment_order_id = ${orderId} and status = 'CREATED'`.execute(db)
}

/** Moves payments not yet sent to another order; gives how many were. */
export async function movePayments(db: Db, companyId: string, from: string, to: string, ids: readonly string[]): Promise<number> {
  const result = await sql`update payments set payment_order_id = ${to}
    where company_id = ${companyId} and payment_order_id = ${from} and id = any (${[...ids]}::uuid[]) and status = 'CREATED'`.execute(db)
  return Number(result.numAffectedRows)
}

export interface PaymentChange {
  status?: PaymentStatus
  bill_id?: string | null
  payee?: Party | null
  refusal?: PaymentRefusal | null
  bank_reason?: string | null
  transaction_code?: string | null
  outcome_unknown?: boolean
  settled_at?: Date
}

/** Changes the payment only while it is in one of the statuses: a later word about something already ended finds nothing to change. */
export async function changePayment(
  db: Db,
  companyId: string,
  id: string,
  from: readonly PaymentStatus[],
  change: PaymentChange,
): Promise<boolean> {
  const columns = Object.entries(change).map(([column, value]) =>
    column === 'payee' ? sql`payee = ${value === null ? null : JSON.stringify(value)}::jsonb` : sql`${sql.ref(column)} = ${value}`,
  )
  const result = await sql`
      update payments set ${sql.join(columns)} where company_id = ${companyId} and id = ${id} and status = any (${[...from]})`.execute(db)
  return result.numAffectedRows === 1n
}

/** Whether a payment of the bill is under way or has settled, by the digital account or by file. */
export const isBeingPaid = async (db: Db, companyId: string, billId: string): Promise<boolean> =>
  (await first(
    db,
    sql<{ id: string }>`select id from payments
      where company_id = ${companyId} and bill_id = ${billId} and status in ('CREATED', 'QUEUED', 'PROCESSING', 'SETTLED')
        and deleted_at is null
      union all select id from file_payments where company_id = ${companyId} and bill_id = ${billId}
        and status in ('WAITING', 'PROCESSING', 'UNKNOWN', 'PAID') and deleted_at is null`,
  )) !== undefined

/** When a payment like a refused one was asked for since, and was made or may still be. */
export const askedAgain = (db: Db, companyId: string, refusedId: string): Promise<{ requested_at: string } | undefined> =>
  first(
    db,
    sql<{
      requested_at: string
    }>`select p.requested_at from payments p join payments r on r.company_id = p.company_id and r.id = ${refusedId}
      where p.company_id = ${companyId} and p.bill_id is null and p.payee_key = r.payee_key and p.amount_cents = r.amount_cents
        and p.requested_at > r.requested_at and p.status in ('CREATED', 'QUEUED', 'PROCESSING', 'SETTLED') and p.deleted_at is null
      order by p.requested_at desc limit 1`,
  )

/** The company and status of an order by its id alone, for its public page; sees no other row. */
export const companyOfOrder = (db: Db, id: string): Promise<{ company_id: string; company_name: string } | undefined> =>
  first(
    db,
    sql<{ company_id: string; company_name: string }>`select c.id as company_id, coalesce(c.trade_name, c.name) as company_name
      from payment_order_links l join companies c on c.id = l.opens_company_id where l.id = ${id}`,
  )
