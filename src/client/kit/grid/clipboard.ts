// The grid's clipboard: tables leave as TSV and HTML; spreadsheets arrive as a matrix of strings.

export interface ClipboardTable {
  text: string
  html: string
}

/** A text that a spreadsheet would run as a formula gets an apostrophe; a plain number keeps its minus. */
function guarded(cell: string): string {
  return /^[=+\-@]/.test(cell) && !/^-?\d+(,\d+)?$/.test(cell) ? `'${cell}` : cell
}

function quoted(cell: string): string {
  return /[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (cell: string) => cell.replace(/[&<>"]/g, sign => ENTITIES[sign]!)

/** `fixed`: places of columns that nobody writes in; a paste of our own copy passes over them. */
export function tableOf(matrix: readonly (readonly string[])[], fixed: readonly number[] = []): ClipboardTable {
  const safe = matrix.map(row => row.map(guarded))
  return {
    text: safe.map(row => row.map(quoted).join('\t')).join('\n'),
    html: `<table${fixed.length > 0 ? ` data-fixed="${fixed.join(' ')}"` : ''}>${safe.map(row => `<tr>${row.map(cell => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`,
  }
}

/** The columns that a copied table of ours says nobody writes in. */
export const readOnlyColumns = (html: string): ReadonlySet<number> =>
  new Set((/<table data-fixed="([\d ]+)"/.exec(html)?.[1] ?? '').split(' ').filter(Boolean).map(Number))

export const without = (matrix: readonly (readonly string[])[], columns: ReadonlySet<number>): string[][] =>
  matrix.map(row => row.filter((_, at) => !columns.has(at)))

/**
 * The rows of a TSV text with quoted cells (line breaks and doubled quotes inside). The newline that Excel adds at the end makes no
 * row, and the guard apostrophe of our own copies is removed. Rows may differ in length.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  if (text === '') return rows
  while (at <= text.length) {
    const [cell, next] = readCell(text, at)
    row.push(/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell)
    const separator = text[next]
    at = next + 1
    if (separator === '\t') continue
    if (separator === '\r' && text[at] === '\n') at++
    rows.push(row)
    row = []
    // at the very end, where the last newline closed the last row
    if (separator === undefined || at >= text.length) break
  }
  return rows
}

function readCell(text: string, from: number): [cell: string, end: number] {
  if (text[from] === '"') {
    let cell = ''
    let at = from + 1
    for (; at < text.length; at++) {
      if (text[at] !== '"') cell += text[at]
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else break
    }
    const after = text[at + 1]
    if (at < text.length && (after === undefined || after === '\t' || after === '\n' || after === '\r')) return [cell, at + 1]
    // a stray quote: the cell stays as written
  }
  let end = from
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(from, end), end]
}
