// What a person can do with the product's own subscription: choose a plan, pay a month, change or remove its card, cancel.
import { Id } from '#contract/kit/fields.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { cardName } from '#domain/payments/cards.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { onScreen } from './kit/form.ts'
import { type Clause, WITH_FORMS } from './kit/when.ts'
import { pathTo } from './screens.ts'

const NewCard = subscriptions.changeCard.spec.body.extend({ subscription_id: Id })

const here: Clause = { area: 'subscription', company: true }

/** What the checkout keeps in the address. */
export const CHECKOUT_DRAFT = { plano: undefined, mensalidade: undefined, forma: undefined, cartao: undefined, troca: undefined } as const

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
    id: 'subscription.replace-card',
    title: 'Usar o cartão informado',
    takes: 'none',
    when: here,
    calls: [subscriptions.changeCard],
    input: NewCard,
    asks: atCheckout,
    async run(ports, target, { subscription_id, ...body }) {
      const { data } = await ports.call(subscriptions.changeCard, { params: { c: companyIn(target).id, id: subscription_id }, body })
      return { say: data.card ? `Assinatura paga por ${cardName(data.card)}` : 'Cartão da assinatura guardado' }
    },
  }),
  defineCommand({
    id: 'subscription.change-card',
    title: 'Trocar ou informar o cartão da assinatura',
    short: 'trocar cartão',
    icon: 'credit-card',
    of: 'subscription',
    takes: 'one',
    places: ['subscription.drawer'],
    words: ['outro cartão', 'cartão vencido', 'cartão novo', 'pagar com cartão'],
    when: here,
    calls: [subscriptions.changeCard],
    refuse: ({ records: [one] }) => (one.status === 'CANCELLED' ? 'assinatura cancelada' : undefined),
    run: async (_, target) => ({
      go: {
        to: pathTo('subscription.checkout', { companyId: companyIn(target).id }),
        search: { ...CHECKOUT_DRAFT, troca: target.records[0].id },
      },
    }),
  }),
  defineCommand({
    id: 'subscription.remove-card',
    title: 'Remover o cartão da assinatura',
    short: 'remover cartão',
    icon: 'trash',
    destroys: true,
    of: 'subscription',
    takes: 'one',
    places: ['subscription.drawer'],
    words: ['tirar cartão', 'pagar por pix', 'apagar cartão'],
    when: here,
    calls: [subscriptions.removeCard],
    refuse: ({ records: [one] }) =>
      one.status === 'CANCELLED' ? 'assinatura cancelada' : one.payment_method === 'PIX' ? 'paga por Pix' : undefined,
    confirm: ({ records: [one] }) => ({
      title: one.card ? `Remover o cartão ${cardName(one.card)}?` : 'Remover o cartão da assinatura?',
      body: 'As próximas mensalidades são pagas por Pix, uma a uma. Uma cobrança já enviada à operadora segue neste cartão.',
      action: 'Remover cartão',
      danger: true,
    }),
    async run(ports, target) {
      await ports.call(subscriptions.removeCard, { params: { c: companyIn(target).id, id: target.records[0].id } })
      return { say: 'Cartão removido: as mensalidades são pagas por Pix' }
    },
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
