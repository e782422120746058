// The columnar form of the large lists: one array per field, so that 100,000 rows never become 100,000 objects.
import { z } from 'zod'

export const COLUMNS_MEDIA_TYPE = 'application/vnd.razao.columns+json'

/**
 * How a column travels and is stored: `money` integer cents, `day` 'yyyy-MM-dd' or null, `enum` one of a closed set,
 * `ref` an id of another record, `text`, `flag` boolean, `count` a non-negative integer, `id` the row's own id.
 */
export type ColumnKind = 'id' | 'money' | 'day' | 'enum' | 'ref' | 'text' | 'flag' | 'count'
export type Columns = Readonly<Record<string, ColumnKind>>

export interface ColumnarAnswer {
  /** Rows in this answer. */
  count: number
  /** A whole list, or only what changed since the given cursor. */
  full: boolean
  /** Pass it back as `?since=` to get only what changes after this answer. */
  cursor: string
  columns: Record<string, unknown[]>
}

const value: Record<ColumnKind, z.ZodType> = {
  id: z.array(z.string()),
  money: z.array(z.number().nullable()),
  day: z.array(z.string().nullable()),
  enum: z.array(z.string().nullable()),
  ref: z.array(z.string().nullable()),
  text: z.array(z.string().nullable()),
  flag: z.array(z.boolean().nullable()),
  count: z.array(z.number().nullable()),
}

/**
 * Checks the shape of a columnar answer without visiting every cell: it has the contract's columns, all of one length, and the first and
 * last cell of each have the right type. Throws with the name of the first bad column.
 */
export function checkColumns(columns: Columns, answer: ColumnarAnswer): ColumnarAnswer {
  if (typeof answer?.count !== 'number' || typeof answer.cursor !== 'string') throw new Error('resposta em colunas sem contagem ou cursor')
  for (const [name, kind] of Object.entries(columns)) {
    const cells = answer.columns?.[name]
    if (!Array.isArray(cells) || cells.length !== answer.count) throw new Error(`coluna ${name} ausente ou de outro tamanho`)
    const ends = cells.length > 1 ? [cells[0], cells[cells.length - 1]] : cells
    if (!value[kind].safeParse(ends).success) throw new Error(`coluna ${name} não é ${kind}`)
  }
  return answer
}
