// Generated from the migrated schema by `npm run generate`; not to be edited. What each column holds once pg has read it.
import type { Generated, GeneratedAlways } from 'kysely'
import type { CnabWidth } from '#domain/collection/agreement.ts'
import type { MovementKind } from '#domain/collection/layouts/layout.ts'
import type { BankSlipStatus, MovementStatus } from '#domain/collection/slip-states.ts'
import type { InvoiceSource, InvoiceStatus, TitleKind } from '#domain/enums.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import type { Manifestation } from '#domain/fiscal/manifestations.ts'
import type { Fate, NoteCheckState } from '#domain/fiscal/note-checks.ts'
import type { MappingSubject } from '#domain/handover/mapping.ts'
import type { FilePaymentStatus, PaymentFileStatus } from '#domain/payment-files/states.ts'

export interface AccountMappings {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  subject: MappingSubject
  category_id: string | null
  bank_account_id: string | null
  contact_id: string | null
  chart_account_id: string
  history_code: string | null
  history: string | null
  suggested: Generated<boolean>
}

export interface Agreements {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  bank_account_id: string
  bank_code: string
  layout: CnabWidth
  branch: string
  branch_digit: Generated<string>
  account: string
  account_digit: Generated<string>
  code: Generated<string>
  wallet: Generated<string>
  variation: Generated<string>
  transmission_code: Generated<string>
  post: Generated<string>
  first_number: Generated<number>
  first_file: Generated<number>
  interest_rate: Generated<number>
  fine_rate: Generated<number>
  protest_days: number | null
  write_off_days: number | null
  approved: Generated<boolean>
  write_off_code: Generated<string>
  due_date_code: Generated<string>
}

export interface AnnualBillingStatements {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  year: number
  commerce_revenue_cents: number
  services_revenue_cents: number
  had_employee: boolean
  closed_on: string | null
  due_date: string
  delivered_on: string
  fine_cents: Generated<number>
  halved_fine_cents: Generated<number>
  halved_until: string | null
  rectifies_id: string | null
  replaced_by_id: string | null
  created_by: string | null
  kind: Generated<string>
}

export interface ApiKeys {
  id: string
  user_id: string
  company_id: string | null
  name: string
  prefix: string
  key_hash: Buffer
  rights: unknown
  created_at: Generated<string>
  last_used_at: string | null
  revoked_at: string | null
}

export interface Associates {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  name: string
  document_number: string
  birth_date: string | null
  email: string | null
  phone_number: string | null
  is_administrator: Generated<boolean>
  share_basis_points: Generated<number>
  pro_labore_amount_cents: Generated<number>
  joined_on: string | null
}

export interface Attachments {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  entry_id: string | null
  associate_id: string | null
  name: string
  content_type: string
  size_bytes: number
  sha256: string
  storage_key: string
  metadata: unknown
  created_by: string | null
  invoice_id: string | null
  question_id: string | null
}

export interface AuditLines {
  id: string
  at: string
  user_id: string | null
  api_key_id: string | null
  company_id: string | null
  command: string
  ids: string[]
  request_id: string
}

export interface AuthorityRequests {
  company_id: string
  id: string
  kind: string
  subject_id: string
  status: Generated<string>
  ask: unknown
  answer: unknown
  reason: string | null
  attempts: Generated<number>
  user_id: string | null
  created_at: Generated<string>
  answered_at: string | null
}

export interface BankAccounts {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  kind: string
  status: Generated<string>
  routing_number: string
  institution_name: string
  branch_number: string | null
  account_number: string | null
  external_id: string | null
  item_id: string | null
  connection_id: string | null
  initial_balance_amount_cents: Generated<number>
  date_initial_balance: string | null
  balance_cents: number | null
  balance_date: string | null
  csv_mapping: unknown
}

export interface BankSlips {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  agreement_id: string
  receivable_id: string | null
  sequence: number
  number: string
  digit: string
  document: string
  amount_cents: number
  rebate_cents: Generated<number>
  due_date: string
  issue_date: string
  interest_rate: number
  fine_rate: number
  protest_days: number | null
  write_off_days: number | null
  payer: unknown
  barcode: string
  digitable_line: string
  status: Generated<BankSlipStatus>
  refusal: string | null
  paid_cents: number | null
  paid_on: string | null
  line_id: string | null
  created_by: string | null
}

export interface BatchLinks {
  company_id: string
  seq: number
  batch_id: string
  rows_digest: Buffer
  link: Buffer
}

export interface BatchRows {
  company_id: string
  batch_id: string
  seq: GeneratedAlways<number>
  table_name: string
  row_id: string
  before: unknown
  state_after: number
}

export interface Batches {
  company_id: string
  id: string
  user_id: string | null
  command: string
  label: Generated<string>
  group_id: string | null
  rows_count: Generated<number>
  tags: Generated<string[]>
  request_id: string | null
  undo_of_id: string | null
  undone_by_id: string | null
  created_at: Generated<string>
  images_pruned: Generated<boolean>
  api_key_id: string | null
}

export interface CardTokens {
  company_id: string
  id: string
  token: string
  looked_at: string | null
  leaving: Generated<boolean>
}

export interface Categories {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  name: string
  kind: string
  parent_category_id: string | null
  is_fixed: Generated<boolean>
  is_non_operational_expense: Generated<boolean>
  is_deductible: Generated<boolean>
  is_increasing: Generated<boolean>
  is_hidden_from_income_statement: Generated<boolean>
  status: Generated<string>
  sorting_index: Generated<number>
}

export interface CategoryBudgets {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  category_id: string
  amount_cents: number
  initial_date: string
  end_date: string
}

export interface CertificateAppointments {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  product_id: string
  commercial_unit_id: string
  appointment_type: string
  scheduled_at: string
  time_zone: string
  name: string
  document_number: string
  email: string | null
  phone_number: string | null
  external_id: string
  created_by: string | null
}

export interface CertificateKeys {
  company_id: string
  certificate_id: string
  key_version: number
  wrapped_key: Buffer
  sealed: Buffer
}

export interface Certificates {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  document_number: string
  name: string
  issuer: string
  serial_number: string
  fingerprint: string
  valid_from: string
  valid_to: string
  created_by: string | null
}

export interface Charges {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  status: string
  kind: string
  payment_method: string
  transaction_amount: number
  fee_amount: number
  assume_fee: boolean
  due_date: string
  expiration_date: string
  txid: string
  emv_code: string | null
  digitable_line: string | null
  barcode: string | null
  recipient: unknown
  payer: unknown
  additional_information: string | null
  tax_id: string | null
  receivable_id: string | null
  billing_id: string | null
  paid_at: string | null
  paid_with: string | null
  end_to_end_id: string | null
  refunded_amount: Generated<number>
  refund_requested: Generated<number>
  needs_refund: Generated<boolean>
  created_by: string | null
  pix_agreement_id: string | null
  environment: Generated<string>
  bank_reason: string | null
  refund_attempts: Generated<number>
}

export interface ChartAccounts {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  code: string
  reduced: string | null
  name: string
  analytic: boolean
  nature: 'D' | 'C' | null
  ecd_nature: string | null
  referential: string | null
  missing_since: string | null
}

export interface Companies {
  id: string
  organization_id: string | null
  document_number: string
  name: string
  trade_name: string | null
  email: string | null
  phone_number: string | null
  municipal_registration: string | null
  state_registration: string | null
  tax_regime: Generated<string>
  approval_limit_cents: Generated<number>
  requires_approval: Generated<boolean>
  version: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  company_id: GeneratedAlways<string>
  state: Generated<number>
  changed: Generated<number>
  deleted_at: string | null
  step_up_limit_cents: Generated<number>
}

export interface Conciliations {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  created_by: string | null
}

export interface Contacts {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  kind: string
  type: string
  document_number: string | null
  name: string
  nickname: string | null
  email: string | null
  phone_number: string | null
  address: unknown
  state_tax_number: string | null
  is_international: Generated<boolean>
  country: string | null
  pix_keys: Generated<unknown>
  bank_account: unknown
}

export interface DailyRuns {
  day: string
  started_at: string
}

export interface DateRanges {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  start_date: string
  end_date: string
  status: Generated<string>
  closed_at: Generated<string>
  closed_by: string | null
  opened_at: string | null
  opened_by: string | null
  open_entries_count: Generated<number>
  balances: Generated<unknown>
}

export interface Dependents {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  associate_id: string
  name: string
  document_number: string | null
  birth_date: string
  kinship: string
  is_student: Generated<boolean>
  is_disabled: Generated<boolean>
}

export interface Devices {
  user_id: string
  device_hash: Buffer
  confirmed_at: Generated<string>
}

export interface DigitalAccounts {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  status: string
  routing_number: string | null
  bank_name: string | null
  branch_number: string | null
  account_number: string | null
  bank_account_id: string | null
  movement_cursor: Generated<number>
  opened_at: string | null
  created_by: string | null
  environment: Generated<string>
}

export interface DigitalMovements {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  digital_account_id: string
  transaction_code: string
  type: string
  amount_cents: number
  balance_cents: number
  occurred_at: string
  description: string
  counterparty: unknown
  end_to_end_id: string | null
  reference: string | null
  statement_entry_id: string | null
}

export interface DistributedDocuments {
  company_id: string
  nsu: string
  schema: string
  sha256: string
  storage_key: string
  size_bytes: number
  arrived_at: string
  outcome: 'WAITING' | 'TAKEN' | 'KEPT' | 'REFUSED'
  reason: string | null
  access_key: string | null
}

export interface DistributedServices {
  company_id: string
  nsu: string
  schema: string
  access_key: string | null
  sha256: string
  storage_key: string
  size_bytes: number
  arrived_at: string
  outcome: 'WAITING' | 'TAKEN' | 'KEPT' | 'REFUSED'
  reason: string | null
}

export interface DuplicateDecisions {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  entry_id: string
  other_id: string
}

export interface Entries {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  kind: TitleKind
  status: string
  amount_cents: number
  date: string
  due_date: string
  competence_date: string
  issue_date: string | null
  bank_account_id: string | null
  category_id: string | null
  contact_id: string | null
  additional_information: string | null
  document_number: string | null
  payment_method: string | null
  payment_details: unknown
  transaction_id: string | null
  sorting_index: Generated<number>
  parent_id: string | null
  has_children: Generated<boolean>
  recurrence_id: string | null
  recurrence_index: number | null
  transfer_id: string | null
  conciliation_id: string | null
  difference_kind: string | null
  status_before: string | null
  before_settlement: unknown
  split_by_conciliation_id: string | null
  paid_without_approval: Generated<boolean>
  approved_by: string | null
  applied_at: string | null
  ignored_at: string | null
  duplicated_from_id: string | null
  reason: string | null
  created_by: string | null
}

export interface ErasedImages {
  company_id: string
  batch_id: string
  seq: number
  digest: Buffer
  erasure_id: string
}

export interface FilePayments {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  payment_file_id: string
  bill_id: string
  agreement_id: string
  sequence: number
  number: string
  kind: 'PIX' | 'SLIP' | 'COLLECTION'
  amount_cents: number
  pay_on: string
  payee_name: string
  payee_document: string
  target: string
  status: Generated<FilePaymentStatus>
  reason: string | null
  paid_cents: number | null
  paid_on: string | null
  settled_bill: Generated<boolean>
  created_by: string | null
  form: 'TRANSFER' | 'DARF' | null
}

export interface FiscalDecisions {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  invoice_id: string
  decision: 'ACCEPTED' | 'REJECTED'
  reason: string | null
  decided_by: string | null
}

export interface FiscalOutbox {
  company_id: string
  id: string
  xml: string
  tries: Generated<number>
  silence: string | null
}

export interface HandoverLayouts {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  name: string
  kind: string
  header: string
  account: string
  entry: string
  trailer: string
  separator: string
  quoted: boolean
  code_set: string
  line_end: string
  day_format: string
  amount_format: string
  account_code: string
  company_code: string | null
  user_name: string | null
}

export interface HandoverLines {
  company_id: string
  handover_id: string
  number: number
  entry_id: string
  date: string
  debit_account_id: string
  credit_account_id: string
  amount_cents: number
  history_code: string
  history: string
  document: string
  reversal: boolean
}

export interface Handovers {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  start_date: string
  end_date: string
  layout_name: string
  file_name: string
  storage_key: string
  sha256: string
  entries_count: number
  total_cents: number
  complement: boolean
  first_number: number
  last_number: number
  shortened: unknown
  made_by: string
}

export interface Idempotency {
  user_id: string
  key: string
  endpoint: string
  body_hash: Buffer
  status: number | null
  answer: string | null
  batch_id: string | null
  created_at: Generated<string>
}

export interface ImportRows {
  company_id: string
  import_id: string
  id: string
  ordinal: number
  bank_account_id: string | null
  date: string
  time: string | null
  amount_cents: number
  description: string
  transaction_id: string | null
  identity_key: string
  memo_pattern: Generated<string>
  decision: string
  choice: string
  decided: Generated<boolean>
  reason: string | null
  resembles_id: string | null
  external_category_id: string | null
  external_category: string | null
}

export interface Imports {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  bank_account_id: string | null
  file_name: string
  storage_key: string
  sha256: string
  format: string | null
  status: string
  error: string | null
  mapping: unknown
  sniff: unknown
  start_date: string | null
  end_date: string | null
  ledger_balance_cents: number | null
  ledger_date: string | null
  error_rows: Generated<unknown>
  new_count: Generated<number>
  present_count: Generated<number>
  doubtful_count: Generated<number>
  refused_count: Generated<number>
  ignorable_count: Generated<number>
  committed_count: Generated<number>
  accounts: Generated<unknown>
  planned_cursor: string | null
  batch_id: string | null
  created_by: string | null
}

export interface InvoiceCorrections {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  invoice_id: string
  sequence: number
  text: string
  status: 'PROCESSING' | 'REGISTERED' | 'REJECTED'
  protocol: string | null
  registered_at: string | null
  reason: string | null
  reason_code: string | null
  document_xml: string | null
  created_by: string | null
}

export interface InvoiceEntries {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  invoice_id: string
  entry_id: string
  conciliation_id: string | null
}

export interface InvoiceOutbox {
  company_id: string
  invoice_id: string
  purpose: 'NOTE' | 'CANCEL'
  key: string
  xml: string
  tries: Generated<number>
}

export interface InvoicePortalSecrets {
  company_id: string
  key_version: number
  wrapped_key: Buffer
  sealed: Buffer
}

export interface InvoiceSeries {
  company_id: string
  kind: string
  serie_number: string
  invoice_number: Generated<number>
  active: Generated<boolean>
}

export interface InvoiceSettings {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  address: unknown
  authentication_method: Generated<string>
  portal_login: string | null
  service_active: Generated<boolean>
  product_active: Generated<boolean>
  consumer_active: Generated<boolean>
  capture_active: Generated<boolean>
  contingency_since: string | null
  contingency_reason: string | null
}

export interface InvoiceVoids {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  kind: 'PRODUCT' | 'CONSUMER'
  serie: string
  first_number: number
  last_number: number
  justification: string
  status: 'PROCESSING' | 'REGISTERED' | 'REJECTED'
  protocol: string | null
  registered_at: string | null
  reason: string | null
  reason_code: string | null
  document_xml: string | null
  created_by: string | null
}

export interface Invoices {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  kind: InvoiceKind
  source: InvoiceSource
  status: InvoiceStatus
  amount_cents: number
  serie: string | null
  number: number | null
  access_key: string | null
  reference_id: string | null
  issued_at: string | null
  cancelled_at: string | null
  reason: string | null
  reason_code: string | null
  protocol: string | null
  sent_at: string | null
  contact_id: string | null
  party: unknown
  content: unknown
  created_by: string | null
  check_state: NoteCheckState | null
  evidence: unknown
  fate: Fate | null
  replaced_by: string | null
}

export interface LocalAppointmentSlots {
  id: string
  unit_id: string
  at: string
  misses: boolean
}

export interface LocalAuthorityEvents {
  company_id: string
  access_key: string
  sequence: number
  protocol: string
  registered_at: string
  document_xml: string | null
}

export interface LocalAuthorityManifestations {
  company_id: string
  access_key: string
  type: string
  sequence: number
  protocol: string
  registered_at: string
}

export interface LocalAuthorityNotes {
  company_id: string
  access_key: string
  kind: string
  code: string
  protocol: string
  number: number | null
  issued_key: string | null
  document_xml: string
  authorised_at: string
  cancelled_at: string | null
  cancel_protocol: string | null
}

export interface LocalAuthorityVoids {
  company_id: string
  kind: string
  serie: number
  first_number: number
  last_number: number
  protocol: string
  registered_at: string
}

export interface LocalBankAccounts {
  id: string
  document_number: string
  name: string
  number: GeneratedAlways<number>
  balance_cents: Generated<number>
  opens_at: string
  opened: Generated<boolean>
}

export interface LocalBankCards {
  id: string
  status: string
  refusal: string | null
  amount_cents: number
  settles_at: string
}

export interface LocalBankCharges {
  id: string
  account_id: string
  txid: string
  barcode: string | null
  request: unknown
  status: string
  pays_at: string | null
  paid_at: string | null
  paid_cents: Generated<number>
  paid_with: string | null
  refunded_cents: Generated<number>
  refund_ids: Generated<string[]>
  end_to_end_id: string | null
}

export interface LocalBankClaims {
  id: string
  key: string
  type: string
  kind: string
  account_id: string
  status: string
  made_at: string
}

export interface LocalBankFaults {
  id: GeneratedAlways<number>
  operation: string
  mode: string
  times: number
}

export interface LocalBankKeys {
  key: string
  type: string
  account_id: string | null
  holder: unknown
}

export interface LocalBankMovements {
  seq: GeneratedAlways<number>
  account_id: string
  code: string
  type: string
  amount_cents: number
  balance_cents: number
  at: string
  description: string
  counterparty: unknown
  end_to_end_id: string | null
  reference: string | null
}

export interface LocalBankPayments {
  id: string
  account_id: string
  request: unknown
  status: string
  refusal: string | null
  payee: unknown
  settles_at: string
  settled_at: string | null
  transaction_code: string | null
}

export interface LocalBankSlips {
  barcode: string
  amount_cents: number
  due_date: string
  fine_basis_points: Generated<number>
  monthly_interest_basis_points: Generated<number>
  recipient: unknown
  payer: unknown
  status: Generated<string>
  reference_number: string
}

export interface LocalOpenFinanceItems {
  company_id: string
  item_id: string
  started_at: string
  executions: Generated<number>
  answer: string | null
  answered_at: string | null
  renewed: Generated<boolean>
  created_at: string
  revoked_at: string | null
}

export interface LocalRegistry {
  document_number: string
  facts: unknown
  source: Generated<string>
  told_at: Generated<string>
}

export interface LocalRegistryPartners {
  cpf: string
  cnpj: string
  qualification: string
}

export interface LocalTaxAuthority {
  id: string
  ask: unknown
  ready_at: string
}

export interface LookUpBuckets {
  key: string
  tokens: number
  at: string
}

export interface Memberships {
  company_id: string
  id: string
  user_id: string | null
  invited_document: string | null
  role_id: string
  status: Generated<string>
  invited_by: string | null
  owner_grants: Generated<string[]>
  created_at: Generated<string>
  expires_at: string | null
  version: Generated<number>
  updated_at: Generated<string>
  state: Generated<number>
  changed: Generated<number>
  deleted_at: string | null
  accepted_at: Generated<string | null>
  invited_name: string | null
  invited_email: string | null
  invited_phone: string | null
}

export interface MemoryCorrections {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  pattern: string
  kind: TitleKind
  answer: 'entry' | 'transfer' | 'ignore'
  contact_id: string | null
  category_id: string | null
  bank_account_id: string | null
  created_by: string | null
}

export interface MonthLinkTokens {
  token_hash: Buffer
  opens_company_id: string
  month_link_id: string
}

export interface MonthLinks {
  company_id: string
  id: string
  month: string
  made_by: string
  created_at: string
  expires_at: string
  revoked_at: string | null
  revoked_by: string | null
}

export interface NoteCounters {
  company_id: string
  last_nsu: Generated<string>
  next_at: string | null
  read_at: string | null
  answer: string | null
  leased_until: string | null
  blocked_until: string | null
}

export interface NoteLookupAsks {
  company_id: string
  lookup_id: string
  at: string
}

export interface NoteLookups {
  company_id: string
  id: string
  access_key: string
  outcome: Generated<'WAITING' | 'FOUND' | 'REFUSED'>
  answer: string | null
  next_at: string | null
  for_person: boolean
  created_by: string
  created_at: string
}

export interface NoteManifestations {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  invoice_id: string
  kind: Manifestation
  sequence: number
  justification: string | null
  status: 'PROCESSING' | 'REGISTERED' | 'REJECTED'
  protocol: string | null
  registered_at: string | null
  reason: string | null
  reason_code: string | null
  document_xml: string | null
  created_by: string | null
}

export interface NoteReadings {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  enabled: boolean
  created_by: string
  acknowledges_since: string | null
}

export interface Notifications {
  id: string
  user_id: string
  company_id: string | null
  type: string
  title: string
  body: string
  metadata: unknown
  action: string | null
  readed_at: string | null
  created_at: Generated<string>
  once_key: string | null
}

export interface OpenFinanceConnections {
  company_id: string
  id: string
  item_id: string
  provider: string
  routing_number: string
  institution_name: string
  status: string
  execution_status: string
  bank_account_id: string | null
  answer: string | null
  run_id: string | null
  run_started_at: string | null
  import_id: string | null
  review_import_id: string | null
  last_sync_at: string | null
  next_sync_at: string | null
  consent_expires_at: string | null
  revoked_at: string | null
  created_by: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
  holder_document: string | null
  authorize_url: string | null
  asks_label: string | null
}

export interface OrganizationInvitations {
  id: string
  organization_id: string
  document_number: string
  name: string | null
  email: string | null
  phone_number: string | null
  status: Generated<string>
  invited_by: string
  created_at: string
  expires_at: string
}

export interface Organizations {
  id: string
  name: string
  document_number: string | null
  created_at: Generated<string>
}

export interface OtpChallenges {
  id: string
  user_id: string | null
  session_id: string | null
  purpose: string
  channel: string
  destination: string
  code_hash: Buffer
  registration: unknown
  tries: Generated<number>
  device_hash: Buffer | null
  created_at: Generated<string>
  sent_at: Generated<string>
  expires_at: string
  used_at: string | null
  answered_at: string | null
}

export interface Outbox {
  id: string
  at: Generated<string>
  recipient: string
  kind: string
  code: string | null
  text: string | null
  status: Generated<'KEPT' | 'WAITING' | 'SENT' | 'EXPIRED' | 'DEAD'>
  brand: Generated<string>
  subject: string | null
  topic: string | null
  expires_at: string | null
  attempts: Generated<number>
  leased_until: string | null
  sent_at: string | null
}

export interface PaymentAgreements {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  bank_account_id: string
  bank_code: string
  branch: string
  account: string
  account_digit: string
  first_file: Generated<number>
  approved: Generated<boolean>
  branch_digit: Generated<string>
  code: Generated<string>
  transmission_code: Generated<string>
  commitment_code: Generated<string>
  file_version: Generated<string>
  lot_version: Generated<string>
}

export interface PaymentFiles {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  agreement_id: string
  status: Generated<PaymentFileStatus>
  sequence: number | null
  is_test: Generated<boolean>
  followed: Generated<boolean>
  changes: Generated<number>
  file_name: string | null
  content: string | null
  sha256: string | null
  generated_at: string | null
  generated_by: string | null
  sent_at: string | null
  sent_by: string | null
}

export interface PaymentLimits {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  period: 'DAY' | 'NIGHT'
  current_cents: number | null
  next_cents: number | null
  next_from: string | null
}

export interface PaymentOrderLinks {
  id: string
  opens_company_id: string
}

export interface PaymentOrders {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  status: string
  title: string | null
  created_by: string
  approved_by: string | null
  approved_at: string | null
  send_requested_by: string | null
  sent_at: string | null
  reason: string | null
  split_from_id: string | null
  pay_on: string | null
  scheduled_since: string | null
  unknown_device: Generated<boolean>
  environment: Generated<string>
}

export interface PaymentReturns {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  agreement_id: string
  file_payment_id: string | null
  file_name: string
  key: string
  number: string
  codes: string
  meaning: string
  paid_on: string | null
  paid_cents: number
}

export interface Payments {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  payment_order_id: string
  position: number
  kind: string
  status: string
  bill_id: string | null
  amount_cents: number
  payee_key: string
  target: unknown
  description: string | null
  payee: unknown
  end_to_end_id: string | null
  transaction_code: string | null
  refusal: string | null
  outcome_unknown: Generated<boolean>
  unknown_device: Generated<boolean>
  requested_at: string
  sent_at: string | null
  settled_at: string | null
  scheduled_for: string | null
  bank_reason: string | null
}

export interface PersonalReads {
  company_id: string
  user_id: string
  hour: string
  endpoint: string
  subject_id: Generated<string>
}

export interface PixAgreements {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  bank_account_id: string
  environment: 'TEST' | 'PRODUCTION'
  pix_key: string
  base_url: string
  token_url: string
}

export interface PixCredentials {
  company_id: string
  pix_agreement_id: string
  base_url: string
  token_url: string
  client_id: string
  certificate_valid_to: string
  key_version: number
  wrapped_key: Buffer
  sealed: Buffer
  status: Generated<string>
  answered_at: string | null
}

export interface PixKeys {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  key: string
  type: string
  status: string
  claim_kind: string | null
  claim_status: string | null
  created_by: string | null
}

export interface PluggyItems {
  company_id: string
  item_id: string
  provider_item_id: string
  created_at: Generated<string>
}

export interface PreApprovals {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  reference: string
  created_by: string | null
  environment: Generated<string>
  brand: string | null
  last4: string | null
  expires_on: string | null
}

export interface Products {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  code: string
  name: string
  description: string | null
  unit: string
  price_cents: number
  ncm: string
  cest: string | null
  cfop: string
  gtin: string | null
  origin: string
  icms_rate: number | null
}

export interface PushTokens {
  user_id: string
  token: string
  platform: string | null
  created_at: Generated<string>
}

export interface QuestionLinks {
  token_hash: Buffer
  opens_company_id: string
  question_id: string
}

export interface Questions {
  company_id: string
  id: string
  statement_entry_id: string | null
  entry_id: string | null
  text: string
  choices: Generated<unknown>
  takes_text: boolean
  takes_file: boolean
  subject: unknown
  recipient: string | null
  asked_by: string
  created_at: Generated<string>
  expires_at: string
  revoked_at: string | null
  answered_at: string | null
  answer_choice: number | null
  answer_text: string | null
  settled_at: string | null
}

export interface RazaoSocketAttachments {
  id: Generated<number>
  created_at: Generated<string>
  payload: Buffer | null
}

export interface ReceivedEvents {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  access_key: string
  fate: Fate
  at: string
  reason: string | null
  replaced_by: string | null
  evidence: unknown
  sha256: string
  storage_key: string
  size_bytes: number
  invoice_id: string | null
  created_by: string | null
}

export interface ReceivedLetters {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  access_key: string
  sequence: number
  text: string
  registered_at: string
  protocol: string | null
  evidence: unknown
  sha256: string
  storage_key: string
  size_bytes: number
  invoice_id: string | null
  created_by: string | null
}

export interface Recurrences {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  frequency_interval: string
  frequency_unit: number
  initial_date: string
  business_day: Generated<string>
  competence_follows: Generated<boolean>
}

export interface Remittances {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  agreement_id: string
  status: Generated<'GENERATED' | 'SENT' | 'ANSWERED' | 'REFUSED'>
  sequence: number
  followed: Generated<boolean>
  file_name: string
  content: string
  sha256: string
  records: number
  total_cents: number
  generated_at: string
  sent_at: string | null
  sent_by: string | null
}

export interface Roles {
  company_id: string
  id: string
  name: string
  preset: string | null
  rights: unknown
  created_at: Generated<string>
  version: Generated<number>
  updated_at: Generated<string>
  state: Generated<number>
  changed: Generated<number>
  deleted_at: string | null
}

export interface Rules {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  name: string
  contains: string
  bank_account_id: string | null
  min_amount_cents: number | null
  max_amount_cents: number | null
  direction: string | null
  category_id: string | null
  contact_id: string | null
  priority: Generated<number>
  active: Generated<boolean>
}

export interface Runs {
  id: string
  company_id: string
  user_id: string | null
  kind: string
  token_hash: Buffer
  status: Generated<string>
  progress: Generated<number>
  message: string | null
  result: unknown
  created_at: Generated<string>
  updated_at: Generated<string>
}

export interface SearchTexts {
  company_id: string
  id: string
  kind: 'BILL' | 'RECEIVABLE' | 'CONTACT' | 'INVOICE'
  day: string
  words: string
}

export interface ServiceCounters {
  company_id: string
  last_nsu: Generated<string>
  next_at: string | null
  read_at: string | null
  answer: string | null
  leased_until: string | null
  blocked_until: string | null
}

export interface ServiceReadings {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  enabled: boolean
  acknowledges_since: string | null
  created_by: string
}

export interface Services {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  name: string
  description: string | null
  amount_cents: number
  municipal_service_code: string
  iss_rate: number
  iss_withheld: boolean
  municipal_code: string | null
  nbs: string | null
}

export interface Sessions {
  id: string
  user_id: string
  device: Generated<string>
  refresh_hash: Buffer
  previous_hash: Buffer | null
  previous_used_at: string | null
  stepped_up_at: string
  created_at: Generated<string>
  last_used_at: Generated<string>
  idle_expires_at: string
  expires_at: string
  revoked_at: string | null
  key_thumbprint: Buffer | null
}

export interface SheetImports {
  company_id: string
  id: string
  kind: string
  file_name: string
  storage_key: string
  sha256: string
  status: 'PREVIEW' | 'COMMITTING' | 'COMMITTED' | 'DISCARDED'
  header: unknown
  rows: unknown
  left_out: Generated<number[]>
  committed_count: Generated<number>
  batch_id: string | null
  created_by: string
  created_at: Generated<string>
}

export interface SignInFailures {
  key: string
  failures: Generated<number>
  blocked_until: string | null
  updated_at: Generated<string>
}

export interface SlipOccurrences {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  agreement_id: string
  slip_id: string | null
  file_name: string
  key: string
  number: string
  document: string
  occurrence: string
  meaning: string
  reason: Generated<string>
  occurred_on: string | null
  credited_on: string | null
  amount_cents: number
  paid_cents: number
  fee_cents: number
  open: boolean
  answer: string | null
  line_id: string | null
}

export interface SlipOrders {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  remittance_id: string | null
  slip_id: string
  kind: MovementKind
  due_date: string | null
  rebate_cents: number | null
  protest_days: number | null
  status: Generated<MovementStatus>
  reason: string | null
}

export interface StarkConnections {
  company_id: string
  digital_account_id: string
  project_id: string | null
  public_key: string
  branch_number: string
  account_number: string
  since: string
  key_version: number
  wrapped_key: Buffer
  sealed: Buffer
  status: string
  answered_at: string | null
  notices_at: string | null
}

export interface StarkMovements {
  company_id: string
  digital_account_id: string
  seq: number
  code: string
  type: string
  amount_cents: number
  balance_cents: number
  at: string
  description: string
  counterparty: unknown
  end_to_end_id: string | null
  reference: string | null
}

export interface StarkRequests {
  company_id: string
  id: string
  digital_account_id: string
  resource: string
  bank_id: string | null
  amount_cents: number
  payee: unknown
  refusal: string | null
  reason: string | null
  sent_at: string
}

export interface StatementEntries {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  bank_account_id: string
  statement_id: string | null
  date: string
  time: string | null
  description: string
  amount_cents: number
  kind: string
  status: Generated<string>
  transaction_id: string | null
  identity_key: string
  memo_pattern: Generated<string>
  item_id: string | null
  external_category_id: string | null
  external_category: string | null
  conciliation_id: string | null
  category_id: string | null
  contact_id: string | null
}

export interface Statements {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  bank_account_id: string
  import_id: string | null
  source: string
  start_date: string | null
  end_date: string | null
  ledger_balance_cents: number | null
  ledger_date: string | null
}

export interface StripeCharges {
  company_id: string
  id: string
  provider_id: string | null
  sent_at: string
}

export interface SubscriptionBillings {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  subscription_id: string
  paid: Generated<boolean>
  competence_date: string
  due_date: string
  amount_cents: number
  payment_method: string | null
  paid_at: string | null
  payment_id: string | null
  emv_code: string | null
  refusal: string | null
  disputed_payment_id: string | null
  dispute_id: string | null
  dispute_status: string | null
  dispute_unknown: string | null
  lost_on: string | null
}

export interface Subscriptions {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  reference: string
  title: string
  status: string
  amount_cents: number
  payment_method: string
  pre_approval_id: string | null
  next_payment_date: string
  created_by: string | null
}

export interface TaxProfiles {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  opening_date: string | null
  main_activity: Generated<string>
  services_annex: Generated<string>
  mei_activity: Generated<string>
  commerce_category_ids: Generated<string[]>
  services_category_ids: Generated<string[]>
  payroll_category_ids: Generated<string[]>
}

export interface Taxes {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  kind: string
  competence_date: string
  due_date: string
  amount_cents: number
  revenue_cents: number | null
  additional_information: string | null
  steps: Generated<unknown>
  warnings: Generated<unknown>
  bill_id: string | null
  created_by: string | null
  revenue_code: string | null
  assessment_date: string | null
  reference_number: string | null
  carried: Generated<number>
}

export interface Transfers {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  date: string
  amount_cents: number
  additional_information: string | null
  from_bank_account_id: string
  to_bank_account_id: string
  bill_id: string
  receivable_id: string
}

export interface Tutorials {
  id: string
  user_id: string
  type: string
  completed_at: string | null
  created_at: Generated<string>
  updated_at: Generated<string>
}

export interface Users {
  id: string
  document_number: string | null
  name: string | null
  email: string | null
  phone_number: string | null
  birth_date: string | null
  kind: string
  organization_id: string | null
  password_hash: string | null
  preferences: Generated<unknown>
  created_at: Generated<string>
  updated_at: Generated<string>
  codes_moved_at: string | null
}

export interface WebhookDeliveries {
  company_id: string
  id: string
  webhook_id: string
  event: string
  body: string
  status: Generated<'WAITING' | 'DELIVERED' | 'FAILED'>
  tries: Generated<number>
  created_at: string
  next_at: string | null
  delivered_at: string | null
  leased_until: string | null
}

export interface WebhookSecrets {
  company_id: string
  webhook_id: string
  created_at: string
  ends_at: string | null
  key_version: number
  wrapped_key: Buffer
  sealed: Buffer
}

export interface WebhookTries {
  company_id: string
  delivery_id: string
  at: string
  took_ms: number
  answered: number | null
  detail: string
}

export interface Webhooks {
  company_id: string
  id: string
  version: Generated<number>
  state: Generated<number>
  changed: Generated<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  deleted_at: string | null
  url: string
  description: string | null
  events: string[]
  enabled: Generated<boolean>
  disabled_reason: string | null
}

export interface Database {
  account_mappings: AccountMappings
  agreements: Agreements
  annual_billing_statements: AnnualBillingStatements
  api_keys: ApiKeys
  associates: Associates
  attachments: Attachments
  audit_lines: AuditLines
  authority_requests: AuthorityRequests
  bank_accounts: BankAccounts
  bank_slips: BankSlips
  batch_links: BatchLinks
  batch_rows: BatchRows
  batches: Batches
  card_tokens: CardTokens
  categories: Categories
  category_budgets: CategoryBudgets
  certificate_appointments: CertificateAppointments
  certificate_keys: CertificateKeys
  certificates: Certificates
  charges: Charges
  chart_accounts: ChartAccounts
  companies: Companies
  conciliations: Conciliations
  contacts: Contacts
  daily_runs: DailyRuns
  date_ranges: DateRanges
  dependents: Dependents
  devices: Devices
  digital_accounts: DigitalAccounts
  digital_movements: DigitalMovements
  distributed_documents: DistributedDocuments
  distributed_services: DistributedServices
  duplicate_decisions: DuplicateDecisions
  entries: Entries
  erased_images: ErasedImages
  file_payments: FilePayments
  fiscal_decisions: FiscalDecisions
  fiscal_outbox: FiscalOutbox
  handover_layouts: HandoverLayouts
  handover_lines: HandoverLines
  handovers: Handovers
  idempotency: Idempotency
  import_rows: ImportRows
  imports: Imports
  invoice_corrections: InvoiceCorrections
  invoice_entries: InvoiceEntries
  invoice_outbox: InvoiceOutbox
  invoice_portal_secrets: InvoicePortalSecrets
  invoice_series: InvoiceSeries
  invoice_settings: InvoiceSettings
  invoice_voids: InvoiceVoids
  invoices: Invoices
  local_appointment_slots: LocalAppointmentSlots
  local_authority_events: LocalAuthorityEvents
  local_authority_manifestations: LocalAuthorityManifestations
  local_authority_notes: LocalAuthorityNotes
  local_authority_voids: LocalAuthorityVoids
  local_bank_accounts: LocalBankAccounts
  local_bank_cards: LocalBankCards
  local_bank_charges: LocalBankCharges
  local_bank_claims: LocalBankClaims
  local_bank_faults: LocalBankFaults
  local_bank_keys: LocalBankKeys
  local_bank_movements: LocalBankMovements
  local_bank_payments: LocalBankPayments
  local_bank_slips: LocalBankSlips
  local_open_finance_items: LocalOpenFinanceItems
  local_registry: LocalRegistry
  local_registry_partners: LocalRegistryPartners
  local_tax_authority: LocalTaxAuthority
  look_up_buckets: LookUpBuckets
  memberships: Memberships
  memory_corrections: MemoryCorrections
  month_link_tokens: MonthLinkTokens
  month_links: MonthLinks
  note_counters: NoteCounters
  note_lookup_asks: NoteLookupAsks
  note_lookups: NoteLookups
  note_manifestations: NoteManifestations
  note_readings: NoteReadings
  notifications: Notifications
  open_finance_connections: OpenFinanceConnections
  organization_invitations: OrganizationInvitations
  organizations: Organizations
  otp_challenges: OtpChallenges
  outbox: Outbox
  payment_agreements: PaymentAgreements
  payment_files: PaymentFiles
  payment_limits: PaymentLimits
  payment_order_links: PaymentOrderLinks
  payment_orders: PaymentOrders
  payment_returns: PaymentReturns
  payments: Payments
  personal_reads: PersonalReads
  pix_agreements: PixAgreements
  pix_credentials: PixCredentials
  pix_keys: PixKeys
  pluggy_items: PluggyItems
  pre_approvals: PreApprovals
  products: Products
  push_tokens: PushTokens
  question_links: QuestionLinks
  questions: Questions
  razao_socket_attachments: RazaoSocketAttachments
  received_events: ReceivedEvents
  received_letters: ReceivedLetters
  recurrences: Recurrences
  remittances: Remittances
  roles: Roles
  rules: Rules
  runs: Runs
  search_texts: SearchTexts
  service_counters: ServiceCounters
  service_readings: ServiceReadings
  services: Services
  sessions: Sessions
  sheet_imports: SheetImports
  sign_in_failures: SignInFailures
  slip_occurrences: SlipOccurrences
  slip_orders: SlipOrders
  stark_connections: StarkConnections
  stark_movements: StarkMovements
  stark_requests: StarkRequests
  statement_entries: StatementEntries
  statements: Statements
  stripe_charges: StripeCharges
  subscription_billings: SubscriptionBillings
  subscriptions: Subscriptions
  tax_profiles: TaxProfiles
  taxes: Taxes
  transfers: Transfers
  tutorials: Tutorials
  users: Users
  webhook_deliveries: WebhookDeliveries
  webhook_secrets: WebhookSecrets
  webhook_tries: WebhookTries
  webhooks: Webhooks
}
