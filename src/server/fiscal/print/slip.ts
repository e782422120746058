// A slip to pay by, one page: who and how much, the bars of the boleto with their digits, and the Pix code as a picture and as text.
import type { Content } from 'pdfmake/interfaces.js'
import { formatDigitableLine } from '#domain/payments/boleto.ts'
import { interleaved2of5 } from '#domain/payments/itf.ts'
import { barsOf, renderPdf } from './pdf.ts'

export interface SlipSheet {
  title: string
  /** Those without a value are left out. */
  facts: readonly (readonly [name: string, value: string])[]
  barcode: string | null
  digitable_line: string | null
  emv_code: string | null
  /** Said at the bottom; of the local environment where it is absent. */
  note?: string
}

const LOCAL = 'Ambiente local: nenhum banco e nenhuma repartição de verdade emitiu este documento.'

const BARS_WIDTH = 370
const BARS_HEIGHT = 36

export function slipPdf({ title, facts, barcode, digitable_line, emv_code, note = LOCAL }: SlipSheet): Promise<Buffer> {
  const content: Content[] = [
    { text: title, fontSize: 16, bold: true, margin: [0, 0, 0, 12] },
    {
      layout: 'lightHorizontalLines',
      table: {
        widths: [110, '*'],
        body: facts.filter(([, value]) => value !== '').map(([name, value]) => [{ text: name, bold: true }, value]),
      },
    },
  ]
  if (barcode && digitable_line)
    content.push(
      { text: 'Linha digitável', bold: true, margin: [0, 18, 0, 4] },
      { text: formatDigitableLine(digitable_line), fontSize: 12, margin: [0, 0, 0, 8] },
      barsOf(interleaved2of5(barcode), BARS_WIDTH, BARS_HEIGHT),
    )
  if (emv_code)
    content.push(
      { text: 'Pix copia e cola', bold: true, margin: [0, 18, 0, 4] },
      { qr: emv_code, fit: 140, margin: [0, 0, 0, 8] },
      { text: emv_code, fontSize: 8 },
    )
  content.push({
    text: note,
    italics: true,
    margin: [0, 20, 0, 0],
  })
  return renderPdf(title, content, {
    isTest: false,
    pageMargins: [48, 48, 48, 48],
    defaultStyle: { font: 'Helvetica', fontSize: 10, lineHeight: 1.3 },
  })
}
