// The codes that fiscal layouts use for our enumerations.

import type { InvoiceFinality, OperationType, PaymentMethod, ProductOrigin, ShippingMode, TaxRegime } from '../enums.ts'
import { PRODUCT_ORIGINS } from '../enums.ts'
import { labels } from '../open-table.ts'

/** The model of an invoice: goods (55), retail (65), services. */
export const INVOICE_KINDS = ['PRODUCT', 'CONSUMER', 'SERVICE'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

export const INVOICE_KIND_LABELS = labels<InvoiceKind>({ PRODUCT: 'NF-e', CONSUMER: 'NFC-e', SERVICE: 'NFS-e' })

/** tPag of layout 4.00; Pix is the dynamic one. */
export const PAYMENT_CODES: Record<PaymentMethod, string> = {
  CASH: '01',
  BANK_CHECK: '02',
  CREDIT_CARD: '03',
  DEBIT_CARD: '04',
  STORE_CREDIT: '05',
  FOOD_VOUCHER: '10',
  MEAL_VOUCHER: '11',
  GIFT_VOUCHER: '12',
  FUEL_VOUCHER: '13',
  COMMERCIAL_DUPLICATE: '14',
  BOLETO: '15',
  BANK_DEPOSIT: '16',
  PIX: '17',
  BANK_TRANSFER: '18',
  CASHBACK: '19',
  NONE: '90',
  OTHER: '99',
}

/** The method of a tPag; static Pix (20) is Pix too, and anything without a name of ours is OTHER. */
export function paymentMethodOf(code: string): PaymentMethod {
  if (code === '20') return 'PIX'
  const found = Object.entries(PAYMENT_CODES).find(([, each]) => each === code)
  return (found?.[0] as PaymentMethod | undefined) ?? 'OTHER'
}

/** indPres. */
export const PRESENCE_CODES: Record<OperationType, string> = {
  NOT_APPLICABLE: '0',
  IN_PERSON: '1',
  ONLINE: '2',
  REMOTE_SUPPORT: '3',
  DELIVERY_NFCE: '4',
  IN_PERSON_OFFSITE: '5',
  OTHER_REMOTE: '9',
}

/** modFrete. */
export const SHIPPING_CODES: Record<ShippingMode, string> = {
  SENDER_PAYS_CIF: '0',
  RECIPIENT_PAYS_FOB: '1',
  THIRD_PARTY_PAYS: '2',
  OWN_TRANSPORT_SENDER: '3',
  OWN_TRANSPORT_RECIPIENT: '4',
  NO_TRANSPORT_OCCURRENCE: '9',
}

/** finNFe. */
export const FINALITY_CODES: Record<InvoiceFinality, string> = { DEFAULT: '1', ADJUSTMENT: '3', DEVOLUTION: '4' }

export const originCode = (origin: ProductOrigin): string => String(PRODUCT_ORIGINS.indexOf(origin))

/** CRT: 1 Simples, 3 normal, 4 MEI; 2 (above the sublimit) is a fact of the year that a company record does not carry. */
export const CRT_CODES: Record<TaxRegime, string> = { MEI: '4', SIMPLES_NACIONAL: '1', LUCRO_PRESUMIDO: '3', LUCRO_REAL: '3' }

export const isSimples = (regime: TaxRegime): boolean => regime === 'MEI' || regime === 'SIMPLES_NACIONAL'

/** The enumeration value a code stands for, or the fallback when the code is not ours. */
export function ofCode<E extends string>(codes: Record<E, string>, code: string, fallback: E): E {
  return (Object.keys(codes) as E[]).find(each => codes[each] === code) ?? fallback
}
