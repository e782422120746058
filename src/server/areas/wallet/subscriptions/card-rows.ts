// The SQL of cards: tokens of the acquirer, which of them leave it, and what is known of a card.
import { sql } from 'kysely'
import type { CardFacts } from '#domain/payments/cards.ts'
import { type Db, first } from '#server/db/query.ts'

export async function keepCardToken(db: Db, companyId: string, id: string, token: string): Promise<void> {
  await sql`insert into card_tokens (company_id, id, token) values (${companyId}, ${id}, ${token}) on conflict do nothing`.execute(db)
}

export const cardTokenOf = async (db: Db, companyId: string, id: string): Promise<string | undefined> =>
  (await first(db, sql<{ token: string }>`select token from card_tokens where company_id = ${companyId} and id = ${id}`))?.token

export interface LeavingCard {
  token: string
  /** A charge under way has the same card. */
  in_use: boolean
}

/** Pays nothing any more, and leaves the acquirer. */
export async function letCardGo(db: Db, companyId: string, id: string): Promise<boolean> {
  const done = await sql`update card_tokens set leaving = true where company_id = ${companyId} and id = ${id}`.execute(db)
  return done.numAffectedRows === 1n
}

export const leavingCard = (db: Db, companyId: string, id: string): Promise<LeavingCard | undefined> =>
  first(
    db,
    sql<LeavingCard>`
      select t.token, exists (select 1 from card_tokens o where o.company_id = t.company_id and o.token = t.token and not o.leaving) as in_use
      from card_tokens t where t.company_id = ${companyId} and t.id = ${id} and t.leaving`,
  )

export async function forgetCard(db: Db, companyId: string, id: string): Promise<void> {
  await sql`delete from card_tokens where company_id = ${companyId} and id = ${id} and leaving`.execute(db)
}

/** Undefined: there is none, or it was looked at since. */
export const cardTokenToLook = async (db: Db, companyId: string, id: string, before: Date): Promise<string | undefined> =>
  (
    await first(
      db,
      sql<{ token: string }>`
        select token from card_tokens
        where company_id = ${companyId} and id = ${id} and (looked_at is null or looked_at < ${before})`,
    )
  )?.token

export async function setCardLooked(db: Db, companyId: string, id: string, at: Date): Promise<void> {
  await sql`update card_tokens set looked_at = ${at} where company_id = ${companyId} and id = ${id}`.execute(db)
}

export async function setCardFacts(db: Db, companyId: string, id: string, facts: CardFacts): Promise<void> {
  await sql`
    update pre_approvals set brand = ${facts.brand}, last4 = ${facts.last4}, expires_on = ${facts.expires_on}
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** The payment ended: the copy of an authorised card goes; true when one given for this month alone leaves the acquirer first. */
export async function dropCard(db: Db, companyId: string, paymentId: string): Promise<boolean> {
  const copy = await sql`
    delete from card_tokens t where t.company_id = ${companyId} and t.id = ${paymentId} and exists (
      select 1 from card_tokens o where o.company_id = t.company_id and o.token = t.token and o.id <> t.id)`.execute(db)
  return copy.numAffectedRows !== 1n && (await letCardGo(db, companyId, paymentId))
}
