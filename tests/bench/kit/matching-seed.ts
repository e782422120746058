// Made-up lines and titles written into a company, by COPY and without the journal of how they came.
import type pg from 'pg'
import type { Line, Title } from '#domain/matching/candidates.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import type { MatchingData } from '#tests/kit/matching-data.ts'
import { copyIn, copyLines } from './copy.ts'

/** 'line-0000042' as an id of the database. */
const uuid = (text: string, block: string): string => `018f0000-${block}-7000-8000-${text.replace(/\D/g, '').padStart(12, '0')}`

const accountOf = (id: string | null) => id && uuid(id, '0000')
export const titleId = (id: string): string => uuid(id, '0003')
const noteId = (id: string) => uuid(id, '0005')
export const lineId = (id: string): string => uuid(id, '0004')

interface Movements {
  readonly lines: readonly Line[]
  readonly titles: readonly Title[]
}

/** Titles written at a time: what is made of a million of them never stands in memory at once. */
const PART = 100_000

type Fill = (table: string, columns: string, rows: (readonly unknown[])[]) => Promise<void>

export async function storeMatching(admin: pg.Client, company: { id: string }, { lines, titles }: MatchingData): Promise<void> {
  await storeParties(admin, company, titles)
  await storeMovements(admin, company, { lines, titles })
  await admin.query('vacuum analyze entries, statement_entries, contacts')
}

/** The bank accounts, and the contacts of the titles. */
export async function storeParties(admin: pg.Client, company: { id: string }, titles: readonly Title[]): Promise<void> {
  await unwatched(admin, company, async fill => {
    await fill(
      'bank_accounts',
      'id, kind, routing_number, institution_name',
      [1, 2, 3].map(at => [accountOf(`account-${at}`), 'CHECKING', '341', `Banco ${at}`]),
    )
    const contacts = new Map(titles.map(title => [title.contact_id, title]))
    await fill(
      'contacts',
      'id, kind, type, name, document_number',
      [...contacts.values()].map(({ contact_id, contact_name, contact_document }) => [
        uuid(contact_id ?? '', '0002'),
        'SUPPLIER',
        'LEGAL',
        contact_name,
        contact_document,
      ]),
    )
  })
}

/** Titles and lines of a company whose parties are known. */
export async function storeMovements(admin: pg.Client, company: { id: string }, { lines, titles }: Movements): Promise<void> {
  await unwatched(admin, company, async fill => {
    for (let at = 0; at < titles.length; at += PART) {
      const part = titles.slice(at, at + PART)
      await fill(
        'entries',
        `id, kind, status, amount_cents, date, due_date, competence_date, bank_account_id, contact_id, additional_information, document_number,
        payment_details, payment_method`,
        part.map(title => [
          titleId(title.id),
          title.kind,
          'PENDING',
          title.amount_cents,
          title.date,
          title.due_date,
          title.due_date,
          accountOf(title.bank_account_id),
          uuid(title.contact_id ?? '', '0002'),
          title.description,
          title.document_number,
          title.identifiers[0] ? JSON.stringify({ boleto: { digitable_line: title.identifiers[0] } }) : null,
          title.is_card ? 'CREDIT_CARD' : null,
        ]),
      )
    }
    await fill(
      'statement_entries',
      'id, bank_account_id, date, description, amount_cents, kind, identity_key, memo_pattern',
      lines.map(line => [
        lineId(line.id),
        accountOf(line.bank_account_id),
        line.day,
        line.memo,
        line.amount_cents,
        line.amount_cents < 0 ? 'DEBIT' : 'CREDIT',
        line.id,
        memoPattern(line.memo),
      ]),
    )
  })
}

/** The service notes of the titles whose customers withhold tax: they say how much. */
export async function storeNotes(admin: pg.Client, company: { id: string }, titles: readonly Title[]): Promise<void> {
  const withheld = titles.filter(title => (title.withholdings_cents ?? 0) > 0)
  await unwatched(admin, company, async fill => {
    await fill(
      'invoices',
      'id, kind, source, status, amount_cents, party, content',
      withheld.map(title => [
        noteId(title.id),
        'SERVICE',
        'LOCAL',
        'ISSUED',
        title.amount_cents,
        '{}',
        JSON.stringify({ withheld_cents: title.withholdings_cents, discount_cents: 0 }),
      ]),
    )
    await fill(
      'invoice_entries',
      'id, invoice_id, entry_id',
      withheld.map(title => [noteId(title.id), noteId(title.id), titleId(title.id)]),
    )
  })
}

/** Writes rows of a company behind the back of triggers. */
async function unwatched(admin: pg.Client, company: { id: string }, write: (fill: Fill) => Promise<void>): Promise<void> {
  await admin.query('set session_replication_role = replica')
  await write((table, columns, rows) => copyIn(admin, table, `company_id, ${columns}`, copyLines(rows.map(row => [company.id, ...row]))))
  await admin.query('set session_replication_role = origin')
}
