// What every agreement of a demo company with its bank has in common: the account, and the day it was made.
import type { Recording } from './recording.ts'
import { instantOf, textOf } from './title.ts'

const DAYS_BEFORE_OPENING = 4

/** undefined where the company has no account at this bank. */
export function agreementAt(routing: string, { books, random, opened }: Recording) {
  const account = books.accounts.find(each => each.routing === routing)
  if (!account) return undefined
  const at = instantOf(opened, -DAYS_BEFORE_OPENING)
  const [number = '', digit = ''] = account.number.split('-')
  return {
    id: random.id(at),
    created_at: textOf(at),
    bank_account_id: account.id,
    bank_code: routing,
    branch: account.branch,
    account: number,
    account_digit: digit,
  }
}
