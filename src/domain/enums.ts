// Every enumeration of the product as a tuple, from which contract, server and client derive types and schemas.

export const USER_KINDS = ['SOLO_USER', 'COMPANY_MEMBER', 'ACCOUNT_MANAGER', 'ORGANIZATION_MANAGER'] as const
export type UserKind = (typeof USER_KINDS)[number]

export const BILL_STATUSES = ['PENDING', 'APPROVED', 'REPROVED', 'WAITING_PAYMENT', 'WAITING_APPROVAL', 'PAID'] as const
export type BillStatus = (typeof BILL_STATUSES)[number]

export const RECEIVABLE_STATUSES = ['PENDING', 'OVERDUE', 'RECEIVED'] as const
export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number]

export const CHARGE_STATUSES = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'PROCESSING', 'CHARGEBACK', 'OVERDUE'] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

export const SUBSCRIPTION_STATUSES = ['ACTIVE', 'PENDING', 'PAUSED', 'CANCELLED', 'OVERDUE'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export const SUBSCRIPTION_BILLING_STATUSES = ['PAID', 'PENDING', 'OVERDUE'] as const
export type SubscriptionBillingStatus = (typeof SUBSCRIPTION_BILLING_STATUSES)[number]

/** A card payment that its holder contests at the bank. */
export const DISPUTE_STATUSES = ['OPEN', 'LOST', 'WON'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export const SUBSCRIPTION_REFERENCES = ['ME_1', 'ME_2', 'ME_3', 'MEI_1', 'MEI_2', 'MEI_3', 'GESTOR_1', 'GESTOR_2', 'GESTOR_3'] as const
export type SubscriptionReference = (typeof SUBSCRIPTION_REFERENCES)[number]

export const INVITATION_STATUSES = ['ACTIVE', 'INACTIVE', 'WAITING_ACCEPT'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

export const BANK_ACCOUNT_KINDS = ['CHECKING', 'SAVINGS', 'INVESTMENTS'] as const
export type BankAccountKind = (typeof BANK_ACCOUNT_KINDS)[number]

export const BANK_ACCOUNT_STATUSES = ['ACTIVE', 'ARCHIVED'] as const
export type BankAccountStatus = (typeof BANK_ACCOUNT_STATUSES)[number]

export const CATEGORY_KINDS = ['DEBIT', 'CREDIT', 'CHARGE'] as const
export type CategoryKind = (typeof CATEGORY_KINDS)[number]

export const CATEGORY_STATUSES = ['ACTIVE', 'INACTIVE'] as const
export type CategoryStatus = (typeof CATEGORY_STATUSES)[number]

export const CONTACT_KINDS = ['CUSTOMER', 'SUPPLIER'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export const CONTACT_TYPES = ['LEGAL', 'NATURAL'] as const
export type ContactType = (typeof CONTACT_TYPES)[number]

export const PAYMENT_METHODS = [
  'CASH',
  'BANK_CHECK',
  'CREDIT_CARD',
  'DEBIT_CARD',
  'STORE_CREDIT',
  'FOOD_VOUCHER',
  'MEAL_VOUCHER',
  'GIFT_VOUCHER',
  'FUEL_VOUCHER',
  'COMMERCIAL_DUPLICATE',
  'BOLETO',
  'BANK_DEPOSIT',
  'PIX',
  'BANK_TRANSFER',
  'CASHBACK',
  'NONE',
  'OTHER',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const FREQUENCY_INTERVALS = ['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'ANNUALLY'] as const
export type FrequencyInterval = (typeof FREQUENCY_INTERVALS)[number]

/** Where an occurrence goes when its nominal day is not a business day. */
export const BUSINESS_DAY_ADJUSTMENTS = ['NONE', 'NEXT', 'PREVIOUS'] as const
export type BusinessDayAdjustment = (typeof BUSINESS_DAY_ADJUSTMENTS)[number]

/** How far a change of one occurrence reaches: also the open ones after it, or all open ones of its series. */
export const SERIES_SCOPES = ['NEXT', 'ALL'] as const
export type SeriesScope = (typeof SERIES_SCOPES)[number]

export const ENTRY_KINDS = ['DEBIT', 'CREDIT'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const TITLE_KINDS = ['BILL', 'RECEIVABLE'] as const
export type TitleKind = (typeof TITLE_KINDS)[number]

/** TRANSACTION: the source gave no direction, so the sign of the amount decides. */
export const STATEMENT_ENTRY_KINDS = ['CREDIT', 'DEBIT', 'TRANSACTION'] as const
export type StatementEntryKind = (typeof STATEMENT_ENTRY_KINDS)[number]

export const STATEMENT_ENTRY_STATUSES = ['PENDING', 'CONCILIATED', 'IGNORED'] as const
export type StatementEntryStatus = (typeof STATEMENT_ENTRY_STATUSES)[number]

export const DIFFERENCE_KINDS = ['interest', 'fine', 'discount', 'fee', 'withholding', 'open'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

export const DATE_TYPES = ['date', 'due_date', 'competence_date', 'issue_date'] as const
export type DateType = (typeof DATE_TYPES)[number]

export const TAX_REGIMES = ['MEI', 'SIMPLES_NACIONAL', 'LUCRO_PRESUMIDO', 'LUCRO_REAL'] as const
export type TaxRegime = (typeof TAX_REGIMES)[number]

export const TAX_STATUSES = ['OPEN', 'SCHEDULED', 'PAID', 'OVERDUE'] as const
export type TaxStatus = (typeof TAX_STATUSES)[number]

export const COMPANY_SIZES = ['MEI', 'ME', 'EPP', 'DEMAIS'] as const
export type CompanySize = (typeof COMPANY_SIZES)[number]

export const COMPANY_SITUATIONS = ['ATIVA', 'SUSPENSA', 'INAPTA', 'BAIXADA', 'NULA'] as const
export type CompanySituation = (typeof COMPANY_SITUATIONS)[number]

export const INVOICE_STATUSES = ['ISSUED', 'CANCELLED', 'PROCESSING', 'REJECTED', 'CANCELLING'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export const INVOICE_SOURCES = ['LOCAL', 'CAPTURE'] as const
export type InvoiceSource = (typeof INVOICE_SOURCES)[number]

export const INVOICE_FINALITIES = ['DEFAULT', 'ADJUSTMENT', 'DEVOLUTION'] as const
export type InvoiceFinality = (typeof INVOICE_FINALITIES)[number]

export const INVOICE_PAYMENT_KINDS = ['CASH', 'INSTALLMENTS'] as const
export type InvoicePaymentKind = (typeof INVOICE_PAYMENT_KINDS)[number]

export const OPERATION_TYPES = [
  'NOT_APPLICABLE',
  'IN_PERSON',
  'ONLINE',
  'REMOTE_SUPPORT',
  'DELIVERY_NFCE',
  'IN_PERSON_OFFSITE',
  'OTHER_REMOTE',
] as const
export type OperationType = (typeof OPERATION_TYPES)[number]

export const SHIPPING_MODES = [
  'SENDER_PAYS_CIF',
  'RECIPIENT_PAYS_FOB',
  'THIRD_PARTY_PAYS',
  'OWN_TRANSPORT_SENDER',
  'OWN_TRANSPORT_RECIPIENT',
  'NO_TRANSPORT_OCCURRENCE',
] as const
export type ShippingMode = (typeof SHIPPING_MODES)[number]

/** In the order of the fiscal codes 0 to 8. */
export const PRODUCT_ORIGINS = [
  'NATIONAL',
  'FOREIGN_DIRECT_IMPORT',
  'FOREIGN_DOMESTIC_MARKET',
  'NATIONAL_IMPORT_CONTENT_40_TO_70',
  'NATIONAL_BASIC_PROCESS',
  'NATIONAL_IMPORT_CONTENT_UP_TO_40',
  'FOREIGN_DIRECT_IMPORT_NO_SIMILAR',
  'FOREIGN_DOMESTIC_MARKET_NO_SIMILAR',
  'NATIONAL_IMPORT_CONTENT_ABOVE_70',
] as const
export type ProductOrigin = (typeof PRODUCT_ORIGINS)[number]

export const BOLETO_STATUSES = ['PENDING', 'NOT_FOUND', 'COMPLETED', 'PAID', 'MANUAL'] as const
export type BoletoStatus = (typeof BOLETO_STATUSES)[number]

export const PAYMENT_ORDER_STATUSES = [
  'WAITING_APPROVAL',
  'APPROVED',
  'PROCESSING',
  'COMPLETED',
  'PARTIALLY_COMPLETED',
  'FAILED',
  'REJECTED',
  'CANCELLED',
] as const
export type PaymentOrderStatus = (typeof PAYMENT_ORDER_STATUSES)[number]

export const PAYMENT_STATUSES = ['CREATED', 'QUEUED', 'PROCESSING', 'SETTLED', 'REJECTED', 'CANCELLED'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PAYMENT_KINDS = ['PIX_KEY', 'PIX_ACCOUNT', 'PIX_QR', 'BOLETO'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** REGISTERING until the directory answers; CLAIMING while the other holder is being asked. */
export const PIX_KEY_STATUSES = ['REGISTERING', 'ACTIVE', 'CLAIMING', 'DELETING', 'DELETED', 'REJECTED'] as const
export type PixKeyStatus = (typeof PIX_KEY_STATUSES)[number]

export const PIX_CLAIM_KINDS = ['PORTABILITY', 'OWNERSHIP'] as const
export type PixClaimKind = (typeof PIX_CLAIM_KINDS)[number]

export const PIX_CLAIM_STATUSES = ['OPEN', 'WAITING_RESOLUTION', 'CONFIRMED', 'CANCELLED', 'COMPLETED'] as const
export type PixClaimStatus = (typeof PIX_CLAIM_STATUSES)[number]

export const DIGITAL_ACCOUNT_STATUSES = ['PENDING', 'ACTIVE', 'REJECTED'] as const
export type DigitalAccountStatus = (typeof DIGITAL_ACCOUNT_STATUSES)[number]

/** UNREADABLE: our key does not open any more. UNEVEN: the bank's rows do not add up to its balances. */
export const STARK_STATUSES = ['WAITING_PROJECT', 'UNTRIED', 'WORKING', 'DENIED', 'SILENT', 'UNREADABLE', 'UNEVEN'] as const
export type StarkStatus = (typeof STARK_STATUSES)[number]

export const BILLING_KINDS = ['TAX', 'BILLING'] as const
export type BillingKind = (typeof BILLING_KINDS)[number]

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'RANDOM', 'PHONE_NUMBER'] as const
export type PixKeyType = (typeof PIX_KEY_TYPES)[number]

export const PIX_ACCOUNT_TYPES = ['CHECKING', 'SAVING', 'PAYMENT', 'SALARY'] as const
export type PixAccountType = (typeof PIX_ACCOUNT_TYPES)[number]

/** SETTLED: its answer was used or put aside. */
export const QUESTION_STATES = ['OPEN', 'ANSWERED', 'SETTLED', 'EXPIRED', 'REVOKED'] as const
export type QuestionState = (typeof QUESTION_STATES)[number]

export const MONTH_LINK_STATES = ['OPEN', 'EXPIRED', 'REVOKED'] as const
export type MonthLinkState = (typeof MONTH_LINK_STATES)[number]

export const NOTIFICATION_TYPES = ['TAX', 'TRANSACTION', 'NOTA_FISCAL', 'DIGITAL_ACCOUNT', 'BOLETO'] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** Who reads the banks: 'local' plays them, and no real one is asked. */
export const OPEN_FINANCE_PROVIDERS = ['local', 'pluggy'] as const
export type OpenFinanceProvider = (typeof OPEN_FINANCE_PROVIDERS)[number]
export const CONNECTION_STATUSES = [
  'UPDATED',
  'UPDATING',
  'WAITING_USER_INPUT',
  'WAITING_USER_ACTION',
  'MERGING',
  'LOGIN_ERROR',
  'OUTDATED',
] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

export const EXECUTION_STATUSES = [
  'CREATING',
  'CREATED',
  'CREATE_ERROR',
  'LOGIN_IN_PROGRESS',
  'LOGIN_MFA_IN_PROGRESS',
  'WAITING_USER_INPUT',
  'WAITING_USER_ACTION',
  'USER_AUTHORIZATION_PENDING',
  'USER_AUTHORIZATION_NOT_GRANTED',
  'ACCOUNTS_IN_PROGRESS',
  'TRANSACTIONS_IN_PROGRESS',
  'PAYMENT_DATA_IN_PROGRESS',
  'CREDITCARDS_IN_PROGRESS',
  'INVESTMENTS_IN_PROGRESS',
  'INVESTMENTS_TRANSACTIONS_IN_PROGRESS',
  'IDENTITY_IN_PROGRESS',
  'LOANS_IN_PROGRESS',
  'ACCOUNT_STATEMENTS_IN_PROGRESS',
  'INVALID_CREDENTIALS',
  'INVALID_CREDENTIALS_MFA',
  'ALREADY_LOGGED_IN',
  'ACCOUNT_LOCKED',
  'ACCOUNT_CREDENTIALS_RESET',
  'ACCOUNT_NEEDS_ACTION',
  'CONNECTION_ERROR',
  'SITE_NOT_AVAILABLE',
  'USER_INPUT_TIMEOUT',
  'USER_NOT_SUPPORTED',
  'UNEXPECTED_ERROR',
  'MERGE_ERROR',
  'ERROR',
  'PARTIAL_SUCCESS',
  'SUCCESS',
] as const
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number]

/** Accrual by competence_date, or cash by the date of settled entries. */
export const INCOME_STATEMENT_BASES = ['competence', 'cash'] as const
export type IncomeStatementBasis = (typeof INCOME_STATEMENT_BASES)[number]
