// What the commands of the workbench act on: the lines in hand, and what Enter and the digits would make of them now.
import { type AnyTarget, type CompanyRef, comingTarget, noTarget, type Records, targetOn } from '#commands/kit/command.ts'
import type { LineMatch } from '#commands/records.ts'
import { ghostMatch, matchOf } from './choices.ts'
import type { Desk } from './desk.ts'
import { explainedMatch, missingOf } from './difference.ts'
import { type Line, openCents } from './line.ts'

type LineRecord = Records['statement_line']

/** The marked lines, in review or jointly, else the one under the cursor. */
export function targetFor(desk: Desk, company: CompanyRef | undefined): AnyTarget {
  const lines = desk.checked ? [...desk.checked].flatMap(id => desk.line(id) ?? []) : desk.joint
  if (lines.length === 0) return desk.loaded ? noTarget(company) : comingTarget(company)
  const records = desk.checked
    ? lines.map(line => inReview(desk, line))
    : lines.map((line, at) => (at === 0 ? inHand(desk, line) : plain(desk, line)))
  return targetOn('statement_line', records, {
    company,
    from: desk.picked > 0 ? 'selection' : 'focus',
    centsOf: record => {
      const line = desk.line((record as LineRecord).id)
      return line ? openCents(line) : 0
    },
  })
}

function plain(desk: Desk, line: Line): LineRecord {
  const { id, amount_cents, date, description, bank_account_id, conciliation_id, remaining_cents } = line
  const status = desk.statusOf(line)
  const base = { id, amount_cents, date, description, bank_account_id, conciliation_id, status }
  return status === 'PENDING' ? { ...base, remaining_cents } : base
}

function inReview(desk: Desk, line: Line): LineRecord {
  const certain = desk.certainOf(line)
  return { ...plain(desk, line), match: certain && matchOf(certain, [line.id]) }
}

/** The first of the lines in hand carries what they become together. */
function inHand(desk: Desk, line: Line): LineRecord {
  const ids = desk.joint.map(each => each.id)
  const { explaining } = desk
  const ghost = desk.suggestionOf(line.id)?.ghost
  const title = desk.chosen?.candidate
  return {
    ...plain(desk, line),
    match: explaining ? explainedMatch(explaining) : matchNow(desk, line),
    choices: desk.allChoices.map(choice => matchOf(choice, ids)),
    transfer: desk.transferOf(line) ?? undefined,
    learned: ghost?.by === 'memory' ? ghost : undefined,
    missing_cents: explaining && missingOf(explaining),
    open_title: title?.title_ids[0] === undefined ? desk.settledTitleOf(line) : { kind: title.kind, id: title.title_ids[0] },
  }
}

/** What Enter does: the marked documents, the choice in hand, or what is certain of the line. */
export function matchNow(desk: Desk, line: Line): LineMatch | undefined {
  const ids = desk.joint.map(({ id }) => id)
  const shared = desk.docs.size === 0 && desk.marks.size > 1 && desk.pane === 'lines' ? desk.sharedGhost : undefined
  if (shared) return ghostMatch(shared)
  if (desk.docs.size > 0 || desk.marks.size > 1) {
    const { chosen } = desk
    // Nothing was chosen for the marked lines yet: only what is equal is taken unasked.
    if (desk.docs.size === 0 && desk.pane === 'lines' && chosen?.difference_cents !== 0) return undefined
    return chosen && { ...titlesOf(chosen.candidate), line_ids: ids, difference_cents: chosen.difference_cents }
  }
  if (desk.pane === 'choices') return desk.choice && matchOf(desk.choice, ids)
  const certain = desk.certainOf(line)
  return certain && matchOf(certain, ids)
}

const titlesOf = (candidate: { kind: 'BILL' | 'RECEIVABLE'; title_ids: readonly string[] }) => ({
  kind: 'titles' as const,
  title_kind: candidate.kind,
  title_ids: candidate.title_ids,
})
