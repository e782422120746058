// Comparing the rows of a file with what is stored: the same steps when it is read and when it is taken in.

import type { Db } from '#server/db/query.ts'
import { cursorNow } from '#server/kernel/columnar.ts'
import type { FileReader } from '#server/parsers/reader.ts'
import type { PlanAnswer, PlanTarget } from '#server/parsers/statement-reader.ts'
import { closedDays, storedRows } from './known-rows.ts'
import type { ImportAccount } from './rows.ts'

/** Decides every row against what `db` sees now; `cursor` tells later whether that still holds. */
export async function planFile(
  reader: FileReader,
  db: Db,
  companyId: string,
  accounts: readonly ImportAccount[],
  now: number,
): Promise<PlanAnswer & { cursor: string }> {
  // Taken before the rows: what is written in between counts as newer.
  const cursor = await cursorNow(db)
  const closed = await closedDays(db, companyId)
  const targets: PlanTarget[] = []
  for (const { indexes, bank_account_id, reason, first_day, last_day } of accounts) {
    const stored =
      bank_account_id === null || first_day === null || last_day === null
        ? '[]'
        : await storedRows(db, companyId, bank_account_id, first_day, last_day)
    targets.push({ indexes, bank_account_id, reason: reason ?? undefined, stored })
  }
  return { ...(await reader.plan({ targets, closed, now })), cursor }
}
