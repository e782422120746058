// The local aggregator: banks that take their time, ask for codes, fail and recover, told by the words in an item's id.
//
// 'local-341-mfa-two' is an item of bank 341 that asks for a code and has two accounts. Words, in any order after the bank:
//   mfa       asks for a code (123456; any other is refused), and gives up waiting after five minutes
//   action    waits three seconds for the person to authorise in the bank's app; 'denied' has them refuse
//   login     refuses the credentials until they are given anew; 'locked' refuses them for good
//   flaky     is not available the first time; 'down' never is; 'unreachable' is the aggregator itself failing
//   partial   answers without the last three days
//   two       has a savings account as well; 'empty' has no movements; 'busy' has ten times as many
import { sql } from 'kysely'
import { addYears, dayInSaoPaulo } from '#domain/days.ts'
import type { ConnectionState } from '#domain/open-finance.ts'
import type { Clock } from '#server/base/ids.ts'
import { type Db, first } from '#server/db/query.ts'
import { inScopeOf } from '#server/db/scope.ts'
import { type ItemRef, type OpenFinance, ProviderUnavailable } from './open-finance.ts'
import { localAccounts, localTransactions, seedOf } from './open-finance-lines.ts'

export const LOCAL_CODE = '123456'

const CODE_WAIT_MS = 5 * 60_000
const BANKS = ['001', '033', '104', '237', '260', '341', '748', '756']

interface StoredItem {
  started_ms: number
  executions: number
  answer: string | null
  answered_ms: number | null
  renewed: boolean
  created_ms: number
  revoked: boolean
}

const wordsOf = (itemId: string): ReadonlySet<string> => new Set(itemId.split('-'))

export function bankOf(itemId: string): string {
  const written = /^local-(\d{3})(-|$)/.exec(itemId)?.[1]
  return written ?? BANKS[seedOf(itemId) % BANKS.length] ?? '001'
}

const state = (status: ConnectionState['status'], execution_status: ConnectionState['execution_status']): ConnectionState => ({
  status,
  execution_status,
})

/** What follows once the bank let us in, by milliseconds since then. */
function working(words: ReadonlySet<string>, ms: number): ConnectionState {
  if (ms < 1000) return state('UPDATING', 'ACCOUNTS_IN_PROGRESS')
  if (ms < 2000) return state('UPDATING', 'TRANSACTIONS_IN_PROGRESS')
  if (ms < 2500) return state('MERGING', 'TRANSACTIONS_IN_PROGRESS')
  return state('UPDATED', words.has('partial') ? 'PARTIAL_SUCCESS' : 'SUCCESS')
}

/** Where an execution stands at an instant. */
export function stateAt(itemId: string, item: StoredItem, now: number): ConnectionState {
  const words = wordsOf(itemId)
  if (item.revoked) return state('LOGIN_ERROR', 'USER_AUTHORIZATION_NOT_GRANTED')
  const ms = now - item.started_ms
  if (ms < 1000) return state('UPDATING', item.executions <= 1 ? 'CREATING' : 'LOGIN_IN_PROGRESS')
  if (words.has('locked')) return state('LOGIN_ERROR', 'ACCOUNT_LOCKED')
  if (words.has('login') && !item.renewed) return state('LOGIN_ERROR', 'INVALID_CREDENTIALS')
  if (words.has('down') || (words.has('flaky') && item.executions <= 1)) return state('OUTDATED', 'SITE_NOT_AVAILABLE')
  if (words.has('mfa')) return withCode(words, item, now)
  if (words.has('action')) {
    if (ms < 4000) return state('WAITING_USER_ACTION', 'USER_AUTHORIZATION_PENDING')
    return words.has('denied') ? state('LOGIN_ERROR', 'USER_AUTHORIZATION_NOT_GRANTED') : working(words, ms - 4000)
  }
  return working(words, ms - 1000)
}

function withCode(words: ReadonlySet<string>, item: StoredItem, now: number): ConnectionState {
  if ((item.answered_ms ?? now) - item.started_ms > CODE_WAIT_MS) return state('OUTDATED', 'USER_INPUT_TIMEOUT')
  if (item.answered_ms === null) return state('WAITING_USER_INPUT', 'WAITING_USER_INPUT')
  const ms = now - item.answered_ms
  if (ms < 1000) return state('UPDATING', 'LOGIN_MFA_IN_PROGRESS')
  return item.answer === LOCAL_CODE ? working(words, ms - 1000) : state('LOGIN_ERROR', 'INVALID_CREDENTIALS_MFA')
}

export function localOpenFinance(db: Db, clock: Clock): OpenFinance {
  /** The aggregator's own books, one short transaction each. */
  const inBooks = <T>({ company_id }: ItemRef, work: (tx: Db) => Promise<T>): Promise<T> => inScopeOf(db, company_id, work)

  const read = async (ref: ItemRef): Promise<StoredItem> => {
    if (wordsOf(ref.item_id).has('unreachable')) throw new ProviderUnavailable('the local aggregator was told to fail')
    const found = await inBooks(ref, tx =>
      first(
        tx,
        sql<StoredItem>`
          select (extract(epoch from started_at) * 1000)::bigint as started_ms, executions, answer,
            (extract(epoch from answered_at) * 1000)::bigint as answered_ms,
          renewed, (extract(epoch from created_at) * 1000)::bigint as created_ms, revoked_at is not null as revoked
        from local_open_finance_items where company_id = ${ref.company_id} and item_id = ${ref.item_id}`,
      ),
    )
    if (!found) throw new ProviderUnavailable('the local aggregator does not know the item')
    return found
  }

  return {
    provider: 'local',
    institutionOf: async ({ item_id }) => bankOf(item_id),

    async begin(ref, { renew }) {
      const now = new Date(clock.now())
      await inBooks(ref, tx =>
        sql`insert into local_open_finance_items as i (company_id, item_id, started_at, executions, created_at)
          values (${ref.company_id}, ${ref.item_id}, ${now}, 1, ${now})
          on conflict (company_id, item_id) do update
          set started_at = excluded.started_at, executions = i.executions + 1, answer = null, answered_at = null,
            renewed = i.renewed or ${renew}, revoked_at = case when ${renew} then null else i.revoked_at end`.execute(tx),
      )
    },

    async answer(ref, code) {
      await inBooks(ref, tx =>
        sql`update local_open_finance_items set answer = ${code}, answered_at = ${new Date(clock.now())}
          where company_id = ${ref.company_id} and item_id = ${ref.item_id}`.execute(tx),
      )
    },

    async item(ref) {
      const item = await read(ref)
      const consent_expires_at = addYears(dayInSaoPaulo(item.created_ms), 1)
      return { ...stateAt(ref.item_id, item, clock.now()), consent_expires_at, authorize_url: null, asks_label: null }
    },

    async accounts(ref) {
      const item = await read(ref)
      return localAccounts(ref, bankOf(ref.item_id), wordsOf(ref.item_id), dayInSaoPaulo(item.created_ms), dayInSaoPaulo(clock.now()))
    },

    async transactions(ref, accountId, from) {
      await read(ref)
      return localTransactions(accountId, bankOf(ref.item_id), wordsOf(ref.item_id), from, dayInSaoPaulo(clock.now()))
    },

    async revoke(ref) {
      await inBooks(ref, tx =>
        sql`
          update local_open_finance_items set revoked_at = ${new Date(clock.now())}
          where company_id = ${ref.company_id} and item_id = ${ref.item_id}`.execute(tx),
      )
    },

    /** Its items have the ids that we gave them. */
    async adopt() {},
  }
}
