// The workbench without its looks: lines, suggestions, cursor and marks, and what leaves the list before the server has answered.
import type { AnyTarget, CompanyRef, Records } from '#commands/kit/command.ts'
import type { LineChange } from '#commands/reconcile.ts'
import type { Candidate, LineSuggestion } from '#contract/reconciliation.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { type Choice, jointChoices, keyOf, nameOf, otherChoices, type TitlesChoice } from './choices.ts'
import { targetFor } from './desk-target.ts'
import { type Explaining, setPart, togglePart } from './difference.ts'
import { type Line, openCents } from './line.ts'
import { LineBook, type Tab } from './line-book.ts'

export type { Tab } from './line-book.ts'
export const TABS: readonly Tab[] = ['PENDING', 'CONCILIATED', 'IGNORED']

/** What stands in the place of the suggestions. */
export type Sheet = 'create' | 'split' | 'rule'

/** How long a line that leaves stays to fade, ms. */
export const FADE_MS = 120
/** After this long what the list says counts again, answer or not. */
const TRUST_MS = 4000
const WANTED_MS = 3000

export interface Clock {
  now(): number
  later(run: () => void, ms: number): void
  /** 0 where motion is reduced. */
  fade_ms(): number
}

export class Desk {
  /** Grows with every change. */
  version = 0
  tab: Tab = 'PENDING'
  /** Undefined: all accounts. */
  accountId: string | undefined
  cursor: string | undefined
  pane: 'lines' | 'choices' = 'lines'
  choiceAt = 0
  sheet: Sheet | undefined
  explaining: Explaining | undefined
  /** The text of the search in the candidates; undefined while it is closed. */
  searching: string | undefined
  /** Marked in review, instead of the joint marks. */
  checked: Set<string> | undefined
  readonly marks = new Set<string>()
  readonly docs = new Map<string, Candidate>()
  readonly failed = new Map<string, string>()
  /** What settled lines are linked to, once it was read. */
  private readonly settledBy = new Map<string, NonNullable<Records['statement_line']['open_title']>>()
  /** Where the list was scrolled to, for coming back. */
  scrollTop = 0
  /** Ask lists and suggestions again at once; filled by what feeds them. */
  readonly refreshers = new Set<() => void>()
  loaded = false
  error: unknown

  private readonly book = new LineBook()
  private wide: { line_id: string; candidates: readonly Candidate[] } | undefined
  private combined: { line_id: string; sets: readonly Candidate[] } | undefined
  private wanted: { id: string; was: Tab | undefined } | undefined
  private places = new Map<string, string>()
  private lastIndex = 0
  private readonly listeners = new Set<() => void>()
  private shown = { key: '', ids: [] as readonly string[] }
  private targeted: { version: number; company: CompanyRef | undefined; target: AnyTarget } | undefined

  constructor(
    readonly companyId: string,
    private readonly clock: Clock,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private changed(): void {
    this.version++
    this.settleCursor()
    for (const listener of this.listeners) listener()
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
    this.book.suggest(suggestions, asked)
    this.changed()
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
  count(tab: Tab): number {
    return this.book.counts(this.accountId).tabs[tab]
  }
  /** Pending lines of the account with a certain title and no difference. */
  high(): readonly string[] {
    return this.book.counts(this.accountId).high
  }

  /** Ids of the open tab, in order; those that fade away included. */
  get ids(): readonly string[] {
    const key = `${this.book.stamp} ${this.tab} ${this.accountId ?? ''} ${this.checked ? 'review' : ''}`
    if (this.shown.key === key) return this.shown.ids
    const ids = this.book.sorted.filter(line => this.isShown(line)).map(line => line.id)
    // What waits is worked off from the oldest; what is done is looked up from the newest.
    this.shown = { key, ids: this.tab === 'PENDING' ? ids : ids.reverse() }
    return this.shown.ids
  }

  private isShown(line: Line): boolean {
    if (this.accountId !== undefined && line.bank_account_id !== this.accountId) return false
    if (this.checked && !this.checkable.has(line.id)) return false
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

  private checkable: ReadonlySet<string> = new Set()

  // ---- what is under the cursor ----------------------------------------------------------------------------------------------

  get current(): Line | undefined {
    return this.line(this.cursor)
  }

  /** The lines that are explained together: the marked ones, else the one under the cursor. */
  get joint(): readonly Line[] {
    if (!this.checked && this.marks.size > 0) return [...this.marks].flatMap(id => this.line(id) ?? [])
    return this.current ? [this.current] : []
  }

  /** Why the marked lines cannot be explained together, in pt-BR. */
  get jointProblem(): string | undefined {
    const lines = this.joint
    const [first] = lines
    if (!first || lines.length < 2) return undefined
    if (lines.some(line => line.amount_cents < 0 !== first.amount_cents < 0)) return 'Entradas e saídas não se conciliam juntas.'
    if (lines.some(line => line.bank_account_id !== first.bank_account_id)) return 'As linhas marcadas são de contas bancárias diferentes.'
    return undefined
  }

  /** Suggestions of the current lines, then whatever else the search brought: what the digits count. */
  get choices(): { suggested: readonly Choice[]; others: readonly TitlesChoice[] } {
    const lines = this.joint
    const [line] = lines
    if (!line || this.tab !== 'PENDING' || this.jointProblem !== undefined) return NO_CHOICES
    const wide = this.wide?.line_id === line.id ? this.wide.candidates : []
    const sets = this.combined?.line_id === line.id ? this.combined.sets : []
    if (lines.length > 1)
      return {
        suggested: jointChoices(
          lines,
          lines.map(each => this.book.suggestionOf(each.id)),
          [...sets, ...wide],
          this.book.choiceFacts,
        ),
        others: [],
      }
    const found = otherChoices(line, sets, this.suggested(line), this.book.choiceFacts)
    // A search shows only what it found.
    if (this.searching) return { suggested: [], others: otherChoices(line, wide, [], this.book.choiceFacts) }
    const suggested = [...found, ...this.suggested(line)]
    return { suggested, others: otherChoices(line, wide, suggested, this.book.choiceFacts) }
  }

  get allChoices(): readonly Choice[] {
    const { suggested, others } = this.choices
    return others.length === 0 ? suggested : [...suggested, ...others]
  }

  get choice(): Choice | undefined {
    return this.allChoices[Math.min(this.choiceAt, this.allChoices.length - 1)]
  }

  /** The titles that would be settled now: the marked documents, else the choice in hand. */
  get chosen(): { candidate: Candidate; difference_cents: number } | undefined {
    const total = Math.abs(this.joint.reduce((sum, line) => sum + openCents(line), 0))
    if (this.docs.size > 0) {
      const candidate = merged([...this.docs.values()])
      return { candidate, difference_cents: total - candidate.amount_cents }
    }
    const { choice } = this
    return choice?.kind === 'titles' ? { candidate: choice.candidate, difference_cents: choice.difference_cents } : undefined
  }

  setSettledBy(lineId: string, title: NonNullable<Records['statement_line']['open_title']>): void {
    this.settledBy.set(lineId, title)
    this.changed()
  }

  setWide(lineId: string, candidates: readonly Candidate[]): void {
    this.wide = { line_id: lineId, candidates }
    this.changed()
  }

  setCombinations(lineId: string, sets: readonly Candidate[]): void {
    this.combined = { line_id: lineId, sets }
    if (sets.length > 0) {
      this.pane = 'choices'
      this.choiceAt = 0
    }
    this.changed()
  }

  // ---- moves -----------------------------------------------------------------------------------------------------------------

  /** The cursor stays on a line of the list: where it was, when its own line is gone. */
  private settleCursor(): void {
    // Lists arrive one by one: the first of them does not decide where the person starts.
    if (!this.loaded) return
    const { ids } = this
    const at = this.cursor === undefined ? -1 : ids.indexOf(this.cursor)
    if (at >= 0 && !this.leaving.has(ids[at] as string)) {
      this.lastIndex = at
      return
    }
    const next = this.nearestOpen(at >= 0 ? at : this.lastIndex)
    if (next === this.cursor) return
    this.place(next)
  }

  private place(id: string | undefined): void {
    if (id === this.cursor) return
    this.cursor = id
    this.lastIndex = Math.max(0, id === undefined ? 0 : this.ids.indexOf(id))
    this.choiceAt = 0
    this.searching = undefined
    this.explaining = undefined
    this.sheet = undefined
    if (this.pane === 'choices' && !this.onPhone) this.pane = 'lines'
    if (this.marks.size === 0) this.docs.clear()
    if (id !== undefined) this.places.set(this.view, id)
  }

  /** A phone shows one line and its choice at a time, so the choice is always what is acted on. */
  onPhone = false

  private get view(): string {
    return `${this.tab} ${this.accountId ?? ''}`
  }

  /** The first line after a place that is not leaving, else the last one before it. */
  private nearestOpen(from: number): string | undefined {
    const { ids } = this
    const open = (id: string | undefined) => id !== undefined && !this.leaving.has(id)
    for (let at = Math.max(0, from); at < ids.length; at++) if (open(ids[at])) return ids[at]
    for (let at = Math.min(from, ids.length) - 1; at >= 0; at--) if (open(ids[at])) return ids[at]
    return undefined
  }

  moveTo(id: string): void {
    this.pane = this.onPhone ? 'choices' : 'lines'
    this.place(id)
    this.changed()
  }

  move(by: number, extend = false): void {
    if (this.pane === 'choices' && !this.onPhone) {
      this.choiceAt = Math.max(0, Math.min(this.choiceAt + by, this.allChoices.length - 1))
      this.changed()
      return
    }
    const open = this.ids.filter(id => !this.leaving.has(id))
    const at = this.cursor === undefined ? -1 : open.indexOf(this.cursor)
    const to = open[Math.max(0, Math.min(at + by, open.length - 1))]
    if (to === undefined) return
    if (extend && !this.checked) {
      for (const id of open.slice(Math.min(at, at + by), Math.max(at, at + by) + 1)) this.mark(id, true)
    }
    this.place(to)
    this.changed()
  }

  end(which: 'first' | 'last'): void {
    this.move(which === 'first' ? -this.ids.length - this.allChoices.length : this.ids.length + this.allChoices.length)
  }

  /** Also where nothing is suggested yet: being there brings what is nearest. */
  enterChoices(): void {
    if (this.tab !== 'PENDING' || this.checked || !this.current) return
    this.pane = 'choices'
    this.choiceAt = Math.max(0, Math.min(this.choiceAt, this.allChoices.length - 1))
    this.changed()
  }

  chooseAt(at: number): void {
    this.explaining = undefined
    this.pane = 'choices'
    this.choiceAt = at
    this.changed()
  }

  /** Takes a choice in hand from whatever list it was found in, and closes the search. */
  pick(choice: Choice): void {
    const line = this.joint[0]
    this.searching = undefined
    if (choice.kind === 'titles' && line && !this.suggested(line).some(one => one.key === choice.key))
      this.combined = { line_id: line.id, sets: [choice.candidate] }
    this.chooseAt(
      Math.max(
        0,
        this.allChoices.findIndex(one => one.key === choice.key),
      ),
    )
  }

  leaveChoices(): boolean {
    if (this.pane !== 'choices' || this.onPhone) return false
    this.pane = 'lines'
    this.changed()
    return true
  }

  search(text: string | undefined): void {
    if (text !== undefined) this.leaveReview()
    this.searching = text
    this.choiceAt = 0
    this.changed()
  }

  openSheet(sheet: Sheet | undefined): void {
    if (sheet) this.leaveReview()
    this.sheet = sheet
    this.explaining = undefined
    this.changed()
  }

  show(tab: Tab): void {
    if (tab === this.tab) return
    this.leaveReview()
    this.tab = tab
    this.reset()
  }

  showAccount(id: string | undefined): void {
    this.leaveReview()
    this.accountId = id
    this.reset()
  }

  private reset(): void {
    this.marks.clear()
    this.docs.clear()
    this.pane = this.onPhone ? 'choices' : 'lines'
    this.lastIndex = 0
    const known = this.places.get(this.view)
    this.place(known !== undefined && this.ids.includes(known) ? known : this.nearestOpen(0))
    this.changed()
  }

  // ---- marks -----------------------------------------------------------------------------------------------------------------

  private mark(id: string, on: boolean): void {
    const marks = this.checked ?? this.marks
    if (on) marks.add(id)
    else marks.delete(id)
  }

  isMarked(id: string): boolean {
    return (this.checked ?? this.marks).has(id)
  }

  /** Marks the line under the cursor, or the document in the candidates. */
  toggle(id: string | undefined = undefined): void {
    if (id === undefined && this.pane === 'choices' && !this.onPhone) {
      this.toggleDocument(this.choice)
      return
    }
    const line = id ?? this.cursor
    if (line === undefined) return
    this.mark(line, !this.isMarked(line))
    this.changed()
  }

  /** Marks from the line in hand to another. */
  markTo(id: string): void {
    const { ids } = this
    const from = this.cursor === undefined ? -1 : ids.indexOf(this.cursor)
    const to = ids.indexOf(id)
    if (from < 0 || to < 0) return
    for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) if (!this.leaving.has(each)) this.mark(each, true)
    this.place(id)
    this.changed()
  }

  toggleDocument(choice: Choice | undefined): void {
    if (choice?.kind !== 'titles') return
    const key = keyOf(choice.candidate)
    if (this.docs.has(key)) this.docs.delete(key)
    else this.docs.set(key, choice.candidate)
    this.changed()
  }

  selectAll(): void {
    for (const id of this.ids) if (!this.leaving.has(id)) this.mark(id, true)
    this.changed()
  }

  /** False when nothing was marked. */
  clearMarks(): boolean {
    if (this.checked) return this.leaveReview(true)
    if (this.marks.size === 0 && this.docs.size === 0) return false
    this.marks.clear()
    this.docs.clear()
    this.changed()
    return true
  }

  setMarks(ids: readonly string[]): void {
    this.marks.clear()
    for (const id of ids) this.marks.add(id)
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

  leaveReview(tell = false): boolean {
    if (!this.checked) return false
    this.checked = undefined
    this.checkable = new Set()
    if (tell) this.changed()
    return true
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
    const from = before === undefined ? 0 : this.ids.indexOf(before)
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
    if (before !== undefined && this.leaving.has(before)) {
      const at = this.ids.indexOf(before)
      this.place(this.nearestOpen(at < 0 ? from : at))
    }
    this.changed()
    return this.current
  }

  settled(change: LineChange): void {
    this.book.take(change.title_ids, this.clock.now())
    const doubt = this.book.confirm(change.ids)
    this.clock.later(() => {
      if (doubt()) this.changed()
    }, TRUST_MS)
    this.changed()
    this.reachWanted()
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
    const was = line && this.statusOf(line)
    this.book.doubt()
    this.wanted = { id, was }
    if (this.ids.includes(id)) this.moveTo(id)
    this.clock.later(() => {
      if (this.wanted?.id === id) this.wanted = undefined
    }, WANTED_MS)
    this.changed()
    for (const refresh of this.refreshers) refresh()
    this.reachWanted()
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
    this.moveTo(line.id)
  }

  /** The line another screen asked for. */
  goTo(id: string): boolean {
    const line = this.line(id)
    if (!line) return false
    this.tab = this.statusOf(line)
    if (this.accountId !== undefined) this.accountId = line.bank_account_id
    this.moveTo(id)
    return true
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

const NO_CHOICES = { suggested: [], others: [] } as const

/** Several documents as one candidate. */
function merged(docs: readonly Candidate[]): Candidate {
  const [first] = docs as readonly [Candidate, ...Candidate[]]
  if (docs.length === 1) return first
  const titles = new Map(docs.flatMap(doc => doc.titles.map(title => [title.id, title] as const)))
  return {
    ...first,
    title_ids: [...titles.keys()],
    titles: [...titles.values()],
    amount_cents: [...titles.values()].reduce((sum, title) => sum + title.amount_cents, 0),
    reasons: [],
  }
}
