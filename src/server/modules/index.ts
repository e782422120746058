// Every handler of the contract: a row without one does not compile.
import type { Contract } from '#contract/index.ts'
import type { Handlers } from '../kernel/context.ts'
import { annualStatementHandlers } from './annual-statements/handlers.ts'
import { apiKeyHandlers } from './api-keys/handlers.ts'
import { associateHandlers, dependentHandlers } from './associates/handlers.ts'
import { attachmentHandlers } from './attachments/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { bankAccountHandlers } from './bank-accounts/handlers.ts'
import { bankStatementHandlers } from './bank-statements/handlers.ts'
import { batchHandlers } from './batches/handlers.ts'
import { boletoHandlers } from './boleto/handlers.ts'
import { budgetHandlers } from './budgets/handlers.ts'
import { categoryHandlers } from './categories/handlers.ts'
import { certificateAppointmentHandlers } from './certificate-appointments/handlers.ts'
import { certificateHandlers } from './certificates/handlers.ts'
import { billingHandlers } from './charges/handlers.ts'
import { companyHandlers } from './companies/handlers.ts'
import { contactHandlers } from './contacts/handlers.ts'
import { dashboardHandlers } from './dashboard/handlers.ts'
import { digitalAccountHandlers } from './digital-account/handlers.ts'
import { entryHandlers } from './entries/handlers.ts'
import { titleHandlers } from './entries/titles.ts'
import { exportHandlers } from './exports/handlers.ts'
import { invoiceCorrectionHandlers, invoiceVoidHandlers } from './fiscal-events/handlers.ts'
import { importHandlers } from './imports/handlers.ts'
import { incomeStatementHandlers } from './income-statement/handlers.ts'
import { institutionHandlers } from './institutions/handlers.ts'
import { fiscalDocumentHandlers } from './invoices/capture.ts'
import { customerInvoiceHandlers, productInvoiceHandlers, serviceInvoiceHandlers } from './invoices/handlers.ts'
import { invoiceSettingsHandlers } from './invoices/settings.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { locationHandlers } from './locations/handlers.ts'
import { monthCloseHandlers } from './month-close/handlers.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { openFinanceHandlers } from './open-finance/handlers.ts'
import { organizationHandlers } from './organizations/handlers.ts'
import { queueHandlers } from './organizations/queue.ts'
import { paymentOrderHandlers } from './payments/handlers.ts'
import { userHandlers } from './people/handlers.ts'
import { roleHandlers } from './people/roles.ts'
import { pixHandlers } from './pix/handlers.ts'
import { preferenceHandlers } from './preferences/handlers.ts'
import { productHandlers } from './products/handlers.ts'
import { questionHandlers } from './questions/handlers.ts'
import { reconciliationHandlers } from './reconciliation/handlers.ts'
import { legalEntityHandlers, naturalEntityHandlers } from './registry/handlers.ts'
import { balanceLadderHandlers } from './reports/balance-ladder.ts'
import { cashFlowReportHandlers } from './reports/cash-flow.ts'
import { ledgerReportHandlers } from './reports/ledger.ts'
import { ruleHandlers } from './rules/handlers.ts'
import { serviceHandlers } from './services/handlers.ts'
import { subscriptionHandlers } from './subscriptions/handlers.ts'
import { taxHandlers } from './taxes/handlers.ts'
import { transferHandlers } from './transfers/handlers.ts'
import { tutorialHandlers } from './tutorials/handlers.ts'

export const handlers: { [K in keyof Contract]: Handlers<Contract[K]> } = {
  auth: authHandlers,
  preferences: preferenceHandlers,
  companies: companyHandlers,
  users: userHandlers,
  roles: roleHandlers,
  organizations: organizationHandlers,
  categories: categoryHandlers,
  budgets: budgetHandlers,
  incomeStatement: incomeStatementHandlers,
  contacts: contactHandlers,
  bankAccounts: bankAccountHandlers,
  institutions: institutionHandlers,
  openFinance: openFinanceHandlers,
  bankStatements: bankStatementHandlers,
  imports: importHandlers,
  bills: titleHandlers('BILL'),
  // The maker is typed by the bills; it reads each body by its kind, so the receivables' wire is met by it as well.
  receivables: titleHandlers('RECEIVABLE') as unknown as Handlers<Contract['receivables']>,
  attachments: attachmentHandlers,
  entries: entryHandlers,
  transfers: transferHandlers,
  reconciliation: reconciliationHandlers,
  rules: ruleHandlers,
  batches: batchHandlers,
  boleto: boletoHandlers,
  paymentOrders: paymentOrderHandlers,
  pix: pixHandlers,
  digitalAccounts: digitalAccountHandlers,
  billings: billingHandlers,
  apiKeys: apiKeyHandlers,
  subscriptions: subscriptionHandlers,
  notifications: notificationHandlers,
  jobs: jobHandlers,
  locations: locationHandlers,
  taxes: taxHandlers,
  annualStatements: annualStatementHandlers,
  associates: associateHandlers,
  dependents: dependentHandlers,
  legalEntities: legalEntityHandlers,
  naturalEntities: naturalEntityHandlers,
  tutorials: tutorialHandlers,
  exports: exportHandlers,
  certificates: certificateHandlers,
  certificateAppointments: certificateAppointmentHandlers,
  products: productHandlers,
  services: serviceHandlers,
  serviceInvoices: serviceInvoiceHandlers,
  productInvoices: productInvoiceHandlers,
  customerInvoices: customerInvoiceHandlers,
  invoiceSettings: invoiceSettingsHandlers,
  invoiceCorrections: invoiceCorrectionHandlers,
  invoiceVoids: invoiceVoidHandlers,
  fiscalDocuments: fiscalDocumentHandlers,
  dashboard: dashboardHandlers,
  cashFlowReport: cashFlowReportHandlers,
  ledgerReport: ledgerReportHandlers,
  balanceLadder: balanceLadderHandlers,
  monthClose: monthCloseHandlers,
  queue: queueHandlers,
  questions: questionHandlers,
}
