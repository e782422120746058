// What an account holds day by day while its company is written, so that its opening balance keeps every day above zero.
import { type Day, serialOf } from '#domain/days.ts'

export class Running {
  readonly #days = new Map<string, Map<number, number>>()

  /** Signed cents of a day. */
  add(accountId: string, day: Day, cents: number): void {
    const days = this.#days.get(accountId) ?? new Map<number, number>()
    this.#days.set(accountId, days)
    const serial = serialOf(day)
    days.set(serial, (days.get(serial) ?? 0) + cents)
  }

  /** The sum of all days, and the lowest it ever was at the end of one (0 at most). */
  extremes(accountId: string): { total: number; lowest: number } {
    let total = 0
    let lowest = 0
    const days = [...(this.#days.get(accountId) ?? [])].sort(([one], [other]) => one - other)
    for (const [, cents] of days) {
      total += cents
      lowest = Math.min(lowest, total)
    }
    return { total, lowest }
  }
}
