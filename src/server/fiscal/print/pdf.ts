// The pages of fiscal papers, and the parts they are drawn with.
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { code128 } from '#domain/fiscal/code128.ts'
import { formatAmount } from '#domain/money.ts'
import { makePdf } from '#server/base/pdf.ts'

const WATERMARK = 'SEM VALOR FISCAL'

export async function renderPdf(
  title: string,
  content: Content[],
  page: Partial<TDocumentDefinitions> & { isTest: boolean },
): Promise<Buffer> {
  const { isTest, ...rest } = page
  return makePdf({
    info: { title },
    pageSize: 'A4',
    pageMargins: [20, 20, 20, 28],
    defaultStyle: { fontSize: 8 },
    footer: (current, count) => ({
      text: `${title}  ·  página ${current} de ${count}`,
      alignment: 'center',
      fontSize: 6,
      margin: [0, 8, 0, 0],
    }),
    ...(isTest ? { watermark: { text: WATERMARK, opacity: 0.12, bold: true } } : {}),
    ...rest,
    content,
  })
}

/** A labelled field, as fiscal forms draw it. */
export const field = (label: string, value: string | null | undefined, more: object = {}): TableCell => ({
  stack: [
    { text: label.toUpperCase(), fontSize: 5.5, color: '#444' },
    { text: value || ' ', fontSize: 8 },
  ],
  ...more,
})

/** The same for an amount, right-aligned. */
export const amount = (label: string, cents: number): TableCell => field(label, formatAmount(cents), { alignment: 'right' })

const FRAME = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  paddingLeft: () => 3,
  paddingRight: () => 3,
  paddingTop: () => 1.5,
  paddingBottom: () => 1.5,
}

/** A row of fields; widths as pdfmake takes them. */
export const row = (cells: TableCell[], widths: (string | number)[] = cells.map(() => '*')): Content => ({
  table: { widths, body: [cells] },
  layout: FRAME,
})

export const heading = (text: string): Content => ({ text: text.toUpperCase(), bold: true, fontSize: 6.5, margin: [0, 4, 0, 1] })

export const grid = (widths: (string | number)[], header: string[], rows: TableCell[][]): Content => ({
  table: { headerRows: 1, widths, body: [header.map(text => ({ text, bold: true, fontSize: 6 })), ...rows] },
  layout: { ...FRAME, hLineWidth: index => (index <= 1 ? 0.5 : 0.2) },
})

export const cell = (text: string, alignment: 'left' | 'right' | 'center' = 'left'): TableCell => ({ text, alignment, fontSize: 7 })

/** Bars of Code 128, `width` points wide. */
export const barcode = (text: string, width: number, height: number): Content => barsOf(code128(text), width, height)

/** Bars and spaces in turn, by their widths in modules. */
export function barsOf(modules: readonly number[], width: number, height: number): Content {
  const unit = width / modules.reduce((sum, each) => sum + each, 0)
  let x = 0
  const bars = modules.flatMap((each, index) => {
    const bar = { type: 'rect' as const, x, y: 0, w: each * unit, h: height, color: 'black', lineWidth: 0 }
    x += each * unit
    return index % 2 === 0 ? [bar] : []
  })
  return { canvas: bars }
}
