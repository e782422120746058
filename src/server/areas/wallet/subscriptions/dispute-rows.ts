// The SQL of disputes: whose month a charge pays, and what of it is kept.
import { sql } from 'kysely'
import type { CardDispute } from '#server/adapters/card-acquirer.ts'
import { type Db, first } from '#server/db/query.ts'
import type { StoredBilling } from './rows.ts'

const LOST = 'O titular do cartão contestou o pagamento.'

const ofCharge = (companyId: string, chargeId: string) =>
  sql`company_id = ${companyId} and (payment_id = ${chargeId} or disputed_payment_id = ${chargeId})`

export const billingOfCharge = (db: Db, companyId: string, chargeId: string): Promise<StoredBilling | undefined> =>
  first(db, sql<StoredBilling>`select * from subscription_billings where ${ofCharge(companyId, chargeId)}`)

export const lockBillingOfCharge = (db: Db, companyId: string, chargeId: string): Promise<StoredBilling | undefined> =>
  first(db, sql<StoredBilling>`select * from subscription_billings where ${ofCharge(companyId, chargeId)} for update`)

/** A word that is not known leaves the state before it. */
export async function keepDispute(
  db: Db,
  { company_id, id: billingId, dispute_id }: StoredBilling,
  chargeId: string,
  { id, status, said }: CardDispute,
): Promise<void> {
  await sql`
    update subscription_billings
    set dispute_id = ${status === null ? (dispute_id ?? id) : id}, disputed_payment_id = ${chargeId}, dispute_status = coalesce(${status}, dispute_status),
      dispute_unknown = ${status === null ? said : null}
    where company_id = ${company_id} and id = ${billingId}`.execute(db)
}

/** Owed again, by a person's hand: no card is charged for it by itself. */
export async function loseMonth(db: Db, { company_id, id }: StoredBilling, today: string): Promise<void> {
  await sql`
    update subscription_billings set paid = false, payment_id = null, lost_on = ${today}, refusal = ${LOST}
    where company_id = ${company_id} and id = ${id}`.execute(db)
}

export async function winMonth(db: Db, { company_id, id }: StoredBilling, chargeId: string): Promise<void> {
  await sql`
    update subscription_billings
    set paid = true, payment_id = ${chargeId}, payment_method = 'CREDIT_CARD', lost_on = null, refusal = null
    where company_id = ${company_id} and id = ${id}`.execute(db)
}
