// What stands beside the books of a demo company: its taxes, its associates, and what it sells and invoices.
import type { Day } from '#domain/days.ts'
import type { Db } from '../query.ts'
import { writeAssociates } from './associates.ts'
import type { Books } from './books.ts'
import { writeConnection } from './connection.ts'
import { writeDigitalAccount } from './digital-account.ts'
import type { DigitalBooks } from './digital-books.ts'
import { writeInvoices } from './invoices.ts'
import { writeQuestions } from './questions.ts'
import type { Random } from './random.ts'
import { writeAnnualStatement, writeTaxes } from './taxes.ts'

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
}

export async function writeRecords(recording: Recording): Promise<void> {
  await writeTaxes(recording)
  if (recording.books.facts.company.regime === 'MEI') await writeAnnualStatement(recording)
  else writeAssociates(recording)
  await writeInvoices(recording)
  if (recording.books.facts.company.rank === 'showcase') await writeConnection(recording)
  if (recording.digital) await writeDigitalAccount(recording, recording.digital)
  await writeQuestions(recording)
}
