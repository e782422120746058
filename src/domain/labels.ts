// The pt-BR label of every enumeration value. Each record is exhaustive: a new value does not compile without its label.

import type {
  BankAccountKind,
  BankAccountStatus,
  BillingKind,
  BillStatus,
  BoletoStatus,
  BusinessDayAdjustment,
  CategoryKind,
  CategoryStatus,
  ChargeStatus,
  CompanySituation,
  CompanySize,
  ConnectionStatus,
  ContactKind,
  ContactType,
  DateType,
  DifferenceKind,
  DigitalAccountStatus,
  DisputeStatus,
  EntryKind,
  ExecutionStatus,
  FrequencyInterval,
  InvitationStatus,
  InvoiceFinality,
  InvoicePaymentKind,
  InvoiceSource,
  InvoiceStatus,
  MonthLinkState,
  NotificationType,
  OpenFinanceProvider,
  OperationType,
  PaymentKind,
  PaymentMethod,
  PaymentOrderStatus,
  PaymentStatus,
  PixAccountType,
  PixClaimKind,
  PixClaimStatus,
  PixKeyStatus,
  PixKeyType,
  ProductOrigin,
  QuestionState,
  ReceivableStatus,
  SeriesScope,
  ShippingMode,
  StarkStatus,
  StatementEntryKind,
  StatementEntryStatus,
  SubscriptionBillingStatus,
  SubscriptionReference,
  SubscriptionStatus,
  TaxRegime,
  TaxStatus,
  TitleKind,
  UserKind,
} from './enums.ts'
import { labels } from './open-table.ts'

export const USER_KIND_LABELS = labels<UserKind>({
  SOLO_USER: 'Usuário individual',
  COMPANY_MEMBER: 'Membro da empresa',
  ACCOUNT_MANAGER: 'Gestor de contas',
  ORGANIZATION_MANAGER: 'Gestor da organização',
})

export const BILL_STATUS_LABELS = labels<BillStatus>({
  PENDING: 'Pendente',
  APPROVED: 'Aprovado',
  REPROVED: 'Reprovado',
  WAITING_PAYMENT: 'Enviado para pagamento',
  WAITING_APPROVAL: 'Aguardando aprovação',
  PAID: 'Pago',
})

export const RECEIVABLE_STATUS_LABELS = labels<ReceivableStatus>({ PENDING: 'Pendente', OVERDUE: 'Vencido', RECEIVED: 'Recebido' })

export const CHARGE_STATUS_LABELS = labels<ChargeStatus>({
  PENDING: 'Pendente',
  PAID: 'Paga',
  EXPIRED: 'Expirada',
  CANCELLED: 'Cancelada',
  REFUNDED: 'Devolvida',
  PROCESSING: 'Processando',
  CHARGEBACK: 'Contestada',
  OVERDUE: 'Vencida',
})

export const SUBSCRIPTION_STATUS_LABELS = labels<SubscriptionStatus>({
  ACTIVE: 'Ativa',
  PENDING: 'Pendente',
  PAUSED: 'Pausada',
  CANCELLED: 'Cancelada',
  OVERDUE: 'Em atraso',
})

export const SUBSCRIPTION_BILLING_STATUS_LABELS = labels<SubscriptionBillingStatus>({
  PAID: 'Paga',
  PENDING: 'Pendente',
  OVERDUE: 'Vencida',
})

export const DISPUTE_STATUS_LABELS = labels<DisputeStatus>({
  OPEN: 'Contestada',
  LOST: 'Contestação perdida',
  WON: 'Contestação ganha',
})

export const SUBSCRIPTION_REFERENCE_LABELS = labels<SubscriptionReference>({
  ME_1: 'ME 1',
  ME_2: 'ME 2',
  ME_3: 'ME 3',
  MEI_1: 'MEI 1',
  MEI_2: 'MEI 2',
  MEI_3: 'MEI 3',
  GESTOR_1: 'Gestor 1',
  GESTOR_2: 'Gestor 2',
  GESTOR_3: 'Gestor 3',
})

export const INVITATION_STATUS_LABELS = labels<InvitationStatus>({
  ACTIVE: 'Ativo',
  INACTIVE: 'Inativo',
  WAITING_ACCEPT: 'Aguardando aceite',
})

export const BANK_ACCOUNT_KIND_LABELS = labels<BankAccountKind>({
  CHECKING: 'Corrente',
  SAVINGS: 'Poupança',
  INVESTMENTS: 'Investimentos',
})

export const BANK_ACCOUNT_STATUS_LABELS = labels<BankAccountStatus>({ ACTIVE: 'Ativa', ARCHIVED: 'Arquivada' })

export const CATEGORY_KIND_LABELS = labels<CategoryKind>({ DEBIT: 'Despesa', CREDIT: 'Receita', CHARGE: 'Custo' })

export const CATEGORY_STATUS_LABELS = labels<CategoryStatus>({ ACTIVE: 'Ativa', INACTIVE: 'Inativa' })

export const CONTACT_KIND_LABELS = labels<ContactKind>({ CUSTOMER: 'Cliente', SUPPLIER: 'Fornecedor' })

export const CONTACT_TYPE_LABELS = labels<ContactType>({ LEGAL: 'Pessoa jurídica', NATURAL: 'Pessoa física' })

export const PAYMENT_METHOD_LABELS = labels<PaymentMethod>({
  CASH: 'Dinheiro',
  BANK_CHECK: 'Cheque',
  CREDIT_CARD: 'Cartão de crédito',
  DEBIT_CARD: 'Cartão de débito',
  STORE_CREDIT: 'Crédito da loja',
  FOOD_VOUCHER: 'Vale-alimentação',
  MEAL_VOUCHER: 'Vale-refeição',
  GIFT_VOUCHER: 'Vale-presente',
  FUEL_VOUCHER: 'Vale-combustível',
  COMMERCIAL_DUPLICATE: 'Duplicata mercantil',
  BOLETO: 'Boleto',
  BANK_DEPOSIT: 'Depósito bancário',
  PIX: 'Pix',
  BANK_TRANSFER: 'Transferência bancária',
  CASHBACK: 'Cashback',
  NONE: 'Sem pagamento',
  OTHER: 'Outros',
})

export const FREQUENCY_INTERVAL_LABELS = labels<FrequencyInterval>({
  WEEKLY: 'Semanal',
  BIWEEKLY: 'Quinzenal',
  MONTHLY: 'Mensal',
  ANNUALLY: 'Anual',
})

export const BUSINESS_DAY_ADJUSTMENT_LABELS = labels<BusinessDayAdjustment>({
  NONE: 'Manter o dia',
  NEXT: 'Próximo dia útil',
  PREVIOUS: 'Dia útil anterior',
})

export const SERIES_SCOPE_LABELS = labels<SeriesScope>({ NEXT: 'Esta e as próximas', ALL: 'Todas em aberto' })

export const ENTRY_KIND_LABELS = labels<EntryKind>({ DEBIT: 'Saída', CREDIT: 'Entrada' })

export const TITLE_KIND_LABELS = labels<TitleKind>({ BILL: 'Conta a pagar', RECEIVABLE: 'Conta a receber' })

export const STATEMENT_ENTRY_KIND_LABELS = labels<StatementEntryKind>({
  CREDIT: 'Entrada',
  DEBIT: 'Saída',
  TRANSACTION: 'Movimento',
})

export const STATEMENT_ENTRY_STATUS_LABELS = labels<StatementEntryStatus>({
  PENDING: 'Pendente',
  CONCILIATED: 'Conciliado',
  IGNORED: 'Ignorado',
})

export const DIFFERENCE_KIND_LABELS = labels<DifferenceKind>({
  interest: 'Juros',
  fine: 'Multa',
  discount: 'Desconto',
  fee: 'Tarifa',
  withholding: 'Retenção na fonte',
  open: 'Deixar em aberto',
})

export const DATE_TYPE_LABELS = labels<DateType>({
  date: 'Data',
  due_date: 'Vencimento',
  competence_date: 'Competência',
  issue_date: 'Emissão',
})

export const TAX_REGIME_LABELS = labels<TaxRegime>({
  MEI: 'MEI',
  SIMPLES_NACIONAL: 'Simples Nacional',
  LUCRO_PRESUMIDO: 'Lucro Presumido',
  LUCRO_REAL: 'Lucro Real',
})

export const TAX_STATUS_LABELS = labels<TaxStatus>({ OPEN: 'Em aberto', SCHEDULED: 'Agendado', PAID: 'Pago', OVERDUE: 'Vencido' })

export const COMPANY_SIZE_LABELS = labels<CompanySize>({
  MEI: 'Microempreendedor individual',
  ME: 'Microempresa',
  EPP: 'Empresa de pequeno porte',
  DEMAIS: 'Demais',
})

export const COMPANY_SITUATION_LABELS = labels<CompanySituation>({
  ATIVA: 'Ativa',
  SUSPENSA: 'Suspensa',
  INAPTA: 'Inapta',
  BAIXADA: 'Baixada',
  NULA: 'Nula',
})

export const INVOICE_STATUS_LABELS = labels<InvoiceStatus>({
  ISSUED: 'Emitida',
  CANCELLED: 'Cancelada',
  PROCESSING: 'Processando',
  REJECTED: 'Rejeitada',
  CANCELLING: 'Cancelando',
})

export const INVOICE_SOURCE_LABELS = labels<InvoiceSource>({ LOCAL: 'Emitida aqui', CAPTURE: 'Captura' })

export const INVOICE_FINALITY_LABELS = labels<InvoiceFinality>({ DEFAULT: 'Normal', ADJUSTMENT: 'Ajuste', DEVOLUTION: 'Devolução' })

export const INVOICE_PAYMENT_KIND_LABELS = labels<InvoicePaymentKind>({ CASH: 'À vista', INSTALLMENTS: 'A prazo' })

export const OPERATION_TYPE_LABELS = labels<OperationType>({
  NOT_APPLICABLE: 'Não se aplica',
  IN_PERSON: 'Presencial',
  ONLINE: 'Pela internet',
  REMOTE_SUPPORT: 'Teleatendimento',
  DELIVERY_NFCE: 'NFC-e com entrega em domicílio',
  IN_PERSON_OFFSITE: 'Presencial, fora do estabelecimento',
  OTHER_REMOTE: 'Não presencial, outros',
})

export const SHIPPING_MODE_LABELS = labels<ShippingMode>({
  SENDER_PAYS_CIF: 'Por conta do remetente (CIF)',
  RECIPIENT_PAYS_FOB: 'Por conta do destinatário (FOB)',
  THIRD_PARTY_PAYS: 'Por conta de terceiros',
  OWN_TRANSPORT_SENDER: 'Transporte próprio do remetente',
  OWN_TRANSPORT_RECIPIENT: 'Transporte próprio do destinatário',
  NO_TRANSPORT_OCCURRENCE: 'Sem transporte',
})

export const PRODUCT_ORIGIN_LABELS = labels<ProductOrigin>({
  NATIONAL: '0 – Nacional',
  FOREIGN_DIRECT_IMPORT: '1 – Estrangeira, importação direta',
  FOREIGN_DOMESTIC_MARKET: '2 – Estrangeira, adquirida no mercado interno',
  NATIONAL_IMPORT_CONTENT_40_TO_70: '3 – Nacional, conteúdo de importação de 40% a 70%',
  NATIONAL_BASIC_PROCESS: '4 – Nacional, processo produtivo básico',
  NATIONAL_IMPORT_CONTENT_UP_TO_40: '5 – Nacional, conteúdo de importação até 40%',
  FOREIGN_DIRECT_IMPORT_NO_SIMILAR: '6 – Estrangeira, importação direta, sem similar nacional',
  FOREIGN_DOMESTIC_MARKET_NO_SIMILAR: '7 – Estrangeira, mercado interno, sem similar nacional',
  NATIONAL_IMPORT_CONTENT_ABOVE_70: '8 – Nacional, conteúdo de importação acima de 70%',
})

export const BOLETO_STATUS_LABELS = labels<BoletoStatus>({
  PENDING: 'Pendente',
  NOT_FOUND: 'Não registrado',
  COMPLETED: 'Concluído',
  PAID: 'Pago',
  MANUAL: 'Digitado',
})

export const PAYMENT_ORDER_STATUS_LABELS = labels<PaymentOrderStatus>({
  WAITING_APPROVAL: 'Aguardando aprovação',
  APPROVED: 'Aprovada',
  PROCESSING: 'Processando',
  COMPLETED: 'Concluída',
  PARTIALLY_COMPLETED: 'Concluída em parte',
  FAILED: 'Não paga',
  REJECTED: 'Reprovada',
  CANCELLED: 'Cancelada',
})

export const PAYMENT_STATUS_LABELS = labels<PaymentStatus>({
  CREATED: 'Criado',
  QUEUED: 'Na fila',
  PROCESSING: 'Confirmando',
  SETTLED: 'Efetivado',
  REJECTED: 'Recusado',
  CANCELLED: 'Cancelado',
})

export const PAYMENT_KIND_LABELS = labels<PaymentKind>({
  PIX_KEY: 'Pix por chave',
  PIX_ACCOUNT: 'Pix por dados bancários',
  PIX_QR: 'Pix por QR Code',
  BOLETO: 'Boleto',
})

export const PIX_KEY_STATUS_LABELS = labels<PixKeyStatus>({
  REGISTERING: 'Registrando',
  ACTIVE: 'Ativa',
  CLAIMING: 'Em reivindicação',
  DELETING: 'Excluindo',
  DELETED: 'Excluída',
  REJECTED: 'Recusada',
})

export const PIX_CLAIM_KIND_LABELS = labels<PixClaimKind>({ PORTABILITY: 'Portabilidade', OWNERSHIP: 'Posse' })

export const PIX_CLAIM_STATUS_LABELS = labels<PixClaimStatus>({
  OPEN: 'Aberta',
  WAITING_RESOLUTION: 'Aguardando resposta',
  CONFIRMED: 'Confirmada',
  CANCELLED: 'Cancelada',
  COMPLETED: 'Concluída',
})

export const STARK_STATUS_LABELS = labels<StarkStatus>({
  WAITING_PROJECT: 'Aguardando o projeto',
  UNTRIED: 'Consultando o banco',
  WORKING: 'Conectada',
  DENIED: 'O banco ainda não conhece a chave',
  SILENT: 'Sem resposta do banco',
  UNREADABLE: 'A chave guardada não abre',
  UNEVEN: 'O extrato do banco não fecha',
})

export const DIGITAL_ACCOUNT_STATUS_LABELS = labels<DigitalAccountStatus>({
  PENDING: 'Em abertura',
  ACTIVE: 'Aberta',
  REJECTED: 'Recusada',
})

export const BILLING_KIND_LABELS = labels<BillingKind>({ TAX: 'Guia', BILLING: 'Cobrança' })

export const PIX_KEY_TYPE_LABELS = labels<PixKeyType>({
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  RANDOM: 'Chave aleatória',
  PHONE_NUMBER: 'Telefone',
})

export const PIX_ACCOUNT_TYPE_LABELS = labels<PixAccountType>({
  CHECKING: 'Conta corrente',
  SAVING: 'Conta poupança',
  PAYMENT: 'Conta de pagamento',
  SALARY: 'Conta salário',
})

export const QUESTION_STATE_LABELS = labels<QuestionState>({
  OPEN: 'Esperando o cliente',
  ANSWERED: 'Respondido pelo cliente',
  SETTLED: 'Encerrada',
  EXPIRED: 'O link venceu sem resposta',
  REVOKED: 'Retirada',
})

export const MONTH_LINK_STATE_LABELS = labels<MonthLinkState>({
  OPEN: 'Abre até',
  EXPIRED: 'Venceu em',
  REVOKED: 'Retirado em',
})

export const NOTIFICATION_TYPE_LABELS = labels<NotificationType>({
  TAX: 'Imposto',
  TRANSACTION: 'Transação',
  NOTA_FISCAL: 'Nota fiscal',
  DIGITAL_ACCOUNT: 'Conta digital',
  BOLETO: 'Boleto',
})

export const CONNECTION_STATUS_LABELS = labels<ConnectionStatus>({
  UPDATED: 'Atualizada',
  UPDATING: 'Atualizando',
  WAITING_USER_INPUT: 'Aguardando código',
  WAITING_USER_ACTION: 'Aguardando autorização no banco',
  MERGING: 'Juntando dados',
  LOGIN_ERROR: 'Credenciais recusadas',
  OUTDATED: 'Desatualizada',
})

export const EXECUTION_STATUS_LABELS = labels<ExecutionStatus>({
  CREATING: 'Criando a conexão',
  CREATED: 'Conexão criada',
  CREATE_ERROR: 'Não foi possível criar a conexão',
  LOGIN_IN_PROGRESS: 'Entrando no banco',
  LOGIN_MFA_IN_PROGRESS: 'Confirmando o código',
  WAITING_USER_INPUT: 'Aguardando código',
  WAITING_USER_ACTION: 'Aguardando autorização no banco',
  USER_AUTHORIZATION_PENDING: 'Autorização pendente',
  USER_AUTHORIZATION_NOT_GRANTED: 'Autorização negada',
  ACCOUNTS_IN_PROGRESS: 'Buscando contas',
  TRANSACTIONS_IN_PROGRESS: 'Buscando lançamentos',
  PAYMENT_DATA_IN_PROGRESS: 'Buscando dados de pagamento',
  CREDITCARDS_IN_PROGRESS: 'Buscando cartões',
  INVESTMENTS_IN_PROGRESS: 'Buscando investimentos',
  INVESTMENTS_TRANSACTIONS_IN_PROGRESS: 'Buscando movimentos de investimentos',
  IDENTITY_IN_PROGRESS: 'Buscando dados do titular',
  LOANS_IN_PROGRESS: 'Buscando empréstimos',
  ACCOUNT_STATEMENTS_IN_PROGRESS: 'Buscando extratos',
  INVALID_CREDENTIALS: 'Credenciais inválidas',
  INVALID_CREDENTIALS_MFA: 'Código inválido',
  ALREADY_LOGGED_IN: 'Já há uma sessão aberta no banco',
  ACCOUNT_LOCKED: 'Conta bloqueada no banco',
  ACCOUNT_CREDENTIALS_RESET: 'O banco pede nova senha',
  ACCOUNT_NEEDS_ACTION: 'O banco pede uma ação na conta',
  CONNECTION_ERROR: 'Falha de conexão',
  SITE_NOT_AVAILABLE: 'Banco indisponível',
  USER_INPUT_TIMEOUT: 'O tempo para o código acabou',
  USER_NOT_SUPPORTED: 'Usuário não aceito pelo banco',
  UNEXPECTED_ERROR: 'Erro inesperado',
  MERGE_ERROR: 'Falha ao juntar dados',
  ERROR: 'Erro',
  PARTIAL_SUCCESS: 'Concluída em parte',
  SUCCESS: 'Concluída',
})

export const OPEN_FINANCE_PROVIDER_LABELS = labels<OpenFinanceProvider>({
  local: 'Ambiente local: nenhum banco de verdade responde aqui',
  pluggy: 'Pluggy, sob o consentimento dado no banco',
})

export const INCOME_STATEMENT_BASIS_LABELS = { competence: 'Competência', cash: 'Caixa' } as const
