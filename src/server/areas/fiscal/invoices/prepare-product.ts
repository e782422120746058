// A product or consumer note made of what a person wrote: products resolved, sums exact, payments that close; refused by field.
import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { InvoiceParty, ProductInvoiceFields } from '#contract/invoices.ts'
import type { Product } from '#contract/products.ts'
import { documentKind } from '#domain/documents.ts'
import { INVOICE_KIND_LABELS, isSimples } from '#domain/fiscal/codes.ts'
import { CONSUMER_INVOICE_REFUSAL } from '#domain/fiscal/invoice-rules.ts'
import { cfopOf, icmsRateOf, isFinalConsumer, isSameState } from '#domain/fiscal/sale.ts'
import { invoiceTotals, QUANTITY_BASE, subtotalOf, toQuantity } from '#domain/fiscal/totals.ts'
import { formatCents } from '#domain/money.ts'
import { invalid } from '#server/base/fail.ts'
import { type Issuer, isWhole, type NoteItem, type ProductContent } from '#server/fiscal/notes.ts'
import type { Context } from '#server/kernel/context.ts'
import { findProducts } from '../products/rows.ts'
import { partyOf } from './party.ts'
import { findInvoice, type StoredInvoice } from './rows.ts'

export type ProductInput = z.output<typeof ProductInvoiceFields>
type Kind = 'PRODUCT' | 'CONSUMER'

export interface PreparedProduct {
  party: InvoiceParty
  content: ProductContent
  amount_cents: number
  reference_id: string | null
}

const UNKNOWN_CONSUMER: InvoiceParty = {
  contact_id: null,
  name: 'Consumidor não identificado',
  document_number: null,
  email: null,
  phone_number: null,
  state_tax_number: null,
  address: null,
}

/** `before` is the note being corrected: it keeps its code. */
export async function prepareProduct(
  ctx: Context,
  kind: Kind,
  issuer: Issuer,
  input: ProductInput,
  before?: StoredInvoice,
): Promise<PreparedProduct> {
  const finality = input.finality ?? 'DEFAULT'
  const reference = await referenceOf(ctx, input)
  const party = checkedParty(kind, (await partyOf(ctx, input)) ?? reference?.party ?? UNKNOWN_CONSUMER)
  const direction = finality === 'DEVOLUTION' && reference?.source === 'LOCAL' ? 'IN' : 'OUT'
  const staysInState = isSameState(kind, issuer.address.state, party.address?.state)
  const products = new Map((await findProducts(ctx.db, ctx.companyId, productIds(input))).map(product => [product.id, product]))
  const items = input.invoice_products.map((line, index) => {
    const field = `invoice_products.${index}`
    const product = products.get(line.product_id)
    if (!product) throw invalid(`${field}.product_id`, 'Produto não encontrado')
    return noteItem(
      line,
      product,
      issuer,
      field,
      cfopOf(product.cfop, { finality, direction, isSameState: staysInState }),
      staysInState ? null : (party.address?.state ?? null),
    )
  })
  const order = input.invoice_order ?? {}
  const order_discount_cents = order.discount_amount_cents ?? 0
  const totals = invoiceTotals({
    items,
    discount_cents: order_discount_cents,
    freight_cents: order.shipping_amount_cents ?? 0,
    insurance_cents: order.insurance_amount_cents ?? 0,
    other_cents: order.other_amount_cents ?? 0,
    regime: issuer.tax_regime,
    to_consumer: isFinalConsumer(kind, party),
    year: Number(ctx.today.slice(0, 4)),
  })
  if (totals.discount_cents > totals.products_cents)
    throw invalid('invoice_order.discount_amount_cents', 'O desconto passa do valor dos produtos')
  checkTotals(input, totals.total_cents, totals.items)
  return {
    party,
    amount_cents: totals.total_cents,
    reference_id: reference?.id ?? null,
    content: {
      finality,
      nature: input.nature || (finality === 'DEVOLUTION' ? 'Devolução de mercadoria' : 'Venda de mercadoria'),
      direction,
      items,
      totals,
      order_discount_cents,
      operation_type: order.operation_type ?? 'IN_PERSON',
      shipping_mode: order.shipping_mode ?? 'NO_TRANSPORT_OCCURRENCE',
      payment: paymentOf(input, finality, totals.total_cents),
      additional_information: input.additional_information ?? null,
      reference_key: reference?.access_key ?? null,
      code: (before?.content as ProductContent | undefined)?.code ?? String(randomInt(1, 1e8)).padStart(8, '0'),
    },
  }
}

const productIds = (input: ProductInput): string[] => [...new Set(input.invoice_products.map(line => line.product_id))]

async function referenceOf(ctx: Context, input: ProductInput): Promise<StoredInvoice | undefined> {
  const finality = input.finality ?? 'DEFAULT'
  if (!input.reference_id) {
    if (finality === 'DEFAULT') return undefined
    throw invalid('reference_id', 'Escolha a nota a que esta se refere')
  }
  const reference = await findInvoice(ctx.db, [ctx.companyId], input.reference_id)
  if (!reference?.access_key || reference.status !== 'ISSUED' || reference.kind === 'SERVICE') {
    throw invalid('reference_id', 'Nota não encontrada entre as emitidas')
  }
  return reference
}

function checkedParty(kind: Kind, party: InvoiceParty): InvoiceParty {
  if (kind === 'CONSUMER') {
    if (party.document_number && documentKind(party.document_number) === 'CNPJ') throw invalid('borrower', CONSUMER_INVOICE_REFUSAL)
    return party
  }
  if (!party.document_number) throw invalid('borrower', 'Informe o CPF ou CNPJ do destinatário')
  if (!isWhole(party.address)) throw invalid('borrower', 'Complete o endereço do destinatário: rua, bairro, cidade, estado e CEP')
  return party
}

function noteItem(
  line: ProductInput['invoice_products'][number],
  product: Product,
  issuer: Issuer,
  field: string,
  cfop: string,
  /** Where the goods go, when they leave the state. */
  otherState: string | null,
): NoteItem {
  const quantity = toQuantity(line.amount)
  if (quantity === undefined) throw invalid(`${field}.amount`, 'A quantidade é maior que zero e tem até quatro casas')
  const icms_st = line.icms_st ?? null
  if (isSimples(issuer.tax_regime) && line.ipi_rate) throw invalid(`${field}.ipi_rate`, 'No Simples o IPI vai no DAS: a nota não o destaca')
  const origin = line.origin ?? product.origin
  const { tax_regime: regime, address } = issuer
  const icms_rate = icmsRateOf({ regime, hasSt: icms_st !== null, rate: product.icms_rate, origin, from: address.state, otherState })
  if (icms_rate === undefined) throw invalid(field, `Informe a alíquota de ICMS do produto ${product.name}`)
  const item: NoteItem = {
    product_id: product.id,
    code: product.code,
    name: product.name,
    ncm: product.ncm,
    cest: product.cest,
    cfop,
    unit: product.unit,
    gtin: product.gtin,
    origin,
    quantity,
    unit_price_cents: line.unit_price_cents ?? product.price_cents,
    discount_cents: line.discount_amount_cents ?? 0,
    icms_rate,
    ipi_rate: line.ipi_rate ?? 0,
    icms_st,
  }
  if (item.discount_cents > subtotalOf(item)) throw invalid(`${field}.discount_amount_cents`, 'O desconto passa do valor do item')
  return item
}

/** Sums the caller also sent must be ours: a client that rounds otherwise learns of it before the authority does. */
function checkTotals(input: ProductInput, total: number, items: ProductContent['totals']['items']): void {
  if (total <= 0) throw invalid('invoice_products', 'O total da nota precisa ser maior que zero')
  const sent = input.invoice_order?.total_amount_cents
  if (sent !== undefined && sent !== total) throw invalid('invoice_order.total_amount_cents', `O total da nota é ${formatCents(total)}`)
  input.invoice_products.forEach((line, index) => {
    const subtotal = items[index]?.subtotal_cents ?? 0
    if (line.subtotal_amount_cents !== undefined && line.subtotal_amount_cents !== subtotal)
      throw invalid(`invoice_products.${index}.subtotal_amount_cents`, `O subtotal do item é ${formatCents(subtotal)}`)
    const own = subtotal - (line.discount_amount_cents ?? 0)
    if (line.total_amount_cents !== undefined && line.total_amount_cents !== own && line.total_amount_cents !== items[index]?.total_cents)
      throw invalid(`invoice_products.${index}.total_amount_cents`, `O total do item é ${formatCents(own)}`)
  })
}

function paymentOf(input: ProductInput, finality: ProductContent['finality'], total: number): ProductContent['payment'] {
  const { kind, payment_method, due_dates = [] } = input.invoice_payment
  // Returns and adjustments move no money.
  if (finality !== 'DEFAULT') return { kind: 'CASH', amount_cents: [0], payment_method: ['NONE'], due_dates: [] }
  if (payment_method.includes('NONE')) throw invalid('invoice_payment.payment_method', 'Sem pagamento só cabe em devolução ou ajuste')
  const amounts = input.invoice_payment.amount_cents
  const amount_cents = amounts.length === 0 ? [total] : amounts
  const methods = payment_method.length === 1 ? amount_cents.map(() => payment_method[0] ?? 'OTHER') : payment_method
  if (methods.length !== amount_cents.length) throw invalid('invoice_payment.payment_method', 'Uma forma de pagamento para cada valor')
  if (kind === 'INSTALLMENTS' && due_dates.length !== amount_cents.length)
    throw invalid('invoice_payment.due_dates', 'Um vencimento para cada parcela')
  const sum = amount_cents.reduce((all, cents) => all + cents, 0)
  if (sum !== total)
    throw invalid('invoice_payment.amount_cents', `Os pagamentos somam ${formatCents(sum)} e a nota, ${formatCents(total)}`)
  return { kind, amount_cents, payment_method: methods, due_dates: kind === 'INSTALLMENTS' ? due_dates : [] }
}

/** The note as its author would write it again: what a correction starts from. */
export function productInputOf(row: StoredInvoice): ProductInput {
  const content = row.content as ProductContent
  return {
    contact_id: row.contact_id,
    borrower: row.party === null || row.party.name === UNKNOWN_CONSUMER.name ? null : row.party,
    finality: content.finality,
    reference_id: row.reference_id,
    nature: content.nature,
    invoice_order: {
      discount_amount_cents: content.order_discount_cents,
      shipping_amount_cents: content.totals.freight_cents,
      insurance_amount_cents: content.totals.insurance_cents,
      other_amount_cents: content.totals.other_cents,
      operation_type: content.operation_type,
      shipping_mode: content.shipping_mode,
    },
    invoice_payment: content.payment,
    invoice_products: content.items.map(item => ({
      product_id: item.product_id ?? '',
      amount: item.quantity / QUANTITY_BASE,
      unit_price_cents: item.unit_price_cents,
      discount_amount_cents: item.discount_cents,
      ipi_rate: item.ipi_rate,
      icms_st: item.icms_st,
      origin: item.origin,
    })),
    additional_information: content.additional_information,
  }
}

/** 'NF-e de R$ 100,00'. */
export const noteLabel = (kind: StoredInvoice['kind'], cents: number): string => `${INVOICE_KIND_LABELS[kind]} de ${formatCents(cents)}`
