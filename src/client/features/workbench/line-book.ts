// What is known of the lines: what the lists say, what is only believed since the last key, and what is suggested for each.
import type { LineSuggestion } from '#contract/reconciliation.ts'
import type { StatementEntryStatus } from '#domain/enums.ts'
import { isTellingPair } from '#domain/matching/transfers.ts'
import { type Choice, type ChoiceFacts, certainOf, goesWithLot, isPlainTransfer, type LotRights, suggestedFor } from './choices.ts'
import type { Line } from './line.ts'

export type Tab = StatementEntryStatus

interface Left {
  readonly to: Tab
  settled: boolean
}

/** The choices of one line and the one Enter takes unasked. */
export interface Reading {
  readonly choices: readonly Choice[]
  readonly certain: Choice | undefined
}

interface Counts {
  readonly tabs: Record<Tab, number>
  /** Pending lines that the lot takes; groups and transfers by the first of their lines. */
  readonly high: readonly string[]
}

const NO_LINES: readonly Line[] = []

export class LineBook {
  /** Grows with every change of what is shown of any line. */
  stamp = 0
  /** Lines that still fade where they were. */
  readonly leaving = new Set<string>()

  private readonly sources = new Map<string, Map<string, Line>>()
  private merged: { lines: Map<string, Line>; sorted: readonly Line[] } | undefined
  private readonly left = new Map<string, Left>()
  /** Titles used by lines that left; the moment the server confirmed it, undefined while it has not. */
  private readonly taken = new Map<string, number | undefined>()
  private readonly suggestions = new Map<string, LineSuggestion>()
  /** The lines that propose a title, so that only they are read again when it is used. */
  private readonly wantedBy = new Map<string, string[]>()
  private readonly readings = new Map<string, Reading>()
  /** Groups that the person took apart. */
  private readonly apart = new Set<string>()
  private counted: { at: string; counts: Counts } | undefined
  private rights: LotRights = { transfers: false, ignoring: false }

  private readonly facts: ChoiceFacts = {
    taken: id => this.taken.has(id),
    gone: id => {
      const line = this.line(id)
      return line === undefined || this.statusOf(line) !== 'PENDING'
    },
  }
  get choiceFacts(): ChoiceFacts {
    return this.facts
  }

  // ---- the lists -----------------------------------------------------------------------------------------------------------

  /** The whole of one list: those pending of an account, or those done in the period. */
  replace(source: string, lines: readonly Line[]): void {
    this.sources.set(source, new Map(lines.map(line => [line.id, line])))
    this.readings.clear()
    this.listsChanged()
  }

  patch(source: string, lines: readonly Line[], gone: readonly string[]): void {
    const known = this.sources.get(source) ?? new Map<string, Line>()
    for (const id of gone) known.delete(id)
    for (const line of lines) known.set(line.id, line)
    this.sources.set(source, known)
    this.readAgain([...gone, ...lines.map(line => line.id)])
    this.listsChanged()
  }

  /** Forgets lists that are no longer asked for. */
  keepSources(names: readonly string[]): void {
    for (const name of [...this.sources.keys()]) if (!names.includes(name)) this.sources.delete(name)
    this.readings.clear()
    this.listsChanged()
  }

  private listsChanged(): void {
    this.merged = undefined
    this.stamp++
    // What the lists now say themselves needs no belief any more.
    for (const [id, left] of [...this.left]) if (left.settled && this.line(id)?.status === left.to) this.left.delete(id)
  }

  private lists(): { lines: Map<string, Line>; sorted: readonly Line[] } {
    if (this.merged) return this.merged
    const lines = new Map<string, Line>()
    // A line may stand in two lists for a moment, until both have heard of its change: the newer version counts.
    for (const source of this.sources.values())
      for (const [id, line] of source) if ((lines.get(id)?.version ?? -1) < line.version) lines.set(id, line)
    const sorted = [...lines.values()].sort((one, other) => compare(one.date, other.date) || compare(one.id, other.id))
    this.merged = { lines, sorted }
    return this.merged
  }

  line(id: string | undefined): Line | undefined {
    return id === undefined ? undefined : this.lists().lines.get(id)
  }

  /** All lines, oldest first. */
  get sorted(): readonly Line[] {
    return this.sources.size === 0 ? NO_LINES : this.lists().sorted
  }

  /** What a line is on screen, which the server may not know yet. */
  statusOf(line: Line): Tab {
    return this.left.get(line.id)?.to ?? line.status
  }

  // ---- beliefs -------------------------------------------------------------------------------------------------------------

  /** Lines that leave for another tab, to be confirmed or refused. */
  leave(ids: readonly string[], to: Tab): void {
    for (const id of ids) {
      this.leaving.add(id)
      this.left.set(id, { to, settled: false })
    }
    this.readAgain(ids)
    this.stamp++
  }

  faded(ids: readonly string[]): void {
    for (const id of ids) this.leaving.delete(id)
    this.stamp++
  }

  comeBack(ids: readonly string[]): void {
    for (const id of ids) {
      this.left.delete(id)
      this.leaving.delete(id)
    }
    this.readAgain(ids)
    this.stamp++
  }

  /** The server agreed. Answers which of them the lists have not said so of themselves. */
  confirm(ids: readonly string[]): () => readonly string[] {
    for (const id of ids) {
      const left = this.left.get(id)
      if (left) left.settled = true
    }
    const believed = this.believed(new Set(ids))
    this.listsChanged()
    return believed
  }

  /** Which of the lines that the server agreed to, all of them or these, are still only believed by the time of asking. */
  believed(ids?: ReadonlySet<string>): () => readonly string[] {
    const known = [...this.left].filter(([id, left]) => left.settled && ids?.has(id) !== false)
    return () => known.filter(([id, left]) => this.left.get(id) === left).map(([id]) => id)
  }

  /** The lists are read anew: nothing is believed. */
  forget(): void {
    this.left.clear()
    this.leaving.clear()
    this.taken.clear()
    this.readings.clear()
    this.stamp++
  }

  /** Titles that other lines may no longer propose; `at` is the moment the server confirmed it. */
  take(titleIds: readonly string[], at?: number): void {
    for (const id of titleIds) this.taken.set(id, at)
    this.readWanting(titleIds)
  }

  giveBack(titleIds: readonly string[]): void {
    for (const id of titleIds) this.taken.delete(id)
    this.readWanting(titleIds)
  }

  // ---- suggestions ---------------------------------------------------------------------------------------------------------

  /** `asked` is when the question left: titles taken before that are the server's own knowledge now. */
  suggest(suggestions: readonly LineSuggestion[], asked: number): void {
    this.suggestions.clear()
    this.wantedBy.clear()
    for (const suggestion of suggestions) {
      this.suggestions.set(suggestion.line_id, suggestion)
      for (const id of suggestion.candidates.flatMap(candidate => candidate.title_ids)) {
        const lines = this.wantedBy.get(id)
        if (lines) lines.push(suggestion.line_id)
        else this.wantedBy.set(id, [suggestion.line_id])
      }
    }
    for (const [id, settled] of [...this.taken]) if (settled !== undefined && settled <= asked) this.taken.delete(id)
    this.readings.clear()
    this.stamp++
  }

  suggestionOf(id: string): LineSuggestion | undefined {
    return this.suggestions.get(id)
  }

  reading(line: Line): Reading {
    const known = this.readings.get(line.id)
    if (known) return known
    const suggestion = this.suggestions.get(line.id)
    const choices = suggestedFor(line, suggestion, this.facts)
    const reading = { choices, certain: certainOf(suggestion, choices) }
    this.readings.set(line.id, reading)
    return reading
  }

  /** The pending lines that one title takes together with this one; the line alone where nothing does, or the person took them apart. */
  groupOf(line: Line): readonly Line[] {
    const [first] = this.reading(line).choices
    if (first?.kind !== 'titles' || first.candidate.line_ids.length < 2 || this.apart.has(first.key)) return [line]
    const lines = first.candidate.line_ids.flatMap(id => this.line(id) ?? [])
    return lines.length === first.candidate.line_ids.length && lines.every(each => this.statusOf(each) === 'PENDING') ? lines : [line]
  }

  /** Whether the line stands for its group. */
  leads(line: Line): boolean {
    return this.groupOf(line)[0]?.id === line.id
  }

  /** Shows the lines of a group each by itself. */
  takeApart(line: Line): boolean {
    const [first] = this.reading(line).choices
    if (first === undefined || this.groupOf(line).length < 2) return false
    this.apart.add(first.key)
    this.stamp++
    return true
  }

  /** These lines, the other halves of their transfers, and those that a title takes together with them. */
  private readAgain(ids: readonly string[]): void {
    for (const id of ids) {
      this.readings.delete(id)
      const suggestion = this.suggestions.get(id)
      const together = suggestion?.candidates.flatMap(candidate => candidate.line_ids) ?? []
      for (const other of [suggestion?.transfer?.line_id, ...together]) if (other) this.readings.delete(other)
    }
  }

  /** A pending line that proposes this title. */
  lineProposing(titleId: string): string | undefined {
    return this.wantedBy.get(titleId)?.find(id => !this.facts.gone(id))
  }

  private readWanting(titleIds: readonly string[]): void {
    for (const id of titleIds) for (const line of this.wantedBy.get(id) ?? []) this.readings.delete(line)
    this.stamp++
  }

  /** What the lot may hold; true where that is other than before. */
  allow(rights: LotRights): boolean {
    const { transfers, ignoring } = this.rights
    if (transfers === rights.transfers && ignoring === rights.ignoring) return false
    this.rights = rights
    this.stamp++
    return true
  }

  /** The line with the other half of its transfer, where the lot takes both; the line alone where it takes that; none otherwise. */
  inLot(line: Line): readonly Line[] {
    const { choices, certain } = this.reading(line)
    if (!goesWithLot(certain, this.rights)) return NO_LINES
    if (certain?.kind !== 'transfer') return [line]
    const other = this.line(certain.other.line_id)
    if (!other || !isTellingPair(asMemo(line), asMemo(other))) return NO_LINES
    return isPlainTransfer(choices) && isPlainTransfer(this.reading(other).choices) ? [line, other] : NO_LINES
  }

  pendingIn(accountId: string): number {
    return this.sorted.filter(line => line.bank_account_id === accountId && this.statusOf(line) === 'PENDING').length
  }

  /** Lines of each tab, in one account or in all. */
  counts(accountId: string | undefined): Counts {
    const at = `${this.stamp} ${accountId ?? ''}`
    if (this.counted?.at === at) return this.counted.counts
    const tabs = { PENDING: 0, CONCILIATED: 0, IGNORED: 0 }
    const high: string[] = []
    const held = new Set<string>()
    for (const line of this.sorted) {
      if (accountId !== undefined && line.bank_account_id !== accountId) continue
      const status = this.statusOf(line)
      tabs[status]++
      if (status !== 'PENDING' || held.has(line.id) || !this.leads(line)) continue
      const taken = this.inLot(line)
      for (const { id } of taken) held.add(id)
      if (taken.length > 0) high.push(line.id)
    }
    this.counted = { at, counts: { tabs, high } }
    return this.counted.counts
  }
}

const asMemo = ({ description, amount_cents }: Line) => ({ memo: description, amount_cents })

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
