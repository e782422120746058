// Cards by Stripe: typed on its own page, kept there, and charged without the person by an id of ours.
import Stripe from 'stripe'
import { type CardFacts, expiryDay } from '#domain/payments/cards.ts'
import type { Clock } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import type { CardAcquirer, CardDispute, CardNotice, CardRequest, CardState } from '../card-acquirer.ts'
import { chargeBehind, keepProviderId, keepSent, sentCharge } from './charges.ts'
import { type StripeSettings, stripeClient } from './client.ts'
import { disputeStatusOf } from './disputes.ts'
import { CARD_GONE, refusalOf } from './refusals.ts'
import { Dispute, Event, PaymentIntent, PaymentMethod, Session } from './wire.ts'

/** Older signatures may be replayed ones. */
const TOLERANCE_SECONDS = 300
/** Their clock may be behind ours. */
const SKEW_SECONDS = 3600
/** What we say when we cancel. */
const GIVEN_UP = 'abandoned'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function stripeAcquirer(settings: StripeSettings, db: Db, clock: Clock): CardAcquirer {
  const stripe = stripeClient(settings, clock)

  const kept = async (request: CardRequest, answer: unknown): Promise<CardState> => {
    const intent = PaymentIntent.parse(answer)
    if (intent.metadata.reference !== request.id || intent.amount !== request.amount_cents)
      throw new Error('the acquirer answered about another charge')
    await keepProviderId(db, request, intent.id)
    if (intent.status !== 'requires_action') return stateOf(request.id, intent)
    // Nobody is there to confirm it: left open, it could still be paid after it was told as refused.
    const cancelling = stripe.paymentIntents.cancel(
      intent.id,
      { cancellation_reason: GIVEN_UP },
      { idempotencyKey: `${request.id}-cancel` },
    )
    return stateOf(request.id, PaymentIntent.parse(await cancelling))
  }

  /** A dispute carries no words of ours: its charge is looked up. */
  const disputed = async (intentId: string | null | undefined): Promise<CardNotice | null> => {
    const charge = intentId ? await chargeBehind(db, intentId) : undefined
    return charge ? { ...charge, about: 'dispute' } : null
  }

  return {
    environment: settings.secretKey.includes('_live_') ? 'stripe' : 'stripe-test',
    hosted: true,

    async page({ id, company_id, return_url, cancel_url }) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'setup',
          currency: 'brl',
          allowed_payment_method_types: ['card'],
          customer_creation: 'always',
          client_reference_id: company_id,
          success_url: return_url,
          cancel_url,
        },
        { idempotencyKey: id },
      )
      return { address: Session.parse(session).url }
    },

    async card(companyId, given) {
      if (!/^cs_\w+$/.test(given)) return undefined
      const session = await known(stripe.checkout.sessions.retrieve(given, { expand: ['setup_intent.payment_method'] }))
      if (!session) return undefined
      const { status, client_reference_id, customer, setup_intent } = Session.parse(session)
      const isGiven = status === 'complete' && setup_intent?.status === 'succeeded' && client_reference_id === companyId
      const method = setup_intent?.payment_method
      // One that was detached since is given no more.
      return isGiven && customer && method?.customer === customer
        ? { token: `${customer}/${method.id}`, facts: factsOf(method) }
        : undefined
    },

    async facts(token) {
      const kept = keptCard(token)
      const method = kept && (await known(stripe.paymentMethods.retrieve(kept.payment_method)))
      return method && factsOf(PaymentMethod.parse(method))
    },

    async release(token) {
      const id = keptCard(token)?.payment_method
      // Read first: what is detached already is refused, and a key would give an answer of before again.
      const method = id && (await known(stripe.paymentMethods.retrieve(id)))
      if (id && method && PaymentMethod.parse(method).customer) PaymentMethod.parse(await stripe.paymentMethods.detach(id))
      return { released: true }
    },

    async charge(request) {
      const card = keptCard(request.card_token)
      if (!card) return rejected(request.id, CARD_GONE)
      await keepSent(db, request, new Date(clock.now()))
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: request.amount_cents,
            currency: 'brl',
            ...card,
            off_session: true,
            confirm: true,
            metadata: { reference: request.id, company: request.company_id, billing: request.billing_id },
          },
          { idempotencyKey: request.id },
        )
        return await kept(request, intent)
      } catch (error) {
        // A refusal carries the payment intent it is about.
        if (error instanceof Stripe.errors.StripeCardError) return kept(request, error.payment_intent)
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
          return rejected(request.id, CARD_GONE)
        throw error
      }
    },

    async charged(request) {
      const sent = await sentCharge(db, request)
      if (!sent) return undefined
      if (sent.provider_id !== null) return kept(request, await stripe.paymentIntents.retrieve(sent.provider_id))
      const [customer = ''] = request.card_token.split('/')
      const since = Math.floor(Date.parse(sent.sent_at) / 1000) - SKEW_SECONDS
      // The list says what happened even when their memory of our key has ended.
      for await (const intent of stripe.paymentIntents.list({ customer, created: { gte: since }, limit: 100 }))
        if (intent.metadata.reference === request.id) return kept(request, intent)
      return undefined
    },

    async dispute(charge) {
      const sent = await sentCharge(db, charge)
      if (!sent?.provider_id) return undefined
      const { data } = await stripe.disputes.list({ payment_intent: sent.provider_id, limit: 1 })
      if (!data[0]) return undefined
      const { id, payment_intent, status } = Dispute.parse(data[0])
      if (payment_intent !== sent.provider_id) throw new Error('the acquirer answered about another charge')
      return { id, status: disputeStatusOf(status), said: status } satisfies CardDispute
    },

    async readNotice(body, signature) {
      try {
        stripe.webhooks.signature?.verifyHeader(body, signature, settings.webhookSecret, TOLERANCE_SECONDS, undefined, clock.now())
      } catch {
        return undefined
      }
      const event = readEvent(body)
      if (event?.type.startsWith('charge.dispute.')) return disputed(event.data.object.payment_intent)
      const { company, billing } = event?.data.object.metadata ?? {}
      return company && billing && UUID.test(company) && UUID.test(billing) ? { company_id: company, about: 'billing', id: billing } : null
    },
  }
}

/** Undefined: a card of the local environment, or of an acquirer before this one. */
function keptCard(token: string): { customer: string; payment_method: string } | undefined {
  const [, customer, payment_method] = /^(cus_\w+)\/(pm_\w+)$/.exec(token) ?? []
  return customer && payment_method ? { customer, payment_method } : undefined
}

const factsOf = ({ card }: PaymentMethod): CardFacts | null =>
  card ? { brand: card.brand, last4: card.last4, expires_on: expiryDay(card.exp_year, card.exp_month) } : null

const readEvent = (body: string) => Event.safeParse(JSON.parse(body)).data

const rejected = (id: string, refusal: string): CardState => ({ id, status: 'REJECTED', refusal })

function stateOf(id: string, { status, cancellation_reason, last_payment_error: error }: PaymentIntent): CardState {
  if (status === 'succeeded') return { id, status: 'PAID', refusal: null }
  if (status === 'requires_action' || cancellation_reason === GIVEN_UP) return rejected(id, refusalOf('authentication_required'))
  if (status === 'requires_payment_method') return rejected(id, refusalOf(error?.decline_code ?? error?.code))
  if (status === 'canceled') return rejected(id, 'A operadora cancelou a cobrança.')
  return { id, status: 'PROCESSING', refusal: null }
}

/** Undefined: Stripe has none by that id. */
async function known<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined
    throw error
  }
}
