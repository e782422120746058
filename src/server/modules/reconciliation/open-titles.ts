// The open titles of a company laid out for matching: read once, kept between calls, and brought up to date by what was written since.

import { type RawBuilder, sql } from 'kysely'
import { isOverdue } from '#domain/due.ts'
import type { Title } from '#domain/matching/candidates.ts'
import { buildIndex, type TitleIndex } from '#domain/matching/title-index.ts'
import { cursorNow, readCursor } from '../../db/columnar.ts'
import { all, type Db, first } from '../../db/query.ts'
import type { Context } from '../../kernel/context.ts'
import { SETTLED } from '../entries/sql.ts'

/** A title settled by hand may still meet its line for this long. */
const MANUAL_DAYS = 60
/** Kept in all; some 500 bytes each. A company with more is read at every call. */
const KEPT_TITLES = 200_000
/** More rows than this written since: the whole is read again. */
const MOST_MOVED = 5_000

export interface OpenTitles {
  readonly index: TitleIndex
  readonly byId: ReadonlyMap<string, Title>
}

interface Kept extends OpenTitles {
  readonly cursor: string
  readonly today: string
}

/** By company, the longest unused first. Another process may have written: nothing here is believed before the database was asked. */
const kept = new Map<string, Kept>()

/** For calls that write no title before they ask: what a transaction might still take back must not be kept. */
export async function openTitles({ db, companyId, today }: Context): Promise<OpenTitles> {
  const cursor = await cursorNow(db)
  const known = kept.get(companyId)
  const since = known?.today === today ? startOf(known.cursor, cursor) : undefined
  const moved = known && since !== undefined ? await movedSince(db, companyId, since) : undefined
  if (known && moved?.length === 0) return keep(companyId, { ...known, cursor })
  const fresh = await readTitles(db, companyId, today, moved ? sql`e.id = any (${moved}::uuid[])` : sql`true`)
  const gone = new Set(moved)
  const titles = known && moved ? [...known.index.titles.filter(title => !gone.has(title.id)), ...fresh] : fresh
  return keep(companyId, { cursor, today, index: buildIndex(titles), byId: new Map(titles.map(title => [title.id, title])) })
}

/** Where the delta between two cursors starts; undefined when the earlier one is of another day or server. */
function startOf(earlier: string, later: string): string | undefined {
  const from = readCursor(earlier)
  return from && from.epoch === readCursor(later)?.epoch ? from.transaction : undefined
}

/** Ids of the entries written since a transaction; undefined when everything is to be read again, as after a contact changed its name. */
async function movedSince(db: Db, companyId: string, since: string): Promise<string[] | undefined> {
  const row = await first(
    db,
    sql<{ ids: string[]; renamed: boolean }>`select
        array(select e.id::text from entries e where e.company_id = ${companyId} and e.changed >= ${since}::bigint limit ${MOST_MOVED + 1}) as ids,
        exists (select 1 from contacts k where k.company_id = ${companyId} and k.changed >= ${since}::bigint and k.version > 1) as renamed`,
  )
  return row && !row.renamed && row.ids.length <= MOST_MOVED ? row.ids : undefined
}

function keep(companyId: string, titles: Kept): OpenTitles {
  kept.delete(companyId)
  if (titles.byId.size > KEPT_TITLES) return titles
  kept.set(companyId, titles)
  let total = 0
  for (const one of kept.values()) total += one.byId.size
  for (const [id, one] of kept) {
    if (total <= KEPT_TITLES) break
    kept.delete(id)
    total -= one.byId.size
  }
  return titles
}

interface TitleRow extends Omit<Title, 'identifiers' | 'overdue'> {
  contact_document: string | null
  category_id: string | null
  identifiers: (string | null)[]
  settled: boolean
}

/** The titles a line may still meet, of those that `where` names. */
export async function readTitles(db: Db, companyId: string, today: string, where: RawBuilder<unknown>): Promise<Title[]> {
  const rows = await all(
    db,
    sql<TitleRow>`select e.id, e.kind, e.amount_cents, e.due_date, e.date, e.bank_account_id, e.contact_id, coalesce(k.name, '') as contact_name, k.document_number as contact_document,
        coalesce(e.additional_information, '') as description, e.document_number, e.parent_id as parent_entry_id, e.category_id,
        array[e.transaction_id, e.payment_details->'boleto'->>'digitable_line'] as identifiers, e.payment_method in ('CREDIT_CARD', 'DEBIT_CARD') as is_card, e.status in ${SETTLED} as settled
      from entries e left join contacts k on k.company_id = e.company_id and k.id = e.contact_id
      where e.company_id = ${companyId} and e.deleted_at is null and not e.has_children and e.conciliation_id is null and e.difference_kind is null
        and (e.status not in ${SETTLED} or e.date > ${today}::date - ${MANUAL_DAYS}::int) and ${where}`,
  )
  // Thousands of titles share their accounts, contacts and days: one text of each is kept.
  const texts = new Map<string, string>()
  const shared = <Text extends string | null>(text: Text): Text => {
    if (text !== null && !texts.has(text)) texts.set(text, text)
    return text === null ? text : (texts.get(text) as Text)
  }
  return rows.map(({ settled, identifiers, ...row }) => ({
    ...row,
    due_date: shared(row.due_date),
    date: shared(row.date),
    bank_account_id: shared(row.bank_account_id),
    contact_id: shared(row.contact_id),
    contact_name: shared(row.contact_name),
    contact_document: shared(row.contact_document),
    description: shared(row.description),
    category_id: shared(row.category_id),
    identifiers: identifiers.filter(id => id !== null),
    overdue: !settled && isOverdue(row.due_date, today),
  }))
}
