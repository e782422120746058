// A database with the demo in it, and a way to look at its rows past every policy.
import pg from 'pg'
import { columnParsers } from '#server/db/column-parsers.ts'
import { openKysely } from '#server/db/kysely.ts'
import { fillDemo } from '#server/demo/demo.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

export interface Filled {
  database: TestDatabase
  look: pg.Client
  rows<T = Record<string, unknown>>(query: string, parameters?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

export async function filled(options: Parameters<typeof fillDemo>[1]): Promise<Filled> {
  const database = await createTestDatabase()
  const db = openKysely(database.ownerConfig)
  await fillDemo(db, options)
  await db.destroy()
  const look = new pg.Client({ ...database.adminConfig, types: columnParsers })
  await look.connect()
  return {
    database,
    look,
    rows: async <T>(query: string, parameters: unknown[] = []) => (await look.query(query, parameters)).rows as T[],
    async close() {
      await look.end()
      await database.drop()
    },
  }
}
