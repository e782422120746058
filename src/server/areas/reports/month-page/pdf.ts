// The page of a month as PDF: one sheet of A4, drawn as the screen draws it.
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { MonthPage } from '#contract/month-page.ts'
import { monthName, shortMonthName } from '#domain/days.ts'
import { formatAmount, formatCents, formatPercent } from '#domain/money.ts'
import { cashParts, footWords, monthChange, monthTitle } from '#domain/month-page.ts'
import { renderPdf } from '#server/fiscal/print/pdf.ts'

const INK = '#1a2233'
const MUTED = '#566073'
const RULE = '#dfe4ec'
const SALES = '#2a46b0'
const COSTS = '#7a8699'
/** The standard fonts have no minus sign of their own; this dash is as wide. */
const printable = (text: string): string => text.replaceAll('−', '–')
/** Of the sheet, between its margins. */
const WIDTH = 511
const CHART = { height: 120, bar: 10, gap: 1 }

export async function monthPdf(page: MonthPage): Promise<Uint8Array> {
  const title = `${page.company_name}, ${monthTitle(page.month)}`
  return renderPdf(title, contentOf(page), {
    isTest: false,
    pageMargins: [42, 36, 42, 36],
    defaultStyle: { font: 'Helvetica', fontSize: 9, color: INK },
    footer: (current, count) => ({
      columns: [footWords(page), { text: `${current} de ${count}`, alignment: 'right' as const }],
      margin: [42, 8, 42, 0],
      fontSize: 7.5,
      color: MUTED,
    }),
  })
}

function contentOf(page: MonthPage): Content[] {
  const { said } = page
  return [
    {
      columns: [
        {
          text: [
            { text: page.company_name, bold: true },
            { text: `   ${page.company_document}`, color: MUTED },
          ],
        },
        { text: `${monthTitle(page.month)}, por competência`, alignment: 'right', width: 'auto', color: MUTED },
      ],
    },
    line(INK, [0, 8, 0, 14]),
    { text: [said.before, { text: said.figure, bold: true }, said.after], fontSize: 19, lineHeight: 1.15 },
    { text: said.lead || ' ', fontSize: 10.5, color: MUTED, margin: [0, 2, 0, 14] },
    {
      columns: [
        { text: 'Vendas e gastos, doze meses', bold: true },
        { ...legend('vendas', SALES), width: 'auto' },
        { ...legend('gastos', COSTS), width: 'auto', margin: [12, 0, 0, 0] },
      ],
    },
    ...chart(page.months),
    linesTable(page),
    cashTable(page),
    ...notes(page),
  ]
}

const line = (color: string, margin: [number, number, number, number]): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 0.7, lineColor: color }],
  margin,
})

const legend = (words: string, color: string) => ({
  columns: [
    { canvas: [{ type: 'rect' as const, x: 0, y: 2, w: 6, h: 6, color, lineWidth: 0 }], width: 10 },
    { text: words, color: MUTED, width: 'auto' as const },
  ],
})

/** Two bars a month over one floor; months before this one are pale. */
function chart(months: MonthPage['months']): Content[] {
  const highest = Math.max(...months.flatMap(({ sales_cents, costs_cents }) => [sales_cents, costs_cents]), 1)
  const slot = WIDTH / months.length
  const bar = (cents: number, x: number, color: string, isNow: boolean) => {
    const h = (Math.max(cents, 0) / highest) * CHART.height
    return { type: 'rect' as const, x, y: CHART.height - h, w: CHART.bar, h, color, fillOpacity: isNow ? 1 : 0.4, lineWidth: 0 }
  }
  const bars = months.flatMap(({ sales_cents, costs_cents }, at) => {
    const middle = slot * (at + 0.5)
    const isNow = at === months.length - 1
    return [bar(sales_cents, middle - CHART.bar - CHART.gap, SALES, isNow), bar(costs_cents, middle + CHART.gap, COSTS, isNow)]
  })
  const floor = { type: 'line' as const, x1: 0, y1: CHART.height, x2: WIDTH, y2: CHART.height, lineWidth: 0.7, lineColor: COSTS }
  return [
    { canvas: [floor, ...bars], margin: [0, 8, 0, 3] },
    {
      table: {
        widths: months.map(() => '*'),
        body: [
          months.map(({ month }, at) => ({
            text: shortMonthName(month),
            alignment: 'center' as const,
            fontSize: 7.5,
            bold: at === months.length - 1,
          })),
        ],
      },
      layout: 'noBorders',
      margin: [0, 0, 0, 12],
    },
  ]
}

function linesTable({ lines, month, last_month, year_ago }: MonthPage): Content {
  const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', ...more })
  const heads = [
    { text: 'Linha', color: MUTED },
    right(`${monthName(month)} (R$)`, { color: MUTED }),
    right(`${monthName(last_month)} (R$)`, { color: MUTED }),
    right('mudou', { color: MUTED }),
    ...(year_ago ? [right(`${monthName(year_ago)} de ${year_ago.slice(0, 4)}`, { color: MUTED })] : []),
    right('da receita', { color: MUTED }),
  ]
  const body = lines.map(({ label, kind, amount_cents, last_cents, year_ago_cents, percent }): TableCell[] => {
    const bold = kind !== 'block'
    return [
      { text: label, bold },
      right(printable(formatAmount(amount_cents)), { bold }),
      right(printable(formatAmount(last_cents)), { color: MUTED }),
      right(printable(monthChange(amount_cents, last_cents)), { color: MUTED }),
      ...(year_ago ? [right(printable(formatAmount(year_ago_cents ?? 0)), { color: MUTED })] : []),
      right(percent === null ? '' : formatPercent(Math.abs(percent), 1), { color: MUTED }),
    ]
  })
  const last = lines.length + 1
  return {
    table: { headerRows: 1, widths: ['*', ...heads.slice(1).map(() => 'auto')], body: [heads, ...body] },
    layout: {
      hLineWidth: at => (at === 0 ? 0 : at === last ? 1.5 : 0.5),
      hLineColor: at => (at >= last - 1 ? INK : RULE),
      vLineWidth: () => 0,
      paddingLeft: at => (at === 0 ? 0 : 12),
      paddingRight: () => 0,
      paddingTop: () => 6,
      paddingBottom: () => 6,
    },
    margin: [0, 0, 0, 16],
  }
}

function cashTable(page: MonthPage): Content {
  const parts = cashParts(page)
  return {
    stack: [
      {
        columns: [
          { text: 'Dinheiro no banco', bold: true },
          { text: page.cash.accounts.join(', '), alignment: 'right', color: MUTED },
        ],
      },
      line(RULE, [0, 5, 0, 6]),
      {
        columns: parts.map(({ words, cents }, at) => ({
          stack: [
            { text: words, color: MUTED, fontSize: 8 },
            { text: printable(at === parts.length - 1 ? `= ${formatCents(cents)}` : formatAmount(cents)), bold: true, fontSize: 11 },
          ],
        })),
      },
    ],
    margin: [0, 0, 0, 16],
  }
}

function notes({ notes: told }: MonthPage): Content[] {
  if (told.length === 0) return []
  return [
    { text: 'Para olhar agora', bold: true },
    line(RULE, [0, 5, 0, 6]),
    {
      columns: told.map(({ strong, text }) => ({ text: [{ text: strong, bold: true }, printable(text)], lineHeight: 1.3 })),
      columnGap: 24,
    },
  ]
}
