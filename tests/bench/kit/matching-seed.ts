// Made-up lines and titles written into a company, by COPY and without the journal of how they came.
import type pg from 'pg'
import type { MatchingData } from '#tests/kit/matching-data.ts'
import { copyIn, copyLines } from './copy.ts'

/** 'line-0000042' as an id of the database. */
const uuid = (text: string, block: string): string => `018f0000-${block}-7000-8000-${text.replace(/\D/g, '').padStart(12, '0')}`

const accountOf = (id: string | null) => id && uuid(id, '0000')
const titleId = (id: string) => uuid(id, '0003')
export const lineId = (id: string): string => uuid(id, '0004')

/** Titles written at a time: what is made of a million of them never stands in memory at once. */
const PART = 100_000

export async function storeMatching(admin: pg.Client, company: { id: string }, { lines, titles }: MatchingData): Promise<void> {
  const fill = (table: string, columns: string, rows: (readonly unknown[])[]) =>
    copyIn(admin, table, `company_id, ${columns}`, copyLines(rows.map(row => [company.id, ...row])))
  await admin.query('set session_replication_role = replica')
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
  for (let at = 0; at < titles.length; at += PART) {
    await fill(
      'entries',
      `id, kind, status, amount_cents, date, due_date, competence_date, bank_account_id, contact_id, additional_information, document_number,
        payment_details, payment_method`,
      titles
        .slice(at, at + PART)
        .map(title => [
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
    'id, bank_account_id, date, description, amount_cents, kind, identity_key',
    lines.map(line => [
      lineId(line.id),
      accountOf(line.bank_account_id),
      line.day,
      line.memo,
      line.amount_cents,
      line.amount_cents < 0 ? 'DEBIT' : 'CREDIT',
      line.id,
    ]),
  )
  await admin.query('set session_replication_role = origin')
  await admin.query('vacuum analyze entries, statement_entries, contacts')
}
