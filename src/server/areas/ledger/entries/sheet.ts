// Bills and receivables from a sheet, CSV or XLSX: every row right, or none goes in; what is in the books already stays out and is told.

import { sql } from 'kysely'
import { parseDay } from '#domain/date-grammar.ts'
import type { BillStatus, EntryKind } from '#domain/enums.ts'
import { parseAmount } from '#domain/money.ts'
import { counted, fold } from '#domain/text.ts'
import { all } from '#server/db/query.ts'
import type { Context, UploadedFile } from '#server/kernel/context.ts'
import { type RowError, readTable, rowsRefused, sheetImported } from '#server/sheets/table.ts'
import { insertEntries, type NewEntry } from './rows.ts'
import { newBillStatus, writeFacts } from './writing.ts'

const MAX_ROWS = 10_000

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
const NEEDED = { due_date: 'Vencimento', amount: 'Valor' } as const

interface Refs {
  contacts: Map<string, string>
  categories: Map<string, string>
}

export async function importEntries(ctx: Context, file: UploadedFile, kind: EntryKind | undefined) {
  const table = readTable<Column>(file, COLUMNS, NEEDED, { rows: MAX_ROWS, noun: 'lançamento' })
  const refs = await readRefs(ctx)
  const billStatus = newBillStatus(await writeFacts(ctx))
  const errors: RowError[] = []
  const read: ReadRow[] = []
  for (const { line, cell } of table) {
    const row = readRow(ctx, cell, kind, refs, billStatus)
    if (typeof row === 'string') errors.push({ line, message: row })
    else read.push({ line, row })
  }
  if (errors.length > 0) throw rowsRefused(errors)
  if (read.some(({ row }) => row.kind === 'BILL')) ctx.need('bills', 'c')
  if (read.some(({ row }) => row.kind === 'RECEIVABLE')) ctx.need('receivables', 'c')
  const known = await knownRows(ctx, read)
  const fresh = read.filter(each => !known.has(each)).map(({ row }) => row)
  await insertEntries(ctx.db, ctx.companyId, fresh)
  ctx.label(counted(fresh.length, ['lançamento importado de planilha', 'lançamentos importados de planilha']))
  const left = [...known].map(({ line }) => ({ line, message: 'Já está nos lançamentos.' }))
  return sheetImported(ctx, 'entries.import', fresh.length, left)
}

interface ReadRow {
  line: number
  row: NewEntry
}

type Said = Pick<NewEntry, 'kind' | 'amount_cents' | 'due_date' | 'competence_date' | 'additional_information' | 'document_number'>

const keyOf = (row: Said): string =>
  [row.kind, row.amount_cents, row.due_date, row.competence_date, row.additional_information, row.document_number].join('\t')

/** Rows that say what an entry of the books says: a sheet sent again brings nothing twice, and two equal rows of one sheet stay two. */
async function knownRows(ctx: Context, read: readonly ReadRow[]): Promise<Set<ReadRow>> {
  // Two sheets at once: the second waits and sees the first.
  await sql`select 1 from companies where id = ${ctx.companyId} for update`.execute(ctx.db)
  const stored = await all(
    ctx.db,
    sql<Said & { count: number }>`
      select kind, amount_cents, due_date, competence_date, additional_information, document_number, count(*)::int as count
      from entries where company_id = ${ctx.companyId} and deleted_at is null and parent_id is null
        and due_date = any (${[...new Set(read.map(({ row }) => row.due_date))]}::date[]) group by 1, 2, 3, 4, 5, 6`,
  )
  const left = new Map(stored.map(row => [keyOf(row), row.count]))
  return new Set(
    read.filter(({ row }) => {
      const count = left.get(keyOf(row)) ?? 0
      left.set(keyOf(row), count - 1)
      return count > 0
    }),
  )
}

async function readRefs(ctx: Context): Promise<Refs> {
  const contacts = await all(
    ctx.db,
    sql<{ id: string; name: string }>`select id, name from contacts where company_id = ${ctx.companyId} and deleted_at is null`,
  )
  const categories = await all(
    ctx.db,
    sql<{ id: string; name: string }>`
      select id, name from categories where company_id = ${ctx.companyId} and deleted_at is null and status = 'ACTIVE'`,
  )
  const byName = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(row => [fold(row.name), row.id]))
  return { contacts: byName(contacts), categories: byName(categories) }
}

/** The row, or the pt-BR sentence that says what is wrong with it. */
function readRow(
  ctx: Context,
  cell: (name: Column) => string,
  asked: EntryKind | undefined,
  refs: Refs,
  billStatus: BillStatus,
): NewEntry | string {
  const due_date = parseDay(cell('due_date'), { today: ctx.today, bias: 'past' })
  if (!due_date) return `Vencimento inválido: ${cell('due_date')}`
  const signed = parseAmount(cell('amount'))
  if (signed === undefined || signed === 0) return `Valor inválido: ${cell('amount')}`
  const competence = cell('competence') === '' ? due_date : parseDay(cell('competence'), { today: ctx.today, bias: 'past' })
  if (!competence) return `Competência inválida: ${cell('competence')}`
  const category = cell('category')
  const category_id = category === '' ? null : refs.categories.get(fold(category))
  if (category_id === undefined) return `Categoria não encontrada: ${category}`
  const word = fold(cell('kind'))
  const isCredit = asked ? asked === 'CREDIT' : word === '' ? signed > 0 : /^(entrada|receita|receber|credito|c)$/.test(word)
  const contact_id = refs.contacts.get(fold(cell('contact'))) ?? null
  // A name that is no contact yet is kept in words.
  const said = [cell('description'), contact_id ? '' : cell('contact')].filter(Boolean).join(' · ')
  return {
    id: ctx.newId(),
    kind: isCredit ? 'RECEIVABLE' : 'BILL',
    status: isCredit ? 'PENDING' : billStatus,
    amount_cents: Math.abs(signed),
    due_date,
    date: due_date,
    competence_date: competence,
    category_id,
    contact_id,
    additional_information: said || cell('contact') || null,
    document_number: cell('document') || null,
    created_by: ctx.actor.user_id,
  }
}
