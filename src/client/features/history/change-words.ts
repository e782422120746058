// What a batch changed, in words: the journal's rows before and after as sentences of the tables and fields people know.

import { formatDay, isDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import {
  BANK_ACCOUNT_KIND_LABELS,
  BANK_ACCOUNT_STATUS_LABELS,
  BILL_STATUS_LABELS,
  CATEGORY_KIND_LABELS,
  CATEGORY_STATUS_LABELS,
  CONTACT_KIND_LABELS,
  CONTACT_TYPE_LABELS,
  DIFFERENCE_KIND_LABELS,
  ENTRY_KIND_LABELS,
  FREQUENCY_INTERVAL_LABELS,
  PAYMENT_METHOD_LABELS,
  RECEIVABLE_STATUS_LABELS,
  STATEMENT_ENTRY_KIND_LABELS,
  STATEMENT_ENTRY_STATUS_LABELS,
  TITLE_KIND_LABELS,
} from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { labels } from '#domain/open-table.ts'

export interface BatchRow {
  table: string
  id: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** Names of what ids stand for; '' where it is not known. */
export interface Names {
  accountName(id: string): string
  categoryName(id: string): string
  contactName(id: string): string
}

export type Deed = 'created' | 'changed' | 'deleted'

export interface Change {
  id: string
  /** 'Conta a pagar: Energia elétrica, outubro'. */
  title: string
  deed: Deed
  fields: readonly { label: string; before: string; after: string }[]
}

export const DEED_LABELS = labels<Deed>({ created: 'criação', changed: 'alteração', deleted: 'exclusão' })

const TABLES: Readonly<Record<string, string>> = {
  categories: 'Categoria',
  category_budgets: 'Orçamento',
  contacts: 'Contato',
  bank_accounts: 'Conta bancária',
  recurrences: 'Recorrência',
  conciliations: 'Conciliação',
  transfers: 'Transferência',
  entries: 'Lançamento',
  duplicate_decisions: 'Decisão sobre duplicado',
  date_ranges: 'Período',
  attachments: 'Anexo',
  rules: 'Regra',
  statements: 'Extrato',
  statement_entries: 'Linha do extrato',
}

/** Fields a person knows, in the order they are told; what is not here is the machinery's. */
const FIELDS: Readonly<Record<string, string>> = {
  status: 'Situação',
  kind: 'Tipo',
  name: 'Nome',
  nickname: 'Apelido',
  description: 'Descrição',
  additional_information: 'Descrição',
  contains: 'A descrição contém',
  amount_cents: 'Valor',
  date: 'Data',
  due_date: 'Vencimento',
  competence_date: 'Competência',
  issue_date: 'Emissão',
  start_date: 'Início',
  initial_date: 'Início',
  end_date: 'Fim',
  bank_account_id: 'Conta bancária',
  from_bank_account_id: 'Da conta',
  to_bank_account_id: 'Para a conta',
  category_id: 'Categoria',
  parent_category_id: 'Dentro de',
  contact_id: 'Contato',
  conciliation_id: 'Conciliação',
  payment_method: 'Forma de pagamento',
  document_number: 'Documento',
  difference_kind: 'Diferença',
  email: 'E-mail',
  phone_number: 'Telefone',
  address: 'Endereço',
  state_tax_number: 'Inscrição estadual',
  country: 'País',
  is_international: 'Do exterior',
  pix_keys: 'Chaves Pix',
  bank_account: 'Dados bancários',
  type: 'Pessoa',
  routing_number: 'Banco',
  institution_name: 'Instituição',
  branch_number: 'Agência',
  account_number: 'Conta',
  initial_balance_amount_cents: 'Saldo inicial',
  date_initial_balance: 'Data do saldo inicial',
  balance_cents: 'Saldo do banco',
  balance_date: 'Data do saldo do banco',
  ledger_balance_cents: 'Saldo informado',
  is_fixed: 'Fixa',
  is_non_operational_expense: 'Não operacional',
  is_deductible: 'Dedutível',
  is_increasing: 'Aumentativa',
  is_hidden_from_income_statement: 'Fora do DRE',
  direction: 'Linhas',
  min_amount_cents: 'Valor a partir de',
  max_amount_cents: 'Valor até',
  priority: 'Ordem',
  active: 'Ligada',
  frequency_interval: 'Frequência',
  frequency_unit: 'Vezes',
  has_children: 'Dividido',
}

const STATUSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  entries: { ...BILL_STATUS_LABELS, ...RECEIVABLE_STATUS_LABELS },
  statement_entries: STATEMENT_ENTRY_STATUS_LABELS,
  bank_accounts: BANK_ACCOUNT_STATUS_LABELS,
  categories: CATEGORY_STATUS_LABELS,
  date_ranges: { OPEN: 'Aberto', CLOSED: 'Fechado' },
}
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  entries: TITLE_KIND_LABELS,
  statement_entries: STATEMENT_ENTRY_KIND_LABELS,
  bank_accounts: BANK_ACCOUNT_KIND_LABELS,
  categories: CATEGORY_KIND_LABELS,
  contacts: CONTACT_KIND_LABELS,
}
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_method: PAYMENT_METHOD_LABELS,
  type: CONTACT_TYPE_LABELS,
  difference_kind: DIFFERENCE_KIND_LABELS,
  direction: ENTRY_KIND_LABELS,
  frequency_interval: FREQUENCY_INTERVAL_LABELS,
}

const EMPTY = '—'

function wordOf(table: string, field: string, value: string): string | undefined {
  const words = field === 'status' ? STATUSES[table] : field === 'kind' ? KINDS[table] : WORDS[field]
  return words?.[value]
}

function nameOf(field: string, id: string, names: Names): string | undefined {
  if (field.endsWith('bank_account_id')) return names.accountName(id)
  if (field.endsWith('category_id')) return names.categoryName(id)
  if (field === 'contact_id') return names.contactName(id)
  return field === 'conciliation_id' ? 'Feita' : undefined
}

/** One value as a person reads it: amounts with R$, days as dd/MM/yyyy, ids by name, enumerations by label. */
export function valueWords(table: string, field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (field.endsWith('_cents')) return formatCents(Number(value))
  if (Array.isArray(value)) return value.map(part => (part as { key?: string }).key ?? String(part)).join(', ') || EMPTY
  if (typeof value === 'object')
    return (
      Object.values(value)
        .filter(part => part !== null && part !== '')
        .join(', ') || EMPTY
    )
  const text = String(value)
  if (field === 'document_number' && table === 'contacts') return formatDocument(text)
  return wordOf(table, field, text) ?? (nameOf(field, text, names) || undefined) ?? (isDay(text) ? formatDay(text) : text)
}

const gone = (row: BatchRow['before']): boolean => row === null || (row.deleted_at !== null && row.deleted_at !== undefined)

function deedOf({ before, after }: BatchRow): Deed {
  if (gone(before) && !gone(after)) return 'created'
  return !gone(before) && gone(after) ? 'deleted' : 'changed'
}

function titleOf({ table, before, after }: BatchRow): string {
  const row = after ?? before ?? {}
  const noun =
    table === 'entries' ? (TITLE_KIND_LABELS[row.kind as 'BILL' | 'RECEIVABLE'] ?? TABLES.entries) : (TABLES[table] ?? 'Registro')
  const said = row.name ?? row.additional_information ?? row.description ?? row.institution_name ?? row.contains
  return typeof said === 'string' && said !== '' ? `${noun}: ${said}` : `${noun}`
}

/** A row of the journal in words. What was created shows what it has, what was deleted what it had, the rest what differs. */
export function changeWords(row: BatchRow, names: Names): Change {
  const deed = deedOf(row)
  const before = deed === 'created' ? {} : (row.before ?? {})
  const after = deed === 'deleted' ? {} : (row.after ?? {})
  const fields = Object.entries(FIELDS).flatMap(([field, label]) => {
    if (JSON.stringify(before[field] ?? null) === JSON.stringify(after[field] ?? null)) return []
    const told = {
      label,
      before: valueWords(row.table, field, before[field], names),
      after: valueWords(row.table, field, after[field], names),
    }
    // A flag that a new record does not have says nothing.
    const silent = deed !== 'changed' && [told.before, told.after].every(text => text === EMPTY || text === 'Não')
    return told.before === told.after || silent ? [] : [told]
  })
  return { id: row.id, title: titleOf(row), deed, fields }
}
