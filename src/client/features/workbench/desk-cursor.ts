// Moving about the workbench: the cursor and its places in each tab, the panes, and the marks.
import type { LineArrangement } from '#commands/reconcile.ts'
import type { Choice } from './choices.ts'
import { keyOf } from './choices.ts'
import { DeskChoices, ghostKey } from './desk-choices.ts'
import type { Tab } from './desk-lines.ts'
import type { Explaining } from './difference.ts'
import type { Line } from './line.ts'
import { payerOf } from './line-order.ts'

/** Side, account and the words that stay the same from one line of a payer to the next. */
const likenessOf = (line: Line): string => `${sideOf(line)} ${payerOf(line)}`

/** Money in or out, and the account. */
const sideOf = (line: Line): string => `${line.amount_cents < 0} ${line.bank_account_id}`

/** What stands in the place of the suggestions. */
export type Sheet = 'create' | 'split' | 'rule'

export abstract class DeskCursor extends DeskChoices {
  sheet: Sheet | undefined
  explaining: Explaining | undefined
  /** Where the list was scrolled to, for coming back. */
  scrollTop = 0
  /** A phone shows one line and its choice at a time, so the choice is always what is acted on. */
  onPhone = false
  /** The search of the lines is being typed in: the lines leave it the focus. */
  finding = false

  private readonly places = new Map<string, string>()
  /** The list in which the cursor stood last. */
  private stood: readonly string[] = []

  /** The cursor stays on a line of the list: where it was, when its own line is gone. */
  protected settleCursor(): void {
    // Lists arrive one by one: the first of them does not decide where the person starts.
    if (!this.loaded) return
    this.settleMarks()
    const { ids } = this
    const at = this.cursor === undefined ? -1 : ids.indexOf(this.cursor)
    if (at >= 0 && !this.leaving.has(ids[at] as string)) {
      this.stood = ids
      return
    }
    const next = at >= 0 ? this.nearestOpen(at) : this.heir()
    if (next === this.cursor) return
    this.place(next)
  }

  /** What the cursor goes to when its line is gone: lines around it may be gone too, so neighbours count and not places. */
  private heir(): string | undefined {
    const from = this.cursor === undefined ? -1 : this.stood.indexOf(this.cursor)
    const open = (id: string) => this.isListed(id) && !this.leaving.has(id)
    return this.stood.slice(from + 1).find(open) ?? this.stood.slice(0, Math.max(0, from)).findLast(open) ?? this.nearestOpen(0)
  }

  /** A mark lives as long as its line is seen. */
  private settleMarks(): void {
    for (const id of this.marks) if (!this.isListed(id)) this.marks.delete(id)
  }

  protected place(id: string | undefined): void {
    if (id === this.cursor) return
    this.cursor = id
    this.stood = this.ids
    this.choiceAt = 0
    this.searching = undefined
    this.explaining = undefined
    this.sheet = undefined
    if (this.pane === 'choices' && !this.onPhone) this.pane = 'lines'
    if (this.marks.size === 0) this.docs.clear()
    if (id !== undefined) this.places.set(this.view, id)
  }

  private get view(): string {
    return `${this.tab} ${this.accountId ?? ''}`
  }

  /** The first line after a place that is not leaving, else the last one before it. */
  protected nearestOpen(from: number): string | undefined {
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

  /** Narrows the lines as one types; undefined closes the search and brings all of them back. */
  findLines(text: string | undefined, today: string): void {
    this.leaveReview()
    this.finding = text !== undefined
    this.narrow(text, today)
    this.changed()
  }

  /** The search keeps narrowing, and the lines take the focus. */
  endFinding(): void {
    if (!this.finding) return
    this.finding = false
    this.changed()
  }

  arrange(change: Partial<LineArrangement>): void {
    this.arrangement = { ...this.arrangement, ...change }
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
    const known = this.places.get(this.view)
    this.place(known !== undefined && this.ids.includes(known) ? known : this.nearestOpen(0))
    this.changed()
  }

  // ---- marks ---------------------------------------------------------------------------------------------------------------------

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

  /** Marks every line of the kind of the one in hand; answers how many. */
  markAlike(): number {
    const line = this.current
    if (!line || this.tab !== 'PENDING' || this.checked) return 0
    for (const { id } of this.alikeOf(line)) this.marks.add(id)
    this.changed()
    return this.marks.size
  }

  /** The shown lines of one side and account that read like this one, or are the same ghost as it. */
  alikeOf(line: Line): readonly Line[] {
    const key = likenessOf(line)
    const ghost = this.ghostFirst(line)
    return this.ids.flatMap(id => {
      const other = this.leaving.has(id) ? undefined : this.line(id)
      if (!other) return []
      const isSameGhost = ghost !== undefined && sideOf(other) === sideOf(line) && this.ghostFirst(other) === ghost
      return isSameGhost || likenessOf(other) === key ? [other] : []
    })
  }

  /** What the ghost of a line would do, where a ghost is the first thing proposed for it. */
  private ghostFirst(line: Line): string | undefined {
    const [first] = this.suggested(line)
    return first?.kind === 'ghost' && !first.ghost.parts ? ghostKey(first.ghost) : undefined
  }

  /** All lines of the group that holds this one: marked, or no longer. */
  markGroup(id: string | undefined = this.cursor): void {
    const group = id === undefined ? undefined : this.groupHolding(id)
    const ids = group?.ids.filter(each => !this.leaving.has(each)) ?? []
    const on = !ids.every(each => this.isMarked(each))
    for (const each of ids) this.mark(each, on)
    this.changed()
  }

  /** The lines of a group, each by itself. */
  takeApart(): boolean {
    const { current } = this
    if (!current || !this.book.takeApart(current)) return false
    this.changed()
    return true
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

  leaveReview(tell = false): boolean {
    if (!this.checked) return false
    this.checked = undefined
    this.checkable = new Set()
    if (tell) this.changed()
    return true
  }
}
