// The workbench without its looks: what feeds it, the review, a difference, and what leaves the list before the server has answered.
import type { AnyTarget, CompanyRef } from '#commands/kit/command.ts'
import type { LineChange, NewRule } from '#commands/reconcile.ts'
import type { Candidate, LineSuggestion } from '#contract/reconciliation.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { nameOf } from './choices.ts'
import { DeskCursor } from './desk-cursor.ts'
import type { Tab } from './desk-lines.ts'
import { targetFor } from './desk-target.ts'
import { type Explaining, setPart, togglePart } from './difference.ts'
import type { Line } from './line.ts'
import { RuleOffers } from './rule-offer.ts'

/** How long a line that leaves stays to fade, ms. */
export const FADE_MS = 120
/** After this long the lists are asked again, and what they say counts. */
const TRUST_MS = 4000
const WANTED_MS = 3000

export interface Clock {
  now(): number
  later(run: () => void, ms: number): void
  /** 0 where motion is reduced. */
  fade_ms(): number
}

/** The line an undo brings back, and what it was on screen before. */
interface Wanted {
  readonly id: string
  readonly was: Tab | undefined
}

export class Desk extends DeskCursor {
  /** Why lines came back, by id. */
  readonly failed = new Map<string, string>()
  /** Ask lists and suggestions again at once, and settle when they have answered; filled by what feeds them. */
  readonly refreshers = new Set<() => Promise<unknown>>()

  private readonly offers = new RuleOffers()
  /** The suggestions have come. */
  private known = false
  private wanted: Wanted | undefined
  private targeted: { version: number; company: CompanyRef | undefined; target: AnyTarget } | undefined

  constructor(
    readonly companyId: string,
    private readonly clock: Clock,
  ) {
    super()
  }

  // ---- what the lists and the server say -----------------------------------------------------------------------------------

  replace(source: string, lines: readonly Line[]): void {
    this.book.replace(source, lines)
    this.changed()
    this.reachWanted()
  }

  patch(source: string, lines: readonly Line[], gone: readonly string[]): void {
    this.book.patch(source, lines, gone)
    this.changed()
    this.reachWanted()
  }

  /** Lists are read anew, these and no other. */
  fresh(sources: readonly string[]): void {
    this.book.keepSources(sources)
    this.book.forget()
    this.loaded = false
    this.error = undefined
    this.changed()
  }

  ready(error?: unknown): void {
    this.error = error
    this.loaded = error === undefined
    this.changed()
  }

  suggest(suggestions: readonly LineSuggestion[], asked: number): void {
    this.known = true
    this.offers.hear()
    this.book.suggest(suggestions, asked)
    this.changed()
  }

  // ---- review of the certain ones ----------------------------------------------------------------------------------------------

  review(): number {
    this.tab = 'PENDING'
    const high = this.high()
    if (high.length === 0) return 0
    this.checkable = new Set(high)
    this.checked = new Set(high)
    this.marks.clear()
    this.docs.clear()
    this.combined = undefined
    this.searching = undefined
    this.pane = 'lines'
    this.sheet = undefined
    this.explaining = undefined
    if (!this.checkable.has(this.cursor ?? '')) this.place(this.nearestOpen(0))
    this.changed()
    return high.length
  }

  // ---- a difference --------------------------------------------------------------------------------------------------------------

  /** Opens the explanation of the choice at a place (−1: the marked documents or the choice in hand). */
  explain(place: number): boolean {
    const choice = place < 0 ? undefined : this.allChoices[place]
    const picked = choice === undefined ? this.chosen : choice.kind === 'titles' ? choice : undefined
    if (!picked || picked.difference_cents === 0) return false
    if (place >= 0) this.choiceAt = place
    this.sheet = undefined
    this.explaining = {
      line_ids: this.joint.map(line => line.id),
      candidate: picked.candidate,
      difference_cents: picked.difference_cents,
      parts: [],
      proposals: undefined,
    }
    this.changed()
    return true
  }

  setExplaining(next: Explaining | undefined): void {
    this.explaining = next
    this.changed()
  }

  togglePart(kind: DifferenceKind): void {
    if (this.explaining) this.setExplaining(togglePart(this.explaining, kind))
  }

  setPart(kind: DifferenceKind, amount: number | null): void {
    if (this.explaining) this.setExplaining(setPart(this.explaining, kind, amount))
  }

  // ---- lines leave, and sometimes come back ---------------------------------------------------------------------------------------

  /** At once, before the server has heard of it. Answers the line the cursor went to. */
  leave(change: LineChange): Line | undefined {
    const before = this.cursor
    const reviewed = this.checked !== undefined
    const from = before === undefined || reviewed ? 0 : this.ids.indexOf(before)
    this.book.take(change.title_ids)
    for (const id of change.ids) this.failed.delete(id)
    if (!change.partial) {
      this.book.leave(change.ids, change.to)
      this.clock.later(() => {
        this.book.faded(change.ids)
        this.changed()
      }, this.clock.fade_ms())
    }
    this.leaveReview()
    this.docs.clear()
    this.marks.clear()
    this.combined = undefined
    this.explaining = undefined
    this.sheet = undefined
    this.searching = undefined
    this.pane = this.onPhone ? 'choices' : 'lines'
    this.choiceAt = 0
    if (reviewed) this.place(this.nearestOpen(0))
    else if (before !== undefined && this.leaving.has(before)) {
      const at = this.ids.indexOf(before)
      this.place(this.nearestOpen(at < 0 ? from : at))
    }
    this.changed()
    return this.current
  }

  settled(change: LineChange): void {
    const line = this.line(change.ids[0])
    if (change.by_hand && line) this.offers.note(line, change.by_hand, this.suggestionOf(line.id)?.ghost ?? undefined)
    this.book.take(change.title_ids, this.clock.now())
    const believed = this.book.confirm(change.ids)
    this.clock.later(() => {
      if (believed().length > 0) void this.ask(believed)
    }, TRUST_MS)
    this.changed()
    this.reachWanted()
  }

  /** Reads the lists; what is still only believed then comes back. A list that is slow takes nothing back. */
  private async ask(believed: () => readonly string[]): Promise<void> {
    await Promise.all([...this.refreshers].map(refresh => refresh()))
    this.book.comeBack(believed())
    this.changed()
  }

  /** The cursor stays where it is; the lines come back where they were, marked. */
  refused(change: LineChange, why: string): void {
    this.book.giveBack(change.title_ids)
    this.book.comeBack(change.ids)
    for (const id of change.ids) this.failed.set(id, why)
    this.changed()
  }

  /** The line an undo has just brought back: the cursor goes there as soon as the lists show it. */
  want(id: string): void {
    const line = this.line(id)
    const wanted = { id, was: line && this.statusOf(line) }
    this.wanted = wanted
    if (this.ids.includes(id)) this.moveTo(id)
    void this.findWanted(wanted)
  }

  /** What lists say from before the undo is no news of it. */
  private async findWanted(wanted: Wanted): Promise<void> {
    const timeIsUp = new Promise<void>(done => this.clock.later(done, WANTED_MS))
    await this.ask(this.book.believed())
    this.reachWanted()
    await timeIsUp
    if (this.wanted === wanted) this.wanted = undefined
  }

  private reachWanted(): void {
    const { wanted } = this
    const line = this.line(wanted?.id)
    if (!wanted || !line || this.statusOf(line) === wanted.was) return
    this.wanted = undefined
    this.leaveReview()
    if (this.accountId !== undefined && this.accountId !== line.bank_account_id) this.accountId = line.bank_account_id
    if (this.tab !== this.statusOf(line)) {
      this.tab = this.statusOf(line)
      this.marks.clear()
      this.docs.clear()
    }
    this.reveal(line)
    this.moveTo(line.id)
  }

  /** Where a person is needed first: a pending line that is not certain, else any. Undefined until the suggestions have come. */
  firstDoubt(): string | undefined {
    if (!this.known || this.tab !== 'PENDING') return undefined
    return this.ids.find(id => this.certainOf(this.line(id) as Line) === undefined) ?? this.ids[0]
  }

  /** The next account with something open; undefined while all accounts are shown, or this is the last one. */
  nextOpenAccount(accountIds: readonly string[]): string | undefined {
    if (this.accountId === undefined) return undefined
    const at = accountIds.indexOf(this.accountId)
    return [...accountIds.slice(at + 1), ...accountIds.slice(0, at)].find(id => this.countIn(id) > 0)
  }

  /** The line another screen asked for. */
  goTo(id: string): boolean {
    const line = this.line(id)
    if (!line) return false
    this.tab = this.statusOf(line)
    if (this.accountId !== undefined) this.accountId = line.bank_account_id
    this.reveal(line)
    this.moveTo(id)
    return true
  }

  /** A line that is gone to is seen: a search that hides it ends. */
  private reveal(line: Line): void {
    if (this.isFound(line)) return
    this.finding = false
    this.narrow(undefined, '')
  }

  // ---- rules ----------------------------------------------------------------------------------------------------------------------

  /** The rule worth offering after the last answers; none where memory answers lines like these unasked. */
  get offeredRule(): NewRule | undefined {
    return this.offers.offer(isAlike => {
      const alike = this.book.sorted.filter(line => isAlike(line) && this.statusOf(line) === 'PENDING')
      if (alike.length === 0) return 'none waits'
      return alike.some(line => this.suggestionOf(line.id)?.ghost?.sure) ? 'sure' : 'asks'
    })
  }

  closeOffer(): void {
    this.offers.close()
    this.changed()
  }

  // ---- for the commands -----------------------------------------------------------------------------------------------------------

  /** How many lines are marked, jointly or in review. */
  get picked(): number {
    return this.checked?.size ?? this.marks.size
  }

  /** The same object for as long as nothing changed. */
  target(company: CompanyRef | undefined): AnyTarget {
    const known = this.targeted
    if (known && known.version === this.version && known.company === company) return known.target
    const target = targetFor(this, company)
    this.targeted = { version: this.version, company, target }
    return target
  }

  /** 'Próxima: 14/11, R$ 320,00, …' needs what is known of the line under the cursor. */
  leadOf(line: Line): { name: string; candidate: Candidate } | undefined {
    const [first] = this.suggested(line)
    return first?.kind === 'titles' ? { name: nameOf(first.candidate), candidate: first.candidate } : undefined
  }
}
