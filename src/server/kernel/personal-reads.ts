// Who read personal data: every call whose answer tells of people leaves a line an hour, kept before the answer leaves.
import { sql } from 'kysely'
import { z } from 'zod'
import { type Endpoint, isMutating } from '#contract/kit/endpoint.ts'
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'

/** In the place of a record: everybody in the list. */
export const WHOLE_LIST = '00000000-0000-0000-0000-000000000000'
/** The fields that tell of people; a file may hold any. */
const TELLING =
  /"(document_number|email|phone_number|birth_date|contact|contact_id|payer|payee|party|borrower|counterparty|recipient|pix_keys?)":/

/** By id of the row. */
const known = new Map<string, boolean>()

/** Whether the answer of a row holds data of people of a company. Found out when it is first called: no start waits for four hundred schemas. */
export function tellsOfPeople(row: Endpoint): boolean {
  const tells = known.get(row.id) ?? isTelling(row)
  known.set(row.id, tells)
  return tells
}

function isTelling(row: Endpoint): boolean {
  if (isMutating(row) || row.spec.public) return false
  return row.spec.file === true || TELLING.test(JSON.stringify(z.toJSONSchema(row.spec.returns, { unrepresentable: 'any', cycles: 'ref' })))
}

const HOUR_MS = 3_600_000
/** Beyond it what was seen this hour is forgotten, and written again. */
const MOST = 100_000

interface Read {
  row: Endpoint
  companies: readonly string[]
  user_id: string
  subject_id: string
  now: number
}

/** Remembers what was written this hour, so that a list refetched a hundred times costs one line. */
export class PersonalReads {
  private hour = 0
  private readonly seen = new Set<string>()

  /** In a transaction of its own, for reads at once would wait for each other's lines. */
  async keep(db: Db, read: Read): Promise<void> {
    const hour = Math.floor(read.now / HOUR_MS)
    if (hour !== this.hour || this.seen.size > MOST) this.seen.clear()
    this.hour = hour
    const fresh = read.companies.filter(company => !this.seen.has(keyOf(read, company))).sort()
    if (fresh.length === 0) return
    await db.transaction().execute(async tx => {
      await scope(tx, { companies: fresh })
      await sql`insert into personal_reads (company_id, user_id, hour, endpoint, subject_id)
        select company, ${read.user_id}, date_trunc('hour', now()), ${read.row.id}, ${read.subject_id} from unnest(${fresh}::uuid[]) company
        on conflict do nothing`.execute(tx)
    })
    for (const company of fresh) this.seen.add(keyOf(read, company))
  }
}

const keyOf = ({ row, user_id, subject_id }: Read, company: string): string => `${user_id} ${company} ${row.id} ${subject_id}`
