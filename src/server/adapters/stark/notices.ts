// The bank's notices: whether one is signed with its key, and the address they are sent to. A notice only makes us look.
import { z } from 'zod'
import type { Day } from '#domain/days.ts'
import type { StarkClient } from './client.ts'
import { known, listAll } from './ground.ts'
import { isSignedNotice } from './signing.ts'
import { Events, OneEvent, OneWebhook, PublicKeys, Webhooks } from './wire.ts'

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
  const at = async (url: string) =>
    (await listAll(client, '/webhook', {}, Webhooks, page => page.webhooks)).filter(each => each.url === url)

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
      if ((await at(url)).length > 0) return
      known(await client.send({ method: 'POST', path: '/webhook', body: { url, subscriptions: SUBSCRIPTIONS } }, OneWebhook))
    },

    /** One that the bank does not know is gone. */
    async leaveNotices(url: string): Promise<void> {
      for (const { id } of await at(url)) await client.send({ method: 'DELETE', path: `/webhook/${id}` }, OneWebhook)
    },

    /** What the bank told and nobody took, from that day on. */
    async undelivered(after: Day): Promise<(StarkNotice & { id: string })[]> {
      const events = await listAll(client, '/event', { isDelivered: 'false', after }, Events, page => page.events)
      return events.map(({ id, subscription, log }) => ({ id, subscription, tags: tagsIn(log) }))
    },

    async delivered(id: string): Promise<void> {
      await client.send({ method: 'PATCH', path: `/event/${id}`, body: { isDelivered: true } }, OneEvent)
    },
  }
}

const Event = z.object({ event: z.object({ subscription: z.string(), log: z.looseObject({}) }) })
const Tagged = z.object({ tags: z.array(z.string()) })

const tagsIn = (log: object): string[] => Object.values(log).flatMap(each => Tagged.safeParse(each).data?.tags ?? [])

export interface StarkNotice {
  subscription: string
  /** What the bank carries of ours. */
  tags: string[]
}

/** Undefined: in words that we do not know. */
export function readNotice(body: string): StarkNotice | undefined {
  try {
    const { subscription, log } = Event.parse(JSON.parse(body)).event
    return { subscription, tags: tagsIn(log) }
  } catch {
    return undefined
  }
}
