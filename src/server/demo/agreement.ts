// The collection agreement of a demo company with its Sicoob account, still on trial: with it a newcomer makes boletos and a remessa at once.
import type { Recording } from './recording.ts'
import { instantOf, textOf } from './title.ts'

const SICOOB = '756'

export function writeAgreement({ books, random, opened }: Recording): void {
  const account = books.accounts.find(each => each.routing === SICOOB)
  if (!account) return
  const at = instantOf(opened, -4)
  const [number = '', digit = ''] = account.number.split('-')
  books.facts.sink.add('agreements', {
    id: random.id(at),
    created_at: textOf(at),
    bank_account_id: account.id,
    bank_code: SICOOB,
    layout: '240',
    branch: account.branch,
    branch_digit: '0',
    account: number,
    account_digit: digit,
    code: '229385',
    wallet: '1',
    variation: '01',
    interest_rate: 100,
    fine_rate: 200,
  })
}
