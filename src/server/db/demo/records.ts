// What stands beside the books of a demo company: its taxes, its associates, what it sells and invoices, and its subscription.
import type { Day } from '#domain/days.ts'
import type { FileStore } from '../../adapters/files.ts'
import type { CertificateTrust } from '../../adapters/trust.ts'
import type { Db } from '../query.ts'
import { writeAssociates } from './associates.ts'
import type { Books } from './books.ts'
import { writeAppointments, writeCertificate } from './certificates.ts'
import { writeConnection } from './connection.ts'
import { writeDigitalAccount } from './digital-account.ts'
import type { DigitalBooks } from './digital-books.ts'
import { writeInvoices } from './invoices.ts'
import { writePapers } from './papers.ts'
import { writeQuestions } from './questions.ts'
import type { Random } from './random.ts'
import { writeSubscription } from './subscriptions.ts'
import { writeAnnualStatement, writeTaxes } from './taxes.ts'

/** What a demo needs beside the database for its files and certificates; without it there are none. */
export interface DemoOutside {
  readonly files: FileStore
  readonly trust: CertificateTrust
  readonly secret: Uint8Array
}

export interface Recording {
  readonly db: Db
  readonly companyId: string
  /** Written: what is read of them stands in the database. */
  readonly books: Books
  /** A source of its own, so that the books stay what they are whatever is recorded beside them. */
  readonly random: Random
  readonly index: number
  readonly opened: Day
  /** What went through its digital account, where it has one. */
  readonly digital: DigitalBooks | undefined
  readonly outside: DemoOutside | undefined
}

export async function writeRecords(recording: Recording): Promise<void> {
  await writeTaxes(recording)
  await writeAnnualStatement(recording)
  writeAssociates(recording)
  await writeInvoices(recording)
  if (recording.books.facts.company.rank === 'showcase') await writeConnection(recording)
  if (recording.digital) await writeDigitalAccount(recording, recording.digital)
  await writeQuestions(recording)
  await writeSubscription(recording)
  await writeAppointments(recording)
  if (recording.outside) {
    await writePapers(recording, recording.outside.files)
    await writeCertificate(recording, recording.outside.secret, recording.outside.trust)
  }
  await recording.books.facts.sink.flush(true)
}
