// The tables and views of the migrated schema, as PostgreSQL's own catalogue tells them.
import type pg from 'pg'

export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** The database fills it in when an insert does not. */
  readonly filled: boolean
  /** Nobody may write it. */
  readonly computed: boolean
  /** The only texts a check constraint lets in. */
  readonly values: readonly string[] | null
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as filled, a.attgenerated <> '' or a.attidentity = 'a' as computed,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ARRAY[%'
      order by k.conname limit 1) as listed
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and c.relname not like 'kysely\\_%'
  order by c.relname collate "C", a.attnum`

interface Found extends Omit<Column, 'values'> {
  table: string
  listed: string | null
}

export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Found>(COLUMNS)
  const tables = new Map<string, Column[]>()
  for (const { table, listed, ...column } of rows) {
    const columns = tables.get(table) ?? []
    tables.set(table, columns)
    columns.push({ ...column, values: listed === null ? null : valuesOf(listed) })
  }
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

/** "CHECK ((kind = ANY (ARRAY['BILL'::text, 'RECEIVABLE'::text])))" lists two values; another check lists none. */
function valuesOf(definition: string): readonly string[] | null {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'(?:[^']|'')*'::text(?:, )?)+)\]\)\)\)$/.exec(definition)?.[1]
  if (list === undefined) return null
  return [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(match => (match[1] ?? '').replaceAll("''", "'"))
}
