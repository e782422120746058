// All commands: the only list. A command that is not here does not exist.
import './records.ts'
import './forms.ts'
import './intents.ts'
import { accountCommands } from './accounts.ts'
import { annualStatementCommands } from './annual-statements.ts'
import { apiKeyCommands } from './api-keys.ts'
import { associateCommands } from './associates.ts'
import { billingCommands } from './billings.ts'
import { captureCommands } from './capture.ts'
import { categoryCommands } from './categories.ts'
import { certificateCommands } from './certificate.ts'
import { collectionCommands } from './collection.ts'
import { connectionCommands } from './connections.ts'
import { contactCommands } from './contacts.ts'
import { documentCommands } from './documents.ts'
import { duplicateCommands } from './duplicates.ts'
import { entryCommands } from './entries.ts'
import { firstStepsCommands } from './first-steps.ts'
import { globalCommands, pinnedCommands } from './global.ts'
import { gridCommands } from './grid.ts'
import { handoverCommands } from './handover.ts'
import { historyCommands } from './history.ts'
import { homeCommands } from './home.ts'
import { importCommands } from './imports.ts'
import { invoiceCommands } from './invoices.ts'
import type { AnyCommand } from './kit/command.ts'
import { manifestationCommands } from './manifestations.ts'
import { manualCommands } from './manual-pages.ts'
import { monthEndCommands } from './month-end.ts'
import { monthPageCommands } from './month-page.ts'
import { navigationCommands } from './navigation.ts'
import { notificationCommands } from './notifications.ts'
import { organizationCommands } from './organization.ts'
import { paperCommands } from './papers.ts'
import { paymentFileCommands } from './payment-files.ts'
import { paymentCommands } from './payments.ts'
import { peopleCommands } from './people.ts'
import { periodCommands } from './periods.ts'
import { personalDataCommands } from './personal-data.ts'
import { pixAgreementCommands } from './pix-agreements.ts'
import { productCommands, serviceCommands } from './products.ts'
import { profileCommands } from './profile.ts'
import { questionCommands } from './questions.ts'
import { reconcileCommands } from './reconcile.ts'
import { replayCommands } from './replay.ts'
import { reportCommands } from './reports.ts'
import { ruleCommands } from './rules.ts'
import { sheetCommands } from './sheets.ts'
import { starkAccountCommands } from './stark-accounts.ts'
import { statementCommands } from './statements.ts'
import { subscriptionCommands } from './subscriptions.ts'
import { taxCommands } from './taxes.ts'
import { billCommands, receivableCommands } from './titles.ts'
import { transferCommands } from './transfers.ts'
import { walletCommands } from './wallet.ts'
import { webhookCommands } from './webhooks.ts'

const every = [
  ...globalCommands,
  ...navigationCommands,
  ...pinnedCommands,
  ...gridCommands,
  ...billCommands,
  ...receivableCommands,
  ...paperCommands,
  ...entryCommands,
  ...transferCommands,
  ...importCommands,
  ...sheetCommands,
  ...statementCommands,
  ...reconcileCommands,
  ...replayCommands,
  ...monthEndCommands,
  ...duplicateCommands,
  ...periodCommands,
  ...accountCommands,
  ...connectionCommands,
  ...walletCommands,
  ...starkAccountCommands,
  ...paymentCommands,
  ...collectionCommands,
  ...paymentFileCommands,
  ...pixAgreementCommands,
  ...categoryCommands,
  ...contactCommands,
  ...personalDataCommands,
  ...ruleCommands,
  ...productCommands,
  ...serviceCommands,
  ...handoverCommands,
  ...certificateCommands,
  ...captureCommands,
  ...manifestationCommands,
  ...documentCommands,
  ...invoiceCommands,
  ...historyCommands,
  ...notificationCommands,
  ...taxCommands,
  ...annualStatementCommands,
  ...associateCommands,
  ...billingCommands,
  ...subscriptionCommands,
  ...homeCommands,
  ...firstStepsCommands,
  ...reportCommands,
  ...monthPageCommands,
  ...organizationCommands,
  ...questionCommands,
  ...peopleCommands,
  ...profileCommands,
  ...apiKeyCommands,
  ...webhookCommands,
  ...manualCommands,
]

export const allCommands: readonly AnyCommand[] = every
/** The id of every command: one that does not exist does not compile. */
export type CommandId = (typeof every)[number]['id']

export const isCommandId = (id: string): id is CommandId => every.some(command => command.id === id)
