// The checkout: a plan subscribed by card or Pix, one month paid, or another card; beside it the brand's own image (SPEC.md, Sign-in).
import { useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { Empty, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { CHECKOUT_DRAFT } from '#commands/subscriptions.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import { type Subscription, subscriptions } from '#contract/subscriptions.ts'
import { formatDay, formatMonth, monthOf } from '#domain/days.ts'
import type { SubscriptionReference } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import { planOf } from '#domain/payments/plans.ts'
import { ChangeCard } from './change-card.tsx'
import { CheckoutFields } from './checkout-fields.tsx'
import { CHECKOUT_DEFAULTS, type CheckoutValues, checkoutForm, planInSearch } from './checkout-model.ts'
import { CheckoutPage, toSubscription } from './checkout-page.tsx'
import { AuthorisedCard, type CheckoutPayment, PixPayment } from './checkout-steps.tsx'
import { type CardWay, cardTokenOf, goTypeCard, useCardWay } from './use-card.ts'

type PreApproval = Answer<typeof subscriptions.preApprove>

export function Checkout() {
  const c = useCompanyId()
  const search = useScreenSearch()
  const plan = planInSearch(search)
  const list = useReading(subscriptions.list, { params: { c } })
  const billing = findBilling(list.data ?? [], search.mensalidade)
  const way = useCardWay(c)
  if (list.isPending || way === undefined)
    return (
      <FormPage title="Pagamento da assinatura">
        <Skeleton rows={6} />
      </FormPage>
    )
  const changing = list.data?.find(({ id, status }) => id === search.troca && status !== 'CANCELLED')
  if (changing) return <ChangeCard c={c} way={way} key={changing.id} subscription={changing} />
  if (billing) return <PayBilling c={c} way={way} key={billing.billing.id} {...billing} />
  if (plan) return <Subscribe c={c} way={way} key={plan} plan={plan} />
  return (
    <FormPage title="Pagamento da assinatura">
      <Empty
        icon="credit-card"
        title="Nada a pagar aqui"
        text="Escolha um plano, ou a mensalidade que quer pagar."
        actions={<CommandButton id="subscription.choose" variant="primary" size="form" />}
      />
    </FormPage>
  )
}

function findBilling(all: readonly Subscription[], id: string | undefined) {
  for (const subscription of all) {
    const billing = subscription.billings.find(one => one.id === id)
    if (billing) return { subscription, billing }
  }
  return undefined
}

function Subscribe({ c, way, plan }: { c: string; way: CardWay; plan: SubscriptionReference }) {
  const { cartao } = useScreenSearch()
  const today = useToday()
  const setSearch = useSetSearch()
  const [card, setCard] = useState<PreApproval>()
  const { title, amount_cents } = planOf(plan)
  const byCard = async (values: CheckoutValues) => {
    if (way === 'hosted') return goTypeCard({ company_id: c, reference: plan })
    const { outcome, problems } = await sendInput('subscription.authorise', {
      company_id: c,
      reference: plan,
      card_token: cardTokenOf(way, values, cartao),
    })
    if (outcome?.made) setCard(outcome.made as PreApproval)
    return problems
  }
  const byPix = async () => {
    const { outcome, problems } = await sendInput('subscription.create', { company_id: c, reference: plan })
    const made = outcome?.made as Subscription | undefined
    if (made) setSearch({ ...CHECKOUT_DRAFT, mensalidade: made.billings[0]?.id, forma: 'PIX' })
    return problems
  }
  const submit = (values: CheckoutValues) => (values.method === 'PIX' ? byPix() : byCard(values))
  return (
    <CheckoutPage title={`Assinar ${title}`} lead={`${formatCents(amount_cents)} por mês, a partir de hoje.`}>
      {card ? (
        <AuthorisedCard c={c} card={card} onDone={() => toSubscription(c)} onOther={() => setCard(undefined)} />
      ) : (
        <Form
          schema={checkoutForm(today, way === 'typed')}
          defaults={{ ...CHECKOUT_DEFAULTS, ...(way === 'none' ? { method: 'PIX' as const } : {}) }}
          label="Pagamento da assinatura"
          onSubmit={submit}
        >
          {form => (
            <>
              <CheckoutFields recurring card={way} />
              <FormFooter
                submitLabel={
                  form.watch('method') === 'PIX' ? 'Assinar e gerar o Pix' : way === 'hosted' ? 'Informar o cartão' : 'Autorizar o cartão'
                }
                onCancel={() =>
                  houseOptions().ports.go({ to: pathTo('subscription.subscribe', { companyId: c }), search: { ...CHECKOUT_DRAFT } })
                }
              />
            </>
          )}
        </Form>
      )}
    </CheckoutPage>
  )
}

interface PayBillingProps {
  c: string
  way: CardWay
  subscription: Subscription
  billing: Subscription['billings'][number]
}

function PayBilling({ c, way, subscription, billing }: PayBillingProps) {
  const today = useToday()
  const { forma, cartao } = useScreenSearch()
  const [payment, setPayment] = useState<CheckoutPayment>()
  const paid = billing.status === 'PAID'
  const submit = async (values: CheckoutValues) => {
    const byCard = values.method === 'CREDIT_CARD'
    if (byCard && way === 'hosted') return goTypeCard({ company_id: c, billing_id: billing.id })
    const token = byCard ? { card_token: cardTokenOf(way, values, cartao) } : {}
    const { outcome, problems } = await sendInput('subscription.settle', {
      company_id: c,
      billing_id: billing.id,
      payment_method: values.method,
      ...token,
    })
    const made = outcome?.made as CheckoutPayment | undefined
    if (made?.payment_method === 'PIX') setPayment(made)
    else if (made) toSubscription(c)
    return problems
  }
  return (
    <CheckoutPage title={`Mensalidade de ${formatMonth(monthOf(billing.competence_date))}`} lead={subscription.title}>
      <dl className={facts.kv} data-part="facts">
        <Detail name="Vencimento">{formatDay(billing.due_date)}</Detail>
        <Detail name="Valor">{formatCents(billing.amount_cents)}</Detail>
      </dl>
      {paid ? <Note kind="ok">Paga. Obrigado!</Note> : null}
      {payment && !paid ? <PixPayment payment={payment} /> : null}
      {paid || payment ? (
        <CommandButton id="go.subscription" size="form" />
      ) : (
        <Form
          schema={checkoutForm(today, way === 'typed')}
          defaults={{ ...CHECKOUT_DEFAULTS, method: forma === 'CREDIT_CARD' && way !== 'none' ? 'CREDIT_CARD' : 'PIX' }}
          label="Pagamento da mensalidade"
          onSubmit={submit}
        >
          {form => (
            <>
              <CheckoutFields card={way} />
              <FormFooter
                submitLabel={form.watch('method') === 'PIX' ? 'Gerar o Pix' : way === 'hosted' ? 'Informar o cartão' : 'Pagar com cartão'}
                onCancel={() => toSubscription(c)}
              />
            </>
          )}
        </Form>
      )}
    </CheckoutPage>
  )
}
