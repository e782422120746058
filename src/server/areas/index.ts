// The handlers of every area, as the contract names them.
import type { Contract } from '#contract/index.ts'
import type { TitleKind } from '#domain/enums.ts'
import { bankAccountHandlers } from '#server/areas/banking/bank-accounts/handlers.ts'
import { bankStatementHandlers } from '#server/areas/banking/bank-statements/handlers.ts'
import { importHandlers } from '#server/areas/banking/imports/handlers.ts'
import { institutionHandlers } from '#server/areas/banking/institutions/handlers.ts'
import { openFinanceHandlers } from '#server/areas/banking/open-finance/handlers.ts'
import { annualStatementHandlers } from '#server/areas/fiscal/annual-statements/handlers.ts'
import { certificateAppointmentHandlers } from '#server/areas/fiscal/certificate-appointments/handlers.ts'
import { certificateHandlers } from '#server/areas/fiscal/certificates/handlers.ts'
import { invoiceCorrectionHandlers, invoiceVoidHandlers } from '#server/areas/fiscal/fiscal-events/handlers.ts'
import { bookInvoice } from '#server/areas/fiscal/invoices/booking.ts'
import { customerInvoiceHandlers, productInvoiceHandlers, serviceInvoiceHandlers } from '#server/areas/fiscal/invoices/handlers.ts'
import { noteLinkHandlers } from '#server/areas/fiscal/invoices/links.ts'
import { fiscalDocumentHandlers } from '#server/areas/fiscal/invoices/received.ts'
import { invoiceSettingsHandlers } from '#server/areas/fiscal/invoices/settings.ts'
import { noteLookupHandlers } from '#server/areas/fiscal/note-lookups/handlers.ts'
import { noteManifestationHandlers } from '#server/areas/fiscal/note-manifestations/handlers.ts'
import { noteReadingHandlers } from '#server/areas/fiscal/note-reading/handlers.ts'
import { productHandlers } from '#server/areas/fiscal/products/handlers.ts'
import { serviceHandlers } from '#server/areas/fiscal/services/handlers.ts'
import { taxHandlers } from '#server/areas/fiscal/taxes/handlers.ts'
import { categoryHandlers } from '#server/areas/ledger/categories/handlers.ts'
import { chartAccountHandlers, mappingHandlers } from '#server/areas/ledger/chart/handlers.ts'
import { contactHandlers } from '#server/areas/ledger/contacts/handlers.ts'
import { entryHandlers } from '#server/areas/ledger/entries/handlers.ts'
import { reconciliationHandlers } from '#server/areas/ledger/reconciliation/handlers.ts'
import { replayHandlers } from '#server/areas/ledger/replay/handlers.ts'
import { ruleHandlers } from '#server/areas/ledger/rules/handlers.ts'
import { titleHandlers } from '#server/areas/ledger/titles/handlers.ts'
import { transferHandlers } from '#server/areas/ledger/transfers/handlers.ts'
import { handoverHandlers } from '#server/areas/office/handovers/handlers.ts'
import { handoverLayoutHandlers } from '#server/areas/office/handovers/layouts.ts'
import { monthCloseHandlers } from '#server/areas/office/month-close/handlers.ts'
import { organizationHandlers } from '#server/areas/office/organizations/handlers.ts'
import { queueHandlers } from '#server/areas/office/organizations/queue.ts'
import { questionHandlers } from '#server/areas/office/questions/handlers.ts'
import { apiKeyHandlers } from '#server/areas/people/api-keys/handlers.ts'
import { associateHandlers, dependentHandlers } from '#server/areas/people/associates/handlers.ts'
import { authHandlers } from '#server/areas/people/auth/handlers.ts'
import { companyHandlers } from '#server/areas/people/companies/handlers.ts'
import { userHandlers } from '#server/areas/people/people/handlers.ts'
import { roleHandlers } from '#server/areas/people/people/roles.ts'
import { preferenceHandlers } from '#server/areas/people/preferences/handlers.ts'
import { attachmentHandlers } from '#server/areas/platform/attachments/handlers.ts'
import { batchHandlers } from '#server/areas/platform/batches/handlers.ts'
import { jobHandlers } from '#server/areas/platform/jobs/handlers.ts'
import { locationHandlers } from '#server/areas/platform/locations/handlers.ts'
import { notificationHandlers } from '#server/areas/platform/notifications/handlers.ts'
import { personalDataHandlers } from '#server/areas/platform/personal-data/handlers.ts'
import { legalEntityHandlers, naturalEntityHandlers } from '#server/areas/platform/registry/handlers.ts'
import { tutorialHandlers } from '#server/areas/platform/tutorials/handlers.ts'
import { webhookHandlers } from '#server/areas/platform/webhooks/handlers.ts'
import { budgetHandlers } from '#server/areas/reports/budgets/handlers.ts'
import { dashboardHandlers } from '#server/areas/reports/dashboard/handlers.ts'
import { exportHandlers } from '#server/areas/reports/exports/handlers.ts'
import { firstStepsHandlers } from '#server/areas/reports/first-steps/handlers.ts'
import { categoryBalance } from '#server/areas/reports/income-statement/category-balance.ts'
import { incomeStatementHandlers } from '#server/areas/reports/income-statement/handlers.ts'
import { monthPageHandlers } from '#server/areas/reports/month-page/handlers.ts'
import { balanceLadderHandlers } from '#server/areas/reports/reports/balance-ladder.ts'
import { cashFlowReportHandlers } from '#server/areas/reports/reports/cash-flow.ts'
import { ledgerReportHandlers } from '#server/areas/reports/reports/ledger.ts'
import { sheetImportHandlers } from '#server/areas/reports/sheet-imports/handlers.ts'
import { agreementHandlers } from '#server/areas/wallet/agreements/handlers.ts'
import { bankSlipHandlers } from '#server/areas/wallet/bank-slips/handlers.ts'
import { boletoHandlers } from '#server/areas/wallet/boleto/handlers.ts'
import { billingHandlers } from '#server/areas/wallet/charges/handlers.ts'
import { chargeLinkHandlers } from '#server/areas/wallet/charges/links.ts'
import { digitalAccountHandlers } from '#server/areas/wallet/digital-account/handlers.ts'
import { paymentAgreementHandlers } from '#server/areas/wallet/payment-agreements/handlers.ts'
import { paymentFileHandlers } from '#server/areas/wallet/payment-files/handlers.ts'
import { paymentOrderHandlers } from '#server/areas/wallet/payments/handlers.ts'
import { pixHandlers } from '#server/areas/wallet/pix/handlers.ts'
import { pixAgreementHandlers } from '#server/areas/wallet/pix-agreements/handlers.ts'
import { remittanceHandlers } from '#server/areas/wallet/remittances/handlers.ts'
import { slipReturnHandlers } from '#server/areas/wallet/slip-returns/handlers.ts'
import { subscriptionHandlers } from '#server/areas/wallet/subscriptions/handlers.ts'
import type { ContractHandlers, Handlers } from '#server/kernel/context.ts'
import { starkAccountHandlers } from './wallet/stark-accounts/handlers.ts'

const titles = (kind: TitleKind) => ({ ...titleHandlers(kind), createFromInvoice: bookInvoice(kind) })

export const handlers: ContractHandlers = {
  auth: authHandlers,
  preferences: preferenceHandlers,
  companies: companyHandlers,
  users: userHandlers,
  roles: roleHandlers,
  organizations: organizationHandlers,
  categories: { ...categoryHandlers, balance: categoryBalance },
  budgets: budgetHandlers,
  incomeStatement: incomeStatementHandlers,
  contacts: contactHandlers,
  bankAccounts: bankAccountHandlers,
  institutions: institutionHandlers,
  openFinance: openFinanceHandlers,
  bankStatements: bankStatementHandlers,
  imports: importHandlers,
  sheetImports: sheetImportHandlers,
  bills: titles('BILL'),
  // The maker is typed by the bills; it reads each body by its kind, so the receivables' wire is met by it as well.
  receivables: titles('RECEIVABLE') as unknown as Handlers<Contract['receivables']>,
  attachments: attachmentHandlers,
  entries: entryHandlers,
  transfers: transferHandlers,
  reconciliation: reconciliationHandlers,
  rules: ruleHandlers,
  replay: replayHandlers,
  batches: batchHandlers,
  boleto: boletoHandlers,
  paymentOrders: paymentOrderHandlers,
  paymentAgreements: paymentAgreementHandlers,
  paymentFiles: paymentFileHandlers,
  pix: pixHandlers,
  agreements: agreementHandlers,
  pixAgreements: pixAgreementHandlers,
  starkAccounts: starkAccountHandlers,
  bankSlips: bankSlipHandlers,
  remittances: remittanceHandlers,
  slipReturns: slipReturnHandlers,
  digitalAccounts: digitalAccountHandlers,
  billings: billingHandlers,
  apiKeys: apiKeyHandlers,
  webhooks: webhookHandlers,
  subscriptions: subscriptionHandlers,
  notifications: notificationHandlers,
  jobs: jobHandlers,
  locations: locationHandlers,
  taxes: taxHandlers,
  annualStatements: annualStatementHandlers,
  associates: associateHandlers,
  dependents: dependentHandlers,
  personalData: personalDataHandlers,
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
  noteLinks: noteLinkHandlers,
  chargeLinks: chargeLinkHandlers,
  fiscalDocuments: fiscalDocumentHandlers,
  noteLookups: noteLookupHandlers,
  noteManifestations: noteManifestationHandlers,
  noteReading: noteReadingHandlers,
  dashboard: dashboardHandlers,
  firstSteps: firstStepsHandlers,
  cashFlowReport: cashFlowReportHandlers,
  ledgerReport: ledgerReportHandlers,
  balanceLadder: balanceLadderHandlers,
  monthClose: monthCloseHandlers,
  chartAccounts: chartAccountHandlers,
  mappings: mappingHandlers,
  handoverLayouts: handoverLayoutHandlers,
  handovers: handoverHandlers,
  queue: queueHandlers,
  questions: questionHandlers,
  monthPage: monthPageHandlers,
}
