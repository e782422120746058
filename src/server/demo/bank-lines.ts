// One company's statements while they are written: one per account and month, their lines, and the balances that the bank reports.
import { type Day, endOfMonth, monthOf, startOfMonth } from '#domain/days.ts'
import type { StatementEntryStatus } from '#domain/enums.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import { LOCAL_ROUTING_NUMBER } from '#server/adapters/local-bank/ground.ts'
import type { Random } from './random.ts'
import { Running } from './running.ts'
import type { Sink } from './sink.ts'
import { type Account, instantOf, type Movement, textOf } from './title.ts'

/** Patterns cached: most memos of a company repeat. */
const PATTERNS = 20_000

export class BankLines {
  readonly #facts: { readonly random: Random; readonly sink: Sink; readonly today: Day }
  readonly #main: Account
  readonly #statements = new Map<string, string>()
  readonly #last = new Map<string, { id: string; day: Day }>()
  readonly #patterns = new Map<string, string>()
  readonly #running = new Running()
  #number = 0

  constructor(facts: { readonly random: Random; readonly sink: Sink; readonly today: Day }, main: Account) {
    this.#facts = facts
    this.#main = main
  }

  /** Signed cents; without an account the movement belongs to the main one. */
  add(cents: number, movement: Movement, status: StatementEntryStatus, conciliation_id: string | null = null): void {
    const { random, today } = this.#facts
    const account = movement.account ?? this.#main
    const read = movement.day === today ? instantOf(today, -4) : instantOf(movement.day, 18)
    const number = movement.transaction ?? `${movement.day.replaceAll('-', '')}${String(++this.#number).padStart(7, '0')}`
    this.#facts.sink.add('statement_entries', {
      id: random.id(read),
      created_at: textOf(read),
      ...(conciliation_id ? { updated_at: textOf(instantOf(movement.day, 22)) } : {}),
      bank_account_id: account.id,
      statement_id: this.#statement(account, movement.day),
      date: movement.day,
      time: movement.time ?? (movement.memo.startsWith('PIX') ? someTime(random) : null),
      description: movement.memo,
      amount_cents: cents,
      kind: cents < 0 ? 'DEBIT' : 'CREDIT',
      status,
      transaction_id: number,
      identity_key: `fitid:${number}`,
      memo_pattern: this.#pattern(movement.memo),
      conciliation_id,
    })
    this.#running.add(account.id, movement.day, cents)
  }

  /** The sum of an account's lines, its lowest value ever, and its newest statement. */
  of(accountId: string): { total: number; lowest: number; statement: { id: string; day: Day } | undefined } {
    return { ...this.#running.extremes(accountId), statement: this.#last.get(accountId) }
  }

  #pattern(memo: string): string {
    let pattern = this.#patterns.get(memo)
    if (pattern === undefined) {
      pattern = memoPattern(memo)
      if (this.#patterns.size < PATTERNS) this.#patterns.set(memo, pattern)
    }
    return pattern
  }

  /** The statement of the account's month. */
  #statement(account: Account, day: Day): string {
    const key = `${account.id}|${monthOf(day)}`
    const known = this.#statements.get(key)
    if (known) return known
    const { random, sink, today } = this.#facts
    const end = endOfMonth(day) < today ? endOfMonth(day) : today
    const read = end === today ? instantOf(today, -4) : instantOf(end, 17)
    const id = random.id(read)
    this.#statements.set(key, id)
    sink.add('statements', {
      id,
      created_at: textOf(read),
      bank_account_id: account.id,
      source: account === this.#main ? 'OFX' : account.routing === LOCAL_ROUTING_NUMBER ? 'DIGITAL_ACCOUNT' : 'OPEN_FINANCE',
      start_date: startOfMonth(day),
      end_date: end,
    })
    const last = this.#last.get(account.id)
    if (!last || last.day < end) this.#last.set(account.id, { id, day: end })
    return id
  }
}

/** Pix lines carry their minute. */
const someTime = (random: Random): string => `${String(random.int(8, 19)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`
