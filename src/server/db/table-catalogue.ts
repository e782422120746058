// What a copy of the database must know: tables, columns, foreign keys, sequences, and whether row security would hide rows.
import type pg from 'pg'
import { z } from 'zod'

export const tableShape = z.object({
  /** Of schema public, or with its schema before it. */
  name: z.string(),
  columns: z.array(z.string()),
})
export type TableShape = z.infer<typeof tableShape>

export const sequenceState = z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })
export type SequenceState = z.infer<typeof sequenceState>

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Made by the migrator itself, so never copied. */
const migratorTables = ['kysely_migration', 'kysely_migration_lock']

/** What waits to be done is as much the books' as what was done; the rest of that schema its migration makes. */
const jobsTable = 'pgboss.job'

/** Tables of schema public and the queued jobs (partitions are reached through their parent) with their writable columns. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT CASE WHEN c.relnamespace = 'public'::regnamespace THEN c.relname::text ELSE $2 END AS name,
            array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND (c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1) OR c.oid = to_regclass($2))
      GROUP BY c.relnamespace, c.relname ORDER BY c.relnamespace <> 'public'::regnamespace, c.relname COLLATE "C"`,
    [migratorTables, jobsTable],
  )
  return rows
}

export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  )
  return rows
}

/** The indexes that no constraint owns, each with the statement that makes it. */
export async function listIndexes(client: pg.ClientBase): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid AND contype <> 'f') ORDER BY 1`,
  )
  return rows
}

/** Read after the snapshot, so that a sequence is never behind the snapshot's rows. */
export async function listSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY relname COLLATE "C"`,
  )
  const states: SequenceState[] = []
  for (const { name } of names) {
    const { rows } = await client.query(`SELECT last_value::text, is_called FROM ${qualified(client, name)}`)
    states.push(sequenceState.parse({ name, ...rows[0] }))
  }
  return states
}

/** Tables whose row security binds even us; empty for a superuser. */
export async function listBoundTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c, pg_roles r
      WHERE r.rolname = current_user AND NOT r.rolsuper AND NOT r.rolbypassrls
        AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relrowsecurity AND c.relforcerowsecurity`,
  )
  return rows.map(row => row.name)
}

/** The migrations that a database has had; empty before the first. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ found: boolean }>(`SELECT to_regclass('public.kysely_migration') IS NOT NULL AS found`)
  if (!rows[0]?.found) return []
  const { rows: ran } = await client.query<{ name: string }>('SELECT name FROM public.kysely_migration ORDER BY name COLLATE "C"')
  return ran.map(row => row.name)
}

export const qualified = (client: pg.ClientBase, name: string): string =>
  name === jobsTable ? jobsTable : `public.${client.escapeIdentifier(name)}`

export const isOfJobs = ({ name }: TableShape): boolean => name === jobsTable

export const columnList = (client: pg.ClientBase, table: TableShape): string =>
  table.columns.map(column => client.escapeIdentifier(column)).join(', ')
