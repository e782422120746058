// What a statement file adds up to, and whether its balances agree: told before anything of it is taken in.
import { formatDay } from '../days.ts'
import { formatCents } from '../money.ts'
import type { StatementAccount } from './statement-file.ts'

export interface StatementTotals {
  count: number
  /** Cents that come in, and cents that go out as a negative number. */
  in_cents: number
  out_cents: number
  /** What moved up to the day of the stated balance. */
  moved_cents: number
  /** Stated by the file itself. */
  opening_cents: number | null
}

/** Of the rows that move money, whether they are stored already or not. */
export const totalsOf = ({ rows, ledger_day, opening_balance_cents }: StatementAccount): StatementTotals => {
  const totals = { count: 0, in_cents: 0, out_cents: 0, moved_cents: 0, opening_cents: opening_balance_cents ?? null }
  for (const { ignorable, amount_cents, day } of rows) {
    if (ignorable) continue
    totals.count++
    if (amount_cents > 0) totals.in_cents += amount_cents
    else totals.out_cents += amount_cents
    if (ledger_day === undefined || day <= ledger_day) totals.moved_cents += amount_cents
  }
  return totals
}

export interface Balances {
  /** Before the first row: as the file states it, and as the bank's earlier balance leaves it. */
  opening_cents: number | null
  known_opening_cents: number | null
  moved_cents: number
  stated_cents: number | null
  stated_day: string | null
}

/** The balance that opening and rows lead to; null where no opening is known. */
export const closingOf = ({ opening_cents, known_opening_cents, moved_cents }: Balances): number | null => {
  const opening = opening_cents ?? known_opening_cents
  return opening === null ? null : opening + moved_cents
}

/** pt-BR sentences with both numbers wherever two balances that should be one are not. */
export const balanceProblems = (balances: Balances): string[] => {
  const { opening_cents, known_opening_cents, stated_cents, stated_day } = balances
  const problems: string[] = []
  if (opening_cents !== null && known_opening_cents !== null && opening_cents !== known_opening_cents)
    problems.push(
      `O saldo anterior do arquivo é ${formatCents(opening_cents)} e o dos extratos já importados é ${formatCents(known_opening_cents)}: diferença de ${formatCents(opening_cents - known_opening_cents)}.`,
    )
  const closing = closingOf(balances)
  if (closing !== null && stated_cents !== null && closing !== stated_cents)
    problems.push(
      `O saldo não fecha${stated_day === null ? '' : ` em ${formatDay(stated_day)}`}: os lançamentos levam a ${formatCents(closing)} e o banco informa ${formatCents(stated_cents)}, diferença de ${formatCents(stated_cents - closing)}.`,
    )
  return problems
}
