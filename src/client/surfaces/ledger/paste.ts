// Pasting a block of cells into a list: read by each column's kind, shown before it is written, one call and one undo.
import { confirm } from '#client/kit/confirm.tsx'
import type { CellValue, ColumnStore, Snapshot } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridPaste } from '#client/kit/grid/grid-column.ts'
import { showToast } from '#client/kit/toast.ts'
import { parseDay } from '#domain/date-grammar.ts'
import { parseAmount } from '#domain/money.ts'
import { fold } from '#domain/text.ts'
import { settleWrite, writeFailed } from '../form-outcome.ts'
import { mayEdit } from './fill.ts'

const MOST_CELLS = 20_000
/** Rows that one call changes. */
const MOST_ROWS = 10_000

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`

interface PasteJob {
  paste: GridPaste
  store: ColumnStore
  columns: readonly GridColumn[]
  today: string
  label: string
  save(items: readonly Readonly<Record<string, CellValue>>[]): Promise<{ batch_id: string | undefined }>
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

/** Asks with the size and the bad cells named, writes optimistically, and takes it back when the server refuses. */
export async function settlePaste(job: PasteJob): Promise<void> {
  const { paste, store, save } = job
  const { items, cells, bad } = readAll(job)
  if (cells > MOST_CELLS) {
    showToast({
      title: 'Colagem grande demais',
      description: `Cole até ${MOST_CELLS.toLocaleString('pt-BR')} células por vez.`,
      variant: 'warning',
    })
    return
  }
  if (items.size === 0) {
    showToast({
      title: 'Nada para colar aqui',
      description:
        bad > 0 ? `${counted(bad, 'célula não aceita', 'células não aceitam')} o que foi copiado.` : 'Escolha uma coluna editável.',
      variant: 'warning',
    })
    return
  }
  if (items.size > MOST_ROWS) {
    const description = `Cole em até ${counted(MOST_ROWS, 'linha', 'linhas')} por vez.`
    showToast({ title: 'Colagem grande demais', description, variant: 'warning' })
    return
  }
  if ((cells > 1 || bad > 0) && !(await confirm(question(job, { items, cells, bad })))) return
  const undone = putAll(store, items)
  try {
    const { batch_id } = await save([...items].map(([id, values]) => ({ id, ...values })))
    settleWrite({ say: counted(cells - bad, 'célula colada', 'células coladas'), batch_id, focus: paste.id })
  } catch (error) {
    store.batch(() => {
      for (const snapshot of undone.reverse()) store.rollback(snapshot)
    })
    writeFailed(error)
  }
}

/** '12×3 células · 2 inválidas', and what becomes of the rest. */
function question({ paste, label }: PasteJob, { items, bad }: ReadCells) {
  const size = isFill(paste) ? counted(items.size, 'linha', 'linhas') : `${paste.matrix.length}×${paste.matrix[0]?.length ?? 0} células`
  const invalid = bad > 0 ? ` · ${counted(bad, 'inválida', 'inválidas')}` : ''
  const beyond = isFill(paste) ? 0 : paste.matrix.length - paste.ids.length
  const sentences = [
    `${label}: ${counted(items.size, 'linha muda', 'linhas mudam')}.`,
    bad > 0 ? (bad === 1 ? 'A célula inválida fica como está.' : 'As células inválidas ficam como estão.') : '',
    beyond > 0 ? `${counted(beyond, 'linha copiada não cabe', 'linhas copiadas não cabem')} abaixo.` : '',
  ]
  return {
    title: isFill(paste) ? `Colar em ${size}${invalid}?` : `Colar ${size}${invalid}?`,
    description: sentences.filter(Boolean).join(' '),
    confirmLabel: 'Colar',
  }
}

/** All cells at once, and one redraw. */
function putAll(store: ColumnStore, items: ReadCells['items']): Snapshot[] {
  const undone: Snapshot[] = []
  store.batch(() => {
    store.hold()
    for (const [id, values] of items) undone.push(store.set([id], values))
    store.release()
  })
  return undone
}
