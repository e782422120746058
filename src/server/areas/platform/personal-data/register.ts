// Every column that can hold a text, and whose it is: what an export gives, an erasure takes, and the law keeps. A column of the database that
// stands nowhere here fails a test.

/** Why the data of a person stay when the person is erased. */
export const KEPT = {
  books: 'escrituração: Código Civil, art. 1.194, e CTN, art. 195 (5 anos)',
  fiscal: 'documento fiscal: CTN, arts. 173 e 195 (5 anos)',
  money: 'registro de pagamento: Lei 9.613/1998, art. 10 (5 anos)',
  access: 'registro de acesso: Marco Civil, art. 15 (6 meses), e prestação de contas, LGPD, art. 37',
  account: 'conta de quem usa o Razão: a pessoa mesma a altera e encerra',
} as const

/**
 * `erased` becomes nobody's, in the record and in the journal. `words`: free text, from which the person's name, documents and addresses are
 * taken. `passing` is deleted within days anyway. Others are kept.
 */
export type Fate = 'erased' | 'words' | 'passing' | keyof typeof KEPT

interface Columns {
  /** What a person may read of it: the heading of an export. */
  readonly title?: string
  readonly personal?: Readonly<Record<string, Fate>>
  /** Texts of the company or of the product. */
  readonly plain?: string
  /** Hashes, keys and tokens: nobody reads them, no export holds them. */
  readonly secret?: string
}

const fates = (fate: Fate, columns: string): Record<string, Fate> => Object.fromEntries(columns.split(' ').map(column => [column, fate]))

export const REGISTER: Readonly<Record<string, Columns>> = {
  account_mappings: { plain: 'subject history_code history' },
  agreements: {
    plain:
      'bank_code layout branch branch_digit account account_digit code wallet variation transmission_code post write_off_code due_date_code',
  },
  annual_billing_statements: { plain: 'kind' },
  api_keys: { title: 'Chaves de API', personal: fates('account', 'name'), plain: 'prefix rights', secret: 'key_hash' },
  associates: { title: 'Sócios', personal: fates('erased', 'name document_number birth_date email phone_number') },
  attachments: {
    title: 'Anexos',
    personal: fates('books', 'name metadata storage_key'),
    plain: 'content_type sha256',
  },
  audit_lines: { title: 'O que você fez fora das empresas', personal: fates('access', 'command'), plain: 'ids request_id' },
  authority_requests: { plain: 'kind status ask answer reason' },
  bank_accounts: {
    plain: 'kind status routing_number institution_name branch_number account_number external_id item_id connection_id csv_mapping',
  },
  bank_slips: {
    title: 'Boletos',
    personal: fates('money', 'payer'),
    plain: 'number digit document barcode digitable_line status refusal',
  },
  batch_links: { plain: 'rows_digest link' },
  batch_rows: { title: 'Histórico dos registros', personal: fates('erased', 'before'), plain: 'table_name' },
  batches: { title: 'Histórico', personal: fates('words', 'label'), plain: 'command tags request_id' },
  card_tokens: { secret: 'token' },
  categories: { plain: 'name kind status' },
  certificate_appointments: {
    title: 'Agendamentos de certificado',
    personal: fates('fiscal', 'name document_number email phone_number'),
    plain: 'product_id commercial_unit_id appointment_type time_zone external_id',
  },
  certificate_keys: { secret: 'wrapped_key sealed' },
  certificates: { plain: 'document_number name issuer serial_number fingerprint' },
  chart_accounts: { plain: 'code reduced name nature ecd_nature referential' },
  charges: {
    title: 'Cobranças',
    personal: fates('money', 'payer additional_information'),
    plain:
      'status kind payment_method txid emv_code digitable_line barcode recipient billing_id paid_with end_to_end_id environment bank_reason',
  },
  companies: {
    plain: 'document_number name trade_name email phone_number municipal_registration state_registration tax_regime',
  },
  contacts: {
    title: 'Contatos',
    personal: fates('erased', 'document_number name nickname email phone_number address state_tax_number pix_keys bank_account'),
    plain: 'kind type country',
  },
  date_ranges: { plain: 'status balances' },
  dependents: { title: 'Dependentes', personal: fates('erased', 'name document_number birth_date'), plain: 'kinship' },
  devices: { title: 'Aparelhos confirmados', secret: 'device_hash' },
  digital_accounts: { plain: 'status routing_number bank_name branch_number account_number environment' },
  digital_movements: {
    title: 'Movimentos da conta digital',
    personal: fates('money', 'description counterparty'),
    plain: 'transaction_code type end_to_end_id',
  },
  entries: {
    title: 'Lançamentos',
    personal: { ...fates('words', 'additional_information reason'), ...fates('books', 'payment_details before_settlement') },
    plain: 'kind status document_number payment_method transaction_id difference_kind status_before',
  },
  erased_images: { plain: 'digest' },
  distributed_documents: { plain: 'nsu schema access_key sha256 storage_key outcome reason' },
  distributed_services: { plain: 'nsu schema access_key sha256 storage_key outcome reason' },
  fiscal_decisions: { plain: 'decision reason' },
  fiscal_outbox: { personal: fates('fiscal', 'xml'), plain: 'silence' },
  handover_layouts: {
    plain:
      'name kind header account entry trailer separator code_set line_end day_format amount_format account_code company_code user_name',
  },
  handover_lines: { personal: fates('books', 'history document'), plain: 'history_code' },
  handovers: { personal: fates('books', 'shortened storage_key'), plain: 'layout_name file_name sha256' },
  idempotency: { personal: fates('passing', 'answer'), plain: 'key endpoint body_hash' },
  import_rows: {
    personal: fates('books', 'description identity_key memo_pattern reason'),
    plain: 'time transaction_id decision choice external_category_id external_category',
  },
  imports: {
    personal: fates('books', 'storage_key error_rows sniff'),
    plain: 'file_name sha256 format status error mapping accounts planned_cursor',
  },
  invoice_corrections: { personal: fates('fiscal', 'text document_xml'), plain: 'status protocol reason reason_code' },
  invoice_outbox: { personal: fates('fiscal', 'xml'), plain: 'purpose key' },
  invoice_portal_secrets: { secret: 'wrapped_key sealed' },
  invoice_series: { plain: 'kind serie_number' },
  invoice_settings: { plain: 'address authentication_method portal_login contingency_reason' },
  invoice_voids: { plain: 'kind serie justification status protocol reason reason_code document_xml' },
  invoices: {
    title: 'Notas fiscais',
    personal: fates('fiscal', 'party content evidence'),
    plain: 'kind source status serie access_key reason reason_code protocol check_state fate replaced_by',
  },
  look_up_buckets: { plain: 'key' },
  memberships: {
    title: 'Acessos às empresas',
    personal: fates('account', 'invited_document invited_name invited_email invited_phone'),
    plain: 'status owner_grants',
  },
  memory_corrections: { personal: fates('books', 'pattern'), plain: 'kind answer' },
  month_link_tokens: { secret: 'token_hash' },
  note_counters: { plain: 'last_nsu answer' },
  note_lookups: { plain: 'access_key outcome answer' },
  note_manifestations: {
    personal: fates('fiscal', 'justification document_xml'),
    plain: 'kind status protocol reason reason_code',
  },
  note_readings: { plain: '' },
  service_counters: { plain: 'last_nsu answer' },
  service_readings: { plain: '' },
  notifications: {
    title: 'Avisos',
    personal: fates('passing', 'title body metadata'),
    plain: 'type action once_key',
  },
  open_finance_connections: {
    title: 'Conexões com bancos',
    personal: fates('erased', 'holder_document'),
    plain: 'item_id provider routing_number institution_name status execution_status answer asks_label',
    secret: 'authorize_url',
  },
  organization_invitations: {
    title: 'Convites de escritórios',
    personal: fates('account', 'document_number name email phone_number'),
    plain: 'status',
  },
  organizations: { plain: 'name document_number' },
  otp_challenges: {
    title: 'Códigos enviados',
    personal: fates('passing', 'destination registration'),
    plain: 'purpose channel',
    secret: 'code_hash device_hash',
  },
  outbox: { personal: fates('passing', 'recipient text subject'), plain: 'kind status brand', secret: 'code' },
  payment_limits: { plain: 'period' },
  payment_orders: { plain: 'status title reason environment' },
  payments: {
    title: 'Pagamentos',
    personal: fates('money', 'payee_key target description payee bank_reason'),
    plain: 'kind status end_to_end_id transaction_code refusal',
  },
  personal_reads: { title: 'Dados que você leu', personal: fates('access', 'endpoint') },
  pluggy_items: { plain: 'item_id provider_item_id' },
  pix_agreements: { plain: 'environment pix_key base_url token_url' },
  pix_credentials: { plain: 'base_url token_url client_id status', secret: 'wrapped_key sealed' },
  pix_keys: { plain: 'key type status claim_kind claim_status' },
  pre_approvals: { plain: 'reference environment brand last4' },
  products: { plain: 'code name description unit ncm cest cfop gtin origin' },
  push_tokens: { title: 'Aparelhos que recebem avisos', personal: fates('account', 'platform'), secret: 'token' },
  question_links: { secret: 'token_hash' },
  questions: {
    title: 'Perguntas',
    personal: fates('books', 'text choices subject recipient answer_text'),
  },
  razao_socket_attachments: { plain: 'payload' },
  received_letters: { personal: fates('fiscal', 'text'), plain: 'access_key protocol evidence sha256 storage_key' },
  received_events: { plain: 'access_key fate reason replaced_by evidence sha256 storage_key' },
  recurrences: { plain: 'frequency_interval business_day' },
  payment_agreements: {
    plain: 'bank_code branch branch_digit account account_digit code transmission_code commitment_code file_version lot_version',
  },
  payment_files: {
    title: 'Remessas de pagamentos',
    personal: fates('money', 'content'),
    plain: 'status file_name sha256',
  },
  file_payments: {
    title: 'Pagamentos por arquivo',
    personal: fates('money', 'payee_name payee_document target'),
    plain: 'number kind form status reason',
  },
  payment_returns: { plain: 'file_name key number codes meaning' },
  remittances: {
    title: 'Remessas ao banco',
    personal: fates('money', 'content'),
    plain: 'status file_name sha256',
  },
  roles: { plain: 'name preset rights' },
  rules: { title: 'Regras', personal: fates('words', 'name contains'), plain: 'direction' },
  runs: { personal: fates('passing', 'message result'), plain: 'kind status', secret: 'token_hash' },
  search_texts: { personal: fates('erased', 'words'), plain: 'kind' },
  services: { plain: 'name description municipal_service_code municipal_code nbs' },
  sessions: { title: 'Sessões', personal: fates('account', 'device'), secret: 'refresh_hash previous_hash key_thumbprint' },
  sheet_imports: {
    personal: fates('books', 'storage_key header rows'),
    plain: 'kind file_name sha256 status left_out',
  },
  sign_in_failures: { plain: 'key' },
  slip_occurrences: { plain: 'file_name key number document occurrence meaning reason answer' },
  slip_orders: { plain: 'kind status reason' },
  statement_entries: {
    title: 'Linhas de extrato',
    personal: fates('books', 'description identity_key memo_pattern'),
    plain: 'time kind status transaction_id item_id external_category_id external_category',
  },
  statements: { plain: 'source' },
  stark_connections: { plain: 'project_id public_key branch_number account_number status', secret: 'wrapped_key sealed' },
  stark_movements: {
    title: 'Movimentos no banco da conta digital',
    personal: fates('money', 'description counterparty'),
    plain: 'code type end_to_end_id',
  },
  stark_requests: {
    title: 'Pedidos ao banco da conta digital',
    personal: fates('money', 'payee reason'),
    plain: 'resource bank_id refusal',
  },
  stripe_charges: { plain: 'provider_id' },
  subscription_billings: { plain: 'payment_method emv_code refusal dispute_id dispute_status dispute_unknown' },
  subscriptions: { plain: 'reference title status payment_method' },
  tax_profiles: { plain: 'main_activity services_annex mei_activity commerce_category_ids services_category_ids payroll_category_ids' },
  taxes: { plain: 'kind additional_information steps warnings revenue_code reference_number' },
  transfers: { plain: 'additional_information' },
  tutorials: { title: 'Tutoriais', personal: fates('account', 'type') },
  webhook_deliveries: { plain: 'event body status' },
  webhook_secrets: { secret: 'wrapped_key sealed' },
  webhook_tries: { plain: 'detail' },
  webhooks: { plain: 'url description events disabled_reason' },
  users: {
    title: 'Conta',
    personal: fates('account', 'document_number name email phone_number birth_date preferences'),
    plain: 'kind',
    secret: 'password_hash',
  },
}

/** Tables of the parties outside, where the local environment plays them, and of the tool that migrates. */
export const NOT_OURS = /^(local_|kysely_)/

const columnsWith = (table: string, fate: Fate): string[] =>
  Object.entries(REGISTER[table]?.personal ?? {}).flatMap(([column, its]) => (its === fate ? [column] : []))

export const erasedColumns = (table: string): string[] => columnsWith(table, 'erased')
export const wordColumns = (table: string): string[] => columnsWith(table, 'words')
export const secretColumns = (table: string): string[] => REGISTER[table]?.secret?.split(' ') ?? []
export const titleOf = (table: string): string => REGISTER[table]?.title ?? table

/** The law that keeps what the table says of a person; none where an erasure leaves nothing. */
export function keptBy(table: string): string | undefined {
  const kept = Object.values(REGISTER[table]?.personal ?? {}).find((fate): fate is keyof typeof KEPT => fate in KEPT)
  return kept && KEPT[kept]
}
