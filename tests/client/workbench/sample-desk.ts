// A desk for tests: lines, candidates and a clock that runs by hand.
import { Desk } from '#client/features/workbench/desk.ts'
import type { Line } from '#client/features/workbench/line.ts'
import type { Candidate, Ghost, LineSuggestion } from '#contract/reconciliation.ts'

export const lineOf = (id: string, more: Partial<Line> = {}): Line => ({
  id,
  version: 1,
  date: '2026-11-10',
  time: null,
  description: `LINHA ${id}`,
  amount_cents: -10_000,
  bank_account_id: 'itau',
  status: 'PENDING',
  conciliation_id: null,
  category_id: null,
  contact_id: null,
  linked_to: null,
  remaining_cents: more.amount_cents ?? -10_000,
  ...more,
})

export const candidateOf = (id: string, more: Partial<Candidate> = {}): Candidate => {
  const amount_cents = more.amount_cents ?? 10_000
  return {
    title_ids: [id],
    line_ids: [],
    explanation: null,
    kind: 'BILL',
    score: 95,
    level: 'ALTA',
    reasons: [],
    difference_cents: 0,
    titles: [
      { id, additional_information: `Conta ${id}`, contact_name: 'Fornecedor', due_date: '2026-11-10', amount_cents, category_id: null },
    ],
    ...more,
    amount_cents,
  }
}

export const suggestionOf = (line_id: string, candidates: Candidate[], more: Partial<LineSuggestion> = {}): LineSuggestion => ({
  line_id,
  certain: candidates.length === 1,
  candidates,
  transfer: null,
  ghost: null,
  ...more,
})

/** Lines like this became an entry once, unless overridden. */
export const ghostOf = (more: Partial<Ghost> = {}): Ghost => ({
  answer: 'entry',
  by: 'memory',
  category_id: null,
  contact_id: null,
  bank_account_id: null,
  rule: null,
  times: 1,
  last_day: '2026-10-10',
  sure: false,
  parts: null,
  ...more,
})

export interface SampleDesk {
  desk: Desk
  /** Runs what was put off. */
  pass(): void
  clock: { now: number }
}

export function sampleDesk(lines: readonly Line[], suggestions: readonly LineSuggestion[] = []): SampleDesk {
  const clock = { now: 1000 }
  let waiting: (() => void)[] = []
  const desk = new Desk('c1', {
    now: () => clock.now,
    later: run => void waiting.push(run),
    fade_ms: () => 120,
  })
  desk.replace('open itau', lines)
  desk.suggest(suggestions, 0)
  desk.ready()
  const pass = () => {
    const now = waiting
    waiting = []
    for (const run of now) run()
  }
  return { desk, pass, clock }
}
