// The product's own subscription and its checkout (SPEC.md, Subscriptions). A card is only ever the acquirer's token.
import { z } from 'zod'
import { DISPUTE_STATUSES, SUBSCRIPTION_BILLING_STATUSES, SUBSCRIPTION_REFERENCES, SUBSCRIPTION_STATUSES } from '#domain/enums.ts'
import { CARD_ENVIRONMENTS } from '#domain/payments/cards.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { CompanyId, DayOut, Id, Text } from './kit/fields.ts'

export const Reference = z.enum(SUBSCRIPTION_REFERENCES, { error: 'Escolha o plano' })
const SubscriptionMethod = z.enum(['CREDIT_CARD', 'PIX'])

/** Who keeps the card. */
const CardEnvironment = z.enum(CARD_ENVIRONMENTS)

/** Refuses anything like a card number: none may ever reach this server. */
const CardToken = Text(200)
  .min(8, 'Informe o token do cartão')
  .refine(token => !/^[\d\s-]{12,}$/.test(token), 'Envie o token do cartão, nunca o número')

export const SubscriptionBilling = z.object({
  id: Id,
  status: z.enum(SUBSCRIPTION_BILLING_STATUSES),
  competence_date: DayOut,
  due_date: DayOut,
  amount_cents: z.int(),
  payment_method: SubscriptionMethod.nullable(),
  /** The holder of the card contests the payment at the bank; while it is lost the month is owed. */
  dispute: z.object({ status: z.enum(DISPUTE_STATUSES).nullable(), unknown: z.string().nullable() }).nullable(),
})

/** What is known of the card that pays: never its number. */
export const SubscriptionCard = z.object({ brand: z.string(), last4: z.string(), expires_on: DayOut })

export const Subscription = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  title: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  reference: Reference,
  amount_cents: z.int(),
  payment_method: SubscriptionMethod,
  /** Null: paid by Pix, or the acquirer tells nothing of it. */
  card: SubscriptionCard.nullable(),
  last_payment_date: DayOut.nullable(),
  next_payment_date: DayOut,
  billings: z.array(SubscriptionBilling),
  environment: CardEnvironment,
  created_at: z.string(),
})
export type Subscription = z.infer<typeof Subscription>

const CheckoutPayment = z.object({
  id: Id,
  billing_id: Id,
  status: z.enum(['PROCESSING', 'PAID', 'REJECTED']),
  payment_method: SubscriptionMethod,
  amount_cents: z.int(),
  /** For a payment by Pix. */
  emv_code: z.string().nullable(),
  qr_code: z.string().nullable(),
  environment: CardEnvironment,
})

const PreApproval = z.object({ id: Id, company_id: Id, reference: Reference, environment: CardEnvironment, created_at: z.string() })
const Plan = z.object({
  reference: Reference,
  title: z.string(),
  amount_cents: z.int(),
  months: z.int(),
  notes_a_month: z.int(),
  current: z.boolean(),
})

const writes = ['subscriptions', 'batches'] as const

export const subscriptions = resource('subscriptions', {
  acquirer: endpoint('GET /v1/companies/{c}/card_acquirer', {
    summary: 'Quem cobra os cartões, e se o cartão é informado na página dele.',
    /** Null: nobody charges cards here. */
    returns: z.object({ environment: CardEnvironment.nullable(), hosted: z.boolean() }),
    needs: 'subscription:v',
    own: true,
  }),
  cardPage: endpoint('POST /v1/checkout/card-pages', {
    summary: 'Abre a página da operadora onde se informa um cartão: para um plano, uma cobrança ou uma assinatura em curso.',
    body: z
      .object({ company_id: CompanyId, reference: Reference.optional(), billing_id: Id.optional(), subscription_id: Id.optional() })
      .strict(),
    returns: z.object({ address: z.string() }),
    creates: true,
    tenant: 'body',
    needs: 'subscription:c',
    rate: 'money',
    irreversible: true,
    own: true,
    fails: ['provider.unavailable', 'validation.failed'],
  }),
  notice: endpoint('POST /v1/card_notices', {
    summary: 'Aviso assinado da operadora de cartões: faz perguntar de novo, nunca é acreditado.',
    body: z.looseObject({}),
    returns: z.object({ ok: z.literal(true) }),
    public: true,
    signed: 'stripe-signature',
    tenant: 'none',
    own: true,
    fails: ['permission.denied'],
  }),
  preApprove: endpoint('POST /v1/checkout/pre-approvals', {
    summary: 'Autoriza cobranças recorrentes em um cartão, pelo token dele.',
    body: z.object({ company_id: CompanyId, reference: Reference, card_token: CardToken }).strict(),
    returns: PreApproval,
    creates: true,
    tenant: 'body',
    needs: 'subscription:c',
    rate: 'money',
    writes,
    irreversible: true,
    fails: ['provider.unavailable', 'validation.failed'],
  }),
  plans: endpoint('GET /v1/checkout/pre-approvals/{id}/plans', {
    summary: 'Os planos que uma autorização de cartão pode pagar.',
    returns: z.array(Plan),
    tenant: 'object',
    needs: 'subscription:v',
    reads: ['subscriptions'],
  }),
  create: endpoint('POST /v1/subscriptions', {
    summary: 'Assina um plano, por cartão autorizado ou por Pix a cada mês.',
    body: z.object({ company_id: CompanyId, reference: Reference, pre_approval_id: Id.optional() }).strict(),
    returns: Subscription,
    creates: true,
    tenant: 'body',
    needs: 'subscription:c',
    writes,
    irreversible: true,
    fails: ['conflict.already_exists', 'validation.failed'],
  }),
  pay: endpoint('POST /v1/checkout/payments', {
    summary: 'Paga uma cobrança da assinatura, por cartão (só o token) ou por Pix.',
    body: z
      .object({ company_id: CompanyId, billing_id: Id, payment_method: SubscriptionMethod, card_token: CardToken.optional() })
      .strict(),
    returns: CheckoutPayment,
    creates: true,
    tenant: 'body',
    needs: 'subscription:x',
    rate: 'money',
    writes,
    irreversible: true,
    fails: ['conflict.invalid_transition', 'provider.unavailable', 'validation.failed'],
  }),
  list: endpoint('GET /v1/companies/{c}/subscriptions', {
    summary: 'As assinaturas da empresa, da mais nova à mais antiga.',
    returns: z.array(Subscription),
    needs: 'subscription:v',
    reads: ['subscriptions'],
    own: true,
  }),
  changeCard: endpoint('POST /v1/companies/{c}/subscriptions/{id}/card', {
    summary: 'Põe outro cartão em uma assinatura em curso; o anterior deixa de ser cobrado e sai da operadora.',
    body: z.object({ card_token: CardToken }).strict(),
    returns: Subscription,
    needs: 'subscription:c',
    rate: 'money',
    writes,
    irreversible: true,
    fails: ['conflict.invalid_transition', 'provider.unavailable', 'validation.failed'],
    own: true,
  }),
  removeCard: endpoint('DELETE /v1/companies/{c}/subscriptions/{id}/card', {
    summary: 'Tira o cartão de uma assinatura, que passa a ser paga por Pix.',
    returns: Subscription,
    needs: 'subscription:c',
    writes,
    irreversible: true,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  cancel: endpoint('POST /v1/companies/{c}/subscriptions/{id}/cancel', {
    summary: 'Cancela uma assinatura; não há volta, assina-se de novo.',
    returns: Subscription,
    needs: 'subscription:c',
    writes,
    irreversible: true,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
})
