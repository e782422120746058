// The whole contract: every endpoint row by resource. Server, client, cache, OpenAPI and tests read this one record.

import { apiKeys } from './api-keys.ts'
import { associates, dependents } from './associates.ts'
import { attachments } from './attachments.ts'
import { auth, preferences } from './auth.ts'
import { balanceLadder } from './balance-ladder.ts'
import { bankAccounts, institutions } from './bank-accounts.ts'
import { bankStatements, imports } from './bank-statements.ts'
import { batches } from './batches.ts'
import { billings } from './billings.ts'
import { bills } from './bills.ts'
import { budgets } from './budgets.ts'
import { cashFlowReport } from './cash-flow-report.ts'
import { categories } from './categories.ts'
import { certificateAppointments } from './certificate-appointments.ts'
import { certificates } from './certificates.ts'
import { chartAccounts, mappings } from './chart-accounts.ts'
import { agreements, bankSlips, remittances, slipReturns } from './collection.ts'
import { companies } from './companies.ts'
import { contacts } from './contacts.ts'
import { dashboard } from './dashboard.ts'
import { digitalAccounts } from './digital-account.ts'
import { chargeLinks, noteLinks } from './document-links.ts'
import { entries } from './entries.ts'
import { exports } from './exports.ts'
import { firstSteps } from './first-steps.ts'
import { fiscalDocuments, invoiceSettings } from './fiscal-documents.ts'
import { invoiceCorrections, invoiceVoids } from './fiscal-events.ts'
import { handoverLayouts, handovers } from './handovers.ts'
import { incomeStatement } from './income-statement.ts'
import { customerInvoices, productInvoices, serviceInvoices } from './invoices.ts'
import { ledgerReport } from './ledger-report.ts'
import { locations } from './locations.ts'
import { monthClose } from './month-close.ts'
import { monthPage } from './month-page.ts'
import { noteLookups } from './note-lookups.ts'
import { noteManifestations } from './note-manifestations.ts'
import { noteReading } from './note-reading.ts'
import { jobs, notifications } from './notifications.ts'
import { openFinance } from './open-finance.ts'
import { paymentAgreements, paymentFiles } from './payment-files.ts'
import { boleto, paymentOrders } from './payments.ts'
import { organizations, roles, users } from './people.ts'
import { personalData } from './personal-data.ts'
import { pix } from './pix.ts'
import { pixAgreements } from './pix-agreements.ts'
import { products } from './products.ts'
import { questions } from './questions.ts'
import { queue } from './queue.ts'
import { receivables } from './receivables.ts'
import { reconciliation, rules } from './reconciliation.ts'
import { legalEntities, naturalEntities, tutorials } from './registry.ts'
import { replay } from './replay.ts'
import { services } from './services.ts'
import { sheetImports } from './sheet-imports.ts'
import { starkAccounts } from './stark-accounts.ts'
import { subscriptions } from './subscriptions.ts'
import { annualStatements, taxes } from './taxes.ts'
import { transfers } from './transfers.ts'
import { webhooks } from './webhooks.ts'

export const contract = {
  auth,
  preferences,
  companies,
  users,
  roles,
  organizations,
  categories,
  budgets,
  incomeStatement,
  contacts,
  bankAccounts,
  institutions,
  openFinance,
  bankStatements,
  imports,
  sheetImports,
  bills,
  receivables,
  attachments,
  entries,
  transfers,
  reconciliation,
  rules,
  replay,
  batches,
  boleto,
  paymentOrders,
  paymentAgreements,
  paymentFiles,
  pix,
  agreements,
  pixAgreements,
  starkAccounts,
  bankSlips,
  remittances,
  slipReturns,
  digitalAccounts,
  billings,
  apiKeys,
  webhooks,
  subscriptions,
  notifications,
  jobs,
  locations,
  taxes,
  annualStatements,
  associates,
  dependents,
  personalData,
  legalEntities,
  naturalEntities,
  tutorials,
  exports,
  certificates,
  certificateAppointments,
  products,
  noteLookups,
  noteManifestations,
  noteReading,
  services,
  serviceInvoices,
  productInvoices,
  customerInvoices,
  invoiceSettings,
  invoiceCorrections,
  invoiceVoids,
  noteLinks,
  chargeLinks,
  fiscalDocuments,
  dashboard,
  firstSteps,
  cashFlowReport,
  ledgerReport,
  balanceLadder,
  monthClose,
  chartAccounts,
  mappings,
  handoverLayouts,
  handovers,
  queue,
  questions,
  monthPage,
} as const

export type Contract = typeof contract
