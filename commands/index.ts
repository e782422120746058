// All commands: the only list. A command that is not here does not exist.
import './records.ts'
import { accountCommands } from './accounts.ts'
import { captureCommands } from './capture.ts'
import { apiKeyCommands } from './api-keys.ts'
import { categoryCommands } from './categories.ts'
import { certificateCommands } from './certificate.ts'
import { contactCommands } from './contacts.ts'
import { documentCommands } from './documents.ts'
import { duplicateCommands } from './duplicates.ts'
import { entryCommands } from './entries.ts'
import { globalCommands } from './global.ts'
import { gridCommands } from './grid.ts'
import { historyCommands } from './history.ts'
import { importCommands } from './imports.ts'
import type { AnyCommand } from './kit/command.ts'
import { navigationCommands } from './navigation.ts'
import { notificationCommands } from './notifications.ts'
import { peopleCommands } from './people.ts'
import { periodCommands } from './periods.ts'
import { productCommands, serviceCommands } from './products.ts'
import { profileCommands } from './profile.ts'
import { reconcileCommands } from './reconcile.ts'
import { ruleCommands } from './rules.ts'
import { statementCommands } from './statements.ts'
import { billCommands, receivableCommands } from './titles.ts'
import { transferCommands } from './transfers.ts'

export const allCommands: readonly AnyCommand[] = [
  ...globalCommands,
  ...navigationCommands,
  ...gridCommands,
  ...billCommands,
  ...receivableCommands,
  ...entryCommands,
  ...transferCommands,
  ...importCommands,
  ...statementCommands,
  ...reconcileCommands,
  ...duplicateCommands,
  ...periodCommands,
  ...accountCommands,
  ...categoryCommands,
  ...contactCommands,
  ...ruleCommands,
  ...productCommands,
  ...serviceCommands,
  ...certificateCommands,
  ...captureCommands,
  ...documentCommands,
  ...historyCommands,
  ...notificationCommands,
  ...peopleCommands,
  ...profileCommands,
  ...apiKeyCommands,
]
