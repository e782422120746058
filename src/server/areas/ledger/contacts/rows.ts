// The SQL of contacts.

import { sql } from 'kysely'
import type { Contact } from '#contract/contacts.ts'
import type { ContactKind, ContactType } from '#domain/enums.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { searched } from '#server/db/search.ts'

export interface ContactFields {
  kind: ContactKind
  type: ContactType
  document_number: string | null
  name: string
  nickname: string | null
  email: string | null
  phone_number: string | null
  address: Contact['address']
  state_tax_number: string | null
  is_international: boolean
  country: string | null
  pix_keys: Contact['pix_keys']
  bank_account: Contact['bank_account']
}

/** A contact has one address, under its own id. */
const CONTACT = sql`k.*, k.address || jsonb_build_object('id', k.id) as address`

const SEARCHED = [sql`k.name`, sql`k.nickname`, sql`k.email`, sql`k.document_number`, sql`k.phone_number`]

export function listContacts(
  db: Db,
  companyId: string,
  filter: { kind?: ContactKind | undefined; search?: string | undefined },
): Promise<Contact[]> {
  return all(
    db,
    sql<Contact>`select ${CONTACT} from contacts k where k.company_id = ${companyId} and k.deleted_at is null
      and ${filter.kind ? sql`k.kind = ${filter.kind}` : sql`true`} and ${searched(filter.search, SEARCHED)} order by lower(k.name), k.id`,
  )
}

/** A live contact of any company in scope. */
export function findContact(db: Db, companies: readonly string[], id: string): Promise<Contact | undefined> {
  return first(
    db,
    sql<Contact>`
      select ${CONTACT} from contacts k where k.company_id = any (${[...companies]}::uuid[]) and k.id = ${id} and k.deleted_at is null`,
  )
}

export async function insertContacts(db: Db, companyId: string, rows: readonly (ContactFields & { id: string })[]): Promise<void> {
  await sql`
    insert into contacts (company_id, id, kind, type, document_number, name, nickname, email, phone_number, address, state_tax_number,
      is_international, country, pix_keys, bank_account)
    select ${companyId}, r.id, r.kind, r.type, r.document_number, r.name, r.nickname, r.email, r.phone_number, r.address - 'id',
      r.state_tax_number, r.is_international, r.country, r.pix_keys, r.bank_account
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, kind text, type text, document_number text, name text,
      nickname text, email text, phone_number text,
      address jsonb, state_tax_number text, is_international boolean, country text, pix_keys jsonb,
      bank_account jsonb)`.execute(db)
}

/** False when another write came first. */
export async function updateContact(db: Db, companyId: string, id: string, version: number, contact: ContactFields): Promise<boolean> {
  const result = await sql`
      update contacts set kind = ${contact.kind}, type = ${contact.type}, document_number = ${contact.document_number},
        name = ${contact.name},
      nickname = ${contact.nickname}, email = ${contact.email}, phone_number = ${contact.phone_number},
      address = ${contact.address === null ? null : JSON.stringify(contact.address)}::jsonb - 'id',
        state_tax_number = ${contact.state_tax_number},
      is_international = ${contact.is_international}, country = ${contact.country}, pix_keys = ${JSON.stringify(contact.pix_keys)}::jsonb,
      bank_account = ${contact.bank_account && JSON.stringify(contact.bank_account)}::jsonb
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deleteContact(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update contacts set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** The id of the live contact of a kind with a document. */
export async function contactByDocument(db: Db, companyId: string, kind: ContactKind, document: string): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{ id: string }>`
      select id from contacts where company_id = ${companyId} and kind = ${kind} and document_number = ${document} and deleted_at is null`,
  )
  return row?.id
}

/** Documents of the given ones that a live contact already has, with its kind. */
export function takenDocuments(
  db: Db,
  companyId: string,
  documents: readonly string[],
): Promise<{ kind: ContactKind; document_number: string }[]> {
  return all(
    db,
    sql<{ kind: ContactKind; document_number: string }>`select kind, document_number from contacts
      where company_id = ${companyId} and deleted_at is null and document_number = any (${[...documents]}::text[])`,
  )
}

/** Names of contacts that have no document to tell them by. */
export function takenNames(db: Db, companyId: string, names: readonly string[]): Promise<{ kind: ContactKind; name: string }[]> {
  return all(
    db,
    sql<{ kind: ContactKind; name: string }>`select kind, name from contacts
      where company_id = ${companyId} and deleted_at is null and document_number is null and name = any (${[...names]}::text[])`,
  )
}
