// Lists in columns: PostgreSQL builds the JSON text, and a cursor says from which transaction the next delta starts.

import { type RawBuilder, sql } from 'kysely'
import { COLUMNS_MEDIA_TYPE, type Columns } from '#contract/kit/columns.ts'
import { COLUMN_ROWS } from '#contract/kit/fields.ts'
import { tooManyRows } from '#server/base/fail.ts'
import { ColumnSpool } from '#server/db/column-spool.ts'
import { type Db, first } from '#server/db/query.ts'
import { slicesOf } from '#server/db/slices.ts'
import { Reply } from './context.ts'

/**
 * A cursor is '<server start and day>.<transaction>': rows written by that transaction or later are the delta. It expires with the server
 * process, so that a restored or moved database, whose transaction ids restart, never answers a delta with a hole. It expires with the
 * day, because what derives from today (overdue) changes at midnight without a write.
 */
export function readCursor(since: string | undefined): { epoch: string; transaction: string } | undefined {
  const match = since && /^(\d{1,20}-\d{8})\.(\d{1,18})$/.exec(since)
  return match ? { epoch: match[1] as string, transaction: match[2] as string } : undefined
}

const EPOCH = sql`(extract(epoch from pg_postmaster_start_time())::bigint || to_char(now() at time zone 'America/Sao_Paulo', '-YYYYMMDD'))`

/** Where a delta may start, or undefined when the list must be sent whole. */
export async function deltaStart(db: Db, since: string | undefined): Promise<string | undefined> {
  const cursor = readCursor(since)
  if (!cursor) return undefined
  const now = await first(db, sql<{ epoch: string }>`select ${EPOCH} as epoch`)
  return now?.epoch === cursor.epoch ? cursor.transaction : undefined
}

const CURSOR = sql<string>`${EPOCH} || '.' || pg_snapshot_xmin(pg_current_snapshot())::text`

/** The present cursor; take it before reading the data that a later delta builds on. */
export async function cursorNow(db: Db): Promise<string> {
  const row = await first(db, sql<{ cursor: string }>`select ${CURSOR} as cursor`)
  return row?.cursor ?? ''
}

/** Returns `rows` (an ordered select of every column in `columns`) in columns. `full` tells a whole list from a delta. Throws beyond `COLUMN_ROWS`. */
export async function columnarReply(db: Db, columns: Columns, rows: RawBuilder<unknown>, full: boolean): Promise<Reply> {
  const arrays = sql.join(Object.keys(columns).map(name => sql`${sql.lit(name)}, coalesce(json_agg(t.${sql.ref(name)}), '[]'::json)`))
  const answer = await first(
    db,
    sql<{ rows: number; text: string }>`select count(*)::int as rows, json_build_object('count', count(*), 'full', ${full}::boolean,
        'cursor', ${CURSOR}, 'columns', json_build_object(${arrays}))::text as text
      from (select * from (${rows}) every limit ${COLUMN_ROWS + 1}) t`,
  )
  if (answer && answer.rows > COLUMN_ROWS) throw tooManyRows()
  return new Reply('json-text', answer?.text ?? '{}', { 'content-type': COLUMNS_MEDIA_TYPE })
}

type Slice = { n: number } & Record<`c${number}`, string>

/**
 * A whole list in columns, however long: PostgreSQL builds it slice by slice under one snapshot, so that neither side ever holds all of it.
 * `rows` has every column of `columns` and a `slice`, and is ordered by `slice` first: a value that consecutive rows share.
 */
export async function columnarWhole(db: Db, columns: Columns, rows: RawBuilder<unknown>): Promise<Reply> {
  const names = Object.keys(columns)
  const cursor = await cursorNow(db)
  const cells = sql.join(names.map((name, at) => sql`json_agg(t.${sql.ref(name)})::text as ${sql.ref(`c${at}`)}`))
  const query = sql`select count(*)::int as n, ${cells} from (${rows}) t group by t.slice order by t.slice`
  const spool = new ColumnSpool(names)
  let count = 0
  try {
    for await (const slices of slicesOf<Slice>(db, 'razao_list', query)) {
      for (const slice of slices) {
        count += slice.n
        // '[1, 2]' without its brackets.
        await spool.add(names.map((_, at) => slice[`c${at}`]?.slice(1, -1) ?? ''))
      }
      if (count > COLUMN_ROWS) throw tooManyRows()
    }
    const head = `{"count":${count},"full":true,"cursor":${JSON.stringify(cursor)},"columns":`
    return new Reply('json-text', await spool.body(head, '}'), { 'content-type': COLUMNS_MEDIA_TYPE })
  } catch (error) {
    await spool.close()
    throw error
  }
}
