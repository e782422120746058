// The acquirer of cards, as a port: a card is typed where no number reaches us, is charged by our own id, and is only believed when read back.
import { z } from 'zod'
import { DISPUTE_STATUSES } from '#domain/enums.ts'
import type { CardEnvironment, CardFacts as Facts } from '#domain/payments/cards.ts'

export interface CardRequest {
  company_id: string
  /** Ours: sent twice, it is one charge. */
  id: string
  /** The billing it pays, which a notice quotes. */
  billing_id: string
  /** Of the acquirer: a card number never comes here. */
  card_token: string
  amount_cents: number
}

export const CardState = z.object({
  id: z.string(),
  status: z.enum(['PROCESSING', 'PAID', 'REJECTED']),
  refusal: z.string().nullable(),
})
export type CardState = z.infer<typeof CardState>

/** Where the person types the card. */
export const CardPage = z.object({ address: z.url({ protocol: /^https?$/ }) })
export const CardFacts = z.object({
  brand: z.string().max(40),
  last4: z.string().regex(/^\d{4}$/),
  expires_on: z.iso.date(),
}) satisfies z.ZodType<Facts>
/** A card that may be charged from now on; null: the acquirer tells nothing of it. */
export const TakenCard = z.object({ token: z.string(), facts: CardFacts.nullable() })

/** It can be charged no more. */
export const ReleasedCard = z.object({ released: z.literal(true) })

/** The holder of the card contests a payment. */
export const CardDispute = z.object({
  id: z.string(),
  /** Null: a state that we do not know. */
  status: z.enum(DISPUTE_STATUSES).nullable(),
  /** As the acquirer calls it. */
  said: z.string().max(80),
})
export type CardDispute = z.infer<typeof CardDispute>

/** What to look at, the payment of a billing or the dispute of a charge by our own id; nothing of it is believed. */
export interface CardNotice {
  company_id: string
  about: 'billing' | 'dispute'
  id: string
}

/** Rejects when the acquirer did not answer; whatever it answers is read through the schemas above. */
export interface CardAcquirer {
  /** Said wherever this acquirer answers; null: none is connected. */
  readonly environment: CardEnvironment | null
  /** The card is typed on the acquirer's page; false: in ours, where it becomes a token at once. */
  readonly hosted: boolean
  /** Begins taking a card; `return_url` says {CHECKOUT_SESSION_ID} where the acquirer writes what `card` reads. */
  page(request: { id: string; company_id: string; return_url: string; cancel_url: string }): Promise<unknown>
  /** What came of it; undefined: no card of this company was given there. */
  card(companyId: string, given: string): Promise<unknown>
  /** What a kept card is today: banks renew cards under way. Undefined: nothing is known of it. */
  facts(token: string): Promise<unknown>
  /** The acquirer keeps it no more; one it does not keep is released. */
  release(token: string): Promise<unknown>
  charge(request: CardRequest): Promise<unknown>
  /** Undefined: it was never charged, as far as the acquirer knows. */
  charged(request: CardRequest): Promise<unknown>
  /** The newest dispute of a charge; undefined: there is none. */
  dispute(charge: Pick<CardRequest, 'company_id' | 'id'>): Promise<unknown>
  /** Null: nothing we follow. Undefined: not signed by the acquirer, or too long ago. */
  readNotice(body: string, signature: string): Promise<CardNotice | null | undefined>
}

const NONE = 'no acquirer of cards is connected'
const away = () => Promise.reject(new Error(NONE))

export const noCardAcquirer: CardAcquirer = {
  environment: null,
  hosted: true,
  page: away,
  card: away,
  facts: away,
  release: away,
  charge: away,
  charged: away,
  dispute: away,
  readNotice: async () => undefined,
}
