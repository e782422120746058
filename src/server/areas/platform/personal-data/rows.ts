// The SQL of a person's data: which rows are theirs, what an export gives of them, and what an erasure takes.
import { type RawBuilder, sql } from 'kysely'
import { formatDocument } from '#domain/documents.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { erasedColumns, secretColumns, wordColumns } from './register.ts'

/** One person in a company's books: their records, live or deleted, under every document they have there. */
export interface Person {
  readonly name: string
  readonly contacts: readonly string[]
  readonly associates: readonly string[]
  readonly documents: readonly string[]
}

const uuids = (ids: readonly string[]) => sql`any (${[...ids]}::uuid[])`
const texts = (words: readonly string[]) => sql`any (${[...words]}::text[])`

/** The person that a contact or an associate is. */
export async function findPerson(
  db: Db,
  companyId: string,
  table: 'contacts' | 'associates',
  id: string,
): Promise<(Person & { document: string | null }) | undefined> {
  const found = await first(
    db,
    sql<{ name: string; document_number: string | null }>`
      select name, document_number from ${sql.ref(table)} where company_id = ${companyId} and id = ${id} and deleted_at is null`,
  )
  if (!found) return undefined
  const { name, document_number: document } = found
  const same = await all(
    db,
    sql<{ id: string }>`select id from ${sql.ref(table)} where company_id = ${companyId} and (id = ${id} or document_number = ${document})`,
  )
  const ids = same.map(row => row.id)
  const both = table === 'contacts' ? { contacts: ids, associates: [] } : { contacts: [], associates: ids }
  return { name, document, ...both, documents: document ? [document] : [] }
}

const entriesOf = ({ contacts }: Person, companyId: string) =>
  sql`(select id from entries where company_id = ${companyId} and contact_id = ${uuids(contacts)})`

/** Which rows `t` of a company's table are of the person. */
const ROWS_OF: Readonly<Record<string, (person: Person, companyId: string) => RawBuilder<unknown>>> = {
  contacts: ({ contacts }) => sql`t.id = ${uuids(contacts)}`,
  associates: ({ associates }) => sql`t.id = ${uuids(associates)}`,
  dependents: ({ associates }) => sql`t.associate_id = ${uuids(associates)}`,
  entries: ({ contacts }) => sql`t.contact_id = ${uuids(contacts)}`,
  statement_entries: ({ contacts }) => sql`t.contact_id = ${uuids(contacts)}`,
  rules: ({ contacts }) => sql`t.contact_id = ${uuids(contacts)}`,
  questions: (person, c) =>
    sql`t.entry_id in ${entriesOf(person, c)} or t.statement_entry_id in (
      select id from statement_entries where company_id = ${c} and contact_id = ${uuids(person.contacts)})`,
  invoices: ({ contacts, documents }) => sql`t.contact_id = ${uuids(contacts)} or t.party ->> 'document_number' = ${texts(documents)}`,
  charges: (person, c) => sql`t.receivable_id in ${entriesOf(person, c)} or t.payer ->> 'document_number' = ${texts(person.documents)}`,
  bank_slips: (person, c) => sql`t.receivable_id in ${entriesOf(person, c)} or t.payer ->> 'document_number' = ${texts(person.documents)}`,
  remittances: (person, c) => sql`t.id in (
    select o.remittance_id from slip_orders o join bank_slips s on s.company_id = o.company_id and s.id = o.slip_id
    where o.company_id = ${c} and s.payer ->> 'document_number' = ${texts(person.documents)})`,
  payment_files: (person, c) => sql`t.id in (
    select f.payment_file_id from file_payments f where f.company_id = ${c} and f.payee_document = ${texts(person.documents)})`,
  file_payments: (person, c) => sql`t.bill_id in ${entriesOf(person, c)} or t.payee_document = ${texts(person.documents)}`,
  payments: (person, c) => sql`t.bill_id in ${entriesOf(person, c)} or t.payee ->> 'document_number' = ${texts(person.documents)}`,
  digital_movements: ({ documents }) => sql`t.counterparty ->> 'document_number' = ${texts(documents)}`,
  stark_movements: ({ documents }) => sql`t.counterparty ->> 'document_number' = ${texts(documents)}`,
  stark_requests: ({ documents }) => sql`t.payee ->> 'document_number' = ${texts(documents)}`,
  attachments: (person, c) => sql`t.associate_id = ${uuids(person.associates)} or t.entry_id in ${entriesOf(person, c)}`,
  open_finance_connections: ({ documents }) => sql`t.holder_document = ${texts(documents)}`,
  certificate_appointments: ({ documents }) => sql`t.document_number = ${texts(documents)}`,
  memberships: ({ documents }) =>
    sql`t.invited_document = ${texts(documents)} or t.user_id in (select id from users where document_number = ${texts(documents)})`,
  batch_rows: (person, c) => sql`t.row_id = ${uuids([...person.contacts, ...person.associates])} or t.row_id in (
    select id from dependents where company_id = ${c} and associate_id = ${uuids(person.associates)})`,
}
export const TABLES_OF_PEOPLE = Object.keys(ROWS_OF)

/** Which rows `t` say something of a user of the product. */
const ROWS_OF_USER: Readonly<Record<string, (userId: string) => RawBuilder<unknown>>> = {
  users: id => sql`t.id = ${id}`,
  ...Object.fromEntries(
    ['sessions', 'devices', 'otp_challenges', 'push_tokens', 'notifications', 'tutorials', 'api_keys', 'audit_lines', 'memberships'].map(
      table => [table, (id: string) => sql`t.user_id = ${id}`],
    ),
  ),
  organization_invitations: id => sql`t.document_number = (select document_number from users where id = ${id})`,
  batches: id => sql`t.user_id = ${id}`,
  personal_reads: id => sql`t.user_id = ${id}`,
}
export const TABLES_OF_USERS = Object.keys(ROWS_OF_USER)

/** Whole rows without their secrets. */
async function rowsWhere(db: Db, table: string, where: RawBuilder<unknown>): Promise<Record<string, unknown>[]> {
  const rows = await all(
    db,
    sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - ${secretColumns(table)}::text[] as row from ${sql.ref(table)} t where ${where}`,
  )
  return rows.map(({ row }) => row)
}

export const rowsOfUser = (db: Db, table: string, userId: string): Promise<Record<string, unknown>[]> =>
  rowsWhere(db, table, (ROWS_OF_USER[table] as (id: string) => RawBuilder<unknown>)(userId))

const ofPerson = (table: string, companyId: string, person: Person): RawBuilder<unknown> => {
  const rows = ROWS_OF[table] as (person: Person, companyId: string) => RawBuilder<unknown>
  return sql`t.company_id = ${companyId} and (${rows(person, companyId)})`
}

export const rowsOfPerson = (db: Db, table: string, companyId: string, person: Person): Promise<Record<string, unknown>[]> =>
  rowsWhere(db, table, ofPerson(table, companyId, person))

export async function countOfPerson(db: Db, table: string, companyId: string, person: Person): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select count(*)::int as count from ${sql.ref(table)} t where ${ofPerson(table, companyId, person)}`,
  )
  return row?.count ?? 0
}

/** Titles of the person that somebody still has to pay. */
export async function openTitles(db: Db, companyId: string, { contacts }: Person): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select count(*)::int as count from entries where company_id = ${companyId} and contact_id = ${uuids(contacts)}
      and deleted_at is null and status not in ('PAID', 'RECEIVED', 'REPROVED') and not has_children`,
  )
  return row?.count ?? 0
}

const NOBODY = 'Pessoa anonimizada'
/** What a column holds that may not be empty; the others become null. */
const BLANK: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  contacts: { name: NOBODY, pix_keys: [] },
  associates: { name: NOBODY, document_number: '' },
  dependents: { name: NOBODY, birth_date: '1900-01-01' },
}
const ERASED_TABLES = Object.keys(BLANK)

const blanksOf = (table: string): Record<string, unknown> =>
  Object.fromEntries(erasedColumns(table).map(column => [column, BLANK[table]?.[column] ?? null]))

const WORD_TABLES = ['entries', 'rules'] as const

/** What tells the person in a free text: their names, documents and addresses, now and before, as they are stored and as they are written. */
async function wordsOf(db: Db, companyId: string, ids: readonly string[]): Promise<string[]> {
  const values = all(
    db,
    sql<{ word: string }>`with images as (
        ${sql.join(
          ERASED_TABLES.map(
            table => sql`select to_jsonb(t) as image from ${sql.ref(table)} t where t.company_id = ${companyId} and t.id = ${uuids(ids)}`,
          ),
          sql` union all `,
        )}
        union all select before from batch_rows where company_id = ${companyId} and row_id = ${uuids(ids)} and before is not null)
      select distinct word from images, unnest(array[image ->> 'name', image ->> 'nickname', image ->> 'document_number', image ->> 'email',
        image ->> 'phone_number'] || array(select key ->> 'key' from jsonb_array_elements(case when jsonb_typeof(image -> 'pix_keys') = 'array'
          then image -> 'pix_keys' else '[]' end) key)) word
      where length(word) >= 5 and word <> ${NOBODY}`,
  )
  return (await values).flatMap(({ word }) => (/^[\dA-Z]{11,14}$/.test(word) ? [word, formatDocument(word)] : [word]))
}

/** Makes the person nobody, in their records and in the free texts and images about them; returns how many lines of the history changed. */
export async function erasePerson(db: Db, companyId: string, person: Person): Promise<number> {
  const dependents = await all(
    db,
    sql<{ id: string }>`select id from dependents where company_id = ${companyId} and associate_id = ${uuids(person.associates)}`,
  )
  const ids = [...person.contacts, ...person.associates, ...dependents.map(({ id }) => id)]
  const words = await wordsOf(db, companyId, ids)
  for (const table of ERASED_TABLES) {
    const blanks = blanksOf(table)
    const columns = sql.join(Object.keys(blanks).map(column => sql.ref(column)))
    await sql`update ${sql.ref(table)} t set deleted_at = coalesce(t.deleted_at, now()),
        (${columns}) = (select ${columns} from jsonb_populate_record(t, ${JSON.stringify(blanks)}::jsonb))
      where t.company_id = ${companyId} and t.id = ${uuids(ids)}`.execute(db)
  }
  const about: string[] = []
  for (const table of WORD_TABLES) about.push(...(await eraseWords(db, table, companyId, person, words)))
  await sql`update notifications set title = razao_without(title, ${words}, ${NOBODY}), body = razao_without(body, ${words}, ${NOBODY})
    where company_id = ${companyId} and (title, body) is distinct from
      (razao_without(title, ${words}, ${NOBODY}), razao_without(body, ${words}, ${NOBODY}))`.execute(db)
  const lines = await first(
    db,
    sql<{ count: number }>`select razao_erase(${companyId}, ${ids}::uuid[],
      ${JSON.stringify(Object.fromEntries(ERASED_TABLES.map(table => [table, blanksOf(table)])))}::jsonb, ${about}::uuid[],
      ${JSON.stringify(Object.fromEntries(WORD_TABLES.map(table => [table, wordColumns(table)])))}::jsonb, ${words}::text[],
      ${NOBODY})::int as count`,
  )
  return lines?.count ?? 0
}

/** Takes the words out of the texts that speak of the person; returns the ids of all of these, whose earlier texts stand in images. */
async function eraseWords(db: Db, table: string, companyId: string, person: Person, words: readonly string[]): Promise<string[]> {
  const where = ofPerson(table, companyId, person)
  const columns = wordColumns(table)
  const without = (column: string) => sql`razao_without(t.${sql.ref(column)}, ${[...words]}::text[], ${NOBODY})`
  await sql`update ${sql.ref(table)} t set ${sql.join(columns.map(column => sql`${sql.ref(column)} = ${without(column)}`))}
    where ${where} and (${sql.join(
      columns.map(column => sql`t.${sql.ref(column)} is distinct from ${without(column)}`),
      sql` or `,
    )})`.execute(db)
  const rows = await all(db, sql<{ id: string }>`select t.id from ${sql.ref(table)} t where ${where}`)
  return rows.map(({ id }) => id)
}
