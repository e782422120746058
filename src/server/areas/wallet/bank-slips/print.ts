// A slip as its payer keeps it: who and how much, what a delay costs, the bars and their digits.
import type { BankSlip } from '#contract/collection.ts'
import { COLLECTION_BANKS } from '#domain/collection/agreement.ts'
import { interestPerDay } from '#domain/collection/remessa.ts'
import { BANK_SLIP_STATUS_LABELS } from '#domain/collection/slip-states.ts'
import { formatDay } from '#domain/days.ts'
import { formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { formatRate } from '#domain/fiscal/masks.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { merchantOf } from '#server/areas/people/companies/rows.ts'
import { slipPdf } from '#server/fiscal/print/slip.ts'
import type { Context } from '#server/kernel/context.ts'

export async function bankSlipPdf(ctx: Context, slip: BankSlip): Promise<Buffer> {
  const { name, document_number } = await merchantOf(ctx.db, ctx.companyId)
  const { payer, digit, number } = slip
  const perDay = interestPerDay(slip.amount_cents, slip.interest_rate)
  const late = [
    slip.fine_rate > 0 ? `multa de ${formatRate(slip.fine_rate)}` : '',
    perDay > 0 ? `${formatCents(perDay)} por dia` : '',
    slip.protest_days === null ? '' : `protesto após ${counted(slip.protest_days, ['dia', 'dias'])}`,
  ]
  return slipPdf({
    title: `Boleto · ${COLLECTION_BANKS[slip.bank_code]?.name ?? slip.bank_code}`,
    facts: [
      ['Beneficiário', `${name} (${formatDocument(document_number)})`],
      ['Pagador', `${payer.name} (${maskCpfForLists(payer.document_number)})`],
      ['Endereço', [payer.address, payer.district, payer.city, payer.state].filter(Boolean).join(', ')],
      ['Nosso número', digit ? `${number}-${digit}` : number],
      ['Seu número', slip.document],
      ['Emissão', formatDay(slip.issue_date)],
      ['Vencimento', formatDay(slip.due_date)],
      ['Valor', formatCents(slip.amount_cents)],
      ['Abatimento', slip.rebate_cents > 0 ? formatCents(slip.rebate_cents) : ''],
      ['Após o vencimento', late.filter(Boolean).join(', ')],
      ['Situação', BANK_SLIP_STATUS_LABELS[slip.status]],
    ],
    barcode: slip.barcode,
    digitable_line: slip.digitable_line,
    emv_code: null,
    note:
      slip.status === 'WAITING'
        ? 'O banco ainda não confirmou o registro: até lá este boleto não pode ser pago.'
        : 'Registrado no banco por arquivo de remessa.',
  })
}
