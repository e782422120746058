// Lists as CSV or XLSX: written so that what people typed opens as text, and so that our own imports read them back.
import type { Contact } from '#contract/contacts.ts'
import type { contract } from '#contract/index.ts'
import { formatDocument } from '#domain/documents.ts'
import type { TitleKind } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, RECEIVABLE_STATUS_LABELS } from '#domain/labels.ts'
import type { Cell } from '#domain/sheets.ts'
import { listContacts } from '#server/areas/ledger/contacts/rows.ts'
import { pageEntries } from '#server/areas/ledger/entries/rows.ts'
import type { EntryFilter } from '#server/areas/ledger/entries/sql.ts'
import { invalid } from '#server/base/fail.ts'
import type { Context, Handlers, Reply } from '#server/kernel/context.ts'
import { sheetReply } from '#server/sheets/reply.ts'
import { statementFile } from './statement.ts'

type ExportHandlers = Handlers<(typeof contract)['exports']>
type PeriodQuery = Parameters<ExportHandlers['bills']>[1]['query']

const MAX_ROWS = 100_000

export const exportHandlers: ExportHandlers = {
  bills: (ctx, { query }) => titles(ctx, 'BILL', query),
  receivables: (ctx, { query }) => titles(ctx, 'RECEIVABLE', query),
  entries: (ctx, { query }) => titles(ctx, undefined, query),

  statement: (ctx, { query }) => statementFile(ctx, query),

  async contacts(ctx, { query }) {
    ctx.need('contacts', 'v')
    const contacts = await listContacts(ctx.db, ctx.companyId, { kind: query.kind })
    return sheetReply('contatos', query.format, CONTACT_HEADER, contacts.map(contactCells))
  },
}

interface Exported {
  kind: TitleKind
  status: string
  amount_cents: number
  date: string
  due_date: string
  competence_date: string
  issue_date: string | null
  additional_information: string | null
  document_number: string | null
  contact: { name: string } | null
  category: { name: string } | null
  bank_account: { institution_name: string; account_number: string | null } | null
}

const NAMES: Record<TitleKind, { file: string; contact: string }> = {
  BILL: { file: 'contas-a-pagar', contact: 'Fornecedor' },
  RECEIVABLE: { file: 'contas-a-receber', contact: 'Cliente' },
}

async function titles(ctx: Context, kind: TitleKind | undefined, query: PeriodQuery): Promise<Reply> {
  if (kind !== 'RECEIVABLE') ctx.need('bills', 'v')
  if (kind !== 'BILL') ctx.need('receivables', 'v')
  const { format, ...filter } = query
  const all: EntryFilter = { ...filter, ...(kind ? { kind } : {}), transfers: true, skip_parent_entries: true }
  const rows = await pageEntries<Exported>(ctx.db, ctx.companyId, ctx.today, all, {
    order_by: query.date_type,
    limit: MAX_ROWS + 1,
    after: undefined,
  })
  if (rows.length > MAX_ROWS) throw invalid('start_date', 'O período tem lançamentos demais: escolha um menor.')
  const { file, contact } = kind ? NAMES[kind] : { file: 'lancamentos', contact: 'Contato' }
  const header = [
    ...(kind ? [] : ['Tipo']),
    'Vencimento',
    'Valor',
    'Descrição',
    contact,
    'Categoria',
    'Documento',
    'Competência',
    'Data',
    'Emissão',
    'Situação',
    'Conta',
  ]
  return sheetReply(
    file,
    format,
    header,
    rows.map(row => titleCells(row, kind === undefined)),
  )
}

const text = (value: string | null | undefined): Cell => (value ? { text: value } : null)
const day = (value: string | null): Cell => (value === null ? null : { day: value })

function titleCells(row: Exported, bothKinds: boolean): Cell[] {
  const isBill = row.kind === 'BILL'
  const labels: Record<string, string> = isBill ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS
  return [
    ...(bothKinds ? [text(isBill ? 'Saída' : 'Entrada')] : []),
    day(row.due_date),
    { cents: bothKinds && isBill ? -row.amount_cents : row.amount_cents },
    text(row.additional_information),
    text(row.contact?.name),
    text(row.category?.name),
    text(row.document_number),
    day(row.competence_date),
    day(row.date),
    day(row.issue_date),
    text(labels[row.status]),
    text(row.bank_account && [row.bank_account.institution_name, row.bank_account.account_number].filter(Boolean).join(' ')),
  ]
}

const CONTACT_HEADER = ['Nome', 'Tipo', 'Documento', 'E-mail', 'Telefone', 'Nome fantasia', 'Cidade', 'UF']

const contactCells = (contact: Contact): Cell[] => [
  text(contact.name),
  text(contact.kind === 'CUSTOMER' ? 'Cliente' : 'Fornecedor'),
  text(contact.document_number && formatDocument(contact.document_number)),
  text(contact.email),
  text(contact.phone_number),
  text(contact.nickname),
  text(contact.address?.city),
  text(contact.address?.state),
]
