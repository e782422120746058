// Entries of every possible shape, drawn by fast-check and written directly, for reports that must tie out.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { addDays } from '#domain/days.ts'
import { BILL_STATUSES } from '#domain/enums.ts'
import type { Books } from './books.ts'
import type { TestServer } from './server.ts'

export interface DrawnEntry {
  id: string
  kind: 'BILL' | 'RECEIVABLE'
  status: string
  amount_cents: number
  date: string
  competence_date: string
  category_id: string | null
  deleted: boolean
  transfer: boolean
  has_children: boolean
}

/** The days from `from` to `days` later; about a tenth each are deleted, transferred and split. */
export function someEntries(categoryIds: readonly string[], from: string, days: number, maxLength = 60): fc.Arbitrary<DrawnEntry[]> {
  const day = fc.integer({ min: 0, max: days }).map(count => addDays(from, count))
  const seldom = fc.integer({ min: 0, max: 9 }).map(drawn => drawn === 0)
  const entry = (kind: DrawnEntry['kind'], statuses: readonly string[]) =>
    fc.record({
      id: fc.constant('').map(() => randomUUID()),
      kind: fc.constant(kind),
      status: fc.constantFrom(...statuses),
      amount_cents: fc.integer({ min: 1, max: 10 ** 9 }),
      date: day,
      competence_date: day,
      category_id: fc.option(fc.constantFrom(...categoryIds), { nil: null }),
      deleted: seldom,
      transfer: seldom,
      has_children: seldom,
    })
  return fc.array(fc.oneof(entry('BILL', BILL_STATUSES), entry('RECEIVABLE', ['PENDING', 'RECEIVED'])), { maxLength })
}

export async function writeEntries(app: TestServer, b: Books, entries: readonly DrawnEntry[]): Promise<void> {
  await app.sql`insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, category_id, has_children, transfer_id, deleted_at)
    select ${b.company.id}, r.id, r.kind, r.status, r.amount_cents, r.date, r.date, r.competence_date, r.category_id, r.has_children,
      case when r.transfer then gen_random_uuid() end, case when r.deleted then now() end
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r(id uuid, kind text, status text, amount_cents bigint, date date, competence_date date,
      category_id uuid, deleted boolean, transfer boolean, has_children boolean)`
}

export const counts = (entry: DrawnEntry): boolean =>
  !entry.deleted && !entry.transfer && !entry.has_children && entry.status !== 'REPROVED'
export const isSettled = (entry: DrawnEntry): boolean => entry.status === 'PAID' || entry.status === 'RECEIVED'
export const effect = (entry: DrawnEntry): number => (entry.kind === 'RECEIVABLE' ? entry.amount_cents : -entry.amount_cents)
