// Papers as suppliers send them: an invoice with its boleto and its Pix code, as a PDF of any number of slips.
import type { Content } from 'pdfmake/interfaces.js'
import { type Day, formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { formatAmount } from '#domain/money.ts'
import { barcodeOf, formatDigitableLine, lineOfBarcode } from '#domain/payments/boleto.ts'
import { staticCode } from '#domain/payments/br-code.ts'
import { interleaved2of5 } from '#domain/payments/itf.ts'
import { barsOf, renderPdf } from '#server/fiscal/print/pdf.ts'

export interface SamplePaper {
  payee: string
  document: string
  amount_cents: number
  due_date: Day
  number: string
  about: string
  /** What tells one boleto from another, digits only. */
  own_number: string
  /** Null prints no Pix code; null as its amount leaves it open. Left out, it agrees with the boleto. */
  pix?: { amount_cents: number | null } | null
  boleto?: boolean
}

export const barcodeOfPaper = ({ amount_cents, due_date, own_number }: SamplePaper): string =>
  barcodeOf({ bank_code: '341', amount_cents, due_date, free_field: own_number.padStart(25, '0') })

export const pixOfPaper = ({ payee, number, amount_cents, pix }: SamplePaper): string =>
  staticCode({
    pix_key: 'contas@fornecedor.com.br',
    amount_cents: pix ? (pix.amount_cents ?? undefined) : amount_cents,
    merchant_name: payee.slice(0, 25),
    merchant_city: 'Belo Horizonte',
    txid: number.replace(/\W/g, ''),
  })

const cell = (label: string, value: string) => ({
  stack: [
    { text: label, fontSize: 6 },
    { text: value, fontSize: 9 },
  ],
})

function slipOf(paper: SamplePaper): Content[] {
  const barcode = barcodeOfPaper(paper)
  return [
    { text: `341-7    ${formatDigitableLine(lineOfBarcode(barcode))}`, fontSize: 11, bold: true, margin: [0, 24, 0, 6] },
    {
      table: {
        widths: ['*', '*', 130],
        body: [
          [
            { ...cell('Beneficiário', `${paper.payee}, ${formatDocument(paper.document)}`), colSpan: 2 },
            {},
            cell('Vencimento', formatDay(paper.due_date)),
          ],
          [
            cell('Data do documento', formatDay('2026-11-03')),
            cell('Nº do documento', paper.number),
            cell('Valor do documento', formatAmount(paper.amount_cents)),
          ],
        ],
      },
    },
    { ...(barsOf(interleaved2of5(barcode), 370, 36) as object), margin: [0, 12, 0, 0] } as Content,
  ]
}

function contentOf(paper: SamplePaper): Content[] {
  return [
    { text: paper.payee, fontSize: 14, bold: true },
    { text: `CNPJ ${formatDocument(paper.document)}`, fontSize: 8 },
    { text: `Referente a ${paper.about}`, fontSize: 9, margin: [0, 16, 0, 16] },
    ...(paper.pix === null ? [] : [{ qr: pixOfPaper(paper), fit: 140 } as Content]),
    ...(paper.boleto === false ? [] : slipOf(paper)),
  ]
}

/** One page for each. */
export const paperPdf = (...papers: readonly SamplePaper[]): Promise<Buffer> =>
  renderPdf(
    'Fatura',
    papers.flatMap((paper, index) => [{ stack: contentOf(paper), ...(index > 0 ? { pageBreak: 'before' as const } : {}) } as Content]),
    { isTest: false, pageMargins: [48, 48, 48, 48] },
  )
