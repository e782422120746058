// A charge as its payer keeps it: who and how much, the bars of the boleto, the Pix code.
import { formatDay } from '#domain/days.ts'
import { formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { CHARGE_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { payerTotal } from '#domain/payments/charges.ts'
import { slipPdf } from '#server/fiscal/print/slip.ts'
import type { StoredCharge } from './rows.ts'

export function chargePdf(charge: StoredCharge): Promise<Buffer> {
  const { recipient, payer } = charge
  return slipPdf({
    title: charge.barcode ? 'Boleto' : 'Cobrança por Pix',
    facts: [
      ['Beneficiário', `${recipient.name} (${formatDocument(recipient.document_number ?? '')})`],
      ['Pagador', payer ? `${payer.name} (${maskCpfForLists(payer.document_number ?? '')})` : 'não informado'],
      ['Vencimento', formatDay(charge.due_date)],
      ['Pagável até', formatDay(charge.expiration_date)],
      ['Valor', formatCents(payerTotal(charge))],
      ['Situação', CHARGE_STATUS_LABELS[charge.status]],
      ['Descrição', charge.additional_information ?? ''],
    ],
    ...charge,
  })
}
