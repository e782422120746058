// The bank's notices: whether one is signed with its key, and the address they are sent to. A notice only makes us look.
import { z } from 'zod'
import type { StarkClient } from './client.ts'
import { known, listAll } from './ground.ts'
import { isSignedNotice } from './signing.ts'
import { OneWebhook, PublicKeys, Webhooks } from './wire.ts'

/** Whoever sends garbage makes us ask the bank for its key no more often than this. */
const KEY_ASKED_MS = 60_000
/** Payments of taxes have none: they are asked after. */
const SUBSCRIPTIONS = ['transfer', 'brcode-payment', 'boleto-payment', 'utility-payment', 'invoice', 'deposit']

/** The bank's own key, as it was given last. */
export interface BankKey {
  content: string | undefined
  asked_at: number
}

export function starkNotices(client: StarkClient, now: () => number, key: BankKey) {
  return {
    /** Whether the bank signed it; asked for its key anew when that does not fit. */
    async isNotice(body: string, signature: string): Promise<boolean> {
      const fits = () => key.content !== undefined && isSignedNotice(key.content, body, signature)
      if (fits()) return true
      if (now() - key.asked_at < KEY_ASKED_MS) return false
      key.asked_at = now()
      const { publicKeys } = known(await client.send({ method: 'GET', path: '/public-key', query: { limit: '1' } }, PublicKeys))
      key.content = publicKeys[0]?.content
      return fits()
    },

    async keepNotices(url: string): Promise<void> {
      const there = await listAll(client, '/webhook', {}, Webhooks, page => page.webhooks)
      if (there.some(each => each.url === url)) return
      known(await client.send({ method: 'POST', path: '/webhook', body: { url, subscriptions: SUBSCRIPTIONS } }, OneWebhook))
    },
  }
}

const Event = z.object({ event: z.object({ subscription: z.string(), log: z.looseObject({}) }) })
const Tagged = z.object({ tags: z.array(z.string()) })

export interface StarkNotice {
  subscription: string
  /** What the bank carries of ours. */
  tags: string[]
}

/** Undefined: in words that we do not know. */
export function readNotice(body: string): StarkNotice | undefined {
  try {
    const { subscription, log } = Event.parse(JSON.parse(body)).event
    return { subscription, tags: Object.values(log).flatMap(each => Tagged.safeParse(each).data?.tags ?? []) }
  } catch {
    return undefined
  }
}
