// The words of one company's decisions, and what another company calls the same.
import { sql } from 'kysely'
import { categoryKey } from '#domain/matching/ghosts.ts'
import { all, type Db } from '#server/db/query.ts'

export interface NamedContact {
  id: string
  name: string
  document_number: string | null
}

export function readContacts(db: Db, companyId: string): Promise<NamedContact[]> {
  return all(
    db,
    sql<NamedContact>`select id, name, document_number from contacts where company_id = ${companyId} and deleted_at is null order by id`,
  )
}

export async function readCategoryNames(db: Db, companyId: string): Promise<Map<string, string>> {
  const rows = await all(
    db,
    sql<{ id: string; name: string }>`select id, name from categories where company_id = ${companyId} and deleted_at is null`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Finds a contact by its document, else by a name that only one contact has. */
export function contactFinder(contacts: readonly NamedContact[]): (wanted: Omit<NamedContact, 'id'>) => NamedContact | undefined {
  const byDocument = new Map(contacts.flatMap(contact => (contact.document_number ? [[contact.document_number, contact] as const] : [])))
  const byName = new Map<string, NamedContact | undefined>()
  for (const contact of contacts) {
    const key = categoryKey(contact.name)
    byName.set(key, byName.has(key) ? undefined : contact)
  }
  return ({ name, document_number }) => {
    const same = document_number ? byDocument.get(document_number) : undefined
    const named = same ?? byName.get(categoryKey(name))
    // Another document under the same name is somebody else.
    const isOther = document_number !== null && named?.document_number != null && named.document_number !== document_number
    return isOther ? undefined : named
  }
}
