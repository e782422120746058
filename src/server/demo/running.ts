// An account's balance day by day while its company is written, so that its opening balance keeps every day above zero.
import type { Day } from '#domain/days.ts'

export class Running {
  readonly #days = new Map<string, Map<Day, number>>()

  /** Signed cents of a day. */
  add(accountId: string, day: Day, cents: number): void {
    const days = this.#days.get(accountId) ?? new Map<Day, number>()
    this.#days.set(accountId, days)
    days.set(day, (days.get(day) ?? 0) + cents)
  }

  /** The sum of all days, and the lowest balance at the end of one (at most 0). */
  extremes(accountId: string): { total: number; lowest: number } {
    let total = 0
    let lowest = 0
    const days = [...(this.#days.get(accountId) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [, cents] of days) {
      total += cents
      lowest = Math.min(lowest, total)
    }
    return { total, lowest }
  }
}
