// The whole of a company's journaled rows as hashes from the database, so that two moments can be compared row by row.
import type { TestServer } from '#tests/kit/server.ts'

export interface RowState {
  /** Of all it says but version, audit times and the state the journal keeps; null once deleted. */
  hash: string | null
  version: number
}

/** By table and id. */
export type CompanyState = ReadonlyMap<string, RowState>

/** Who points at whom, as the database's own foreign keys say it. */
interface Reference {
  from: string
  column: string
  to: string
}

export interface CompanyWatch {
  tables: readonly string[]
  state(companyId: string): Promise<CompanyState>
  /** Live rows that point at one of the given rows, and are none of them. */
  pointingAt(companyId: string, rows: ReadonlySet<string>): Promise<string[]>
  /** Deleted rows that one of the given, being alive, points at. */
  pointedAt(companyId: string, rows: ReadonlySet<string>): Promise<string[]>
}

export async function watchCompanies(server: TestServer): Promise<CompanyWatch> {
  const tables = (
    await server.sql<{ name: string }>`select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'journal_update' order by 1`
  ).map(row => row.name)
  const references = await server.sql<Reference>(
    `select f.relname as from, a.attname as column, p.relname as to from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_length(k.conkey, 1)]
      where k.contype = 'f' and f.relname = any ($1) and p.relname = any ($1) and p.relname <> 'companies' and a.attname <> 'company_id'`,
    [tables],
  )
  const deletable = new Set(
    (
      await server.sql<{ name: string }>(
        `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attname = 'deleted_at' and not a.attisdropped and c.relname = any ($1)`,
        [tables],
      )
    ).map(row => row.name),
  )
  const said = `md5((to_jsonb(t) - '{version,state,changed,updated_at}'::text[])::text)`
  const query = tables
    .map(table => {
      const hash = deletable.has(table) ? `case when t.deleted_at is null then ${said} end` : said
      return `select '${table} ' || t.id as name, ${hash} as hash, t.version from ${table} t where t.${table === 'companies' ? 'id' : 'company_id'} = company`
    })
    .join(' union all ')
  // A function keeps the plan of this long query.
  await server.sql(`create function pg_temp.company_state(company uuid) returns table (name text, hash text, version int) language plpgsql
    set plan_cache_mode = force_generic_plan as $body$ begin return query ${query}; end $body$`)
  return {
    tables,
    async state(companyId) {
      const rows = await server.sql<{ name: string } & RowState>`select * from pg_temp.company_state(${companyId})`
      return new Map(rows.map(({ name, hash, version }) => [name, { hash, version }]))
    },
    async pointingAt(companyId, rows) {
      const found: string[] = []
      for (const { from, column, to } of references) {
        const ids = [...rows].filter(name => name.startsWith(`${to} `)).map(name => name.slice(to.length + 1))
        if (ids.length === 0) continue
        const live = deletable.has(from) ? 'and deleted_at is null' : ''
        const pointing = await server.sql<{ id: string }>(
          `select id from ${from} where company_id = $1 and ${column} = any ($2::uuid[]) ${live}`,
          [companyId, ids],
        )
        found.push(...pointing.map(row => `${from} ${row.id}`).filter(name => !rows.has(name)))
      }
      return found
    },
    async pointedAt(companyId, rows) {
      const found: string[] = []
      for (const { from, column, to } of references) {
        const ids = [...rows].filter(name => name.startsWith(`${from} `)).map(name => name.slice(from.length + 1))
        if (ids.length === 0 || !deletable.has(to)) continue
        const gone = await server.sql<{ id: string }>(
          `select distinct t.id from ${from} f join ${to} t on t.company_id = f.company_id and t.id = f.${column} and t.deleted_at is not null
            where f.company_id = $1 and f.id = any ($2::uuid[]) ${deletable.has(from) ? 'and f.deleted_at is null' : ''}`,
          [companyId, ids],
        )
        found.push(...gone.map(row => `${to} ${row.id}`))
      }
      return found
    },
  }
}

/** The rows whose version moved between two moments. */
export const touched = (before: CompanyState, after: CompanyState): string[] =>
  [...after].filter(([name, row]) => before.get(name)?.version !== row.version).map(([name]) => name)

export const hashOf = (state: CompanyState, name: string): string | null => state.get(name)?.hash ?? null

/** Where two moments differ in what they say. */
export const differences = (one: CompanyState, other: CompanyState): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter(name => hashOf(one, name) !== hashOf(other, name))
