// The form of a note of goods as data: its schema, what it starts with, what is sent, and what it will come to, in integer cents.
import { z } from 'zod'
import type { ProductInvoice } from '#contract/invoices.ts'
import type { Product } from '#contract/products.ts'
import { isDay } from '#domain/days.ts'
import { documentError, documentKind } from '#domain/documents.ts'
import {
  INVOICE_FINALITIES,
  INVOICE_PAYMENT_KINDS,
  OPERATION_TYPES,
  PAYMENT_METHODS,
  PRODUCT_ORIGINS,
  SHIPPING_MODES,
  type TaxRegime,
} from '#domain/enums.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { CONSUMER_INVOICE_REFUSAL } from '#domain/fiscal/invoice-rules.ts'
import { parseRate, typedRate } from '#domain/fiscal/masks.ts'
import { icmsRateOf } from '#domain/fiscal/sale.ts'
import { type InvoiceTotals, invoiceTotals, subtotalOf, toQuantity } from '#domain/fiscal/totals.ts'
import { formatCents } from '#domain/money.ts'

/** '2', '1,5', '1.234,5678'; undefined for what is no quantity of up to four decimals. */
export function parseQuantity(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/\.(?=\d{3}(\D|$))/g, '')
    .replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined
  const amount = Number(plain)
  return toQuantity(amount) === undefined ? undefined : amount
}
export const typedQuantity = (amount: number): string => amount.toLocaleString('pt-BR', { maximumFractionDigits: 4, useGrouping: false })

const cents = z.number({ error: 'Valor inválido' }).int().min(0, 'O valor não pode ser negativo').nullable()
const rate = (most: number, message: string) => z.string().refine(text => text === '' || (parseRate(text) ?? most + 1) <= most, message)

const ItemForm = z
  .object({
    product_id: z.string().nullable(),
    amount: z.string(),
    unit_price_cents: cents,
    discount_amount_cents: cents,
    origin: z.enum(PRODUCT_ORIGINS),
    ipi_rate: rate(30_000, 'O IPI vai até 300%'),
    st_margin: rate(100_000, 'A margem vai até 1.000%'),
    st_rate: rate(4000, 'O ICMS vai até 40%'),
  })
  .superRefine((item, ctx) => {
    const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (isBlank(item)) return
    const amount = parseQuantity(item.amount)
    if (item.product_id === null) issue('product_id', 'Escolha o produto')
    if (amount === undefined) issue('amount', 'Até quatro casas, maior que zero')
    if (item.unit_price_cents === null) issue('unit_price_cents', 'Informe o preço')
    else if (amount !== undefined && (item.discount_amount_cents ?? 0) > subtotalOfItem(item))
      issue('discount_amount_cents', 'O desconto passa do valor do item')
    if (item.st_margin !== '' && item.st_rate === '') issue('st_rate', 'Informe a alíquota')
  })
export type ItemInput = z.input<typeof ItemForm>

const PaymentForm = z.object({ payment_method: z.enum(PAYMENT_METHODS), amount_cents: cents, due_date: z.string().nullable() })

/** A last line still empty is no item. */
export const isBlank = (item: Pick<ItemInput, 'product_id' | 'unit_price_cents'>): boolean =>
  item.product_id === null && item.unit_price_cents === null

export const ProductNoteForm = z
  .object({
    kind: z.enum(['PRODUCT', 'CONSUMER']),
    contact_id: z.string().nullable(),
    consumer_document: z.string(),
    consumer_name: z.string().max(200),
    finality: z.enum(INVOICE_FINALITIES),
    reference_id: z.string().nullable(),
    nature: z.string().max(60, 'Até 60 caracteres'),
    invoice_products: z.array(ItemForm).max(990, 'Uma nota leva até 990 produtos'),
    invoice_order: z.object({
      discount_amount_cents: cents,
      shipping_amount_cents: cents,
      insurance_amount_cents: cents,
      other_amount_cents: cents,
      operation_type: z.enum(OPERATION_TYPES),
      shipping_mode: z.enum(SHIPPING_MODES),
    }),
    payment_kind: z.enum(INVOICE_PAYMENT_KINDS),
    payments: z.array(PaymentForm).min(1).max(120, 'Até 120 parcelas'),
    additional_information: z.string().max(2000, 'Até 2000 caracteres'),
  })
  .superRefine((form, ctx) => {
    const issue = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
    if (form.kind === 'PRODUCT' && form.contact_id === null) issue(['contact_id'], 'Escolha o destinatário')
    const document = form.kind === 'CONSUMER' && form.contact_id === null ? form.consumer_document : ''
    const problem =
      document === '' ? undefined : (documentError(document) ?? (documentKind(document) === 'CNPJ' ? CONSUMER_INVOICE_REFUSAL : undefined))
    if (problem) issue(['consumer_document'], problem)
    if (form.finality !== 'DEFAULT' && form.reference_id === null) issue(['reference_id'], 'Escolha a nota a que esta se refere')
    if (form.invoice_products.every(isBlank)) issue(['invoice_products', 0, 'product_id'], 'Inclua ao menos um produto')
    if (form.finality !== 'DEFAULT') return
    if (form.payment_kind === 'INSTALLMENTS')
      form.payments.forEach((payment, at) => {
        if (payment.due_date === null || !isDay(payment.due_date)) issue(['payments', at, 'due_date'], 'Informe o vencimento')
      })
    if (form.payments.some(payment => payment.payment_method === 'NONE'))
      issue(['payments', form.payments.findIndex(one => one.payment_method === 'NONE'), 'payment_method'], 'Só cabe em devolução ou ajuste')
    if (form.payments.length > 1)
      form.payments.forEach((payment, at) => {
        if (payment.amount_cents === null) issue(['payments', at, 'amount_cents'], 'Informe o valor')
      })
  })
export type ProductNoteInput = z.input<typeof ProductNoteForm>
export type ProductNoteValues = z.output<typeof ProductNoteForm>

export const blankItem = (): ItemInput => ({
  product_id: null,
  amount: '1',
  unit_price_cents: null,
  discount_amount_cents: null,
  origin: 'NATIONAL',
  ipi_rate: '',
  st_margin: '',
  st_rate: '',
})

export const blankGoods = (kind: 'PRODUCT' | 'CONSUMER'): ProductNoteInput => ({
  kind,
  contact_id: null,
  consumer_document: '',
  consumer_name: '',
  finality: 'DEFAULT',
  reference_id: null,
  nature: 'Venda de mercadoria',
  invoice_products: [blankItem()],
  invoice_order: {
    discount_amount_cents: null,
    shipping_amount_cents: null,
    insurance_amount_cents: null,
    other_amount_cents: null,
    operation_type: 'IN_PERSON',
    shipping_mode: 'NO_TRANSPORT_OCCURRENCE',
  },
  payment_kind: 'CASH',
  payments: [{ payment_method: kind === 'CONSUMER' ? 'CASH' : 'PIX', amount_cents: null, due_date: null }],
  additional_information: '',
})

export const itemOf = (product: Product, amount = '1'): ItemInput => ({
  ...blankItem(),
  product_id: product.id,
  amount,
  unit_price_cents: product.price_cents,
  origin: product.origin,
})

const orNull = (value: number): number | null => (value === 0 ? null : value)
const rateText = (value: number | undefined): string => (value ? typedRate(value) : '')

/** The form of a note that is written again; items whose product is gone wait for one to be chosen. */
export function goodsFormOf(note: ProductInvoice): ProductNoteInput {
  const { invoice_order: order, invoice_payment: payment, invoice_products: products, borrower } = note
  const stranger = borrower && borrower.contact_id === null && borrower.document_number !== null
  const ownDiscounts = products.reduce((sum, item) => sum + item.discount_amount_cents, 0)
  return {
    ...blankGoods(note.kind === 'CONSUMER' ? 'CONSUMER' : 'PRODUCT'),
    contact_id: borrower?.contact_id ?? null,
    consumer_document: stranger ? (borrower.document_number ?? '') : '',
    consumer_name: stranger ? borrower.name : '',
    finality: note.finality,
    reference_id: note.reference_id,
    nature: note.nature,
    invoice_products: products.map(item => ({
      product_id: item.product_id,
      amount: typedQuantity(item.amount),
      unit_price_cents: item.unit_price_cents,
      discount_amount_cents: orNull(item.discount_amount_cents),
      origin: item.origin,
      ipi_rate: rateText(item.ipi_rate),
      st_margin: rateText(item.icms_st?.mva_rate),
      st_rate: rateText(item.icms_st?.rate),
    })),
    invoice_order: {
      // The order's own discount: what the items' do not explain.
      discount_amount_cents: orNull(Math.max(0, order.discount_amount_cents - ownDiscounts)),
      shipping_amount_cents: orNull(order.shipping_amount_cents),
      insurance_amount_cents: orNull(order.insurance_amount_cents),
      other_amount_cents: orNull(order.other_amount_cents),
      operation_type: order.operation_type,
      shipping_mode: order.shipping_mode,
    },
    payment_kind: payment.kind,
    payments: payment.amount_cents.map((amount_cents, at) => ({
      payment_method: payment.payment_method[at] ?? 'OTHER',
      amount_cents: payment.amount_cents.length === 1 ? null : amount_cents,
      due_date: payment.due_dates[at] ?? null,
    })),
    additional_information: note.additional_information ?? '',
  }
}

const stOf = (item: ItemInput) =>
  item.st_rate === '' ? null : { mva_rate: parseRate(item.st_margin) ?? 0, rate: parseRate(item.st_rate) ?? 0 }

const buyerOf = (values: ProductNoteValues) => {
  if (values.contact_id !== null || values.kind === 'PRODUCT' || values.consumer_document === '') return { contact_id: values.contact_id }
  return { borrower: { name: values.consumer_name || 'Consumidor', document_number: values.consumer_document } }
}

export function goodsBody(values: ProductNoteValues) {
  const { discount_amount_cents, shipping_amount_cents, insurance_amount_cents, other_amount_cents, ...order } = values.invoice_order
  const moves = values.finality === 'DEFAULT'
  return {
    ...buyerOf(values),
    finality: values.finality,
    reference_id: moves ? null : values.reference_id,
    nature: values.nature,
    invoice_order: {
      ...order,
      discount_amount_cents: discount_amount_cents ?? 0,
      shipping_amount_cents: shipping_amount_cents ?? 0,
      insurance_amount_cents: insurance_amount_cents ?? 0,
      other_amount_cents: other_amount_cents ?? 0,
    },
    invoice_payment: {
      kind: moves ? values.payment_kind : ('CASH' as const),
      // One payment is the whole of the note, whatever it comes to.
      amount_cents: values.payments.length === 1 || !moves ? [] : values.payments.map(payment => payment.amount_cents ?? 0),
      payment_method: moves ? values.payments.map(payment => payment.payment_method) : (['NONE'] as const).slice(),
      due_dates: moves && values.payment_kind === 'INSTALLMENTS' ? values.payments.map(payment => payment.due_date ?? '') : [],
    },
    invoice_products: values.invoice_products
      .filter(item => !isBlank(item))
      .map(item => ({
        product_id: item.product_id ?? '',
        amount: parseQuantity(item.amount) ?? 0,
        unit_price_cents: item.unit_price_cents ?? 0,
        discount_amount_cents: item.discount_amount_cents ?? 0,
        ipi_rate: parseRate(item.ipi_rate) ?? 0,
        icms_st: stOf(item),
        origin: item.origin,
      })),
    additional_information: values.additional_information || null,
  }
}

/** The value of one item before its discount. */
export function subtotalOfItem(item: Pick<ItemInput, 'amount' | 'unit_price_cents'>): number {
  const quantity = toQuantity(parseQuantity(item.amount) ?? 0)
  const { unit_price_cents } = item
  return quantity === undefined || !unit_price_cents ? 0 : subtotalOf({ quantity, unit_price_cents })
}

export interface SaleFacts {
  kind: InvoiceKind
  regime: TaxRegime
  /** The issuer's state, and the buyer's when the goods leave it. */
  from: string
  otherState: string | null
  toConsumer: boolean
  year: number
  productOf(id: string): Pick<Product, 'icms_rate'> | undefined
}

/** What the note comes to with the items that are whole so far. */
export function goodsTotals(form: ProductNoteInput, sale: SaleFacts): InvoiceTotals {
  const { regime, from, otherState } = sale
  const items = form.invoice_products.flatMap(item => {
    const quantity = toQuantity(parseQuantity(item.amount) ?? 0)
    if (item.product_id === null || quantity === undefined || !item.unit_price_cents) return []
    const icms_st = stOf(item)
    const rateOf = { regime, hasSt: icms_st !== null, rate: sale.productOf(item.product_id)?.icms_rate ?? null, origin: item.origin }
    return [
      {
        quantity,
        unit_price_cents: item.unit_price_cents,
        discount_cents: item.discount_amount_cents || 0,
        icms_rate: icmsRateOf({ ...rateOf, from, otherState }) ?? 0,
        ipi_rate: parseRate(item.ipi_rate) ?? 0,
        icms_st,
      },
    ]
  })
  const order = form.invoice_order
  return invoiceTotals({
    items,
    discount_cents: order.discount_amount_cents || 0,
    freight_cents: order.shipping_amount_cents || 0,
    insurance_cents: order.insurance_amount_cents || 0,
    other_cents: order.other_amount_cents || 0,
    regime,
    to_consumer: sale.toConsumer,
    year: sale.year,
  })
}

/** What the payments leave open of the total; zero where one payment is the whole. */
export const unpaidCents = (form: ProductNoteInput, total: number): number =>
  form.payments.length === 1 ? 0 : total - form.payments.reduce((sum, payment) => sum + (payment.amount_cents || 0), 0)

/** The names of the server's fields as they are called here. */
export function fieldHere(field: string): string {
  if (field === 'borrower') return 'contact_id'
  const payment = /^invoice_payment\.(amount_cents|payment_method|due_dates)/.exec(field)
  if (payment) return `payments.0.${payment[1] === 'due_dates' ? 'due_date' : payment[1]}`
  return /^invoice_products\.\d+$/.test(field) ? `${field}.product_id` : field
}

/** Lines of a pasted table: code or name, quantity, price, discount. Undefined when nothing in it is a product. */
export function itemsFromTable(
  rows: readonly (readonly string[])[],
  find: (text: string) => Product | undefined,
  cents: (text: string) => number | undefined,
) {
  const unknown: string[] = []
  const items = rows.flatMap(([name = '', amount = '1', price = '', discount = '']) => {
    if (name.trim() === '') return []
    const product = find(name)
    if (!product) {
      unknown.push(name.trim())
      return []
    }
    const item = itemOf(product, amount.trim() || '1')
    return [{ ...item, unit_price_cents: cents(price) ?? item.unit_price_cents, discount_amount_cents: cents(discount) ?? null }]
  })
  return { items, unknown }
}

export const leftWords = (left: number): string => (left > 0 ? `Faltam ${formatCents(left)}` : `Passam ${formatCents(-left)}`)
