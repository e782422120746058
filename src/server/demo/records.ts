// The records beside a demo company's books: taxes, associates, what it sells and invoices, and its subscription.
import { writeAssociates } from './associates.ts'
import { writeAppointments, writeCertificate } from './certificates.ts'
import { writeCollection } from './collection.ts'
import { writeConnection } from './connection.ts'
import { writeDigitalAccount } from './digital-account.ts'
import { writeHandover } from './handover.ts'
import { writeInvoices } from './invoices.ts'
import { writeNoteFiles } from './note-files.ts'
import { writePapers } from './papers.ts'
import { writePaymentFiles } from './payment-files.ts'
import { writeQuestions } from './questions.ts'
import type { Recording } from './recording.ts'
import { writeServiceNotes } from './service-notes.ts'
import { writeSubscription } from './subscriptions.ts'
import { writeSummaries } from './summaries.ts'
import { writeSupplierKeys } from './supplier-keys.ts'
import { writeSupplierSlips } from './supplier-slips.ts'
import { writeAnnualStatement, writeTaxes } from './taxes.ts'

export async function writeRecords(recording: Recording): Promise<void> {
  await writeTaxes(recording)
  await writeAnnualStatement(recording)
  writeAssociates(recording)
  await writeInvoices(recording)
  if (recording.books.facts.company.rank === 'showcase') await writeConnection(recording)
  await writeSupplierKeys(recording)
  await writeSupplierSlips(recording)
  if (recording.digital) await writeDigitalAccount(recording, recording.digital)
  await writeQuestions(recording)
  await writeSubscription(recording)
  await writeAppointments(recording)
  if (recording.outside) {
    await writePapers(recording, recording.outside.files)
    await writeNoteFiles(recording, recording.outside)
    await writeCertificate(recording, recording.outside.secret, recording.outside.trust)
  }
  await recording.books.facts.sink.flush(true)
  if (recording.books.facts.company.rank === 'showcase') {
    await writeCollection(recording)
    await writePaymentFiles(recording)
    await writeHandover(recording)
  }
  if (recording.outside) {
    await writeSummaries(recording, recording.outside)
    await writeServiceNotes(recording, recording.outside)
  }
  await recording.books.facts.sink.flush(true)
}
