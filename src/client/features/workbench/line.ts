// A line of the bank as the workbench holds it, and the words for it.
import type { ColumnarAnswer } from '#contract/kit/columns.ts'
import type { StatementEntryStatus } from '#domain/enums.ts'

export interface Line {
  readonly id: string
  readonly version: number
  readonly date: string
  readonly time: string | null
  readonly description: string
  /** Signed: credits positive, debits negative. */
  readonly amount_cents: number
  readonly bank_account_id: string
  readonly status: StatementEntryStatus
  readonly conciliation_id: string | null
  readonly category_id: string | null
  readonly contact_id: string | null
  /** What a settled line is linked to, in words. */
  readonly linked_to: string | null
  /** What is still unexplained of a pending line. */
  readonly remaining_cents: number
}

/** The rows of a columnar answer, and the ids it says are gone. */
export function linesOf({ count, columns }: ColumnarAnswer): { lines: Line[]; gone: string[] } {
  const lines: Line[] = []
  const gone: string[] = []
  const cell = (name: string, row: number) => columns[name]?.[row]
  for (let row = 0; row < count; row++) {
    const id = cell('id', row) as string
    if (cell('deleted', row) === true) {
      gone.push(id)
      continue
    }
    lines.push({
      id,
      version: cell('version', row) as number,
      date: cell('date', row) as string,
      time: (cell('time', row) as string | null) ?? null,
      description: cell('description', row) as string,
      amount_cents: cell('amount_cents', row) as number,
      bank_account_id: cell('bank_account_id', row) as string,
      status: cell('status', row) as StatementEntryStatus,
      conciliation_id: cell('conciliation_id', row) as string | null,
      category_id: cell('category_id', row) as string | null,
      contact_id: cell('contact_id', row) as string | null,
      linked_to: cell('linked_to', row) as string | null,
      remaining_cents: cell('remaining_cents', row) as number,
    })
  }
  return { lines, gone }
}

/** What a person still has to explain of a line: signed cents. */
export const openCents = (line: Line): number => (line.status === 'PENDING' ? line.remaining_cents : line.amount_cents)

/** A line of zero is neither. */
export const sideOf = ({ amount_cents }: Pick<Line, 'amount_cents'>): string =>
  amount_cents < 0 ? 'Saída' : amount_cents > 0 ? 'Entrada' : ''

/** 'dd/MM'. */
export const shortDay = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`
