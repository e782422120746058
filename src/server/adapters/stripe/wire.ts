// What Stripe answers, as far as the product reads it: a word that is not listed makes the answer unreadable, and the state before it stays.
import { z } from 'zod'

export const PaymentIntent = z.object({
  id: z.string().startsWith('pi_'),
  amount: z.int(),
  currency: z.literal('brl'),
  status: z.enum([
    'canceled',
    'processing',
    'requires_action',
    'requires_capture',
    'requires_confirmation',
    'requires_payment_method',
    'succeeded',
  ]),
  metadata: z.record(z.string(), z.string()),
  cancellation_reason: z.string().nullish(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
})
export type PaymentIntent = z.infer<typeof PaymentIntent>

/** Of its number only the last digits are told. */
export const PaymentMethod = z.object({
  id: z.string().startsWith('pm_'),
  customer: z.string().nullish(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int().min(1).max(12), exp_year: z.int().min(2000) }).nullish(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** Its state is any word: those of tomorrow are shown as they come. */
export const Dispute = z.object({ id: z.string(), payment_intent: z.string().nullish(), status: z.string().max(80) })

export const Session = z.object({
  url: z.string().nullish(),
  status: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  customer: z.string().nullish(),
  setup_intent: z.object({ status: z.string(), payment_method: PaymentMethod.nullish() }).nullish(),
})

export const Event = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({ metadata: z.record(z.string(), z.string()).nullish(), payment_intent: z.string().nullish() }),
  }),
})
