// Bills and receivables from a sheet, CSV or XLSX: what is in the books already stays out and is told.

import { sql } from 'kysely'
import type { z } from 'zod'
import { EntryFields } from '#contract/entry.ts'
import { parseDay } from '#domain/date-grammar.ts'
import { formatDay } from '#domain/days.ts'
import type { BillStatus, EntryKind } from '#domain/enums.ts'
import { parseAmount } from '#domain/money.ts'
import { type ClosedRange, closedRangeFor } from '#domain/periods.ts'
import { fold } from '#domain/text.ts'
import { initialBillStatus } from '#domain/transitions.ts'
import { all } from '#server/db/query.ts'
import { defineSheet, type PlannedRow, type SheetDesk } from '#server/sheets/sheet.ts'
import { approvalFacts } from './company-facts.ts'
import { closedRanges, insertEntries, type NewEntry } from './rows.ts'

const COLUMNS = {
  due_date: ['vencimento', 'data', 'data de vencimento'],
  amount: ['valor', 'valor (r$)'],
  description: ['descricao', 'historico', 'observacao'],
  contact: ['fornecedor', 'cliente', 'contato'],
  category: ['categoria'],
  document: ['documento', 'no documento', 'numero'],
  competence: ['competencia'],
  kind: ['tipo'],
} as const

type Column = keyof typeof COLUMNS

/** Entries of one side, or of the side that each row says. */
export const entrySheet = (kind: EntryKind | undefined) =>
  defineSheet<Column, NewEntry>({
    command: 'entries.upload',
    columns: COLUMNS,
    needed: { due_date: 'Vencimento', amount: 'Valor' },
    noun: 'lançamento',
    label: ['lançamento importado de planilha', 'lançamentos importados de planilha'],
    strict: false,
    rightFor: entry => (entry.kind === 'BILL' ? 'bills' : 'receivables'),
    async plan(desk, rows) {
      const books = await booksOf(desk)
      return known(
        desk,
        rows.map(({ line, cell }) => ({ line, ...readRow(desk, cell, kind, books) })),
      )
    },
    insert: (desk, entries) => insertEntries(desk.db, desk.companyId, entries),
  })

interface Books {
  contacts: Map<string, string>
  categories: Map<string, string>
  ranges: readonly ClosedRange[]
  billStatus: BillStatus
}

async function booksOf({ db, companyId, approves }: SheetDesk): Promise<Books> {
  const contacts = await all(
    db,
    sql<{ id: string; name: string }>`select id, name from contacts where company_id = ${companyId} and deleted_at is null`,
  )
  const categories = await all(
    db,
    sql<{ id: string; name: string }>`
      select id, name from categories where company_id = ${companyId} and deleted_at is null and status = 'ACTIVE'`,
  )
  const byName = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(row => [fold(row.name), row.id]))
  const { requires_approval } = await approvalFacts(db, companyId)
  return {
    contacts: byName(contacts),
    categories: byName(categories),
    ranges: await closedRanges(db, companyId),
    billStatus: initialBillStatus({ company_asks_approval: requires_approval, creator_may_approve: approves }),
  }
}

type Read = Pick<PlannedRow<NewEntry>, 'problems' | 'records'>
type Said = Pick<NewEntry, 'kind' | 'amount_cents' | 'due_date' | 'competence_date' | 'additional_information' | 'document_number'>

const keyOf = (row: Said): string =>
  [row.kind, row.amount_cents, row.due_date, row.competence_date, row.additional_information, row.document_number].join('\t')

/** Marks rows that say what an entry of the books says: a sheet sent again brings nothing twice, and two equal rows of one sheet stay two. */
async function known({ db, companyId }: SheetDesk, rows: readonly (Read & { line: number })[]): Promise<PlannedRow<NewEntry>[]> {
  const days = new Set(rows.flatMap(row => row.records.map(entry => entry.due_date)))
  const stored = await all(
    db,
    sql<Said & { count: number }>`
      select kind, amount_cents, due_date, competence_date, additional_information, document_number, count(*)::int as count
      from entries where company_id = ${companyId} and deleted_at is null and parent_id is null
        and due_date = any (${[...days]}::date[]) group by 1, 2, 3, 4, 5, 6`,
  )
  const left = new Map(stored.map(row => [keyOf(row), row.count]))
  return rows.map(row => {
    const [entry] = row.records
    if (entry === undefined) return row
    const count = left.get(keyOf(entry)) ?? 0
    left.set(keyOf(entry), count - 1)
    return count > 0 ? { ...row, present: 'Já está nos lançamentos.' } : row
  })
}

const CREDIT = /^(entrada|receita|receber|a receber|conta a receber|credito|c)$/
const DEBIT = /^(saida|despesa|pagar|a pagar|conta a pagar|debito|d)$/

const WITH_YEAR = /^\s*\d{1,2}[/.-]\d{1,2}[/.-]\d/

/** What the form limits too, and its name in the sheet. */
const LIMITED = EntryFields.pick({ amount_cents: true, additional_information: true, document_number: true })
const LIMITED_NAMES: Readonly<Record<string, string>> = {
  amount_cents: 'Valor',
  additional_information: 'Descrição',
  document_number: 'Documento',
}

function limitProblems(entry: z.input<typeof LIMITED>): string[] {
  const issues = LIMITED.safeParse(entry).error?.issues ?? []
  return issues.map(
    ({ path: [field], message }) => `${LIMITED_NAMES[String(field)]}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  )
}

/** The entry of a row, and all that is wrong with it. */
function readRow(desk: SheetDesk, cell: (name: Column) => string, asked: EntryKind | undefined, books: Books): Read {
  // Without a year the last such day; a year of two digits may be that of the last instalment of a long loan.
  const day = (text: string) => parseDay(text, { today: desk.today, bias: WITH_YEAR.test(text) ? 'future' : 'past' })
  const due_date = day(cell('due_date'))
  const signed = parseAmount(cell('amount'))
  const competence = cell('competence') === '' ? due_date : day(cell('competence'))
  const category = cell('category')
  const category_id = category === '' ? null : books.categories.get(fold(category))
  const closed = due_date && closedRangeFor(due_date, books.ranges)
  const word = asked ? '' : fold(cell('kind'))
  const isCredit = asked ? asked === 'CREDIT' : word === '' ? (signed ?? 0) > 0 : CREDIT.test(word)
  // Only where the sheet mixes both sides does a sign say one: that of what is paid.
  const amount_cents = asked || isCredit ? signed : signed && Math.abs(signed)
  const contact_id = books.contacts.get(fold(cell('contact'))) ?? null
  // A name that is no contact yet is kept in words.
  const said = [cell('description'), contact_id ? '' : cell('contact')].filter(Boolean).join(' · ')
  const additional_information = said || cell('contact') || null
  const document_number = cell('document') || null
  const problems = [
    !due_date && `Vencimento inválido: ${cell('due_date')}`,
    closed && `O período de ${formatDay(closed.start_date)} a ${formatDay(closed.end_date)} está fechado.`,
    amount_cents === undefined && `Valor inválido: ${cell('amount')}`,
    ...(amount_cents === undefined ? [] : limitProblems({ amount_cents, additional_information, document_number })),
    word !== '' && !CREDIT.test(word) && !DEBIT.test(word) && `Tipo não aceito: ${cell('kind').slice(0, 40)}`,
    !competence && cell('competence') !== '' && `Competência inválida: ${cell('competence')}`,
    category_id === undefined && `Categoria não encontrada: ${category}`,
  ].filter(problem => typeof problem === 'string')
  if (!due_date || !amount_cents || !competence || category_id === undefined || problems.length > 0) return { problems, records: [] }
  const entry: NewEntry = {
    id: desk.newId(),
    kind: isCredit ? 'RECEIVABLE' : 'BILL',
    status: isCredit ? 'PENDING' : books.billStatus,
    amount_cents,
    due_date,
    date: due_date,
    competence_date: competence,
    category_id,
    contact_id,
    additional_information,
    document_number,
    created_by: desk.user_id,
  }
  return { problems, records: [entry] }
}
