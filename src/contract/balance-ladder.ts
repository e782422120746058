// The balance ladder (escada de saldo): bank against books per account and day, and what may explain a day on which they part.
import { z } from 'zod'
import { STATEMENT_ENTRY_STATUSES, TITLE_KINDS } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, DayOut, Id, IdList, ReportPeriod } from './kit/fields.ts'

const LadderDay = z.object({
  day: DayOut,
  /** The bank's balance: a stated one, carried by its lines; null where no statement reaches. */
  bank_cents: z.int().nullable(),
  books_cents: z.int(),
  /** Bank minus books. */
  difference_cents: z.int().nullable(),
  bank_movement_cents: z.int(),
  books_movement_cents: z.int(),
  /** Whether the bank itself stated this day's balance. */
  is_stated: z.boolean(),
  /** Whether the difference changed since the day before. */
  is_break: z.boolean(),
})
export type LadderDay = z.infer<typeof LadderDay>

const LadderAccount = z.object({
  bank_account_id: Id,
  name: z.string(),
  /** The first day of the period on which bank and books differ. */
  first_broken: DayOut.nullable(),
  /** Whether they differed already on the day before the period. */
  is_broken_before: z.boolean(),
  days: z.array(LadderDay),
})
export type LadderAccount = z.infer<typeof LadderAccount>

const Ladder = z.object({ start_date: DayOut, end_date: DayOut, accounts: z.array(LadderAccount) })

const Suspect = z.object({
  id: Id,
  /** A line of the statement, or an entry of the books. */
  of: z.enum(['line', 'entry']),
  kind: z.enum(TITLE_KINDS).nullable(),
  status: z.enum(STATEMENT_ENTRY_STATUSES).nullable(),
  day: DayOut,
  description: z.string(),
  amount_cents: z.int(),
  reason: z.string(),
  /** Whether it alone explains the day's change of the difference. */
  explains: z.boolean(),
})
export type LadderSuspect = z.infer<typeof Suspect>

export const balanceLadder = resource('balanceLadder', {
  get: endpoint('GET /v1/companies/{c}/reports/balance', {
    summary: 'A escada de saldo: banco, livros e diferença, por conta e dia.',
    query: ReportPeriod.extend({ bank_account_ids: IdList.optional() }),
    returns: Ladder,
    needs: 'reports:v',
    own: true,
    reads: ['bank_accounts', 'bank_statements', 'statement_entries', 'bills', 'receivables'],
    fails: ['validation.failed', 'resource.not_found'],
  }),
  suspects: endpoint('GET /v1/companies/{c}/reports/balance/{id}/suspects', {
    summary: 'O que pode explicar a diferença de uma conta em um dia.',
    query: z.object({ date: Day }),
    returns: z.array(Suspect),
    needs: 'reports:v',
    own: true,
    reads: ['bank_accounts', 'bank_statements', 'statement_entries', 'bills', 'receivables'],
    fails: ['resource.not_found'],
  }),
})
