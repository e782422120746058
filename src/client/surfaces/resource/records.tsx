// What the surfaces of a described register share: its records, and how a value looks.
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import text from '#client/kit/look/text.module.css'
import type { RecordName } from '#commands/kit/command.ts'
import type { RegisterArea } from '#resources/index.ts'
import { callOf } from '#resources/kit/calls.ts'
import type { FieldKind } from '#resources/kit/field.ts'
import type { Resource } from '#resources/kit/resource.ts'
import { useCompanyId } from '../where.ts'

export interface Registered {
  readonly id: string
}
export type Register<Row> = Resource<RecordName, RegisterArea, Row, unknown>
/** What of a resource its values are shown by: also where a list is drawn by hand. */
export type Shown<Row> = Pick<Register<Row>, 'fields' | 'title' | 'aside' | 'columns' | 'held' | 'showOf' | 'nameOf'>

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
export function cell<Row>(of: Shown<Row>, name: string, row: Row, words?: string | null): ReactNode {
  const { kind, look, show } = of.fields[name] ?? {}
  const value = of.held(row, name)
  const shown = show?.(value) ?? ''
  const looks = look?.(value)
  if (shown === '') return kind === 'warnings' ? null : dash
  if (looks) return <Badge {...looks}>{shown}</Badge>
  if (name === of.title) return <Title of={of} row={row} />
  if (kind === 'money' && value === 0) return <span className={text.m}>{shown}</span>
  return kind !== undefined && NUMBERS.has(kind) ? <span className={text.tabular}>{shown}</span> : (words ?? shown)
}
const NUMBERS: ReadonlySet<FieldKind> = new Set(['pick', 'digits', 'document', 'phone', 'day'])

function Title<Row>({ of, row }: { of: Shown<Row>; row: Row }) {
  const aside = of.aside?.(row)
  return (
    <>
      <span className={text.med}>{of.nameOf(row)}</span>
      {aside ? <span className={text.m}> · {aside}</span> : null}
    </>
  )
}
