// What each background job does.

import { commitImport } from '#server/areas/banking/imports/commit.ts'
import { readImport } from '#server/areas/banking/imports/read.ts'
import { syncConnection } from '#server/areas/banking/open-finance/sync.ts'
import { registerAtAuthority } from '#server/areas/fiscal/fiscal-events/outcome.ts'
import { cancelInvoice, transmitInvoice } from '#server/areas/fiscal/invoices/outcome.ts'
import { findNotes } from '#server/areas/fiscal/note-reading/find.ts'
import { readNotes } from '#server/areas/fiscal/note-reading/read.ts'
import { askAuthority } from '#server/areas/fiscal/taxes/authority.ts'
import { deliverMessage } from '#server/areas/platform/messages/deliver.ts'
import { sendWebhook } from '#server/areas/platform/webhooks/send.ts'
import { tellWebhooks } from '#server/areas/platform/webhooks/tell.ts'
import { runCompanyMorning, runMorning } from '#server/areas/reports/daily/morning.ts'
import { commitSheet } from '#server/areas/reports/sheet-imports/commit.ts'
import { advanceMoney } from '#server/areas/wallet/under-way/advance.ts'
import type { Workers } from '#server/jobs/queue.ts'
import type { Services } from '#server/kernel/services.ts'

export function createWorkers(services: Services): Workers {
  return {
    'import.read': data => readImport(services, data),
    'import.commit': data => commitImport(services, data),
    'invoice.transmit': data => transmitInvoice(services, data),
    'invoice.cancel': data => cancelInvoice(services, data),
    'invoice.register': data => registerAtAuthority(services, data),
    'open_finance.sync': data => syncConnection(services, data),
    'sheet.commit': data => commitSheet(services, data),
    'authority.ask': data => askAuthority(services, data),
    'message.send': data => deliverMessage(services, data),
    'webhook.tell': data => tellWebhooks(services, data),
    'webhook.send': data => sendWebhook(services, data),
    'notes.read': ({ company_id }) => readNotes(services, { company_id, source: 'NFE' }),
    'notes.services': ({ company_id }) => readNotes(services, { company_id, source: 'NFSE' }),
    'notes.find': data => findNotes(services, data),
    'daily.run': () => runMorning(services),
    'daily.company': data => runCompanyMorning(services, data),
    'money.advance': step => advanceMoney(services, step),
  }
}
