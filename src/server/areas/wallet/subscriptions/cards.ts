// A card given at the acquirer: the page where it is typed, and what came of it, both asked before anything is written.
import type { z } from 'zod'
import type { SubscriptionReference } from '#domain/enums.ts'
import type { CardEnvironment } from '#domain/payments/cards.ts'
import { CardPage, TakenCard } from '#server/adapters/card-acquirer.ts'
import { ask, Unanswered } from '#server/adapters/payments.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'

const NOBODY = 'Nenhuma operadora de cartões está conectada: pague por Pix.'

/** Refuses where nobody charges cards. */
export function cardEnvironment({ services }: Context): CardEnvironment {
  const { environment } = services.cards
  if (environment === null) throw refuse('provider.unavailable', NOBODY)
  return environment
}

interface PageFor {
  reference?: SubscriptionReference | undefined
  billing_id?: string | undefined
  subscription_id?: string | undefined
}

/** Where the checkout is taken up again. */
function searchOf({ reference, billing_id, subscription_id }: PageFor): string {
  const [search, ...others] = [
    reference && `plano=${reference}`,
    billing_id && `mensalidade=${billing_id}&forma=CREDIT_CARD`,
    subscription_id && `troca=${subscription_id}`,
  ].filter(each => each !== undefined)
  if (search === undefined || others.length > 0) throw invalid('reference', 'Informe o plano, a cobrança ou a assinatura')
  return search
}

export async function cardPage(ctx: Context, asked: PageFor) {
  cardEnvironment(ctx)
  const search = searchOf(asked)
  const { origins, cards } = ctx.services
  const origin = origins.find(each => each === ctx.caller.origin) ?? origins[0] ?? ctx.caller.origin
  if (origin === undefined) throw fail('provider.unavailable')
  const back = `${origin}/company/${ctx.companyId}/subscriptions/subscribe/checkout?${search}`
  const id = ctx.newId()
  const request = { id, company_id: ctx.companyId, return_url: `${back}&cartao={CHECKOUT_SESSION_ID}`, cancel_url: back }
  const page = ctx.askFirst(`card page ${search}`, () => heard(CardPage, cards.page(request)))
  if (!page) throw fail('provider.unavailable')
  return page
}

/** What the card is charged by from now on. `given`: the token that our page made, or what the acquirer's page came back with. */
export async function takenCard(ctx: Context, given: string): Promise<z.infer<typeof TakenCard>> {
  cardEnvironment(ctx)
  const taken = ctx.askFirst(`card ${given}`, () => heard(TakenCard, ctx.services.cards.card(ctx.companyId, given)))
  if (!taken) throw invalid('card_token', 'A operadora não recebeu este cartão: informe-o de novo')
  return taken
}

async function heard<T>(schema: z.ZodType<T>, asked: Promise<unknown>): Promise<T | undefined> {
  try {
    return await ask(schema, asked)
  } catch (error) {
    if (error instanceof Unanswered) throw fail('provider.unavailable')
    throw error
  }
}
