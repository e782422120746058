// The SQL of numbers that a series gave up.
import { sql } from 'kysely'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import type { NumberSpan } from '#domain/fiscal/numbers.ts'
import { type Db, first } from '#server/db/query.ts'

export interface SeriesOf {
  company_id: string
  kind: InvoiceKind
  serie: string | null
}

/** Voided, or asked to be. */
const voidsTouching = ({ company_id, kind, serie }: SeriesOf, span: NumberSpan) =>
  sql<{ id: string }>`
    select id from invoice_voids where company_id = ${company_id} and kind = ${kind} and serie = ${serie} and deleted_at is null
    and status <> 'REJECTED' and first_number <= ${span.last_number} and last_number >= ${span.first_number} limit 1`

export const isTouched = async (db: Db, series: SeriesOf, span: NumberSpan): Promise<boolean> =>
  (await first(db, voidsTouching(series, span))) !== undefined

export const isVoided = async (db: Db, note: SeriesOf & { number: number | null }): Promise<boolean> =>
  note.number !== null && (await isTouched(db, note, { first_number: note.number, last_number: note.number }))
