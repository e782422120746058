// What was sent to Stark Bank under ids of ours, and its statement with a growing number: the bank keeps neither for us.
import { sql } from 'kysely'
import { all, type Db, first } from '#server/db/query.ts'
import { inScopeOf } from '#server/db/scope.ts'
import type { Movement, Party, PaymentRefusal } from '../payments.ts'

export const PAYING = ['transfer', 'brcode-payment', 'boleto-payment', 'utility-payment', 'tax-payment'] as const
export type PayingResource = (typeof PAYING)[number]
export type SentResource = PayingResource | 'invoice'

export interface Sent {
  /** Ours; the bank carries it as a tag. */
  id: string
  resource: SentResource
  /** Null while the bank's answer is not known. */
  bank_id: string | null
  amount_cents: number
  payee: Party | null
  /** Why the bank would not take it. */
  refusal: PaymentRefusal | null
  reason: string | null
  sent_at: string
}

/** Whose they are. */
export interface Holder {
  company_id: string
  /** The digital account. */
  account_id: string
}

export type Books = ReturnType<typeof starkBooks>

export function starkBooks(db: Db, { company_id, account_id }: Holder) {
  const within = <T>(work: (tx: Db) => Promise<T>): Promise<T> => inScopeOf(db, company_id, work)
  const ours = sql`company_id = ${company_id} and digital_account_id = ${account_id}`

  return {
    find: (id: string): Promise<Sent | undefined> =>
      within(tx => first(tx, sql<Sent>`select * from stark_requests where ${ours} and id = ${id}`)),

    /** Those whose answer was lost. */
    unanswered: (): Promise<Sent[]> =>
      within(tx =>
        all(tx, sql<Sent>`select * from stark_requests where ${ours} and bank_id is null and refusal is null order by sent_at limit 20`),
      ),

    /** Before it is sent; false when somebody sent it already. */
    claim: (sent: Pick<Sent, 'id' | 'resource' | 'amount_cents' | 'payee'>, now: number): Promise<boolean> =>
      within(async tx => {
        const { id, resource, amount_cents, payee } = sent
        const made = await sql`insert into stark_requests (company_id, id, digital_account_id, resource, amount_cents, payee, sent_at)
          values (${company_id}, ${id}, ${account_id}, ${resource}, ${amount_cents}, ${payee && JSON.stringify(payee)}::jsonb,
            ${new Date(now)}) on conflict do nothing`.execute(tx)
        return made.numAffectedRows === 1n
      }),

    /** It was certainly not taken. */
    release: (id: string): Promise<unknown> =>
      within(tx => sql`delete from stark_requests where ${ours} and id = ${id} and bank_id is null`.execute(tx)),

    keepBankId: (id: string, bankId: string): Promise<unknown> =>
      within(tx => sql`update stark_requests set bank_id = ${bankId} where ${ours} and id = ${id}`.execute(tx)),

    refuse: (id: string, refusal: PaymentRefusal, reason: string): Promise<unknown> =>
      within(tx => sql`update stark_requests set refusal = ${refusal}, reason = ${reason} where ${ours} and id = ${id}`.execute(tx)),

    sendAgain: (id: string, now: number): Promise<unknown> =>
      within(tx => sql`update stark_requests set sent_at = ${new Date(now)} where ${ours} and id = ${id}`.execute(tx)),

    /** Ours behind the resources of the bank, by 'transfer/123'. */
    referencesOf: async (sources: readonly string[]): Promise<Map<string, string>> => {
      const rows = await within(tx =>
        all(
          tx,
          sql<{ source: string; id: string }>`select resource || '/' || bank_id as source, id from stark_requests
            where ${ours} and resource || '/' || bank_id = any (${[...sources]}::text[])`,
        ),
      )
      return new Map(rows.map(({ source, id }) => [source, id]))
    },

    newestAt: async (): Promise<string | undefined> =>
      (await within(tx => first(tx, sql<{ at: string }>`select at from stark_movements where ${ours} order by at desc limit 1`)))?.at,

    unseen: async (codes: readonly string[]): Promise<Set<string>> => {
      const known = await within(tx =>
        all(tx, sql<{ code: string }>`select code from stark_movements where ${ours} and code = any (${[...codes]}::text[])`),
      )
      const seen = new Set(known.map(({ code }) => code))
      return new Set(codes.filter(code => !seen.has(code)))
    },

    /** In the order given; a second reader of the same rows adds none. */
    keepMovements: (movements: readonly Omit<Movement, 'seq'>[]): Promise<unknown> =>
      within(async tx => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`stark:${account_id}`}, 0))`.execute(tx)
        await sql`
          insert into stark_movements (company_id, digital_account_id, seq, code, type, amount_cents, balance_cents, at, description,
            counterparty, end_to_end_id, reference)
          select ${company_id}, ${account_id}, s.last + row_number() over (order by m.position), m.code, m.type, m.amount_cents,
            m.balance_cents, m.at, m.description, m.counterparty, m.end_to_end_id, m.reference
          from (select coalesce(max(seq), 0) as last from stark_movements where ${ours}) s,
            jsonb_to_recordset(${JSON.stringify(movements.map((each, position) => ({ ...each, position })))}::jsonb)
              as m(position int, code text, type text, amount_cents bigint, balance_cents bigint, at timestamptz, description text,
                counterparty jsonb, end_to_end_id text, reference uuid)
          where not exists (select 1 from stark_movements k where k.company_id = ${company_id}
            and k.digital_account_id = ${account_id} and k.code = m.code)`.execute(tx)
      }),

    movementsAfter: (seq: number): Promise<Movement[]> =>
      within(tx =>
        all(
          tx,
          sql<Movement>`select seq, code, type, amount_cents, balance_cents, at, description, counterparty, end_to_end_id, reference
            from stark_movements where ${ours} and seq > ${seq} order by seq limit 500`,
        ),
      ),
  }
}
