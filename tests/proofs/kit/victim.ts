// A company full of words that must never be seen outside it, and the proof that nobody moved a row of it.
import { createHash } from 'node:crypto'
import type { MoneyBooks } from '#tests/kit/money.ts'
import type { TestServer } from '#tests/kit/server.ts'
import { furnish } from './furnished.ts'

export interface Victim {
  books: MoneyBooks
  /** In every text it keeps; a company's name and address aside, which the public registry tells anyway. */
  canary: string
  /** Live ids by table. */
  ids: Map<string, string[]>
  /** One hash over all its rows. */
  hash(): Promise<string>
}

export async function aVictim(server: TestServer): Promise<Victim> {
  const canary = 'CANARIO9F3A'
  const b = await furnish(server, canary)
  const tables = await tenantTables(server)
  return {
    books: b,
    canary,
    ids: await idsByTable(server, b.company.id),
    async hash() {
      const hash = createHash('sha256')
      for (const { name } of tables) {
        const [row] = await server.sql<{ text: string | null }>(
          `select string_agg(t::text, '|' order by t::text) as text from ${name} t where company_id = $1`,
          [b.company.id],
        )
        hash.update(`${name} ${row?.text ?? ''}`)
      }
      return hash.digest('hex')
    },
  }
}

/** Some live ids of a company, of every table that has them. */
export async function idsByTable(server: TestServer, companyId: string): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>()
  for (const { name } of (await tenantTables(server)).filter(table => table.has_id)) {
    const found = await server.sql<{ id: string }>(`select id from ${name} where company_id = $1 order by id limit 20`, [companyId])
    ids.set(
      name,
      found.map(row => row.id),
    )
  }
  return ids
}

export const tenantTables = (server: TestServer): Promise<{ name: string; has_id: boolean }[]> =>
  server.sql(`select c.relname as name, exists (select 1 from pg_attribute i where i.attrelid = c.oid and i.attname = 'id') as has_id
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
