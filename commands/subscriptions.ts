// What a person can do with the product's own subscription: choose a plan, pay a month, cancel.
import { subscriptions } from '#contract/subscriptions.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { onScreen } from './kit/form.ts'
import { type Clause, WITH_FORMS } from './kit/when.ts'
import { pathTo } from './screens.ts'

const here: Clause = { area: 'subscription', company: true }

/** What the checkout keeps in the address. */
export const CHECKOUT_DRAFT = { plano: undefined, mensalidade: undefined, forma: undefined, cartao: undefined } as const

const atCheckout = onScreen(target => pathTo('subscription.checkout', { companyId: companyIn(target).id }))

export const subscriptionCommands = [
  defineCommand({
    id: 'subscription.choose',
    title: 'Escolher plano',
    short: 'planos',
    icon: 'star',
    takes: 'none',
    keys: ['n'],
    places: ['subscription.page', 'subscription.empty'],
    words: ['assinar', 'trocar de plano', 'preço'],
    keysIn: 'subscription',
    when: { ...here, layer: WITH_FORMS },
    calls: [subscriptions.create],
    run: async (_, target) => ({ go: pathTo('subscription.subscribe', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'subscription.type-card',
    title: 'Informar o cartão na página da operadora',
    takes: 'none',
    when: here,
    calls: [subscriptions.cardPage],
    input: subscriptions.cardPage.spec.body,
    asks: atCheckout,
    async run(ports, _, body) {
      return { made: (await ports.call(subscriptions.cardPage, { body })).data }
    },
  }),
  defineCommand({
    id: 'subscription.authorise',
    title: 'Autorizar o cartão da assinatura',
    takes: 'none',
    when: here,
    calls: [subscriptions.preApprove],
    input: subscriptions.preApprove.spec.body,
    asks: atCheckout,
    async run(ports, _, body) {
      return { made: (await ports.call(subscriptions.preApprove, { body })).data }
    },
  }),
  defineCommand({
    id: 'subscription.create',
    title: 'Assinar o plano escolhido',
    takes: 'none',
    when: here,
    calls: [subscriptions.create],
    input: subscriptions.create.spec.body,
    asks: atCheckout,
    async run(ports, _, body) {
      const { data } = await ports.call(subscriptions.create, { body })
      const next = body.pre_approval_id === undefined ? 'falta pagar o primeiro mês' : 'o cartão está sendo cobrado'
      return { say: `${data.title} assinado: ${next}`, made: data }
    },
  }),
  defineCommand({
    id: 'subscription.settle',
    title: 'Pagar a mensalidade aberta',
    takes: 'none',
    when: here,
    calls: [subscriptions.pay],
    input: subscriptions.pay.spec.body,
    asks: atCheckout,
    async run(ports, _, body) {
      const { data } = await ports.call(subscriptions.pay, { body })
      return data.payment_method === 'PIX' ? { made: data } : { made: data, say: 'Pagamento enviado à operadora do cartão' }
    },
  }),
  defineCommand({
    id: 'subscription.pay',
    title: 'Pagar mensalidade',
    short: 'pagar',
    icon: 'banknote',
    of: 'subscription_billing',
    takes: 'one',
    keys: ['p'],
    places: ['subscription.toolbar'],
    words: ['pix', 'cartão'],
    when: here,
    calls: [subscriptions.pay],
    refuse: ({ records: [billing] }) =>
      billing.status === 'PAID' ? 'já paga' : billing.subscription_status === 'CANCELLED' ? 'assinatura cancelada' : undefined,
    run: async (_, target) => ({
      go: {
        to: pathTo('subscription.checkout', { companyId: companyIn(target).id }),
        search: { ...CHECKOUT_DRAFT, mensalidade: target.records[0].id },
      },
    }),
  }),
  defineCommand({
    id: 'subscription.cancel',
    title: 'Cancelar assinatura',
    short: 'cancelar',
    icon: 'ban',
    destroys: true,
    of: 'subscription',
    takes: 'one',
    places: ['subscription.drawer'],
    words: ['encerrar', 'desistir'],
    when: here,
    calls: [subscriptions.cancel],
    refuse: ({ records: [one] }) => (one.status === 'CANCELLED' ? 'já cancelada' : undefined),
    confirm: ({ records: [one] }) => ({
      title: `Cancelar ${one.title}?`,
      body: 'As mensalidades em aberto deixam de ser cobradas. Não há volta: para usar de novo, assina-se outra vez.',
      action: 'Cancelar assinatura',
      danger: true,
    }),
    async run(ports, target) {
      await ports.call(subscriptions.cancel, { params: { c: companyIn(target).id, id: target.records[0].id } })
      return { say: `${target.records[0].title} cancelada` }
    },
  }),
]
