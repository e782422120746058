// What the surfaces of a described register share: its records, and how a value looks.
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import type { RecordName } from '#commands/kit/command.ts'
import { callOf } from '#resources/kit/calls.ts'
import type { FieldKind } from '#resources/kit/field.ts'
import type { Listed } from '#resources/kit/list.ts'
import type { Resource } from '#resources/kit/resource.ts'
import type { RegisterArea } from '#resources/names.ts'
import { useCompanyId } from '../where.ts'
import styles from './resource.module.css'

export interface Registered {
  readonly id: string
}
export type Register<Row> = Resource<RecordName, RegisterArea, Row, unknown>
/** What a screen draws for itself. */
export interface Own<Row> {
  /** Before the title, in the list and on cards. */
  readonly mark?: (row: Row) => ReactNode
  /** In the place of what a field looks like by its kind. */
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>
}

const NONE: readonly never[] = []

/** The records, and the one in the address. */
export function useRecords<Row extends Registered>({ rows, param }: Register<Row>) {
  const c = useCompanyId()
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const id = params[param]
  const reading = useReading(rows.list, callOf(rows.list, c))
  const list = (reading.data ?? NONE) as readonly Row[]
  return { c, id, reading, list, record: list.find(one => one.id === id) }
}

const dash = <span className={text.m}>—</span>

/** A value as its kind looks in a cell, in other words where the head of its column says a part of them. */
export function cell<Row>(of: Listed<Row>, name: string, row: Row, words?: string | null): ReactNode {
  const { kind, look, show, column } = of.fields[name] ?? {}
  const value = of.held(row, name)
  const shown = show?.(value) ?? ''
  const looks = look?.(value)
  if (shown === '') return kind === 'warnings' ? null : dash
  if (looks) return <Badge {...looks}>{shown}</Badge>
  if (column?.strong) return <span className={text.med}>{words ?? shown}</span>
  if ((kind === 'money' || kind === 'count') && value === 0) return <span className={text.m}>{shown}</span>
  return kind !== undefined && NUMBERS.has(kind) ? <span className={text.tabular}>{shown}</span> : (words ?? shown)
}
const NUMBERS: ReadonlySet<FieldKind> = new Set(['pick', 'digits', 'document', 'phone', 'day'])

/** The name of a record, and what stands about it. */
export function Title<Row>({ of, row, mark }: { of: Listed<Row>; row: Row; mark?: Own<Row>['mark'] }) {
  const aside = of.aside?.(row)
  const badge = of.badge && of.showOf(row, of.badge) !== '' ? cell(of, of.badge, row) : null
  const words = (
    <>
      <span className={classNames(text.med, mark && text.cut)}>{of.showOf(row, of.title)}</span>
      {aside ? <span className={text.m}> · {aside}</span> : null}
      {badge}
    </>
  )
  return mark ? (
    <span className={styles.marked}>
      {mark(row)}
      {words}
    </span>
  ) : (
    words
  )
}
