// Every migration by name, in order of name. A released name never changes.
import type { Migration } from 'kysely'
import { house } from './0001-house.ts'
import { jobs } from './0002-jobs.ts'
import { statistics } from './0003-statistics.ts'
import { people } from './0004-people.ts'
import { budgets } from './0005-budgets.ts'
import { openFinance } from './0006-open-finance.ts'
import { speed } from './0007-speed.ts'
import { invoices } from './0008-invoices.ts'
import { certificates } from './0009-certificates.ts'
import { money } from './0010-money.ts'
import { subscriptions } from './0011-subscriptions.ts'
import { companyRecords } from './0012-company-records.ts'
import { moneyLimits } from './0013-money-limits.ts'
import { outbox } from './0015-outbox.ts'
import { spec } from './0016-spec.ts'
import { rights } from './0017-rights.ts'
import { rules } from './0018-rules.ts'
import { moreRules } from './0019-more-rules.ts'
import { fiscalEvents } from './0020-fiscal-events.ts'
import { questions } from './0021-questions.ts'
import { search } from './0022-search.ts'
import { holding } from './0023-holding.ts'
import { chain } from './0024-chain.ts'
import { receivedNotes } from './0025-received-notes.ts'
import { memory } from './0026-memory.ts'
import { personalData } from './0027-personal-data.ts'
import { monthLinks } from './0028-month-links.ts'
import { sheetImports } from './0029-sheet-imports.ts'
import { sessionKeys } from './0030-session-keys.ts'
import { readLog } from './0031-read-log.ts'
import { filePlace } from './0032-file-place.ts'
import { handover } from './0041-handover.ts'
import { collection } from './0044-collection.ts'
import { pluggy } from './0047-pluggy.ts'
import { payDay } from './0048-pay-day.ts'
import { webhooks } from './0049-webhooks.ts'
import { noteReading } from './0050-note-reading.ts'
import { pixAgreements } from './0051-pix-agreements.ts'
import { stripe } from './0052-stripe.ts'
import { stark } from './0053-stark.ts'
import { subscriptionCards } from './0054-subscription-cards.ts'
import { noteManifestations } from './0055-note-manifestations.ts'
import { noteLookups } from './0056-note-lookups.ts'
import { receivedLetters } from './0057-received-letters.ts'
import { serviceReading } from './0060-service-reading.ts'
import { paymentFiles } from './0063-payment-files.ts'
import { paymentReasons } from './0066-payment-reasons.ts'
import { bankData } from './0069-bank-data.ts'
import { darf } from './0070-darf.ts'
import { carriedTaxes } from './0071-carried-taxes.ts'
import { payingBanks } from './0072-paying-banks.ts'
import { layoutVersions } from './0073-layout-versions.ts'
import { toldCodes } from './0074-told-codes.ts'
import { keyBatches } from './0075-key-batches.ts'
import { openTitles } from './0076-open-titles.ts'
import { companyWords } from './0077-company-words.ts'
import { dueOrder } from './0078-due-order.ts'

export const migrations: Record<string, Migration> = {
  '0001-house': house,
  '0002-jobs': jobs,
  '0003-statistics': statistics,
  '0004-people': people,
  '0005-budgets': budgets,
  '0006-open-finance': openFinance,
  '0007-speed': speed,
  '0008-invoices': invoices,
  '0009-certificates': certificates,
  '0010-money': money,
  '0011-subscriptions': subscriptions,
  '0012-company-records': companyRecords,
  '0013-money-limits': moneyLimits,
  '0015-outbox': outbox,
  '0016-spec': spec,
  '0017-rights': rights,
  '0018-rules': rules,
  '0019-more-rules': moreRules,
  '0020-fiscal-events': fiscalEvents,
  '0021-questions': questions,
  '0022-search': search,
  '0023-holding': holding,
  '0024-chain': chain,
  '0025-received-notes': receivedNotes,
  '0026-memory': memory,
  '0027-personal-data': personalData,
  '0028-month-links': monthLinks,
  '0029-sheet-imports': sheetImports,
  '0030-session-keys': sessionKeys,
  '0031-read-log': readLog,
  '0032-file-place': filePlace,
  '0041-handover': handover,
  '0044-collection': collection,
  '0047-pluggy': pluggy,
  '0048-pay-day': payDay,
  '0049-webhooks': webhooks,
  '0050-note-reading': noteReading,
  '0051-pix-agreements': pixAgreements,
  '0052-stripe': stripe,
  '0053-stark': stark,
  '0054-subscription-cards': subscriptionCards,
  '0055-note-manifestations': noteManifestations,
  '0056-note-lookups': noteLookups,
  '0057-received-letters': receivedLetters,
  '0060-service-reading': serviceReading,
  '0063-payment-files': paymentFiles,
  '0066-payment-reasons': paymentReasons,
  '0069-bank-data': bankData,
  '0070-darf': darf,
  '0071-carried-taxes': carriedTaxes,
  '0072-paying-banks': payingBanks,
  '0073-layout-versions': layoutVersions,
  '0074-told-codes': toldCodes,
  '0075-key-batches': keyBatches,
  '0076-open-titles': openTitles,
  '0077-company-words': companyWords,
  '0078-due-order': dueOrder,
}
