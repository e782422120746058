// What writing any record beside a demo company's books needs.
import type { Day } from '#domain/days.ts'
import type { FileStore } from '#server/adapters/files.ts'
import type { CertificateTrust } from '#server/adapters/trust.ts'
import type { Db } from '#server/db/query.ts'
import type { Books } from './books.ts'
import type { DigitalBooks } from './digital-books.ts'
import type { Random } from './random.ts'

/** What a demo needs besides the database for its files and certificates; without it there are none. */
export interface DemoOutside {
  readonly files: FileStore
  readonly trust: CertificateTrust
  readonly secret: Uint8Array
}

export interface Recording {
  readonly db: Db
  readonly companyId: string
  /** Already written: whatever reads it reads the database. */
  readonly books: Books
  /** A separate random source, so that records beside the books never change the books. */
  readonly random: Random
  readonly index: number
  readonly opened: Day
  /** What went through its digital account, where it has one. */
  readonly digital: DigitalBooks | undefined
  readonly outside: DemoOutside | undefined
}
