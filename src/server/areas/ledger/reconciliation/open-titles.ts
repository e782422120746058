// The open titles of a company laid out for matching: read once, kept between calls, and brought up to date by what was written since.

import { totalmem } from 'node:os'
import { sql } from 'kysely'
import { lastOverdueDay } from '#domain/due.ts'
import type { Title } from '#domain/matching/candidates.ts'
import { reviseIndex } from '#domain/matching/revise-index.ts'
import { IndexBuilder, type TitleIndex } from '#domain/matching/title-index.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { slicesOf } from '#server/db/slices.ts'
import { cursorNow, readCursor } from '#server/kernel/columnar.ts'
import type { Context } from '#server/kernel/context.ts'
import { unhurried } from '#server/kernel/unhurried.ts'
import { SETTLED } from '../entries/sql.ts'

/** A title settled by hand may still meet its line for this long. */
const MANUAL_DAYS = 60
/** What a title takes in an index. */
const TITLE_BYTES = 250
/** Kept in all: a sixteenth of the memory there is. A company with more is read at every call. */
const KEPT_TITLES = Math.floor(memoryBytes() / 16 / TITLE_BYTES)
/** More rows than this written since: the whole is read again. */
const MOST_MOVED = 5_000
/** How often a kept index is looked at again when another call revised it meanwhile. */
const MAX_ATTEMPTS = 3
/** The part of an index that may have left before it is read anew. */
const MOST_GONE = 1 / 4

interface Kept {
  readonly index: TitleIndex
  readonly cursor: string
  readonly today: string
}

/** By company, the longest unused first. Another process may have written: nothing here is believed before the database was asked. */
const kept = new Map<string, Kept>()

/** For calls that write no title before they ask: what a transaction might still take back must not be kept. */
export async function openTitles({ db, companyId, today }: Context): Promise<TitleIndex> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const cursor = await cursorNow(db)
    const known = kept.get(companyId)
    const since = known?.today === today ? startOf(known.cursor, cursor) : undefined
    const moved = known && since !== undefined ? await movedSince(db, companyId, since) : undefined
    if (!known || !moved || known.index.gone.size + moved.length > known.index.length * MOST_GONE) break
    if (moved.length === 0) return keep(companyId, { cursor, today, index: known.index })
    const fresh = await readTitles(db, companyId, today, moved)
    // An index is revised once; another call may have done so meanwhile.
    if (kept.get(companyId)?.index === known.index) return keep(companyId, { cursor, today, index: reviseIndex(known.index, moved, fresh) })
  }
  return keep(companyId, { cursor: await cursorNow(db), today, index: await readIndex(db, companyId, today) })
}

async function readIndex(db: Db, companyId: string, today: string): Promise<TitleIndex> {
  const builder = new IndexBuilder()
  const read = new TitleReader(db, companyId, today, await notesOf(db, companyId))
  // Without a join the index on due days gives the groups as they come, and the first arrive at once.
  const query = sql`select json_agg(${CELLS})::text as titles ${openEntries(companyId, today)} group by e.kind, e.due_date`
  const titlesOf = (slices: { titles: string }[]) => read.titles(slices.flatMap(({ titles }) => JSON.parse(titles) as TitleCells[]))
  for await (const titles of slicesOf(db, 'razao_titles', query, titlesOf)) for (const title of titles) builder.add(title)
  return unhurried(builder.build())
}

/** Where the delta between two cursors starts; undefined when the earlier one is of another day or server. */
function startOf(earlier: string, later: string): string | undefined {
  const from = readCursor(earlier)
  return from && from.epoch === readCursor(later)?.epoch ? from.transaction : undefined
}

/** Ids of the entries written since a transaction, themselves or in their notes; undefined when everything is to be read again, as after a contact changed its name. */
async function movedSince(db: Db, companyId: string, since: string): Promise<string[] | undefined> {
  const row = await first(
    db,
    sql<{ ids: string[]; renamed: boolean }>`select
        array(select e.id::text from entries e where e.company_id = ${companyId} and e.changed >= ${since}::bigint
          union select l.entry_id::text from invoice_entries l where l.company_id = ${companyId} and l.changed >= ${since}::bigint
          union select l.entry_id::text from invoices i join invoice_entries l on l.company_id = i.company_id and l.invoice_id = i.id
            where i.company_id = ${companyId} and i.changed >= ${since}::bigint limit ${MOST_MOVED + 1}) as ids,
        exists (select 1 from contacts k where k.company_id = ${companyId} and k.changed >= ${since}::bigint and k.version > 1) as renamed`,
  )
  return row && !row.renamed && row.ids.length <= MOST_MOVED ? row.ids : undefined
}

function keep(companyId: string, titles: Kept): TitleIndex {
  kept.delete(companyId)
  if (sizeOf(titles) > KEPT_TITLES) return titles.index
  kept.set(companyId, titles)
  let total = 0
  for (const one of kept.values()) total += sizeOf(one)
  for (const [id, one] of kept) {
    if (total <= KEPT_TITLES) break
    kept.delete(id)
    total -= sizeOf(one)
  }
  return titles.index
}

/** A container may have less than its machine. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

const sizeOf = ({ index }: Kept): number => index.titles.length

/** The cells of a title in the order of `CELLS`. */
type TitleCells = [
  id: string,
  kind: Title['kind'],
  amount_cents: number,
  due_date: string,
  date: string,
  bank_account_id: string | null,
  contact_id: string | null,
  description: string | null,
  document_number: string | null,
  parent_entry_id: string | null,
  category_id: string | null,
  transaction_id: string | null,
  digitable_line: string | null,
  is_card: boolean | null,
  settled: boolean,
]

/** What left or entered the account: a title settled by hand with charges moved more than its own amount. */
const MOVED_CENTS = sql`case when e.conciliation_id is null then e.amount_cents else (
  select abs(sum(case when g.kind = 'BILL' then -g.amount_cents else g.amount_cents end))::bigint from entries g
  where g.company_id = e.company_id and g.conciliation_id = e.conciliation_id and g.deleted_at is null and not g.has_children) end`

/** The one title of a group that was settled by hand and that no line has proven yet. */
const UNPROVEN = sql`e.status in ${SETTLED}
  and not exists (select from statement_entries l
    where l.company_id = e.company_id and l.conciliation_id = e.conciliation_id and l.deleted_at is null)
  and not exists (select from entries o where o.company_id = e.company_id and o.conciliation_id = e.conciliation_id and o.id <> e.id
    and o.difference_kind is null and o.deleted_at is null and not o.has_children)`

const CELLS = sql`
  json_build_array(e.id, e.kind, ${MOVED_CENTS}, e.due_date, e.date, e.bank_account_id, e.contact_id, e.additional_information,
  e.document_number, e.parent_id, e.category_id, e.transaction_id, e.payment_details->'boleto'->>'digitable_line',
  e.payment_method in ('CREDIT_CARD', 'DEBIT_CARD'), e.status in ${SETTLED})`

/** The titles `e` that a line may still meet. */
const openEntries = (companyId: string, today: string) =>
  sql`from entries e where e.company_id = ${companyId} and e.deleted_at is null and not e.has_children
    and (e.conciliation_id is null or ${UNPROVEN}) and e.difference_kind is null and (e.status not in ${SETTLED} or e.date > ${today}::date - ${MANUAL_DAYS}::int)`

/** Those of the given ids that a line may still meet. */
export async function readTitles(db: Db, companyId: string, today: string, ids: readonly string[]): Promise<Title[]> {
  const rows = await all(
    db,
    sql<{ cells: TitleCells }>`select ${CELLS} as cells ${openEntries(companyId, today)} and e.id = any (${[...ids]}::uuid[])`,
  )
  return new TitleReader(db, companyId, today, await notesOf(db, companyId, ids)).titles(rows.map(({ cells }) => cells))
}

/** What the notes of a title add to it. */
interface TitleNotes {
  access_keys: string[] | null
  /** What the customer withholds, where the title is the whole of a service note. */
  withholdings_cents: number | null
}

/** By title, of the given ones or of all. */
async function notesOf(db: Db, companyId: string, ids?: readonly string[]): Promise<ReadonlyMap<string, TitleNotes>> {
  const rows = await all(
    db,
    sql<TitleNotes & { entry_id: string }>`
      select l.entry_id, array_agg(i.access_key) filter (where i.access_key is not null) as access_keys,
        sum((i.content->>'withheld_cents')::bigint) filter (where i.kind = 'SERVICE'
        and e.amount_cents = i.amount_cents - (i.content->>'discount_cents')::bigint)::bigint as withholdings_cents
      from invoice_entries l join invoices i on i.company_id = l.company_id and i.id = l.invoice_id and i.deleted_at is null
      join entries e on e.company_id = l.company_id and e.id = l.entry_id and e.deleted_at is null and e.conciliation_id is null
      where l.company_id = ${companyId} and l.deleted_at is null ${ids ? sql`and l.entry_id = any (${[...ids]}::uuid[])` : sql``}
      group by l.entry_id`,
  )
  return new Map(rows.map(({ entry_id, ...notes }) => [entry_id, notes]))
}

interface ContactRow {
  id: string
  name: string
  document_number: string | null
}

/** Makes titles of cells: thousands share a contact, which is looked up once. */
class TitleReader {
  readonly #db: Db
  readonly #companyId: string
  readonly #lastOverdue: string
  readonly #notes: ReadonlyMap<string, TitleNotes>
  readonly #contacts = new Map<string, ContactRow>()

  constructor(db: Db, companyId: string, today: string, notes: ReadonlyMap<string, TitleNotes>) {
    this.#db = db
    this.#companyId = companyId
    this.#lastOverdue = lastOverdueDay(today)
    this.#notes = notes
  }

  async titles(rows: readonly TitleCells[]): Promise<Title[]> {
    await this.#readContacts(rows)
    return rows.map(cells => this.#title(cells))
  }

  async #readContacts(rows: readonly TitleCells[]): Promise<void> {
    const missing = new Set<string>()
    for (const [, , , , , , contactId] of rows) if (contactId !== null && !this.#contacts.has(contactId)) missing.add(contactId)
    if (missing.size === 0) return
    const found = await all(
      this.#db,
      sql<ContactRow>`
        select id, name, document_number from contacts where company_id = ${this.#companyId} and id = any (${[...missing]}::uuid[])`,
    )
    for (const contact of found) this.#contacts.set(contact.id, contact)
  }

  #title(cells: TitleCells): Title {
    const [id, kind, amount_cents, due_date, date, bank_account_id, contact_id, description, document_number, ...rest] = cells
    const [parent_entry_id, category_id, transaction_id, digitable_line, is_card, settled] = rest
    const contact = contact_id === null ? undefined : this.#contacts.get(contact_id)
    const notes = this.#notes.get(id)
    return {
      id,
      kind,
      amount_cents,
      due_date,
      date,
      bank_account_id,
      contact_id,
      contact_name: contact?.name ?? '',
      contact_document: contact?.document_number ?? null,
      description: description ?? '',
      document_number,
      parent_entry_id,
      category_id,
      identifiers: [transaction_id, digitable_line, ...(notes?.access_keys ?? [])].filter(text => text !== null),
      withholdings_cents: notes?.withholdings_cents ?? null,
      is_card: is_card ?? false,
      overdue: !settled && due_date <= this.#lastOverdue,
    }
  }
}
