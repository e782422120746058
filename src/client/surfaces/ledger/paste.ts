// Pasting a block of cells into a list: read by each column's kind, shown before it is written, one call and one undo.
import { confirm } from '#client/kit/confirm.tsx'
import type { CellValue, ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridPaste } from '#client/kit/grid/grid-column.ts'
import { showToast } from '#client/kit/toast.ts'
import { parseDay } from '#domain/date-grammar.ts'
import { parseAmount } from '#domain/money.ts'
import { fold } from '#domain/text.ts'
import { settleWrite, writeFailed } from '../form-outcome.ts'

const MOST_CELLS = 20_000

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
  bad: number
}

/** The cell's value, or undefined when the text is none. An empty text empties the cell. */
function readCell(
  store: ColumnStore,
  field: string,
  text: string,
  today: string,
  names: ReadonlyMap<string, string> | undefined,
): CellValue | undefined {
  const { kind } = store.column(field)
  const plain = text.trim().replace(/^'(?=[=+\-@])/, '')
  if (plain === '') return kind === 'money' || kind === 'day' ? undefined : null
  if (kind === 'money') return parseAmount(plain)
  if (kind === 'day') return parseDay(plain, { today, bias: 'past' })
  if (kind === 'ref' || kind === 'enum') return names?.get(fold(plain))
  return plain
}

function readAll({ paste, store, columns, today, namesOf }: PasteJob): ReadCells {
  const editable = paste.fields.filter(field => columns.some(column => column.field === field && column.editable))
  const first = paste.matrix[0]?.[0]
  const fills = paste.matrix.length === 1 && paste.matrix[0]?.length === 1 && paste.selectedIds.length > 0
  const rows = fills
    ? paste.selectedIds.map(id => ({ id, texts: [first ?? ''] }))
    : paste.ids.map((id, at) => ({ id, texts: paste.matrix[at] ?? [] }))
  const folded = new Map(editable.map(field => [field, foldNames(namesOf(field))]))
  const read: ReadCells = { items: new Map(), cells: 0, bad: 0 }
  for (const { id, texts } of rows) {
    texts.forEach((text, at) => {
      const field = fills ? paste.field : editable[at]
      if (field === undefined) return
      read.cells += 1
      const value = readCell(store, field, text, today, folded.get(field))
      if (value === undefined) read.bad += 1
      else read.items.set(id, { ...read.items.get(id), [field]: value })
    })
  }
  return read
}

const foldNames = (names: ReadonlyMap<string, string> | undefined) => names && new Map([...names].map(([name, id]) => [fold(name), id]))

/** Asks with the size and the bad cells named, writes optimistically, and takes it back when the server refuses. */
export async function settlePaste(job: PasteJob): Promise<void> {
  const { paste, store, save, label } = job
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
      description: bad > 0 ? `${bad} células não têm valor que caiba nestas colunas.` : 'Escolha uma coluna editável.',
      variant: 'warning',
    })
    return
  }
  const shape = `${paste.matrix.length}×${paste.matrix[0]?.length ?? 0} células`
  if (
    (cells > 1 || bad > 0) &&
    !(await confirm({
      title: `Colar ${shape}?`,
      description: `${label}: ${items.size} linhas mudam${bad > 0 ? `, ${bad} células inválidas ficam como estão` : ''}.`,
      confirmLabel: 'Colar',
    }))
  )
    return
  const undone = [...items].map(([id, values]) => store.set([id], values))
  try {
    const { batch_id } = await save([...items].map(([id, values]) => ({ id, ...values })))
    settleWrite({ say: `${cells - bad} células coladas`, batch_id, focus: paste.id })
  } catch (error) {
    for (const snapshot of undone.reverse()) store.rollback(snapshot)
    writeFailed(error)
  }
}
