// The Pix key a contact is paid by, for bills that bring none of their own.
import { sql } from 'kysely'
import { all } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'

/** The only key of each contact; one with several is not guessed. */
export async function keysOfContacts(ctx: Context, rows: readonly { contact_id: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(row => row.contact_id).filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  const found = await all(
    ctx.db,
    sql<{ id: string; key: string }>`select id, pix_keys->0->>'key' as key from contacts
      where company_id = ${ctx.companyId} and id = any (${ids}::uuid[]) and deleted_at is null and jsonb_array_length(pix_keys) = 1`,
  )
  return new Map(found.map(row => [row.id, row.key]))
}
