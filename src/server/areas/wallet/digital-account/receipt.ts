// The receipt of a movement, one page.
import { dayInSaoPaulo, formatDay, formatHour } from '#domain/days.ts'
import { formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { formatCents } from '#domain/money.ts'
import type { BankEnvironment } from '#domain/payments/digital-banks.ts'
import { receiptName } from '#domain/payments/receipt-name.ts'
import type { Movement } from '#server/adapters/payments.ts'
import { makePdf } from '#server/base/pdf.ts'
import type { StoredMovement } from './rows.ts'

const TITLES: Record<Movement['type'], string> = {
  DEPOSIT: 'Depósito',
  PIX_IN: 'Pix recebido',
  PIX_OUT: 'Pix enviado',
  BOLETO_IN: 'Boleto recebido',
  BOLETO_OUT: 'Pagamento de boleto',
  FEE: 'Tarifa',
  REFUND_IN: 'Devolução recebida',
  REFUND_OUT: 'Devolução enviada',
}

/** No money moved, and the paper says so. */
const NO_MONEY: Partial<Record<BankEnvironment, string>> = {
  local: 'Ambiente local: nenhum banco de verdade fez esta transação.',
  'stark-sandbox': 'Ambiente de testes do Stark Bank: nenhum dinheiro se moveu.',
}

export async function receiptPdf(movement: StoredMovement): Promise<Uint8Array> {
  const at = Date.parse(movement.occurred_at)
  const own = `${movement.company_name} (${formatDocument(movement.company_document)}), ${movement.bank_name}, ag. ${movement.branch_number}, conta ${movement.account_number}`
  const other = movement.counterparty
    ? `${movement.counterparty.name} (${maskCpfForLists(movement.counterparty.document_number)}), ${movement.counterparty.bank_name}`
    : 'Não informado'
  const [from, to] = movement.amount_cents < 0 ? [own, other] : [other, own]
  const rows = [
    ['Valor', formatCents(Math.abs(movement.amount_cents))],
    ['Data', `${formatDay(dayInSaoPaulo(at))} às ${formatHour(at)}`],
    ['De', from],
    ['Para', to],
    ['Descrição', movement.description],
    ...(movement.end_to_end_id ? [['Código do Pix', movement.end_to_end_id]] : []),
    ['Código no banco', movement.transaction_code],
  ]
  return makePdf({
    info: { title: receiptName(movement.counterparty?.name, dayInSaoPaulo(at)).replace(/\.pdf$/, '') },
    defaultStyle: { fontSize: 10, lineHeight: 1.3 },
    content: [
      { text: `Comprovante de ${TITLES[movement.type]}`, fontSize: 16, bold: true, margin: [0, 0, 0, 12] },
      {
        layout: 'lightHorizontalLines',
        table: { widths: [130, '*'], body: rows.map(([name, value]) => [{ text: name ?? '', bold: true }, value ?? '']) },
      },
      ...(NO_MONEY[movement.environment]
        ? [{ text: NO_MONEY[movement.environment] ?? '', italics: true, margin: [0, 16, 0, 0] as [number, number, number, number] }]
        : []),
    ],
  })
}
