// How a card is given at the checkout: typed here, at the acquirer's page, just given there, or not at all.
import { useReading } from '#client/data/queries.ts'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { useScreenSearch } from '#client/surfaces/where.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import type { SubscriptionReference } from '#domain/enums.ts'
import { localCardToken } from './card-token.ts'
import type { CheckoutValues } from './checkout-model.ts'

export type CardWay = 'typed' | 'hosted' | 'given' | 'none'

/** Undefined while the acquirer is not known yet. */
export function useCardWay(c: string): CardWay | undefined {
  const { cartao } = useScreenSearch()
  const { data } = useReading(subscriptions.acquirer, { params: { c } })
  if (!data) return undefined
  if (data.environment === null) return 'none'
  if (!data.hosted) return 'typed'
  return cartao === undefined ? 'hosted' : 'given'
}

/** What pays: the card typed here, or what the acquirer's page came back with. */
export const cardTokenOf = (way: CardWay, values: CheckoutValues, given: string | undefined): string =>
  way === 'given' ? (given ?? '') : localCardToken(values)

/** Leaves for the acquirer's page. */
export async function goTypeCard(body: {
  company_id: string
  reference?: SubscriptionReference
  billing_id?: string
  subscription_id?: string
}) {
  const { outcome, problems } = await sendInput('subscription.type-card', body)
  const page = outcome?.made as Answer<typeof subscriptions.cardPage> | undefined
  if (page) location.assign(page.address)
  return problems
}
