// The fields a filter may name, with their pt-BR aliases and values, for bills, receivables and entries.
import type { Bias } from './date-grammar.ts'
import {
  BILL_STATUSES,
  ENTRY_KINDS,
  FREQUENCY_INTERVALS,
  PAYMENT_METHODS,
  RECEIVABLE_STATUSES,
  STATEMENT_ENTRY_KINDS,
  STATEMENT_ENTRY_STATUSES,
} from './enums.ts'
import {
  BILL_STATUS_LABELS,
  ENTRY_KIND_LABELS,
  FREQUENCY_INTERVAL_LABELS,
  PAYMENT_METHOD_LABELS,
  RECEIVABLE_STATUS_LABELS,
  STATEMENT_ENTRY_KIND_LABELS,
  STATEMENT_ENTRY_STATUS_LABELS,
} from './labels.ts'

export interface FilterOption {
  value: string
  /** The first name is the one shown and written. */
  names: readonly string[]
}

export interface FilterField {
  /** What a predicate names: a field of the record, or 'contact', 'attachments' and the like for what it points to. */
  key: string
  /** The first name is the one shown and written; accents and case do not matter. */
  names: readonly string[]
  /** 'presence' fields appear only in tem: and sem:. */
  type: 'options' | 'day' | 'amount' | 'text' | 'presence'
  /** Values of an options field; on a day field, words that are not periods ('vencido'). */
  options?: readonly FilterOption[]
  /** Which way a day without year goes; 'past' by default. */
  bias?: Bias
}

const optionsOf = <V extends string>(values: readonly V[], labels: Record<V, string>): FilterOption[] =>
  values.map(value => ({ value, names: [labels[value].toLowerCase()] }))

const YES_NO: readonly FilterOption[] = [
  { value: 'yes', names: ['sim', 's'] },
  { value: 'no', names: ['não', 'n'] },
]

const STATUS = (options: readonly FilterOption[]): FilterField => ({
  key: 'status',
  names: ['status', 'situação'],
  type: 'options',
  options,
})

const DAYS: readonly FilterField[] = [
  {
    key: 'due_date',
    names: ['venc', 'vencimento'],
    type: 'day',
    bias: 'future',
    options: [{ value: 'overdue', names: ['vencido', 'vencida', 'vencidos', 'vencidas'] }],
  },
  { key: 'date', names: ['data'], type: 'day' },
  { key: 'competence_date', names: ['comp', 'competência'], type: 'day' },
  { key: 'issue_date', names: ['emissão'], type: 'day' },
]

const AMOUNT: FilterField = { key: 'amount_cents', names: ['valor'], type: 'amount' }

const RECORD: readonly FilterField[] = [
  AMOUNT,
  { key: 'contact', names: ['contato', 'fornecedor', 'cliente'], type: 'text' },
  { key: 'category', names: ['cat', 'categoria'], type: 'text' },
  { key: 'bank_account', names: ['conta'], type: 'text' },
  { key: 'document_number', names: ['doc', 'documento'], type: 'text' },
  { key: 'payment_method', names: ['forma'], type: 'options', options: optionsOf(PAYMENT_METHODS, PAYMENT_METHOD_LABELS) },
  { key: 'kind', names: ['tipo'], type: 'options', options: optionsOf(ENTRY_KINDS, ENTRY_KIND_LABELS) },
  { key: 'source', names: ['origem'], type: 'text' },
  {
    key: 'recurrence',
    names: ['rec', 'recorrência'],
    type: 'options',
    options: [...YES_NO, ...optionsOf(FREQUENCY_INTERVALS, FREQUENCY_INTERVAL_LABELS)],
  },
  { key: 'conciliated', names: ['conciliado', 'conciliada'], type: 'options', options: YES_NO },
  { key: 'attachments', names: ['anexo', 'anexos'], type: 'presence' },
  { key: 'invoices', names: ['nota', 'notas'], type: 'presence' },
  { key: 'statement_entries', names: ['extrato'], type: 'presence' },
]

export const BILL_FILTER_FIELDS: readonly FilterField[] = [STATUS(optionsOf(BILL_STATUSES, BILL_STATUS_LABELS)), ...DAYS, ...RECORD]

export const RECEIVABLE_FILTER_FIELDS: readonly FilterField[] = [
  STATUS(optionsOf(RECEIVABLE_STATUSES, RECEIVABLE_STATUS_LABELS)),
  ...DAYS,
  ...RECORD,
]

const SAME_WORD = new Map<string, FilterOption>()
for (const option of [...optionsOf(BILL_STATUSES, BILL_STATUS_LABELS), ...optionsOf(RECEIVABLE_STATUSES, RECEIVABLE_STATUS_LABELS)]) {
  SAME_WORD.set(option.value, option)
}

/** Cash-flow entries are bills and receivables together, so they know both sets of statuses. */
export const ENTRY_FILTER_FIELDS: readonly FilterField[] = [STATUS([...SAME_WORD.values()]), ...DAYS, ...RECORD]

export const STATEMENT_FILTER_FIELDS: readonly FilterField[] = [
  STATUS(optionsOf(STATEMENT_ENTRY_STATUSES, STATEMENT_ENTRY_STATUS_LABELS)),
  { key: 'date', names: ['data'], type: 'day' },
  AMOUNT,
  { key: 'bank_account', names: ['conta'], type: 'text' },
  { key: 'external_category', names: ['cat', 'categoria'], type: 'text' },
  { key: 'kind', names: ['tipo'], type: 'options', options: optionsOf(STATEMENT_ENTRY_KINDS, STATEMENT_ENTRY_KIND_LABELS) },
]
