// The component of every form drawn by hand, each loaded with the first command that asks by it.
import { lazy } from 'react'
import type { FormComponents } from '#client/surfaces/house.ts'

const notes = () => import('#client/features/invoices/invoice-forms.ts')
const events = () => import('#client/features/invoices/event-forms.tsx')
const titles = () => import('#client/features/titles/title-form.tsx')

export const forms: FormComponents = {
  'api-key': lazy(() => import('#client/features/api-keys/new-api-key.tsx').then(module => ({ default: module.AskedApiKey }))),
  webhook: lazy(() => import('#client/features/webhooks/webhook-form.tsx').then(module => ({ default: module.AskedWebhook }))),
  'annual-statement': lazy(() =>
    import('#client/features/annual-statements/statement-billing.tsx').then(module => ({ default: module.AskedStatement })),
  ),
  appointment: lazy(() =>
    import('#client/features/certificate/book-appointment.tsx').then(module => ({ default: module.AskedAppointment })),
  ),
  'associate-file': lazy(() => import('#client/features/associates/associate-files.tsx').then(module => ({ default: module.AskedFile }))),
  budget: lazy(() => import('#client/features/reports/category-budget.tsx').then(module => ({ default: module.AskedBudget }))),
  bill: lazy(() => titles().then(module => ({ default: module.AskedBill }))),
  'bill-paper': lazy(() => import('#client/features/titles/paper/paper-page.tsx').then(module => ({ default: module.AskedPaper }))),
  'cancel-notes': lazy(() => import('#client/features/invoices/invoice-cancel.tsx').then(module => ({ default: module.AskedCancel }))),
  category: lazy(() => import('#client/features/categories/category-form.tsx').then(module => ({ default: module.AskedCategory }))),
  certificate: lazy(() =>
    import('#client/features/certificate/upload-certificate.tsx').then(module => ({ default: module.AskedCertificate })),
  ),
  'close-period': lazy(() => import('#client/features/entries/close-period.tsx').then(module => ({ default: module.AskedClosePeriod }))),
  'consumer-note': lazy(() => notes().then(module => ({ default: module.AskedGoodsNote }))),
  contact: lazy(() => import('#client/features/contacts/contact-forms.tsx').then(module => ({ default: module.AskedContact }))),
  dependent: lazy(() => import('#client/features/associates/dependent-form.tsx').then(module => ({ default: module.AskedDependent }))),
  documents: lazy(() => import('#client/features/documents/upload-documents.tsx').then(module => ({ default: module.AskedDocuments }))),
  'initial-setup': lazy(() => import('#client/features/categories/categories.tsx').then(module => ({ default: module.AskedInitialSetup }))),
  'invoice-setup': lazy(() => notes().then(module => ({ default: module.AskedSetup }))),
  invitation: lazy(() => import('#client/features/people/invite.tsx').then(module => ({ default: module.AskedInvitation }))),
  'note-again': lazy(() => notes().then(module => ({ default: module.AskedNoteAgain }))),
  'office-company': lazy(() => import('#client/features/office/new-company.tsx').then(module => ({ default: module.AskedCompany }))),
  'office-user': lazy(() => import('#client/features/office/users.tsx').then(module => ({ default: module.AskedOfficeUser }))),
  'order-split': lazy(() => import('#client/features/office/split-order.tsx').then(module => ({ default: module.AskedSplit }))),
  'pay-bill': lazy(() => import('#client/features/wallet/pay-bill.tsx').then(module => ({ default: module.AskedPayment }))),
  'pix-claim': lazy(() => import('#client/features/wallet/keys.tsx').then(module => ({ default: module.AskedPixClaim }))),
  'pix-credentials': lazy(() =>
    import('#client/features/billings/pix-credentials.tsx').then(module => ({ default: module.AskedPixCredentials })),
  ),
  'pix-key': lazy(() => import('#client/features/wallet/keys.tsx').then(module => ({ default: module.AskedPixKey }))),
  'product-note': lazy(() => notes().then(module => ({ default: module.AskedGoodsNote }))),
  question: lazy(() => import('#client/features/questions/question-form.tsx').then(module => ({ default: module.AskedQuestion }))),
  'received-notes': lazy(() => import('#client/features/capture/upload-notes.tsx').then(module => ({ default: module.AskedNotes }))),
  'issuer-address': lazy(() => notes().then(module => ({ default: module.AskedIssuerAddress }))),
  registrations: lazy(() => notes().then(module => ({ default: module.AskedRegistrations }))),
  role: lazy(() => import('#client/features/people/role-form.tsx').then(module => ({ default: module.AskedRole }))),
  'stark-account': lazy(() => import('#client/features/wallet/stark-account.tsx').then(module => ({ default: module.AskedStarkAccount }))),
  tax: lazy(() => import('#client/features/taxes/tax-create.tsx').then(module => ({ default: module.AskedTax }))),
  'tax-correction': lazy(() => import('#client/features/taxes/tax-correct.tsx').then(module => ({ default: module.AskedCorrection }))),
  'tax-payment': lazy(() => import('#client/features/taxes/tax-payment.tsx').then(module => ({ default: module.AskedPayment }))),
  'tax-profile': lazy(() => import('#client/features/taxes/tax-profile.tsx').then(module => ({ default: module.AskedProfile }))),
  'tax-slip': lazy(() => import('#client/features/taxes/tax-slip.tsx').then(module => ({ default: module.AskedSlip }))),
  receivable: lazy(() => titles().then(module => ({ default: module.AskedReceivable }))),
  'send-by-email': lazy(() => import('#client/features/handed-on/send-by-email.tsx').then(module => ({ default: module.AskedAddress }))),
  'note-key': lazy(() => import('#client/features/capture/note-key.tsx').then(module => ({ default: module.AskedNoteKey }))),
  'unfulfilled-notes': lazy(() =>
    import('#client/features/capture/unfulfilled.tsx').then(module => ({ default: module.AskedUnfulfilled })),
  ),
  'correction-letter': lazy(() => events().then(module => ({ default: module.AskedLetter }))),
  'void-numbers': lazy(() => events().then(module => ({ default: module.AskedVoid }))),
  contingency: lazy(() => events().then(module => ({ default: module.AskedContingency }))),
  'service-note': lazy(() => notes().then(module => ({ default: module.AskedServiceNote }))),
  'settle-title': lazy(() => import('#client/features/titles/title-settle.tsx').then(module => ({ default: module.AskedSettle }))),
  'statement-selection': lazy(() =>
    import('#client/features/annual-statements/statement-steps.tsx').then(module => ({ default: module.AskedSelection })),
  ),
  'statement-file': lazy(() =>
    import('#client/features/imports/upload-statement.tsx').then(module => ({ default: module.AskedStatementFile })),
  ),
  'split-title': lazy(() => import('#client/features/titles/title-split.tsx').then(module => ({ default: module.AskedSplit }))),
}
