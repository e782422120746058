// What each background job does.
import type { Services } from '../kernel/services.ts'
import { runCompanyMorning, runMorning } from '../modules/daily/morning.ts'
import { registerAtAuthority } from '../modules/fiscal-events/outcome.ts'
import { commitImport } from '../modules/imports/commit.ts'
import { readImport } from '../modules/imports/read.ts'
import { cancelInvoice, transmitInvoice } from '../modules/invoices/outcome.ts'
import { deliverMessage } from '../modules/messages/deliver.ts'
import { syncConnection } from '../modules/open-finance/sync.ts'
import { advanceMoney } from '../modules/payments/advance.ts'
import { askAuthority } from '../modules/taxes/authority.ts'
import type { Workers } from './queue.ts'

export function createWorkers(services: Services): Workers {
  return {
    'import.read': data => readImport(services, data),
    'import.commit': data => commitImport(services, data),
    'invoice.transmit': data => transmitInvoice(services, data),
    'invoice.cancel': data => cancelInvoice(services, data),
    'invoice.register': data => registerAtAuthority(services, data),
    'open_finance.sync': data => syncConnection(services, data),
    'authority.ask': data => askAuthority(services, data),
    'message.send': data => deliverMessage(services, data),
    'daily.run': () => runMorning(services),
    'daily.company': data => runCompanyMorning(services, data),
    'money.advance': step => advanceMoney(services, step),
  }
}
