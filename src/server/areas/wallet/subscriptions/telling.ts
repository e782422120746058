// What people hear of a subscription: whoever subscribed, and whoever may pay it.
import type { StoredSubscription } from '#server/areas/people/plan/rows.ts'
import { activeMembers, whoMay } from '#server/areas/platform/notifications/audience.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Db } from '#server/db/query.ts'

const news = ({ company_id }: StoredSubscription, title: string, body: string) =>
  ({ company_id, type: 'TRANSACTION', title, body, action: `/company/${company_id}/subscriptions` }) as const

/** To whoever subscribed. */
export async function tell(db: Db, subscription: StoredSubscription, title: string, body: string): Promise<void> {
  const { created_by } = subscription
  if (created_by !== null) await notify(db, { ...news(subscription, title, body), user_ids: [created_by] })
}

/** To the company's owners. */
export async function tellOwners(db: Db, subscription: StoredSubscription, title: string, body: string): Promise<void> {
  const owners = whoMay(await activeMembers(db, subscription.company_id), 'subscription', 'c')
  await notify(db, { ...news(subscription, title, body), user_ids: owners })
}
