// A block of cells pasted into a list, repeated in it or emptied: read by each column's kind, and what is asked before it is written.
import { layOver } from '#client/kit/grid/cell-range.ts'
import type { CellValue, ColumnStore } from '#client/kit/grid/column-store.ts'
import { type GridColumn, type GridPaste, isWritable, type PastedCell } from '#client/kit/grid/grid-column.ts'
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
  /** The size of the block as it is laid. */
  rows: number
  columns: number
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

/** The cell's value; one of this same column needs no reading. */
function cellValue(
  job: PasteJob,
  column: GridColumn,
  cell: PastedCell,
  names: ReadonlyMap<string, string> | undefined,
): CellValue | undefined {
  if (typeof cell === 'string') return readCell(job.store, column, cell, job.today, names)
  const emptied = cell.value === null || cell.value === ''
  if (cell.field !== column.field || emptied) return readCell(job.store, column, cell.text, job.today, names)
  return cell.value
}

/** Whether one value was pasted over a selection: it goes to all marked rows. */
const isFill = ({ matrix, selectedIds }: GridPaste) => matrix.length === 1 && matrix[0]?.length === 1 && selectedIds.length > 0

/** The columns and rows that the block meets: over a rectangle, what fits it a whole number of times is repeated. */
function layOf({ paste, columns }: PasteJob): { editable: GridColumn[]; rows: { id: string; cells: readonly PastedCell[] }[] } {
  const writable = (fields: readonly string[]) =>
    fields.flatMap(field => columns.find(column => column.field === field) ?? []).filter(isWritable)
  if (isFill(paste)) return { editable: writable([paste.field]), rows: paste.selectedIds.map(id => ({ id, cells: paste.matrix[0] ?? [] })) }
  const { over } = paste
  const room = over ? writable(over.fields).length : 0
  const block = over ? layOver(paste.matrix, over.ids.length, room) : paste.matrix
  const rows = paste.ids.slice(0, block.length).map((id, at) => ({ id, cells: block[at] ?? [] }))
  return { editable: over && room === 0 ? [] : writable(paste.fields), rows }
}

function readAll(job: PasteJob): ReadCells {
  const { store, namesOf } = job
  const { editable, rows } = layOf(job)
  const folded = new Map(editable.map(({ field }) => [field, foldNames(namesOf(field))]))
  const read: ReadCells = {
    items: new Map(),
    cells: 0,
    bad: 0,
    rows: rows.length,
    columns: Math.max(0, ...rows.map(row => row.cells.length)),
  }
  for (const { id, cells } of rows) {
    cells.forEach((cell, at) => {
      const column = editable[at]
      if (column === undefined) return
      read.cells += 1
      const value = mayEdit(column, store.rowOf(id)) ? cellValue(job, column, cell, folded.get(column.field)) : undefined
      if (value === undefined) read.bad += 1
      else read.items.set(id, { ...read.items.get(id), [column.field]: value })
    })
  }
  return read
}

const foldNames = (names: ReadonlyMap<string, string> | undefined) => names && new Map([...names].map(([name, id]) => [fold(name), id]))

const refuse = (title: string, description: string) => void showToast({ title, description, variant: 'warning' })

interface Words {
  /** The infinitive: a question's verb, and its button. */
  act: string
  tooMuch: string
  most: string
  nothing: string
  refused(cells: string, count: number): string
  done: [one: string, many: string]
  /** Asked even where every cell can be written. */
  asks: boolean
}

const refusedAs =
  (rest: string) =>
  (cells: string, count: number): string =>
    `${cells} não ${count === 1 ? 'aceita' : 'aceitam'} ${rest}.`

const WORDS: Record<GridPaste['act'], Words> = {
  paste: {
    act: 'Colar',
    tooMuch: 'Colagem grande demais',
    most: 'Cole até',
    nothing: 'Nada para colar aqui',
    refused: refusedAs('o que foi copiado'),
    done: ['célula colada', 'células coladas'],
    asks: true,
  },
  fill: {
    act: 'Preencher',
    tooMuch: 'Intervalo grande demais',
    most: 'Preencha até',
    nothing: 'Nada para preencher aqui',
    refused: refusedAs('este valor'),
    done: ['célula preenchida', 'células preenchidas'],
    asks: false,
  },
  clear: {
    act: 'Limpar',
    tooMuch: 'Intervalo grande demais',
    most: 'Limpe até',
    nothing: 'Nada para limpar aqui',
    refused: refusedAs('ficar sem valor'),
    done: ['célula limpa', 'células limpas'],
    asks: false,
  },
}

/** What the block holds for this list; undefined when that is nothing, or too much, which has been said. */
export function readPaste(job: PasteJob): Pasted | undefined {
  const { act, id } = job.paste
  const words = WORDS[act]
  const read = readAll(job)
  const { items, cells, bad } = read
  if (cells > MOST_CELLS) {
    refuse(words.tooMuch, `${words.most} ${formatCount(MOST_CELLS)} células por vez.`)
  } else if (items.size === 0) {
    const none = words.refused(counted(bad, ['célula', 'células']), bad)
    refuse(words.nothing, bad > 0 ? none : 'Escolha uma coluna editável.')
  } else if (items.size > MOST_ROWS) {
    refuse(words.tooMuch, `${words.most} ${counted(MOST_ROWS, ['linha', 'linhas'])} por vez.`)
  } else {
    const question = bad > 0 || (words.asks && cells > 1) ? questionOf(job, read, words.act) : undefined
    return { title: words.act, rows: items, say: counted(cells - bad, words.done), question, at: id }
  }
}

/** '12×3 células · 2 inválidas', and what becomes of the rest. */
function questionOf({ paste, label }: PasteJob, { items, bad, rows, columns }: ReadCells, act: string): Confirmation {
  const size = isFill(paste) ? `em ${counted(items.size, ['linha', 'linhas'])}` : `${rows}×${columns} células`
  const invalid = bad > 0 ? ` · ${counted(bad, ['inválida', 'inválidas'])}` : ''
  const beyond = isFill(paste) ? 0 : paste.matrix.length - paste.ids.length
  const sentences = [
    `${label}: ${counted(items.size, ['linha muda', 'linhas mudam'])}.`,
    bad > 0 ? (bad === 1 ? 'A célula inválida fica como está.' : 'As células inválidas ficam como estão.') : '',
    beyond > 0 ? `${counted(beyond, ['linha copiada não cabe', 'linhas copiadas não cabem'])} abaixo.` : '',
  ]
  return { title: `${act} ${size}${invalid}?`, body: sentences.filter(Boolean).join(' '), action: act }
}
