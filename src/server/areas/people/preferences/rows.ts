// The SQL of own preferences: one JSON object per person.
import { sql } from 'kysely'
import { type Db, first } from '#server/db/query.ts'

export type Preferences = Record<string, unknown>

export async function readPreferences(db: Db, userId: string): Promise<Preferences> {
  const row = await first(db, sql<{ preferences: Preferences }>`select preferences from users where id = ${userId}`)
  return row?.preferences ?? {}
}

/** Merges by top-level name and gives back the whole, with its stored size in bytes. */
export async function mergePreferences(
  db: Db,
  userId: string,
  kept: Preferences,
  removed: readonly string[],
): Promise<{ preferences: Preferences; bytes: number } | undefined> {
  return first(
    db,
    sql<{ preferences: Preferences; bytes: number }>`
      update users set preferences = (preferences || ${JSON.stringify(kept)}::jsonb) - ${[...removed]}::text[]
      where id = ${userId} returning preferences, octet_length(preferences::text) as bytes`,
  )
}
