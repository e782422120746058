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

export async function cardPage(ctx: Context, asked: { reference?: SubscriptionReference | undefined; billing_id?: string | undefined }) {
  cardEnvironment(ctx)
  if ((asked.reference === undefined) === (asked.billing_id === undefined)) throw invalid('reference', 'Informe o plano ou a cobrança')
  const { origins, cards } = ctx.services
  const origin = origins.find(each => each === ctx.caller.origin) ?? origins[0] ?? ctx.caller.origin
  if (origin === undefined) throw fail('provider.unavailable')
  const search = asked.reference ? `plano=${asked.reference}` : `mensalidade=${asked.billing_id}&forma=CREDIT_CARD`
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
