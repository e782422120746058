// What a person can do with the product's own subscription: choose a plan, pay a month, cancel.
import { subscriptions } from '#contract/subscriptions.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'

const here: Clause = { area: 'subscription', company: true }

/** What the checkout keeps in the address. */
export const CHECKOUT_DRAFT = { plano: undefined, mensalidade: undefined, forma: undefined } as const

export const subscriptionCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'subscription.choose',
    title: 'Escolher plano',
    short: 'planos',
    icon: 'star',
    takes: 'none',
    keys: ['n'],
    places: ['subscription.page', 'subscription.empty'],
    words: ['assinar', 'trocar de plano', 'preço'],
    when: here,
    calls: [subscriptions.create],
    run: async (_, target) => ({ go: pathTo('subscription.subscribe', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'subscription.pay',
    title: 'Pagar mensalidade',
    short: 'pagar',
    icon: 'banknote',
    of: 'subscription_billing',
    takes: 'one',
    keys: ['p'],
    places: ['subscription.toolbar', 'subscription_billing.row'],
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
