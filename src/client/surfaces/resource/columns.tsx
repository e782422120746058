// The columns of a described register, and what its list says below them.
import type { ReactNode } from 'react'
import { formatAmount, formatCents } from '#domain/money.ts'
import type { FieldKind } from '#resources/kit/field.ts'
import type { RegisterColumn } from '../listing-screen.tsx'
import { cell, type Shown } from './records.tsx'

const RIGHT: ReadonlySet<FieldKind> = new Set(['money', 'rate', 'count'])
const GROUPED: ReadonlySet<FieldKind> = new Set(['choice', 'flag', 'pick'])

export const columnsOf = <Row,>(of: Shown<Row>): readonly RegisterColumn<Row>[] =>
  of.columns.map(id => {
    const { title = id, kind = 'text', column, sort } = of.fields[id] ?? {}
    const { groups, total: _, ...room } = column ?? {}
    const amount = (row: Row): string | null => {
      const cents = sort?.(of.held(row, id))
      return typeof cents === 'number' ? formatAmount(cents) : null
    }
    return {
      id,
      title: kind === 'money' ? `${title} (R$)` : title,
      ...room,
      ...(RIGHT.has(kind) ? { align: 'right' } : {}),
      sort: row => sort?.(of.held(row, id)) ?? null,
      // One of a closed set, or of a list: what rows have in common.
      ...(GROUPED.has(kind) || groups ? { groupable: (row: Row) => of.showOf(row, id) } : {}),
      render: row => cell(of, id, row, kind === 'money' ? amount(row) : undefined),
    }
  })

/** The totals below the list; on a phone they stand without their heads. */
export function totalsOf<Row>(of: Shown<Row>, rows: readonly Row[], phone: boolean): Readonly<Record<string, ReactNode>> | undefined {
  const summed = of.columns.filter(id => of.fields[id]?.column?.total)
  if (summed.length === 0 || rows.length === 0) return undefined
  const said = (id: string): string => {
    const { kind, sort, show } = of.fields[id] ?? {}
    const sum = rows.reduce((total, row) => total + Number(sort?.(of.held(row, id)) ?? 0), 0)
    if (kind === 'money') return phone ? formatCents(sum) : formatAmount(sum)
    return show?.(sum) ?? ''
  }
  return { [of.title]: 'Total', ...Object.fromEntries(summed.map(id => [id, said(id)])) }
}
