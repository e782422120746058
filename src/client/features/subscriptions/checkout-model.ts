// The form of the checkout as data: by which means, and the card that stays in the browser.
import { z } from 'zod'
import type { Search } from '#commands/search-text.ts'
import { SUBSCRIPTION_REFERENCES, type SubscriptionReference } from '#domain/enums.ts'
import { isCardNumber, isExpiryAhead } from '#domain/payments/cards.ts'

/** `typed`: the card is typed here, not at the acquirer. */
export const checkoutForm = (today: string, typed: boolean) =>
  z
    .object({
      method: z.enum(['CREDIT_CARD', 'PIX']),
      number: z.string(),
      name: z.string().trim(),
      expiry: z.string(),
      cvv: z.string(),
    })
    .superRefine(({ method, number, name, expiry, cvv }, ctx) => {
      if (method === 'PIX' || !typed) return
      const problem = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
      if (!isCardNumber(number)) problem('number', 'Número de cartão inválido')
      if (name === '') problem('name', 'Informe o nome como está no cartão')
      if (!isExpiryAhead(expiry, today)) problem('expiry', 'Validade inválida ou vencida')
      if (!/^\d{3,4}$/.test(cvv)) problem('cvv', '3 ou 4 dígitos')
    })
export type CheckoutInput = z.input<ReturnType<typeof checkoutForm>>
export type CheckoutValues = z.output<ReturnType<typeof checkoutForm>>

export const CHECKOUT_DEFAULTS: CheckoutInput = { method: 'CREDIT_CARD', number: '', name: '', expiry: '', cvv: '' }

/** The plan of the address, when it is one of ours. */
export const planInSearch = ({ plano }: Search): SubscriptionReference | undefined =>
  SUBSCRIPTION_REFERENCES.find(reference => reference === plano)
