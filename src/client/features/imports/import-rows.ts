// The rows of a file as a large list: fields, columns and views of the review.
import type { ColumnStore, Fields } from '#client/kit/grid/column-store.ts'
import type { GridColumn } from '#client/kit/grid/grid-column.ts'
import { chipCell } from '#client/kit/grid/status-cell.ts'
import type { View } from '#client/surfaces/ledger/views.ts'
import type { Import } from '#contract/bank-statements.ts'
import { formatCount } from '#domain/text.ts'
import { choiceLook, DECISIONS, decisionLook } from './import-words.ts'

export const IMPORT_ROW_FIELDS: Fields = {
  id: { kind: 'id' },
  date: { kind: 'day' },
  time: { kind: 'text' },
  description: { kind: 'text', search: true },
  amount_cents: { kind: 'money' },
  decision: { kind: 'enum', label: value => decisionLook(value).label, order: DECISIONS, search: true },
  choice: { kind: 'enum', order: ['ADD', 'SKIP'] },
  decided: { kind: 'flag' },
  reason: { kind: 'text', search: true },
  resembles: { kind: 'text', search: true },
}

export const IMPORT_WORDS = ['description', 'reason', 'resembles', 'decision'] as const

/** 'Parecida com 05/11/2026 · PIX …', or why a row is refused. */
export function rowNote(store: ColumnStore, row: number): string {
  const resembles = store.get(row, 'resembles')
  const reason = store.get(row, 'reason')
  if (typeof resembles === 'string' && resembles !== '')
    return store.get(row, 'decision') === 'present' ? `É a linha ${resembles}` : `Parece a linha ${resembles}`
  return typeof reason === 'string' ? reason : ''
}

const amountOf = (store: ColumnStore, row: number): number => Number(store.get(row, 'amount_cents') ?? 0)

export function importRowColumns(done: boolean): GridColumn[] {
  return [
    {
      field: 'choice',
      title: done ? 'Resultado' : 'Entra?',
      width: 132,
      opens: !done,
      render: (store, row) => {
        const { tone, icon, label } = choiceLook(store.get(row, 'choice'), store.get(row, 'decision'), done)
        return chipCell(tone, icon, label)
      },
      className: () => 'chip-cell',
      text: (store, row) => choiceLook(store.get(row, 'choice'), store.get(row, 'decision'), done).label,
    },
    { field: 'date', title: 'Data', width: 104, className: () => 'day' },
    {
      field: 'time',
      title: 'Hora',
      width: 64,
      priority: 1,
      text: (store, row) =>
        String(store.get(row, 'time') ?? '')
          .slice(0, 5)
          .replace(':', 'h'),
    },
    { field: 'description', title: 'Descrição', flex: 3, width: 200 },
    {
      field: 'amount_cents',
      title: 'Valor (R$)',
      width: 124,
      align: 'right',
      className: (store, row) => (amountOf(store, row) > 0 ? 'ok' : ''),
    },
    {
      field: 'decision',
      title: 'Linha',
      width: 136,
      render: (store, row) => {
        const { tone, icon, label } = decisionLook(store.get(row, 'decision'))
        return chipCell(tone, icon, label)
      },
      className: () => 'chip-cell',
    },
    { field: 'note', title: 'Por quê', flex: 2, width: 180, priority: 2, sortable: false, text: rowNote },
  ]
}

const titled = (title: string, count: number): string => (count === 0 ? title : `${title} · ${formatCount(count)}`)

/** One view per decision, with its count: the digits are the fastest way through a file. */
export function importViews(record: Import): readonly View[] {
  const { new_count, doubtful_count, present_count, refused_count, ignorable_count } = record
  const all = new_count + doubtful_count + present_count + refused_count + ignorable_count
  return [
    { digit: 0, title: titled('Todas', all), filter: '' },
    { digit: 1, title: titled('Novas', new_count), filter: 'linha:nova' },
    { digit: 2, title: titled('Duvidosas', doubtful_count), filter: 'linha:duvidosa' },
    { digit: 3, title: titled('Já importadas', present_count), filter: 'linha:repetida' },
    { digit: 4, title: titled('Recusadas', refused_count), filter: 'linha:recusada' },
    ...(ignorable_count > 0 ? [{ digit: 5, title: titled('Saldos', ignorable_count), filter: 'linha:saldo' }] : []),
  ]
}
