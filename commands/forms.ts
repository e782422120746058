// The forms drawn by hand, and what each hands to its command. The shell has one component for every name.
import type { z } from 'zod'
import type { apiKeys } from '#contract/api-keys.ts'
import type { categories } from '#contract/categories.ts'
import type { AppointmentFields } from '#contract/certificate-appointments.ts'
import type { companies } from '#contract/companies.ts'
import type { ContactFields } from '#contract/contacts.ts'
import type { entries } from '#contract/entries.ts'
import type { Call, Endpoint } from '#contract/kit/endpoint.ts'
import type { paymentOrders } from '#contract/payments.ts'
import type { organizations, roles, users } from '#contract/people.ts'
import type { pix } from '#contract/pix.ts'
import type { annualStatements, taxes } from '#contract/taxes.ts'
import type { webhooks } from '#contract/webhooks.ts'
import type { StatementSelection } from './annual-statements.ts'
import type { AssociateFileInput, DependentInput } from './associates.ts'
import type { NoteKeyInput, NotesInput } from './capture.ts'
import type { CertificateInput } from './certificate.ts'
import type { DocumentsInput } from './documents.ts'
import type { SendInput } from './handing-on.ts'
import type { StatementFileInput } from './imports.ts'
import type { ContingencyInput, LetterInput, VoidInput } from './invoice-events.ts'
import type { CancelInput, NoteInput } from './invoice-forms.ts'
import type { InvoiceSetupInput, IssuerAddressInput, RegistrationInput } from './invoice-setup.ts'
import type { UnfulfilledInput } from './manifestations.ts'
import type { PaperInput } from './papers.ts'
import type { PixCredentialsInput } from './pix-agreements.ts'
import type { QuestionInput } from './questions.ts'
import type { PlanInput } from './reports.ts'
import type { StarkConnectInput } from './stark-accounts.ts'
import type { TaxCorrectionInput, TaxPaymentInput, TaxProfileInput, TaxSlipInput } from './taxes.ts'
import type { PartsInput, SettleInput, TitleInput } from './title-forms.ts'

/** The body of a row as a caller writes it. */
type BodyOf<E extends Endpoint> = Call<E> extends { body: infer B } ? B : never

declare module './kit/form.ts' {
  interface Forms {
    'api-key': BodyOf<typeof apiKeys.create>
    'annual-statement': z.input<typeof annualStatements.create.spec.body>
    appointment: z.input<typeof AppointmentFields>
    'associate-file': z.input<typeof AssociateFileInput>
    budget: PlanInput
    bill: z.input<typeof TitleInput>
    'bill-paper': z.input<typeof PaperInput>
    'cancel-notes': z.input<typeof CancelInput>
    category: BodyOf<typeof categories.create>
    certificate: z.input<typeof CertificateInput>
    'close-period': BodyOf<typeof entries.closeDateRange>
    'consumer-note': z.input<typeof NoteInput>
    contact: z.input<typeof ContactFields>
    dependent: DependentInput
    documents: z.input<typeof DocumentsInput>
    'initial-setup': Record<never, never>
    'invoice-setup': z.input<typeof InvoiceSetupInput>
    invitation: BodyOf<typeof users.create>
    'note-again': z.input<typeof NoteInput>
    'office-company': BodyOf<typeof companies.create>
    'office-user': BodyOf<typeof organizations.invite>
    'pix-credentials': z.input<typeof PixCredentialsInput>
    'pay-bill': z.input<typeof paymentOrders.create.spec.body>
    'order-split': BodyOf<typeof paymentOrders.split>
    webhook: BodyOf<typeof webhooks.create>
    'pix-claim': BodyOf<typeof pix.claimKey>
    'pix-key': BodyOf<typeof pix.createKey>
    'product-note': z.input<typeof NoteInput>
    'correction-letter': z.input<typeof LetterInput>
    'note-key': z.input<typeof NoteKeyInput>
    'unfulfilled-notes': z.input<typeof UnfulfilledInput>
    'void-numbers': z.input<typeof VoidInput>
    contingency: z.input<typeof ContingencyInput>
    question: z.input<typeof QuestionInput>
    'send-by-email': z.input<typeof SendInput>
    'issuer-address': z.input<typeof IssuerAddressInput>
    'received-notes': z.input<typeof NotesInput>
    registrations: z.input<typeof RegistrationInput>
    role: BodyOf<typeof roles.create>
    'stark-account': z.input<typeof StarkConnectInput>
    tax: z.input<typeof taxes.create.spec.body>
    'tax-payment': z.input<typeof TaxPaymentInput>
    'tax-correction': z.input<typeof TaxCorrectionInput>
    'tax-profile': z.input<typeof TaxProfileInput>
    'tax-slip': z.input<typeof TaxSlipInput>
    receivable: z.input<typeof TitleInput>
    'service-note': z.input<typeof NoteInput>
    'settle-title': z.input<typeof SettleInput>
    'statement-selection': StatementSelection
    'statement-file': z.input<typeof StatementFileInput>
    'split-title': z.input<typeof PartsInput>
  }
}
