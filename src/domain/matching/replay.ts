// What was decided of lines in one company, told in words that another company can read, and the lines there that read alike.
import type { History, Lesson, Line, TitleKind } from './candidates.ts'
import { memoPattern } from './memo.ts'
import { applyRules } from './rules.ts'
import { memory } from './weights.ts'

/** An answer without ids: names and documents are what two companies share. */
export interface Decision {
  readonly by: 'rule' | 'memory'
  /** What a memo holds to meet a rule, or the whole pattern of what was answered by hand. */
  readonly text: string
  readonly kind: TitleKind | null
  readonly min_amount_cents: number | null
  readonly max_amount_cents: number | null
  readonly answer: 'entry' | 'ignore'
  readonly category: string | null
  readonly contact: { readonly name: string; readonly document_number: string | null } | null
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

/** Titles and other accounts are each company's own. */
function isRepeatable({ answer, category_id, contact_id, pattern }: Lesson): boolean {
  if (pattern === '') return false
  return answer === 'ignore' || (answer === 'entry' && (category_id !== null || contact_id !== null))
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
