// The DANFE of an NFC-e: a receipt of 80 mm with the QR code that the consumer reads.
import type { Content } from 'pdfmake/interfaces.js'
import { groupKey } from '#domain/fiscal/access-key.ts'
import { QUANTITY_BASE } from '#domain/fiscal/totals.ts'
import { PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatAmount } from '#domain/money.ts'
import type { Authorisation, ProductNote } from '../notes.ts'
import { consumerQrCode, consumerQueryAddress } from '../qr-code.ts'
import { cell, grid, renderPdf } from './pdf.ts'
import { cityText, documentText, momentText, streetText } from './texts.ts'

/** 80 mm of paper in points; as long as its lines need. */
const WIDTH = 226
const HEAD_AND_FOOT = 420
const PER_ITEM = 22

export function renderDanfce(note: ProductNote, done: Authorisation): Promise<Buffer> {
  const { content, issuer, party } = note
  const center = (text: string, more: object = {}): Content => ({ text, alignment: 'center', ...more })
  const line = (label: string, value: string, bold = false): Content => ({
    columns: [
      { text: label, bold },
      { text: value, alignment: 'right', bold },
    ],
  })
  const blocks: Content[] = [
    center(issuer.trade_name ?? issuer.name, { bold: true, fontSize: 10 }),
    center(`CNPJ ${documentText(issuer.document_number)}  IE ${issuer.state_registration ?? 'ISENTO'}`),
    center(`${streetText(issuer.address)}, ${cityText(issuer.address)}`),
    center('Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica', { bold: true, margin: [0, 6, 0, 6] }),
    grid(
      ['*', 30, 40, 44],
      ['PRODUTO', 'QTD', 'UNIT.', 'TOTAL'],
      content.items.map((item, index) => [
        cell(`${item.code} ${item.name}`),
        cell((item.quantity / QUANTITY_BASE).toLocaleString('pt-BR', { maximumFractionDigits: 4 }), 'right'),
        cell(formatAmount(item.unit_price_cents), 'right'),
        cell(formatAmount(content.totals.items[index]?.subtotal_cents ?? 0), 'right'),
      ]),
    ),
    line('Qtd. total de itens', String(content.items.length)),
    line('Valor total R$', formatAmount(content.totals.products_cents)),
    line('Desconto R$', formatAmount(content.totals.discount_cents)),
    line('Frete R$', formatAmount(content.totals.freight_cents)),
    line('Valor a pagar R$', formatAmount(content.totals.total_cents), true),
    ...content.payment.payment_method.map((method, index) =>
      line(PAYMENT_METHOD_LABELS[method], formatAmount(content.payment.amount_cents[index] ?? 0)),
    ),
    center(`Consulte pela chave de acesso em ${consumerQueryAddress(issuer.address.state, note.environment)}`, { margin: [0, 6, 0, 0] }),
    center(groupKey(note.access_key), { bold: true, fontSize: 7 }),
    center(party.document_number ? `CONSUMIDOR ${documentText(party.document_number)} ${party.name}` : 'CONSUMIDOR NÃO IDENTIFICADO', {
      margin: [0, 6, 0, 0],
    }),
    center(`NFC-e nº ${note.number}  Série ${note.serie}  ${momentText(note.sent_at)}`),
    center(`Protocolo ${done.protocol}  ${momentText(done.at)}`),
    { qr: consumerQrCode(issuer.address.state, note.access_key, note.environment), fit: 120, alignment: 'center', margin: [0, 8, 0, 0] },
  ]
  return renderPdf(`NFC-e ${note.number}`, blocks, {
    isTest: note.environment === '2',
    pageSize: { width: WIDTH, height: HEAD_AND_FOOT + PER_ITEM * content.items.length },
    pageMargins: [10, 10, 10, 20],
    defaultStyle: { font: 'Helvetica', fontSize: 7 },
  })
}
