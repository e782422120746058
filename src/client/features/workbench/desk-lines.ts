// The lines of the workbench as its tabs show them: what the lists and the suggestions say, and who is told of a change.
import type { Records } from '#commands/kit/command.ts'
import type { LineArrangement } from '#commands/reconcile.ts'
import type { LineSuggestion } from '#contract/reconciliation.ts'
import { type Choice, type LotRights, nameOf } from './choices.ts'
import type { Line } from './line.ts'
import { LineBook, type Tab } from './line-book.ts'
import { type Arranged, arrange, centsOf, type GroupHead, type OrderedLine } from './line-order.ts'
import { type LineTest, readLineSearch, searchable } from './line-search.ts'

export type { Tab } from './line-book.ts'
export const TABS: readonly Tab[] = ['PENDING', 'CONCILIATED', 'IGNORED']

export abstract class DeskLines {
  /** Grows with every change. */
  version = 0
  tab: Tab = 'PENDING'
  /** Undefined: all accounts. */
  accountId: string | undefined
  /** Marked in review, instead of the joint marks. */
  checked: Set<string> | undefined
  loaded = false
  error: unknown
  /** The text that narrows the lines; undefined while its search is closed. */
  lineSearch: string | undefined
  arrangement: LineArrangement = { sort: 'date', grouping: 'none' }

  protected readonly book = new LineBook()
  /** The lines under review: no other is shown meanwhile. */
  protected checkable: ReadonlySet<string> = new Set()
  /** What settled lines are linked to, once it was read. */
  private readonly settledBy = new Map<string, NonNullable<Records['statement_line']['open_title']>>()
  private readonly listeners = new Set<() => void>()
  private narrowing: LineTest | undefined
  private shown: Arranged & { key: string; known: ReadonlySet<string> } = { key: '', ids: [], heads: new Map(), known: new Set() }
  private certainShown: { key: string; ids: readonly string[] } = { key: '', ids: [] }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  protected abstract settleCursor(): void

  protected changed(): void {
    this.version++
    this.settleCursor()
    for (const listener of this.listeners) listener()
  }

  get leaving(): ReadonlySet<string> {
    return this.book.leaving
  }
  line(id: string | undefined): Line | undefined {
    return this.book.line(id)
  }
  statusOf(line: Line): Tab {
    return this.book.statusOf(line)
  }
  suggested(line: Line): readonly Choice[] {
    return this.book.reading(line).choices
  }
  certainOf(line: Line): Choice | undefined {
    return this.book.reading(line).certain
  }
  /** The other half of a probable transfer, while it still waits. */
  transferOf(line: Line): LineSuggestion['transfer'] {
    const other = this.book.suggestionOf(line.id)?.transfer
    return other && !this.book.choiceFacts.gone(other.line_id) ? other : null
  }
  settledTitleOf(line: Line): Records['statement_line']['open_title'] {
    return this.settledBy.get(line.id)
  }
  suggestionOf(id: string): LineSuggestion | undefined {
    return this.book.suggestionOf(id)
  }
  lineProposing(titleId: string): string | undefined {
    return this.book.lineProposing(titleId)
  }
  /** The lines that are explained together with this one, itself among them. */
  groupOf(line: Line): readonly Line[] {
    return this.book.groupOf(line)
  }
  /** What the lot may hold, by the rights of the person. */
  allow(rights: LotRights): void {
    if (this.book.allow(rights)) this.changed()
  }
  count(tab: Tab): number {
    return this.book.counts(this.accountId).tabs[tab]
  }
  /** Lines of one account that still wait. */
  countIn(accountId: string): number {
    return this.book.pendingIn(accountId)
  }
  /** The first and the last day on which a line of any account waits. */
  waitingDays(): readonly [string, string] | undefined {
    const waiting = this.book.sorted.filter(line => this.statusOf(line) === 'PENDING')
    const [first, last] = [waiting[0], waiting.at(-1)]
    return first && last && [first.date, last.date]
  }
  /** Pending lines of the account that the lot takes; what the search hides is none of it. */
  high(): readonly string[] {
    const { high } = this.book.counts(this.accountId)
    if (!this.narrowing) return high
    const key = `${this.book.stamp} ${this.accountId ?? ''} ${this.lineSearch}`
    if (this.certainShown.key !== key) this.certainShown = { key, ids: high.filter(id => this.isFound(this.line(id))) }
    return this.certainShown.ids
  }

  /** Ids of the open tab, in order; those that fade away included. */
  get ids(): readonly string[] {
    return this.arranged().ids
  }
  /** What stands above a line that begins a group. */
  headOf(id: string): GroupHead | undefined {
    return this.arranged().heads.get(id)
  }
  groupHolding(id: string): GroupHead | undefined {
    return [...this.arranged().heads.values()].find(({ ids }) => ids.includes(id))
  }
  isListed(id: string): boolean {
    return this.arranged().known.has(id)
  }

  private arranged(): Arranged & { known: ReadonlySet<string> } {
    const { sort, grouping } = this.arrangement
    const key = [this.book.stamp, this.tab, this.accountId, this.checked !== undefined, sort, grouping, this.lineSearch].join(' ')
    if (this.shown.key === key) return this.shown
    const lines = this.book.sorted.filter(line => this.isShown(line))
    // What waits is worked off from the oldest; what is done is looked up from the newest.
    if (this.tab !== 'PENDING') lines.reverse()
    const arranged = arrange(
      lines.map(line => this.ordered(line)),
      this.arrangement,
    )
    this.shown = { ...arranged, key, known: new Set(arranged.ids) }
    return this.shown
  }

  /** The line with what its order and its group depend on. */
  ordered(line: Line): OrderedLine {
    if (this.tab !== 'PENDING') return { line, choices: [], certain: false, cents: line.amount_cents }
    const { choices, certain } = this.book.reading(line)
    return { line, choices, certain: certain !== undefined, cents: centsOf(this.book.groupOf(line)) }
  }

  protected narrow(text: string | undefined, today: string): void {
    this.lineSearch = text
    this.narrowing = text === undefined ? undefined : readLineSearch(text, today)
  }

  /** Whether the search leaves the line on screen: by its own words, or by those of what it probably is. */
  protected isFound(line: Line | undefined): boolean {
    if (!line || !this.narrowing) return line !== undefined
    const [first] = this.book.reading(line).choices
    const named = first?.kind === 'titles' ? [nameOf(first.candidate), first.candidate.titles[0]?.contact_name] : []
    const text = searchable([line.description, line.linked_to, ...named].join(' '))
    return this.narrowing({ text, amount_cents: line.amount_cents, date: line.date })
  }

  private isShown(line: Line): boolean {
    if (this.accountId !== undefined && line.bank_account_id !== this.accountId) return false
    if (!this.isFound(line)) return false
    if (this.checked && !this.checkable.has(line.id)) return false
    if (this.tab === 'PENDING' && !this.leaving.has(line.id) && !this.book.leads(line)) return false
    return this.statusOf(line) === this.tab || (this.tab === line.status && this.leaving.has(line.id))
  }

  /** Entradas and Saídas of the open tab. */
  sums(): { in_cents: number; out_cents: number } {
    let inflow = 0
    let outflow = 0
    for (const id of this.ids) {
      if (this.leaving.has(id)) continue
      const cents = this.line(id)?.amount_cents ?? 0
      if (cents < 0) outflow += cents
      else inflow += cents
    }
    return { in_cents: inflow, out_cents: outflow }
  }

  setSettledBy(lineId: string, title: NonNullable<Records['statement_line']['open_title']>): void {
    this.settledBy.set(lineId, title)
    this.changed()
  }
}
