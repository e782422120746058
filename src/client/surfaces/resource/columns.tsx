// The columns of a described register, and what its list says below them.
import type { ReactNode } from 'react'
import { formatAmount, formatCents } from '#domain/money.ts'
import type { FieldKind } from '#resources/kit/field.ts'
import type { Listed } from '#resources/kit/list.ts'
import type { RegisterColumn } from '../listing-screen.tsx'
import { cell, type Own, Title } from './records.tsx'

const RIGHT: ReadonlySet<FieldKind> = new Set(['money', 'rate', 'count'])
const GROUPED: ReadonlySet<FieldKind> = new Set(['choice', 'flag', 'pick'])

export const columnsOf = <Row,>(of: Listed<Row>, { mark, cells }: Own<Row> = {}): readonly RegisterColumn<Row>[] =>
  of.columns.map(id => {
    const { title = id, kind = 'text', column, sort, show } = of.fields[id] ?? {}
    const { groups, total, right, strong: _, ...room } = column ?? {}
    const amount = (row: Row): string | null => {
      const cents = sort?.(of.held(row, id))
      return typeof cents === 'number' ? formatAmount(cents) : null
    }
    return {
      id,
      title: kind === 'money' ? `${title} (R$)` : title,
      ...room,
      ...(right || RIGHT.has(kind) ? { align: 'right' } : {}),
      sort: row => sort?.(of.held(row, id)) ?? null,
      // One of a closed set, or of a list: what rows have in common.
      ...(GROUPED.has(kind) || groups ? { groupable: (row: Row) => of.showOf(row, id) } : {}),
      ...(total ? { sums: (sum: number) => (kind === 'money' ? formatAmount(sum) : show?.(sum)) } : {}),
      render:
        cells?.[id] ??
        (id === of.title
          ? row => <Title of={of} row={row} mark={mark} />
          : row => cell(of, id, row, kind === 'money' ? amount(row) : undefined)),
    }
  })

/** The totals below the list; on a phone they stand without their heads. */
export function totalsOf<Row>(
  of: Listed<Row>,
  rows: readonly Row[],
  phone: boolean,
  label = 'Total',
): Readonly<Record<string, ReactNode>> | undefined {
  const totalled = of.columns.filter(id => of.fields[id]?.column?.total)
  const one = of.amount?.of
  const summed = phone && one !== undefined && totalled.includes(one) ? [one] : totalled
  if (summed.length === 0 || rows.length === 0) return undefined
  const said = (id: string): string => {
    const { kind, sort, show } = of.fields[id] ?? {}
    const known = rows.map(row => sort?.(of.held(row, id)) ?? null).filter(value => value !== null)
    if (known.length === 0) return '—'
    const sum = known.reduce((total: number, value) => total + Number(value), 0)
    if (kind === 'money') return phone ? formatCents(sum) : formatAmount(sum)
    return show?.(sum) ?? ''
  }
  return { [of.title]: label, ...Object.fromEntries(summed.map(id => [id, said(id)])) }
}
