// The company's digital account: a bank account that the product itself pays and receives through.
import { sql } from 'kysely'
import type { DigitalAccount } from '#contract/digital-account.ts'
import { fail } from '#server/base/fail.ts'
import { type Db, first } from '#server/db/query.ts'

export interface StoredAccount extends DigitalAccount {
  movement_cursor: number
  created_by: string | null
}

/** The company's account, one that was refused aside. */
export const findAccountOf = (db: Db, companyId: string): Promise<StoredAccount | undefined> =>
  first(
    db,
    sql<StoredAccount>`
      select * from digital_accounts where company_id = ${companyId} and deleted_at is null order by (status = 'REJECTED'), created_at desc
      limit 1`,
  )

/** An account that may pay and receive. Throws `digital_account.not_open`. */
export async function mustHaveAccount(db: Db, companyId: string): Promise<StoredAccount> {
  const account = await findAccountOf(db, companyId)
  if (account?.status !== 'ACTIVE') throw fail('digital_account.not_open')
  return account
}
