// What is under the cursor: the lines explained together, the choices for them, and the titles that would be settled now.
import type { Candidate, Ghost } from '#contract/reconciliation.ts'
import { type Choice, jointChoices, otherChoices, type TitlesChoice } from './choices.ts'
import { DeskLines } from './desk-lines.ts'
import { type Line, openCents } from './line.ts'

export abstract class DeskChoices extends DeskLines {
  cursor: string | undefined
  pane: 'lines' | 'choices' = 'lines'
  choiceAt = 0
  /** The text of the search in the candidates; undefined while it is closed. */
  searching: string | undefined
  readonly marks = new Set<string>()
  readonly docs = new Map<string, Candidate>()

  protected combined: { line_id: string; sets: readonly Candidate[] } | undefined
  private wide: { line_id: string; candidates: readonly Candidate[] } | undefined

  get current(): Line | undefined {
    return this.line(this.cursor)
  }

  /** The lines that are explained together: the marked ones, else the one under the cursor with those of its group. */
  get joint(): readonly Line[] {
    if (!this.checked && this.marks.size > 0)
      return [...new Set([...this.marks].flatMap(id => this.line(id) ?? []).flatMap(line => this.book.groupOf(line)))]
    return this.current ? this.book.groupOf(this.current) : []
  }

  /** What all the lines in hand are, where each of them is the same ghost. */
  get sharedGhost(): Ghost | undefined {
    const ghosts = this.joint.map(line => this.book.suggestionOf(line.id)?.ghost)
    const [first] = ghosts
    // Parts are of one amount: they are no answer for several lines.
    if (!first || first.parts) return undefined
    const key = ghostKey(first)
    return ghosts.every(ghost => ghost && ghostKey(ghost) === key) ? first : undefined
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
    if (lines.length > 1) {
      const titles = jointChoices(
        lines,
        lines.map(each => this.book.suggestionOf(each.id)),
        [...sets, ...wide],
        this.book.choiceFacts,
      )
      const ghost = this.marks.size > 1 ? this.sharedGhost : undefined
      return { suggested: ghost ? [{ kind: 'ghost', key: `ghost ${ghost.by} ${ghost.answer}`, ghost }, ...titles] : titles, others: [] }
    }
    const facts = this.book.choiceFacts
    const marked = [...this.docs.values()]
    // A search shows only what it found, and what is marked: nothing counts that is not seen.
    if (this.searching) {
      const kept = otherChoices(line, marked, [], facts)
      return { suggested: kept, others: otherChoices(line, wide, kept, facts) }
    }
    const found = otherChoices(line, [...sets, ...marked], this.suggested(line), facts)
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
}

/** What a ghost would do with its line. */
export const ghostKey = ({ answer, category_id, contact_id, bank_account_id }: Ghost): string =>
  [answer, category_id, contact_id, bank_account_id].join(' ')

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
