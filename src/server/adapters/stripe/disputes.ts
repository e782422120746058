// What Stripe's words for a dispute mean to us. An inquiry that was closed moved no money; an appeal changes nothing until it is won.
import type { DisputeStatus } from '#domain/enums.ts'

const STATUSES: Readonly<Record<string, DisputeStatus>> = {
  appeal_needs_response: 'LOST',
  appeal_under_review: 'LOST',
  lost: 'LOST',
  needs_response: 'OPEN',
  under_review: 'OPEN',
  warning_closed: 'WON',
  warning_needs_response: 'OPEN',
  warning_under_review: 'OPEN',
  won: 'WON',
}

/** Null: a word that we do not know. */
export const disputeStatusOf = (said: string): DisputeStatus | null => STATUSES[said] ?? null
