// What a note says: the service and its taxes, or the goods, their freight and payment.

import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import type { ProductInvoice, ServiceInvoice } from '#contract/invoices.ts'
import { formatDay } from '#domain/days.ts'
import { formatRate, maskNcm, maskServiceCode } from '#domain/fiscal/masks.ts'
import {
  INVOICE_FINALITY_LABELS,
  INVOICE_PAYMENT_KIND_LABELS,
  OPERATION_TYPE_LABELS,
  PAYMENT_METHOD_LABELS,
  PRODUCT_ORIGIN_LABELS,
  SHIPPING_MODE_LABELS,
} from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import styles from './invoices.module.css'
import { WITHHOLDING_LABELS } from './service-model.ts'

const positive = (cents: number): string | null => (cents > 0 ? formatCents(cents) : null)

export function ServiceSections({ invoice }: { invoice: ServiceInvoice }) {
  const withheld = [...(invoice.iss_withheld ? ['ISS'] : []), ...invoice.withheld.map(name => WITHHOLDING_LABELS[name])]
  return (
    <>
      <DrawerSection title="Serviço">
        <p className={styles.serviceWords}>{invoice.description}</p>
        <p className={classNames(text.m, text.small)}>
          {maskServiceCode(invoice.municipal_service.code)} {invoice.municipal_service.description}
        </p>
      </DrawerSection>
      <DrawerSection title="Valores">
        <dl className={classNames(facts.kv, styles.sums)} data-part="facts">
          <Detail name="Valor do serviço">{formatCents(invoice.amount_cents)}</Detail>
          <Detail name="Desconto">{positive(invoice.discount_amount_cents)}</Detail>
          <Detail name={`ISS ${formatRate(invoice.iss_rate)}`}>{formatCents(invoice.iss_amount_cents)}</Detail>
          <Detail name="Retido pelo tomador">{positive(invoice.withheld_amount_cents)}</Detail>
          <Detail name="Líquido">
            <b>{formatCents(invoice.net_amount_cents)}</b>
          </Detail>
          <IbsCbs group={invoice.ibs_cbs} />
        </dl>
        {withheld.length > 0 ? <p className={classNames(text.m, text.small)}>Retenções: {withheld.join(', ')}</p> : null}
      </DrawerSection>
    </>
  )
}

function IbsCbs({ group }: { group: ServiceInvoice['ibs_cbs'] }) {
  if (group === null) return null
  return (
    <>
      <Detail name="Base de IBS e CBS">{formatCents(group.base_cents)}</Detail>
      <Detail name="IBS (teste de 2026)">{formatCents(group.ibs_cents)}</Detail>
      <Detail name="CBS (teste de 2026)">{formatCents(group.cbs_cents)}</Detail>
    </>
  )
}

export function GoodsSections({ invoice }: { invoice: ProductInvoice }) {
  const { invoice_order: order, invoice_payment: payment, invoice_products: products } = invoice
  const subtotal = products.reduce((sum, item) => sum + item.subtotal_amount_cents, 0)
  return (
    <>
      <DrawerSection title={counted(products.length, ['item', 'itens'])}>
        <ul className={styles.noteItems}>
          {products.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a note's items never move, and one product may stand in it twice
            <li key={at}>
              <span className={text.med}>{item.name}</span>
              <span className={text.tabular}>{formatAmount(item.total_amount_cents)}</span>
              <span className={classNames(text.m, text.small, styles.small, text.tabular)}>
                {item.amount.toLocaleString('pt-BR', { maximumFractionDigits: 4 })} {item.unit} × {formatAmount(item.unit_price_cents)}
                {item.discount_amount_cents > 0 ? `, desconto ${formatAmount(item.discount_amount_cents)}` : ''}
              </span>
              <span className={classNames(text.m, text.small, styles.small)}>
                CFOP {item.cfop}, NCM {maskNcm(item.ncm)}, origem {PRODUCT_ORIGIN_LABELS[item.origin].slice(0, 1)}
              </span>
            </li>
          ))}
        </ul>
      </DrawerSection>
      <DrawerSection title="Valores">
        <dl className={classNames(facts.kv, styles.sums)} data-part="facts">
          <Detail name="Produtos">{formatCents(subtotal)}</Detail>
          <Detail name="Desconto">{positive(order.discount_amount_cents)}</Detail>
          <Detail name="Frete">{positive(order.shipping_amount_cents)}</Detail>
          <Detail name="Seguro">{positive(order.insurance_amount_cents)}</Detail>
          <Detail name="Outras despesas">{positive(order.other_amount_cents)}</Detail>
          <Detail name="IPI">{positive(order.ipi_amount_cents)}</Detail>
          <Detail name="ICMS ST">{positive(order.st_amount_cents)}</Detail>
          <Detail name="Total">
            <b>{formatCents(order.total_amount_cents)}</b>
          </Detail>
          <IbsCbs group={invoice.ibs_cbs} />
        </dl>
      </DrawerSection>
      <DrawerSection title="Operação">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Natureza">{invoice.nature}</Detail>
          <Detail name="Finalidade">{INVOICE_FINALITY_LABELS[invoice.finality]}</Detail>
          <Detail name="Presença">{OPERATION_TYPE_LABELS[order.operation_type]}</Detail>
          <Detail name="Frete">{SHIPPING_MODE_LABELS[order.shipping_mode]}</Detail>
        </dl>
        {invoice.additional_information ? <p className={styles.serviceWords}>{invoice.additional_information}</p> : null}
      </DrawerSection>
      <DrawerSection title={`Pagamento ${INVOICE_PAYMENT_KIND_LABELS[payment.kind].toLowerCase()}`}>
        {payment.amount_cents.map((cents, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lists of a payment run side by side by place
          <p className={drawer.line} key={at}>
            <span>{PAYMENT_METHOD_LABELS[payment.payment_method[at] ?? 'OTHER']}</span>
            {payment.due_dates[at] ? <span className={classNames(text.m, text.tabular)}>{formatDay(payment.due_dates[at])}</span> : null}
            <span className={classNames(drawer.end, text.tabular)}>{formatCents(cents)}</span>
          </p>
        ))}
      </DrawerSection>
    </>
  )
}
