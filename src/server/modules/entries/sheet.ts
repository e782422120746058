// Bills and receivables from a sheet, CSV or XLSX: every row right, or none goes in; what is in the books already stays out and is told.

import { sql } from 'kysely'
import type { ErrorDetail } from '#contract/errors.ts'
import { parseDay } from '#domain/date-grammar.ts'
import type { EntryKind } from '#domain/enums.ts'
import { parseAmount } from '#domain/money.ts'
import { fold } from '#domain/text.ts'
import { all } from '../../db/query.ts'
import type { Context, UploadedFile } from '../../kernel/context.ts'
import { fail } from '../../kernel/fail.ts'
import { insertEntries, type NewEntry } from './rows.ts'

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

interface Refs {
  contacts: Map<string, string>
  categories: Map<string, string>
}

export async function importEntries(
  ctx: Context,
  file: UploadedFile,
  kind: EntryKind | undefined,
): Promise<{ imported: number; errors: { line: number; message: string }[] }> {
  const { records } = file
  const header = records[0]?.cells.map(cell => fold(cell.trim())) ?? []
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, words]) => [name, header.findIndex(cell => (words as readonly string[]).includes(cell))]),
  ) as Record<Column, number>
  if (at.due_date < 0 || at.amount < 0)
    throw fail('import.file_rejected', { motivo: 'A primeira linha precisa ter as colunas Vencimento e Valor.' })
  if (records.length - 1 > MAX_ROWS)
    throw fail('import.file_rejected', { motivo: `O arquivo passa de ${MAX_ROWS.toLocaleString('pt-BR')} linhas.` })
  const refs = await readRefs(ctx)
  const errors: { line: number; message: string }[] = []
  const read: ReadRow[] = []
  for (const record of records.slice(1)) {
    if (record.cells.every(cell => cell.trim() === '')) continue
    const cell = (name: Column) => (at[name] < 0 ? '' : (record.cells[at[name]] ?? '').trim())
    const row = readRow(ctx, cell, kind, refs)
    if (typeof row === 'string') errors.push({ line: record.line, message: row })
    else read.push({ line: record.line, row })
  }
  if (errors.length > 0) {
    const details: ErrorDetail[] = errors
      .slice(0, 200)
      .map(error => ({ field: `linha ${error.line}`, id: 'import.row_errors', message: error.message }))
    throw fail('import.row_errors', { n: errors.length }, { details })
  }
  if (read.some(({ row }) => row.kind === 'BILL')) ctx.need('bills', 'c')
  if (read.some(({ row }) => row.kind === 'RECEIVABLE')) ctx.need('receivables', 'c')
  const known = await knownRows(ctx, read)
  const fresh = read.filter(each => !known.has(each))
  await insertEntries(
    ctx.db,
    ctx.companyId,
    fresh.map(({ row }) => row),
  )
  ctx.label(`${fresh.length} lançamentos importados de planilha`)
  return { imported: fresh.length, errors: [...known].map(({ line }) => ({ line, message: 'Já está nos lançamentos.' })) }
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
    sql<
      Said & { count: number }
    >`select kind, amount_cents, due_date, competence_date, additional_information, document_number, count(*)::int as count
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
    sql<{
      id: string
      name: string
    }>`select id, name from categories where company_id = ${ctx.companyId} and deleted_at is null and status = 'ACTIVE'`,
  )
  const byName = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(row => [fold(row.name), row.id]))
  return { contacts: byName(contacts), categories: byName(categories) }
}

/** The row, or the pt-BR sentence that says what is wrong with it. */
function readRow(ctx: Context, cell: (name: Column) => string, asked: EntryKind | undefined, refs: Refs): NewEntry | string {
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
  return {
    id: ctx.newId(),
    kind: isCredit ? 'RECEIVABLE' : 'BILL',
    status: 'PENDING',
    amount_cents: Math.abs(signed),
    due_date,
    date: due_date,
    competence_date: competence,
    category_id,
    contact_id: refs.contacts.get(fold(cell('contact'))) ?? null,
    additional_information: cell('description') || cell('contact') || null,
    document_number: cell('document') || null,
    created_by: ctx.actor.user_id,
  }
}
