// Which charges were sent to Stripe, and which of its payment intents each became: known once Stripe has answered or was looked through.
import { sql } from 'kysely'
import { type Db, first } from '#server/db/query.ts'
import { inScopeOf, scopeToAll } from '#server/db/scope.ts'
import type { CardRequest } from '../card-acquirer.ts'

type Ref = Pick<CardRequest, 'company_id' | 'id'>

export interface SentCharge {
  provider_id: string | null
  sent_at: string
}

export const sentCharge = (db: Db, ref: Ref): Promise<SentCharge | undefined> =>
  inScopeOf(db, ref.company_id, tx =>
    first(tx, sql<SentCharge>`select provider_id, sent_at from stripe_charges where company_id = ${ref.company_id} and id = ${ref.id}`),
  )

/** Kept before it is sent, so that a lost answer is looked for. */
export async function keepSent(db: Db, ref: Ref, at: Date): Promise<void> {
  await inScopeOf(db, ref.company_id, tx =>
    sql`insert into stripe_charges (company_id, id, sent_at) values (${ref.company_id}, ${ref.id}, ${at}) on conflict do nothing`.execute(
      tx,
    ),
  )
}

export async function keepProviderId(db: Db, ref: Ref, providerId: string): Promise<void> {
  await inScopeOf(db, ref.company_id, tx =>
    sql`update stripe_charges set provider_id = ${providerId} where company_id = ${ref.company_id} and id = ${ref.id}`.execute(tx),
  )
}

/** Whose charge stands behind a payment intent; undefined: none of ours. */
export const chargeBehind = (db: Db, providerId: string): Promise<Ref | undefined> =>
  db.transaction().execute(async tx => {
    await scopeToAll(tx)
    return first(tx, sql<Ref>`select company_id, id from stripe_charges where provider_id = ${providerId}`)
  })
