// Stripe's own library over a fetch of ours: it gives forms, versions and types; we give deadline, size, no redirects and silence when asked.
import Stripe from 'stripe'
import type { Clock } from '#server/base/ids.ts'
import { Unanswered } from '../payments.ts'
import { bounded, quietUntilAfter } from '../rest.ts'

export interface StripeSettings {
  url: string
  secretKey: string
  webhookSecret: string
}

/** The version whose words `wire.ts` knows: the account's own may move on. */
const API_VERSION = '2026-10-28.endive'
/** Shorter than whoever waits for a port. */
const TIMEOUT_MS = 4500
const MAX_BYTES = 1024 * 1024

export function stripeClient({ url, secretKey }: StripeSettings, clock: Clock): Stripe {
  let quietUntil = 0
  const guarded: typeof fetch = async (input, init) => {
    if (quietUntil > clock.now()) throw new Unanswered('the acquirer asked for silence')
    const answer = await fetch(input, { ...init, redirect: 'error' })
    if (answer.status === 429) quietUntil = quietUntilAfter(answer.headers.get('retry-after'), clock.now())
    const { status, headers } = answer
    return new Response(await bounded(answer, MAX_BYTES), { status, headers })
  }
  const { protocol, hostname, port } = new URL(url)
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(guarded),
  })
}
