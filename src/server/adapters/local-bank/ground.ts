// What every part of the local bank stands on: its clock, its own transactions, its name, and the faults it was told to commit.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Clock } from '#server/base/ids.ts'
import { type Db, first } from '#server/db/query.ts'
import type { Party } from '../payments.ts'

export const LOCAL_BANK_NAME = 'Banco Razão (ambiente local)'
export const LOCAL_ISPB = '99999008'
export const LOCAL_ROUTING_NUMBER = '999'
export const LOCAL_LOCATIONS = 'pix.razao.local/qr/v2'
export const BRANCH = '0001'

/** How the bank fails when told to. Before the effect nothing was done; after it everything was, and only the answer is lost. */
export const FAULT_MODES = [
  'timeout_before',
  'timeout_after',
  'error_before',
  'error_after',
  'reset',
  'rate_limited',
  'truncated',
  'slow',
  'silence',
  'delay_2h',
  'contradiction',
  'duplicate_callback',
  'out_of_order',
  'bad_signature',
] as const
export type FaultMode = (typeof FAULT_MODES)[number]
/** Faults of what the bank decides rather than of the line to it. */
export const DECIDING: readonly FaultMode[] = ['delay_2h', 'contradiction', 'out_of_order']

export interface Ground {
  /** Its own connections: the bank never takes part in a transaction of ours. */
  db: Db
  clock: Clock
  secret: Uint8Array
  /** How long a call that times out hangs: longer than anybody waits. */
  hangMs: number
  /** Where callbacks go. */
  callback: (body: string, signature: string) => void
}

export type GroundOptions = Pick<Ground, 'db' | 'clock' | 'secret'> & Partial<Pick<Ground, 'hangMs' | 'callback'>>

export const groundOf = (options: GroundOptions): Ground => ({ hangMs: 60_000, callback: () => {}, ...options })

export const at = (ms: number): Date => new Date(ms)

export const atBank = <T>(ground: Ground, work: (db: Db) => Promise<T>): Promise<T> => ground.db.transaction().execute(tx => work(tx))

export const localParty = (account: { name: string; document_number: string }): Party => ({
  name: account.name,
  document_number: account.document_number,
  bank_name: LOCAL_BANK_NAME,
})

export const transactionCode = (): string => randomBytes(12).toString('hex').toUpperCase()

export const hang = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

export const FAULTY_OPERATIONS = ['pay', 'payment', 'registerCharge', 'movements', 'chargeCard'] as const
export type FaultyOperation = (typeof FAULTY_OPERATIONS)[number]

const Fault = z.object({
  operation: z.enum(FAULTY_OPERATIONS),
  mode: z.enum(FAULT_MODES),
  times: z.int().min(1).max(1000).default(1),
})

/** The next so many calls of the operation fail in that way. */
export async function tellFault(db: Db, told: unknown): Promise<{ ok: boolean }> {
  const fault = Fault.safeParse(told)
  if (!fault.success) return { ok: false }
  const { operation, mode, times } = fault.data
  await sql`insert into local_bank_faults (operation, mode, times) values (${operation}, ${mode}, ${times})`.execute(db)
  return { ok: true }
}

/** Takes the next fault told for the operation, if any. */
export async function nextFault(ground: Ground, operation: string): Promise<FaultMode | undefined> {
  const fault = await first(
    ground.db,
    sql<{ mode: FaultMode }>`update local_bank_faults set times = times - 1
      where id = (select id from local_bank_faults where operation = ${operation} and times > 0 order by id limit 1 for update skip locked)
      returning mode`,
  )
  return fault?.mode
}

/** The first bytes of an answer whose connection was closed too early, read as whoever waits for it reads them. */
const cutShort = (answer: unknown): object => JSON.parse((JSON.stringify(answer ?? null) as string).slice(0, -1))

/** Runs a call as the fault makes it: the answer lost before or after the effect, late, broken, or followed by callbacks nobody may trust. */
export async function under<T>(
  ground: Ground,
  mode: FaultMode | undefined,
  reference: string,
  effect: () => Promise<T>,
): Promise<T | object> {
  if (mode === 'rate_limited') throw new Error('429 Too Many Requests')
  if (mode === 'reset') throw new Error('ECONNRESET')
  if (mode === 'error_before') throw new Error('500 Internal Server Error')
  if (mode === 'timeout_before') {
    await hang(ground.hangMs)
    throw new Error('ETIMEDOUT')
  }
  const call = () => ground.callback(reference, signCallback(ground.secret, reference))
  // Word of what is not done yet, and again after it: callbacks overtake what they speak of.
  if (mode === 'out_of_order') call()
  if (mode === 'bad_signature') ground.callback(reference, signCallback(new Uint8Array(32), reference))
  const answer = await effect()
  if (mode === 'timeout_after' || mode === 'silence') {
    await hang(ground.hangMs)
    throw new Error('ETIMEDOUT')
  }
  if (mode === 'error_after') throw new Error('500 Internal Server Error')
  // Byte after byte, whole in the end: but by then nobody waits for it.
  if (mode === 'slow') await hang(ground.hangMs)
  if (mode === 'truncated') return cutShort(answer)
  if (mode === 'out_of_order') call()
  if (mode === 'duplicate_callback') for (let times = 0; times < 5; times++) call()
  return answer
}

/** Runs one operation under the fault told for it, if any. */
export async function faulted<T>(
  ground: Ground,
  operation: FaultyOperation,
  reference: string,
  effect: (fault: FaultMode | undefined) => Promise<T>,
): Promise<T | object> {
  const fault = await nextFault(ground, operation)
  return under(ground, fault, reference, () => effect(fault && DECIDING.includes(fault) ? fault : undefined))
}

export function signCallback(secret: Uint8Array, body: string): string {
  return createHmac('sha256', secret).update(`local-bank:${body}`).digest('hex')
}

export function readSigned(secret: Uint8Array, body: string, signature: string): string | undefined {
  const right = Buffer.from(signCallback(secret, body))
  const given = Buffer.from(signature)
  return right.length === given.length && timingSafeEqual(right, given) ? body : undefined
}
