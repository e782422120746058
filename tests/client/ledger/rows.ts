// Rows of a list for tests: the columns of bills, filled from a few records.

import type { Registers } from '#client/data/registers.ts'
import { titleFields } from '#client/features/titles/title-columns.tsx'
import { BILL_KIND } from '#client/features/titles/title-kind.ts'
import { type CellValue, ColumnStore } from '#client/kit/grid/column-store.ts'
import { entryColumns } from '#contract/entry.ts'
import type { ColumnarAnswer } from '#contract/kit/columns.ts'

export const NAMES: Readonly<Record<string, string>> = {
  sol: 'Padaria Sol Nascente',
  lua: 'Oficina Lua, Peças & Cia',
  energia: 'Energia elétrica',
  itau: 'Itaú 45871-3',
}

export const registersOf = (names: Readonly<Record<string, string>> = NAMES, ready = true): Registers => {
  const nameOf = (id: string) => names[id] ?? ''
  return {
    accounts: [],
    categories: [],
    contacts: [],
    accountName: nameOf,
    categoryName: nameOf,
    contactName: nameOf,
    unread: ready ? undefined : 'coming',
    error: null,
  }
}

export type Row = Readonly<Record<string, CellValue>> & { id: string }

const BLANK: Readonly<Record<string, CellValue>> = {
  version: 1,
  amount_cents: 10_000,
  date: '2026-11-15',
  due_date: '2026-11-15',
  competence_date: '2026-11-01',
  status: 'PENDING',
  attachments_count: 0,
  editable: true,
  deleted: false,
}

/** Rows as a columnar answer of the server. */
export function columnsOf(rows: readonly Row[], cursor = 'c1', full = true): ColumnarAnswer {
  const columns = Object.fromEntries(Object.keys(entryColumns).map(name => [name, rows.map(row => row[name] ?? BLANK[name] ?? null)]))
  return { count: rows.length, full, cursor, columns }
}

export function storeOf(rows: readonly Row[], registers: () => Registers = () => registersOf()): ColumnStore {
  const store = new ColumnStore(
    titleFields(BILL_KIND, registers, () => '2026-11-11'),
    undefined,
    { sumField: 'amount_cents' },
  )
  store.append(columnsOf(rows) as never)
  return store
}
