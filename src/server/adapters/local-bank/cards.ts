// The acquirer of the local environment: a token says by itself what becomes of the card.
import { sql } from 'kysely'
import { type CardFacts, expiryDay } from '#domain/payments/cards.ts'
import { first } from '#server/db/query.ts'
import type { CardAcquirer, CardRequest, CardState } from '../card-acquirer.ts'
import { at, faulted, type Ground, type GroundOptions, groundOf } from './ground.ts'

const SETTLES_MS = 3000
const REFUSALS: readonly (readonly [prefix: string, reason: string])[] = [
  ['tok_recusado', 'Cartão recusado pelo emissor.'],
  ['tok_sem_limite', 'Cartão sem limite.'],
]

export function localAcquirer(options: GroundOptions): CardAcquirer {
  const ground = groundOf(options)
  return {
    environment: 'local',
    hosted: false,
    page: async () => undefined,
    card: async (_, token) => ({ token, facts: factsIn(token) }),
    release: async () => ({ released: true }),
    facts: async token => factsIn(token),
    charge: request => faulted(ground, 'chargeCard', request.id, () => charge(ground, request)),
    charged: ({ id }) => stateOf(ground, id),
    // Nobody contests what no bank charged.
    dispute: async () => undefined,
    readNotice: async () => undefined,
  }
}

/** Our page writes them at the end of the token: tok_local_…_visa_0829_4242. */
function factsIn(token: string): CardFacts | null {
  const [, brand, month, year, last4] = /_([a-z]+)_(0[1-9]|1[0-2])(\d{2})_(\d{4})$/.exec(token) ?? []
  return brand && month && year && last4 ? { brand, last4, expires_on: expiryDay(2000 + Number(year), Number(month)) } : null
}

async function charge(ground: Ground, request: CardRequest): Promise<CardState | undefined> {
  const refusal = REFUSALS.find(([prefix]) => request.card_token.startsWith(prefix))?.[1] ?? null
  await sql`insert into local_bank_cards (id, status, refusal, amount_cents, settles_at)
    values (${request.id}, ${refusal ? 'REJECTED' : 'PROCESSING'}, ${refusal}, ${request.amount_cents},
      ${at(ground.clock.now() + SETTLES_MS)}) on conflict do nothing`.execute(ground.db)
  return stateOf(ground, request.id)
}

async function stateOf(ground: Ground, id: string): Promise<CardState | undefined> {
  await sql`
    update local_bank_cards set status = 'PAID'
    where id = ${id} and status = 'PROCESSING' and settles_at <= ${at(ground.clock.now())}`.execute(ground.db)
  return first(ground.db, sql<CardState>`select id, status, refusal from local_bank_cards where id = ${id}`)
}
