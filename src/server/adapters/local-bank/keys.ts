// The local directory of Pix keys: who holds which, and claims that resolve by themselves after a while.
import { sql } from 'kysely'
import { type Db, first } from '#server/db/query.ts'
import type { ClaimState, KeyHolder, KeyState, Party } from '../payments.ts'
import { accountNumber, type BankAccountRow, findBankAccount } from './accounts.ts'
import { at, atBank, BRANCH, type Ground, localParty } from './ground.ts'

/** The other holder has a week; in the local environment it answers in half a minute. */
const CLAIM_STEP_MS = 15_000

interface KeyRow {
  key: string
  type: KeyHolder['type']
  account_id: string | null
  holder: Party
}

export const findKeyRow = (db: Db, key: string): Promise<KeyRow | undefined> =>
  first(db, sql<KeyRow>`select * from local_bank_keys where key = ${key}`)

export async function keyHolder(ground: Ground, key: string): Promise<KeyHolder | undefined> {
  const row = await findKeyRow(ground.db, key)
  if (!row) return undefined
  const account = row.account_id === null ? undefined : await findBankAccount(ground.db, row.account_id)
  return {
    ...row.holder,
    key: row.key,
    type: row.type,
    branch_number: BRANCH,
    account_number: account ? accountNumber(account.number) : '0000001-9',
    account_id: row.account_id,
  }
}

/** TAKEN when somebody else holds it. */
export function registerKey(ground: Ground, request: { account_id: string; key: string; type: string }): Promise<KeyState> {
  return atBank(ground, async db => {
    const account = (await findBankAccount(db, request.account_id)) as BankAccountRow
    await sql`insert into local_bank_keys (key, type, account_id, holder)
      values (${request.key}, ${request.type}, ${request.account_id}, ${JSON.stringify(localParty(account))}::jsonb)
      on conflict do nothing`.execute(db)
    const row = await findKeyRow(db, request.key)
    return { key: request.key, status: row?.account_id === request.account_id ? 'ACTIVE' : 'TAKEN' }
  })
}

export async function deleteKey(ground: Ground, request: { account_id: string; key: string }): Promise<KeyState> {
  await sql`delete from local_bank_keys where key = ${request.key} and account_id = ${request.account_id}`.execute(ground.db)
  return { key: request.key, status: 'ABSENT' }
}

/** A holder at another institution, for the demonstration and for tests. */
export async function seedKey(ground: Ground, key: { key: string; type: string; holder: Party }): Promise<void> {
  await sql`
    insert into local_bank_keys (key, type, holder) values (${key.key}, ${key.type}, ${JSON.stringify(key.holder)}::jsonb)
    on conflict do nothing`.execute(ground.db)
}

export async function claimKey(
  ground: Ground,
  request: { id: string; account_id: string; key: string; type: string; kind: string },
): Promise<ClaimState | undefined> {
  await sql`insert into local_bank_claims (id, key, type, kind, account_id, status, made_at)
    values (${request.id}, ${request.key}, ${request.type}, ${request.kind}, ${request.account_id}, 'OPEN', ${at(ground.clock.now())})
    on conflict do nothing`.execute(ground.db)
  return claimState(ground, request.id)
}

interface ClaimRow extends ClaimState {
  type: string
  account_id: string
  made_at: string
}

/** OPEN, WAITING_RESOLUTION, CONFIRMED by the other holder, then COMPLETED, when the key changes hands; a portability between two owners is CANCELLED. */
export function claimState(ground: Ground, id: string): Promise<ClaimState | undefined> {
  return atBank(ground, async db => {
    const claim = await first(db, sql<ClaimRow>`select * from local_bank_claims where id = ${id} for update`)
    if (!claim) return undefined
    const age = ground.clock.now() - Date.parse(claim.made_at)
    let status = claim.status
    if (status === 'OPEN' && age >= CLAIM_STEP_MS) status = 'WAITING_RESOLUTION'
    if (status === 'WAITING_RESOLUTION' && age >= 2 * CLAIM_STEP_MS) status = (await mayChangeHands(db, claim)) ? 'CONFIRMED' : 'CANCELLED'
    if (status === 'CONFIRMED' && age >= 3 * CLAIM_STEP_MS) status = await changeHands(db, claim)
    if (status !== claim.status) await sql`update local_bank_claims set status = ${status} where id = ${id}`.execute(db)
    return { id, key: claim.key, kind: claim.kind, status }
  })
}

async function mayChangeHands(db: Db, claim: ClaimRow): Promise<boolean> {
  const account = (await findBankAccount(db, claim.account_id)) as BankAccountRow
  const held = await findKeyRow(db, claim.key)
  return claim.kind !== 'PORTABILITY' || !held || held.holder.document_number === account.document_number
}

async function changeHands(db: Db, claim: ClaimRow): Promise<'COMPLETED'> {
  const account = (await findBankAccount(db, claim.account_id)) as BankAccountRow
  await sql`insert into local_bank_keys (key, type, account_id, holder)
    values (${claim.key}, ${claim.type}, ${claim.account_id}, ${JSON.stringify(localParty(account))}::jsonb)
    on conflict (key) do update set account_id = excluded.account_id, holder = excluded.holder`.execute(db)
  return 'COMPLETED'
}
