// A block of cells pasted into a list: read by each column's kind, and what is asked before it is written.
import type { CellValue, ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridPaste } from '#client/kit/grid/grid-column.ts'
import { showToast } from '#client/kit/toast.ts'
import type { Confirmation } from '#commands/kit/command.ts'
import type { Pasted } from '#commands/title-cells.ts'
import { parseDay } from '#domain/date-grammar.ts'
import { parseAmount } from '#domain/money.ts'
import { counted, fold, formatCount } from '#domain/text.ts'
import { mayEdit } from './fill.ts'

const MOST_CELLS = 20_000
/** Rows that one call changes. */
const MOST_ROWS = 10_000

interface PasteJob {
  paste: GridPaste
  store: ColumnStore
  columns: readonly GridColumn[]
  today: string
  label: string
  /** Ids of a ref column by name; undefined for columns that hold plain values. */
  namesOf(field: string): ReadonlyMap<string, string> | undefined
}

interface ReadCells {
  items: Map<string, Record<string, CellValue>>
  cells: number
  /** Cells whose text is no value of their column, or whose row may not be changed. */
  bad: number
}

/** The cell's value, or undefined when the text is none. An empty text empties the cell. */
function readCell(
  store: ColumnStore,
  { field, dayBias }: GridColumn,
  text: string,
  today: string,
  names: ReadonlyMap<string, string> | undefined,
): CellValue | undefined {
  const { kind } = store.column(field)
  const plain = text.trim().replace(/^'(?=[=+\-@])/, '')
  if (plain === '') return kind === 'money' || kind === 'day' ? undefined : null
  if (kind === 'money') {
    const cents = parseAmount(plain)
    return cents !== undefined && cents > 0 ? cents : undefined
  }
  if (kind === 'day') return parseDay(plain, { today, bias: dayBias ?? 'future' })
  if (kind === 'ref' || kind === 'enum') return names?.get(fold(plain))
  return plain
}

/** Whether one value was pasted over a selection: it goes to all marked rows. */
const isFill = ({ matrix, selectedIds }: GridPaste) => matrix.length === 1 && matrix[0]?.length === 1 && selectedIds.length > 0

function readAll({ paste, store, columns, today, namesOf }: PasteJob): ReadCells {
  const editable = (isFill(paste) ? [paste.field] : paste.fields)
    .map(field => columns.find(column => column.field === field))
    .filter(column => column?.editable !== undefined && column.editable !== false) as GridColumn[]
  const rows = isFill(paste)
    ? paste.selectedIds.map(id => ({ id, texts: paste.matrix[0] ?? [] }))
    : paste.ids.map((id, at) => ({ id, texts: paste.matrix[at] ?? [] }))
  const folded = new Map(editable.map(({ field }) => [field, foldNames(namesOf(field))]))
  const read: ReadCells = { items: new Map(), cells: 0, bad: 0 }
  for (const { id, texts } of rows) {
    texts.forEach((text, at) => {
      const column = editable[at]
      if (column === undefined) return
      read.cells += 1
      const value = mayEdit(column, store.rowOf(id)) ? readCell(store, column, text, today, folded.get(column.field)) : undefined
      if (value === undefined) read.bad += 1
      else read.items.set(id, { ...read.items.get(id), [column.field]: value })
    })
  }
  return read
}

const foldNames = (names: ReadonlyMap<string, string> | undefined) => names && new Map([...names].map(([name, id]) => [fold(name), id]))

const refuse = (title: string, description: string) => void showToast({ title, description, variant: 'warning' })

/** What the block holds for this list; undefined when that is nothing, or too much, which has been said. */
export function readPaste(job: PasteJob): Pasted | undefined {
  const read = readAll(job)
  const { items, cells, bad } = read
  if (cells > MOST_CELLS) {
    refuse('Colagem grande demais', `Cole até ${formatCount(MOST_CELLS)} células por vez.`)
  } else if (items.size === 0) {
    const none = counted(bad, ['célula não aceita', 'células não aceitam'])
    refuse('Nada para colar aqui', bad > 0 ? `${none} o que foi copiado.` : 'Escolha uma coluna editável.')
  } else if (items.size > MOST_ROWS) {
    refuse('Colagem grande demais', `Cole em até ${counted(MOST_ROWS, ['linha', 'linhas'])} por vez.`)
  } else {
    const question = cells > 1 || bad > 0 ? questionOf(job, read) : undefined
    return { rows: items, cells: cells - bad, question, at: job.paste.id }
  }
}

/** '12×3 células · 2 inválidas', and what becomes of the rest. */
function questionOf({ paste, label }: PasteJob, { items, bad }: ReadCells): Confirmation {
  const size = isFill(paste) ? counted(items.size, ['linha', 'linhas']) : `${paste.matrix.length}×${paste.matrix[0]?.length ?? 0} células`
  const invalid = bad > 0 ? ` · ${counted(bad, ['inválida', 'inválidas'])}` : ''
  const beyond = isFill(paste) ? 0 : paste.matrix.length - paste.ids.length
  const sentences = [
    `${label}: ${counted(items.size, ['linha muda', 'linhas mudam'])}.`,
    bad > 0 ? (bad === 1 ? 'A célula inválida fica como está.' : 'As células inválidas ficam como estão.') : '',
    beyond > 0 ? `${counted(beyond, ['linha copiada não cabe', 'linhas copiadas não cabem'])} abaixo.` : '',
  ]
  return {
    title: isFill(paste) ? `Colar em ${size}${invalid}?` : `Colar ${size}${invalid}?`,
    body: sentences.filter(Boolean).join(' '),
    action: 'Colar',
  }
}
