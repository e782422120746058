// The local bank's accounts and their movements: opened a moment after they are asked for, with a first deposit to try things with.
import { sql } from 'kysely'
import { all, type Db, first } from '#server/db/query.ts'
import type { AccountState, Movement, Party } from '../payments.ts'
import { at, atBank, BRANCH, type Ground, LOCAL_BANK_NAME, LOCAL_ROUTING_NUMBER, localParty, transactionCode } from './ground.ts'

const OPENS_AFTER_MS = 2000
/** R$ 10.000,00, said to be the local environment's. */
export const FIRST_DEPOSIT_CENTS = 1_000_000

export interface BankAccountRow {
  id: string
  document_number: string
  name: string
  number: number
  balance_cents: number
  opens_at: string
  opened: boolean
}

export async function openAccount(ground: Ground, request: { id: string; document_number: string; name: string }): Promise<void> {
  await sql`insert into local_bank_accounts (id, document_number, name, opens_at)
    values (${request.id}, ${request.document_number}, ${request.name}, ${at(ground.clock.now() + OPENS_AFTER_MS)})
    on conflict do nothing`.execute(ground.db)
}

export const findBankAccount = (db: Db, id: string): Promise<BankAccountRow | undefined> =>
  first(db, sql<BankAccountRow>`select * from local_bank_accounts where id = ${id}`)

/** Opens it when its time has come. */
export async function accountState(ground: Ground, id: string): Promise<AccountState | undefined> {
  await atBank(ground, async db => {
    const due = await first(
      db,
      sql<{ id: string }>`
        update local_bank_accounts set opened = true where id = ${id} and not opened and opens_at <= ${at(ground.clock.now())}
        returning id`,
    )
    if (due)
      await post(ground, db, {
        account_id: id,
        type: 'DEPOSIT',
        amount_cents: FIRST_DEPOSIT_CENTS,
        description: 'Depósito inicial do ambiente local',
      })
  })
  const account = await findBankAccount(ground.db, id)
  return (
    account && {
      id,
      status: account.opened ? 'ACTIVE' : 'PENDING',
      routing_number: LOCAL_ROUTING_NUMBER,
      bank_name: LOCAL_BANK_NAME,
      branch_number: BRANCH,
      account_number: accountNumber(account.number),
      balance_cents: account.balance_cents,
    }
  )
}

/** '0000123-4', with a check digit as banks write it. */
export const accountNumber = (number: number): string => `${String(number).padStart(7, '0')}-${(number * 7) % 10}`

export async function accountOf(ground: Ground, documentNumber: string): Promise<Party | undefined> {
  const account = await first(
    ground.db,
    sql<BankAccountRow>`select * from local_bank_accounts where document_number = ${documentNumber} and opened order by number limit 1`,
  )
  return account && localParty(account)
}

export interface NewMovement {
  account_id: string
  type: Movement['type']
  amount_cents: number
  description: string
  counterparty?: Party | null
  end_to_end_id?: string | null
  reference?: string | null
}

/** Moves the balance and writes the line, in the bank's transaction; gives the code. */
export async function post(ground: Ground, db: Db, movement: NewMovement): Promise<string> {
  const code = transactionCode()
  await sql`
    with moved as (update local_bank_accounts set balance_cents = balance_cents + ${movement.amount_cents}
      where id = ${movement.account_id} returning balance_cents)
    insert into local_bank_movements (account_id, code, type, amount_cents, balance_cents, at, description, counterparty, end_to_end_id,
      reference)
    select ${movement.account_id}, ${code}, ${movement.type}, ${movement.amount_cents}, moved.balance_cents, ${at(ground.clock.now())},
      ${movement.description},
      ${movement.counterparty ? JSON.stringify(movement.counterparty) : null}::jsonb, ${movement.end_to_end_id ?? null},
      ${movement.reference ?? null} from moved`.execute(db)
  return code
}

export function movementsOf(ground: Ground, accountId: string, after: number): Promise<Movement[]> {
  return all(
    ground.db,
    sql<Movement>`select seq, code, type, amount_cents, balance_cents, at, description, counterparty, end_to_end_id, reference
      from local_bank_movements where account_id = ${accountId} and seq > ${after} order by seq limit 500`,
  )
}
