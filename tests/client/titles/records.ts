// Records of one company, as the server sends them.
import type { BankAccount } from '#contract/bank-accounts.ts'
import type { Bill } from '#contract/bills.ts'
import type { Category } from '#contract/categories.ts'
import type { Contact } from '#contract/contacts.ts'
import { entryColumns } from '#contract/entry.ts'
import type { ColumnarAnswer } from '#contract/kit/columns.ts'

const id = (last: number) => `0199f0c2-0000-7000-8000-${String(last).padStart(12, '0')}`
export const ids = {
  company: id(1),
  account: id(2),
  category: id(3),
  supplier: id(4),
  bill: id(10),
  created: id(11),
  second: id(12),
  group: id(20),
  line: id(21),
  file: id(30),
}

const stamps = { created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' }
const accountRef = {
  id: ids.account,
  routing_number: '341',
  institution_name: 'Itaú',
  branch_number: '0912',
  account_number: '45871-3',
  status: 'ACTIVE' as const,
}

export const account: BankAccount = {
  ...accountRef,
  ...stamps,
  company_id: ids.company,
  version: 1,
  kind: 'CHECKING',
  external_id: null,
  item_id: null,
  connection_id: null,
  connection: null,
  initial_balance_amount_cents: 0,
  date_initial_balance: null,
  current_balance: 0,
  balance: null,
  balance_date: null,
  pending_entries_count: 0,
}

export const category: Category = {
  ...stamps,
  id: ids.category,
  name: 'Energia elétrica',
  kind: 'DEBIT',
  parent_category_id: null,
  company_id: ids.company,
  is_fixed: false,
  is_non_operational_expense: false,
  is_deductible: false,
  is_increasing: false,
  is_hidden_from_income_statement: false,
  status: 'ACTIVE',
  budgets: [],
  version: 1,
  deleted_at: null,
}

export const supplier: Contact = {
  ...stamps,
  id: ids.supplier,
  company_id: ids.company,
  version: 1,
  kind: 'SUPPLIER',
  type: 'LEGAL',
  document_number: null,
  name: 'Companhia de Luz',
  nickname: null,
  email: null,
  phone_number: null,
  address: null,
  state_tax_number: null,
  is_international: false,
  country: null,
  pix_keys: [],
  bank_account: null,
}

export const billOf = (more: Partial<Bill> = {}): Bill => ({
  ...stamps,
  id: ids.bill,
  company_id: ids.company,
  version: 3,
  amount_cents: 100_000,
  date: '2026-11-05',
  due_date: '2026-11-05',
  competence_date: '2026-10-01',
  issue_date: null,
  bank_account_id: null,
  bank_account: null,
  category_id: ids.category,
  category: { id: ids.category, name: 'Energia elétrica', kind: 'DEBIT' },
  contact_id: ids.supplier,
  contact: { id: ids.supplier, name: 'Companhia de Luz', document_number: null },
  additional_information: 'Energia de outubro',
  document_number: null,
  applied_at: null,
  ignored_at: null,
  duplicated_from_id: null,
  transaction_id: null,
  sorting_index: 0,
  payment_method: null,
  scheduled_recurrence: null,
  parent_id: null,
  recurrence_id: null,
  recurrence_index: null,
  transfer_id: null,
  conciliation_id: null,
  editable: true,
  attachments_count: 0,
  bank_statement_entries_count: 0,
  invoices_count: 0,
  status: 'PENDING',
  payment_details: null,
  parent_bill_id: null,
  ...more,
})

/** Bills as the list's columnar answer. */
export function listOf(...bills: readonly Bill[]): ColumnarAnswer {
  const cell = (bill: Bill, name: string) => (name === 'deleted' ? false : ((bill as Record<string, unknown>)[name] ?? null))
  const columns = Object.fromEntries(Object.keys(entryColumns).map(name => [name, bills.map(bill => cell(bill, name))]))
  return { count: bills.length, full: true, cursor: 'c', columns }
}
