// The wire's records by name: the OpenAPI document defines each once and refers to it everywhere else.
import { ApiKey } from './api-keys.ts'
import { Associate, Dependent } from './associates.ts'
import { Attachment } from './attachments.ts'
import { Challenge, Profile, Tokens } from './auth.ts'
import { BankAccount, BankAccountRef } from './bank-accounts.ts'
import { Import } from './bank-statements.ts'
import { Batch } from './batches.ts'
import { Billing } from './billings.ts'
import { Bill } from './bills.ts'
import { BudgetLine } from './budgets.ts'
import { Category, CategoryBalance, CategoryRef } from './categories.ts'
import { Appointment, AppointmentProduct, CommercialUnit } from './certificate-appointments.ts'
import { Certificate } from './certificates.ts'
import { ChartAccount, Mapping } from './chart-accounts.ts'
import { Agreement, BankSlip, Remittance, SlipOccurrence } from './collection.ts'
import { Company, CompanySummary, Invitation } from './companies.ts'
import { Contact, ContactRef } from './contacts.ts'
import { DayBalance, Late, Pile } from './dashboard.ts'
import { DigitalAccount, PaymentLimits } from './digital-account.ts'
import { DateRange, Entry } from './entries.ts'
import { ConciliationGroup, PaymentDetails, Recurrence } from './entry.ts'
import { InvoiceIssuance, InvoiceSeries } from './fiscal-documents.ts'
import { InvoiceCorrection, InvoiceVoid } from './fiscal-events.ts'
import { Handover, HandoverLayout } from './handovers.ts'
import { StatementLine } from './income-statement.ts'
import { InvoiceParty, InvoicePayment, NoteCheck, ProductInvoice, ServiceInvoice } from './invoices.ts'
import { Address, BulkAnswer, Done } from './kit/fields.ts'
import { City, State } from './locations.ts'
import { Job, Notification, Run, SheetImport } from './notifications.ts'
import { Connection } from './open-finance.ts'
import { Boleto, Payee, Payment, PaymentOrder } from './payments.ts'
import { CompanyUser, OrganizationUser, Role, RoleRef } from './people.ts'
import { PixCode, PixKey } from './pix.ts'
import { Product } from './products.ts'
import { Question } from './questions.ts'
import { Receivable } from './receivables.ts'
import { ReceivedNote } from './received-notes.ts'
import { Candidate, Ghost, LineSuggestion, Rule } from './reconciliation.ts'
import { LegalEntity, NaturalEntity, Tutorial } from './registry.ts'
import { MunicipalService, Service } from './services.ts'
import { SheetReview } from './sheet-imports.ts'
import { BankStatementEntry } from './statement-entries.ts'
import { Subscription } from './subscriptions.ts'
import { AnnualBillingStatement, Tax, TaxDetail, TaxProfile, TaxSlip } from './taxes.ts'
import { Transfer } from './transfers.ts'

export const RECORDS = {
  Address,
  Agreement,
  AnnualBillingStatement,
  ApiKey,
  Appointment,
  AppointmentProduct,
  Associate,
  Attachment,
  BankAccount,
  BankAccountRef,
  BankSlip,
  BankStatementEntry,
  Batch,
  Bill,
  Billing,
  Boleto,
  BudgetLine,
  BulkAnswer,
  Candidate,
  Category,
  CategoryBalance,
  CategoryRef,
  Certificate,
  ChartAccount,
  Challenge,
  City,
  CommercialUnit,
  Company,
  CompanySummary,
  CompanyUser,
  ConciliationGroup,
  Connection,
  Contact,
  ContactRef,
  DateRange,
  DayBalance,
  Dependent,
  DigitalAccount,
  Done,
  Entry,
  Ghost,
  Handover,
  HandoverLayout,
  Import,
  Invitation,
  InvoiceCorrection,
  InvoiceIssuance,
  InvoiceParty,
  InvoicePayment,
  InvoiceSeries,
  InvoiceVoid,
  Job,
  Late,
  LegalEntity,
  LineSuggestion,
  Mapping,
  MunicipalService,
  NaturalEntity,
  NoteCheck,
  Notification,
  OrganizationUser,
  Payee,
  Payment,
  PaymentDetails,
  PaymentLimits,
  PaymentOrder,
  Pile,
  PixCode,
  PixKey,
  Product,
  ProductInvoice,
  Profile,
  Question,
  Receivable,
  ReceivedNote,
  Recurrence,
  Remittance,
  Role,
  RoleRef,
  Rule,
  Run,
  Service,
  ServiceInvoice,
  SheetImport,
  SheetReview,
  SlipOccurrence,
  State,
  StatementLine,
  Subscription,
  Tax,
  TaxDetail,
  TaxProfile,
  TaxSlip,
  Tokens,
  Transfer,
  Tutorial,
} as const
