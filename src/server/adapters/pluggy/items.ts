// Which item of Pluggy stands behind an item of ours: known once Pluggy has answered, or has said so by a notice.
import { sql } from 'kysely'
import { type Db, first } from '#server/db/query.ts'
import { inScopeOf } from '#server/db/scope.ts'
import type { ItemRef } from '../open-finance.ts'

export async function providerIdOf(db: Db, ref: ItemRef): Promise<string | undefined> {
  const row = await inScopeOf(db, ref.company_id, tx =>
    first(
      tx,
      sql<{ provider_item_id: string }>`
        select provider_item_id from pluggy_items where company_id = ${ref.company_id} and item_id = ${ref.item_id}`,
    ),
  )
  return row?.provider_item_id
}

/** The first that is heard stays: a second item for the same consent would bring everything twice. */
export async function keepProviderId(db: Db, ref: ItemRef, providerItemId: string): Promise<void> {
  await inScopeOf(db, ref.company_id, tx =>
    sql`
      insert into pluggy_items (company_id, item_id, provider_item_id) values (${ref.company_id}, ${ref.item_id}, ${providerItemId})
      on conflict (company_id, item_id) do nothing`.execute(tx),
  )
}

/** A consent given anew makes a new item. */
export async function forgetProviderId(db: Db, ref: ItemRef): Promise<void> {
  await inScopeOf(db, ref.company_id, tx =>
    sql`delete from pluggy_items where company_id = ${ref.company_id} and item_id = ${ref.item_id}`.execute(tx),
  )
}
