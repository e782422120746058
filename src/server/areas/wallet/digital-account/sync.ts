// The bank's movements into the books: each one a statement line, settling at once the bill or the charge it stands for.

import { sql } from 'kysely'
import { z } from 'zod'
import { clockInSaoPaulo, dayInSaoPaulo } from '#domain/days.ts'
import type { StarkStatus } from '#domain/enums.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import { AccountState, ask, Movement, Opening, type Payments, Unanswered } from '#server/adapters/payments.ts'
import { StarkDenied } from '#server/adapters/stark/client.ts'
import { StatementUneven } from '#server/adapters/stark/statement.ts'
import { findAccountOf, type StoredAccount } from '#server/areas/banking/bank-accounts/digital.ts'
import { insertAccount } from '#server/areas/banking/bank-accounts/rows.ts'
import { insertLines, insertStatement } from '#server/areas/banking/bank-statements/rows.ts'
import { newId } from '#server/base/ids.ts'
import { type Db, first } from '#server/db/query.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { isClosedPeriod } from '#server/kernel/database-errors.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { identityKey } from '#server/parsers/statement-reader.ts'
import { bankOf } from '../digital-bank/bank.ts'
import { keepNotices } from '../digital-bank/notices.ts'
import { findConnection, setStarkStatus } from '../digital-bank/rows.ts'
import { activate, insertMovement, lockCursor, moveCursor, refuseAccount } from './rows.ts'
import { settleMovement } from './settling.ts'
import { tellOpener } from './telling.ts'

/** Seconds between two looks at an account of the local bank. */
const LOOK_EVERY = 20
/** At a bank of the company's own. */
const LOOK_EVERY_OUTSIDE = 120
const ASK_AGAIN = 2

const TAGS = [
  'digital_account',
  'bank_accounts',
  'bank_statements',
  'statement_entries',
  'bills',
  'receivables',
  'entries',
  'billings',
  'bank_slips',
  'payment_orders',
  'suggestions',
  'batches',
] as const

/** Opens the account at the bank, then brings its movements, for as long as it lives; gives the seconds until the next look. */
export async function advanceAccount(services: Services, step: MoneyStep): Promise<number | undefined> {
  const account = await inCompany(services, step.company_id, db => findAccountOf(db, step.company_id))
  if (!account || account.status === 'REJECTED') return undefined
  try {
    const bank = await bankOf(services, step.company_id)
    if (account.status !== 'PENDING') await bringMovements(services, bank, account)
    const seconds = account.status === 'PENDING' ? await open(services, bank, account) : every(account)
    await heardFrom(services, account, 'WORKING')
    if (account.environment !== 'local') await keepNotices(services, account)
    return seconds
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    await heardFrom(services, account, statusOf(error))
    return every(account)
  }
}

const every = ({ environment }: StoredAccount): number => (environment === 'local' ? LOOK_EVERY : LOOK_EVERY_OUTSIDE)

function statusOf(error: Unanswered): StarkStatus {
  if (error instanceof StarkDenied) return error.why === 'lost' ? 'UNREADABLE' : 'DENIED'
  return error instanceof StatementUneven ? 'UNEVEN' : 'SILENT'
}

/** What the company's own bank answered last, where it changed. */
async function heardFrom(services: Services, account: StoredAccount, status: StarkStatus): Promise<void> {
  const { company_id } = account
  const connection = await inCompany(services, company_id, db => findConnection(db, company_id))
  if (!connection || connection.project_id === null || connection.status === status) return
  await inBatch(services, batchOf(account, 'Conta Stark Bank consultada'), db =>
    setStarkStatus(db, company_id, status, new Date(services.clock.now())),
  )
}

async function open(services: Services, bank: Payments, account: StoredAccount): Promise<number | undefined> {
  const { company_id, id } = account
  const company = await first(
    services.jobsDb,
    sql<{ document_number: string; name: string }>`select document_number, name from companies where id = ${company_id}`,
  )
  if (!company) return undefined
  const opening = await ask(Opening, bank.openAccount({ id, ...company }), bank.deadlineMs)
  const state = await ask(AccountState, bank.account(id))
  if (!state || state.status === 'PENDING') return ASK_AGAIN
  if (state.status === 'REJECTED') {
    await inBatch(services, batchOf(account, 'Conta digital recusada pelo banco'), async db => {
      if (await refuseAccount(db, company_id, id))
        await tellOpener(db, account, 'Conta digital recusada', 'O banco não abriu a conta. Confira os dados da empresa e peça de novo.')
    })
    return undefined
  }
  await inBatch(services, batchOf(account, 'Conta digital aberta'), async db => {
    const bankAccountId = account.bank_account_id ?? newId(services.clock.now())
    if (account.bank_account_id === null)
      await insertAccount(db, company_id, bankAccountId, {
        kind: 'CHECKING',
        routing_number: state.routing_number,
        institution_name: state.bank_name,
        branch_number: state.branch_number,
        account_number: state.account_number,
        initial_balance_amount_cents: opening?.initial_balance_cents ?? 0,
        date_initial_balance: null,
      })
    await activate(db, company_id, id, state, bankAccountId, services.clock.now())
    const { bank_name, branch_number, account_number } = state
    await tellOpener(db, account, 'Conta digital aberta', `${bank_name}, agência ${branch_number}, conta ${account_number}.`)
  })
  return ASK_AGAIN
}

const batchOf = (account: StoredAccount, label: string) => ({
  company_id: account.company_id,
  user_id: account.created_by ?? undefined,
  command: 'digitalAccounts.open',
  label,
  tags: TAGS,
})

/** Each movement in a batch of its own: one that a closed day refuses waits for the period to be reopened, and what came before it stays. */
async function bringMovements(services: Services, bank: Payments, account: StoredAccount): Promise<void> {
  const found = (await ask(z.array(Movement), bank.movements(account.id, account.movement_cursor), bank.deadlineMs)) ?? []
  for (const movement of found) {
    try {
      await inBatch(services, batchOf(account, movement.description), db => take(services, db, account, movement))
    } catch (error) {
      if (isClosedPeriod(error)) return
      throw error
    }
  }
}

async function take(services: Services, db: Db, account: StoredAccount, movement: Movement): Promise<void> {
  const { company_id, bank_account_id } = account
  if (bank_account_id === null || (await lockCursor(db, company_id, account.id)) >= movement.seq) return
  await moveCursor(db, company_id, account.id, movement.seq)
  const at = Date.parse(movement.at)
  const date = dayInSaoPaulo(at)
  const line = {
    id: newId(services.clock.now()),
    date,
    description: movement.description,
    amount_cents: movement.amount_cents,
    transaction_id: movement.end_to_end_id ?? movement.code,
    identity_key: identityKey({ day: date, amount_cents: movement.amount_cents, memo: movement.code }),
    memo_pattern: memoPattern(movement.description),
    time: clockInSaoPaulo(at),
  }
  await insertLines(db, company_id, { bank_account_id, statement_id: await statementOf(services, db, account, date) }, [line])
  await insertMovement(db, company_id, {
    ...movement,
    id: newId(services.clock.now()),
    digital_account_id: account.id,
    statement_entry_id: line.id,
  })
  await settleMovement(services, db, account, movement, line)
}

/** The day's statement of the account. */
async function statementOf(services: Services, db: Db, { company_id, bank_account_id }: StoredAccount, day: string): Promise<string> {
  const known = await first(
    db,
    sql<{ id: string }>`select id from statements where company_id = ${company_id} and bank_account_id = ${bank_account_id}
      and source = 'DIGITAL_ACCOUNT' and start_date = ${day} and deleted_at is null`,
  )
  if (known) return known.id
  const id = newId(services.clock.now())
  await insertStatement(db, company_id, {
    id,
    bank_account_id: bank_account_id ?? '',
    source: 'DIGITAL_ACCOUNT',
    start_date: day,
    end_date: day,
  })
  return id
}
