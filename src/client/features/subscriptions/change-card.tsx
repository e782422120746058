// Another card for a subscription that runs, or a card where it was paid by Pix.
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { useToday } from '#client/kit/today.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { useScreenSearch } from '#client/surfaces/where.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { cardName } from '#domain/payments/cards.ts'
import { CardPart } from './checkout-fields.tsx'
import { CHECKOUT_DEFAULTS, type CheckoutValues, checkoutForm } from './checkout-model.ts'
import { CheckoutPage, toSubscription } from './checkout-page.tsx'
import { type CardWay, cardTokenOf, goTypeCard } from './use-card.ts'

interface ChangeCardProps {
  c: string
  way: CardWay
  subscription: Subscription
}

/** What becomes of the one before. */
const leadOf = ({ card, title }: Subscription): string =>
  card
    ? `O cartão novo passa a pagar ${title} a cada mês, no lugar de ${cardName(card)}.`
    : `O cartão passa a pagar ${title} sozinho, a cada mês.`

export function ChangeCard({ c, way, subscription }: ChangeCardProps) {
  const today = useToday()
  const { cartao } = useScreenSearch()
  const submit = async (values: CheckoutValues) => {
    if (way === 'hosted') return goTypeCard({ company_id: c, subscription_id: subscription.id })
    const { ok, problems } = await sendInput('subscription.replace-card', {
      subscription_id: subscription.id,
      card_token: cardTokenOf(way, values, cartao),
    })
    if (ok) toSubscription(c)
    return problems
  }
  return (
    <CheckoutPage title="Cartão da assinatura" lead={leadOf(subscription)}>
      {way === 'none' ? (
        <CardPart card={way} />
      ) : (
        <Form schema={checkoutForm(today, way === 'typed')} defaults={CHECKOUT_DEFAULTS} label="Cartão da assinatura" onSubmit={submit}>
          <CardPart card={way} />
          <FormFooter submitLabel={way === 'hosted' ? 'Informar o cartão' : 'Usar este cartão'} onCancel={() => toSubscription(c)} />
        </Form>
      )}
    </CheckoutPage>
  )
}
