// What was decided of lines in one company, told in words that another company can read, and the lines there that read alike.
import type { History, Lesson, Line, PastSplit, TitleKind } from './candidates.ts'
import { memoPattern } from './memo.ts'
import { applyRules } from './rules.ts'
import { memory } from './weights.ts'

interface Named {
  readonly category: string | null
  readonly contact: { readonly name: string; readonly document_number: string | null } | null
}

export const DECISION_ANSWERS = ['entry', 'ignore', 'own'] as const

/** An answer without ids: names and documents are what two companies share. */
export interface Decision extends Named {
  readonly by: 'rule' | 'memory'
  /** What a memo holds to meet a rule, or the whole pattern of what was answered by hand. */
  readonly text: string
  readonly kind: TitleKind | null
  readonly min_amount_cents: number | null
  readonly max_amount_cents: number | null
  /** `own`: it needs an account that no other company has, so it is only told. */
  readonly answer: (typeof DECISION_ANSWERS)[number]
  /** The line in parts, in what they were the last time; null where it is one entry. */
  readonly parts: readonly (Named & { readonly amount_cents: number })[] | null
  /** How often it was answered so, and when last ('yyyy-MM-dd'); 0 and null of a rule. */
  readonly times: number
  readonly last_day: string | null
}

/** The answers given by hand that other answers do not contradict: what lines of the pattern mostly were. */
export function settledLessons({ lessons }: Pick<History, 'lessons'>): Lesson[] {
  const byPattern = new Map<string, Lesson[]>()
  for (const lesson of lessons) {
    const key = `${lesson.kind} ${lesson.pattern}`
    byPattern.set(key, [...(byPattern.get(key) ?? []), lesson])
  }
  return [...byPattern.values()].flatMap(answers => {
    const [best] = [...answers].sort((one, other) => other.weight - one.weight)
    const total = answers.reduce((sum, { weight }) => sum + weight, 0)
    return best && best.weight * 100 >= total * memory.surePercent && isRepeatable(best) ? [best] : []
  })
}

/** How lines were divided the last time, where none like them was answered otherwise since. */
export function settledSplits({ lessons, splits }: Pick<History, 'lessons' | 'splits'>): (PastSplit & { readonly times: number })[] {
  const keyOf = ({ kind, pattern }: Pick<PastSplit, 'kind' | 'pattern'>) => `${kind} ${pattern}`
  const latest = new Map<string, string>()
  for (const lesson of lessons) {
    const known = latest.get(keyOf(lesson))
    if (known === undefined || known < lesson.last_day) latest.set(keyOf(lesson), lesson.last_day)
  }
  const byPattern = new Map<string, PastSplit & { times: number }>()
  for (const split of splits) {
    const known = byPattern.get(keyOf(split))
    const newer = known === undefined || known.day < split.day ? split : known
    byPattern.set(keyOf(split), { ...newer, times: (known?.times ?? 0) + 1 })
  }
  return [...byPattern.values()].filter(split => !((latest.get(keyOf(split)) ?? '') > split.day))
}

/** Titles are each company's own; so are the accounts of a transfer, which is told and never repeated. */
function isRepeatable({ answer, category_id, contact_id, pattern }: Lesson): boolean {
  if (pattern === '') return false
  return answer === 'ignore' || answer === 'transfer' || (answer === 'entry' && (category_id !== null || contact_id !== null))
}

/** The place of the first decision that fits the line: rules in their order, then what was answered by hand. */
export function decisionFor(decisions: readonly Decision[], line: Line): number | undefined {
  const pattern = memoPattern(line.memo)
  const kind = line.amount_cents < 0 ? 'BILL' : 'RECEIVABLE'
  const at = decisions.findIndex(decision =>
    decision.by === 'rule' ? meetsRule(decision, line) : decision.text === pattern && decision.kind === kind,
  )
  return at < 0 ? undefined : at
}

function meetsRule(decision: Decision, line: Line): boolean {
  const { text, kind, min_amount_cents, max_amount_cents } = decision
  const rule = {
    id: '',
    name: '',
    priority: 0,
    contains: text,
    kind,
    min_amount_cents,
    max_amount_cents,
    category_id: null,
    contact_id: null,
  }
  return applyRules([rule], line) !== null
}
