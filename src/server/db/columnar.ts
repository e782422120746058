// Lists in columns: PostgreSQL builds the JSON text, and a cursor says from which transaction the next delta starts.

import { type RawBuilder, sql } from 'kysely'
import { COLUMNS_MEDIA_TYPE, type Columns } from '#contract/kit/columns.ts'
import { Reply } from '../kernel/context.ts'
import { invalid } from '../kernel/fail.ts'
import { ColumnSpool } from './column-spool.ts'
import { all, type Db, first } from './query.ts'

/**
 * A cursor is '<server start and day>.<transaction>': rows written by that transaction or later are the delta. It dies with the server
 * process, so that a restored or moved database, whose transaction ids start again, never answers a delta with a hole; and with the
 * day, for what is derived from today (overdue) changes at midnight without a write.
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

/** The cursor of now: take it before reading what a later delta is to be told against. */
export async function cursorNow(db: Db): Promise<string> {
  const row = await first(db, sql<{ cursor: string }>`select ${CURSOR} as cursor`)
  return row?.cursor ?? ''
}

/** Answers `rows` (a select that has every column of `columns`, ordered) in columns. `full` tells a whole list from a delta. */
export async function columnarReply(db: Db, columns: Columns, rows: RawBuilder<unknown>, full: boolean): Promise<Reply> {
  const arrays = sql.join(Object.keys(columns).map(name => sql`${sql.lit(name)}, coalesce(json_agg(t.${sql.ref(name)}), '[]'::json)`))
  const answer = await first(
    db,
    sql<{ text: string }>`select json_build_object('count', count(*), 'full', ${full}::boolean,
        'cursor', ${CURSOR}, 'columns', json_build_object(${arrays}))::text as text
      from (${rows}) t`,
  )
  return new Reply('json-text', answer?.text ?? '{}', { 'content-type': COLUMNS_MEDIA_TYPE })
}

/** Rows of one list in columns; beyond it the range must be narrowed. */
const MOST_ROWS = 1_000_000
/** Characters of one fetch: what the process and the database hold at a time. */
const FETCHED = { least: 1_000_000, most: 4_000_000 }

type Slice = { n: number } & Record<`c${number}`, string>

/**
 * A whole list in columns, however long: PostgreSQL builds it slice by slice under one snapshot, so that neither it nor we ever hold the
 * whole. `rows` has every column of `columns` and one named `slice`, and is ordered by that first: a value that a stretch of rows shares.
 */
export async function columnarWhole(db: Db, columns: Columns, rows: RawBuilder<unknown>): Promise<Reply> {
  const names = Object.keys(columns)
  const cursor = await cursorNow(db)
  const cells = sql.join(names.map((name, at) => sql`json_agg(t.${sql.ref(name)})::text as ${sql.ref(`c${at}`)}`))
  await sql`declare razao_list no scroll cursor for select count(*)::int as n, ${cells} from (${rows}) t group by t.slice order by t.slice`.execute(
    db,
  )
  const spool = new ColumnSpool(names)
  try {
    const count = await fetchSlices(db, names.length, spool)
    if (count > MOST_ROWS) throw invalid('start_date', 'O período tem lançamentos demais: escolha um menor.')
    const head = `{"count":${count},"full":true,"cursor":${JSON.stringify(cursor)},"columns":`
    return new Reply('json-text', await spool.body(head, '}'), { 'content-type': COLUMNS_MEDIA_TYPE })
  } catch (error) {
    await spool.close()
    throw error
  }
}

async function fetchSlices(db: Db, width: number, spool: ColumnSpool): Promise<number> {
  let count = 0
  for (let step = 16; count <= MOST_ROWS; ) {
    const slices = await all(db, sql<Slice>`fetch forward ${sql.lit(step)} from razao_list`)
    let size = 0
    for (const slice of slices) {
      // '[1, 2]' without its brackets
      const texts = Array.from({ length: width }, (_, at) => slice[`c${at}`]?.slice(1, -1) ?? '')
      for (const text of texts) size += text.length
      count += slice.n
      await spool.add(texts)
    }
    if (slices.length < step) break
    if (size < FETCHED.least) step *= 2
    else if (size > FETCHED.most) step = Math.max(1, step >> 1)
  }
  await sql`close razao_list`.execute(db)
  return count
}
