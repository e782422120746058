// The order of the lines and the groups they stand in: by payer, or by what is suggested for them.
import { LINE_GROUPINGS, LINE_SORTS, type LineArrangement, type LineGrouping, type LineSort } from '#commands/reconcile.ts'
import { foldWords, memoPattern } from '#domain/matching/memo.ts'
import { type Choice, ghostTitle, type Names } from './choices.ts'
import { type Line, openCents } from './line.ts'

/** A line with what is suggested for it, and the amount its row shows. */
export interface OrderedLine {
  readonly line: Line
  readonly choices: readonly Choice[]
  readonly certain: boolean
  readonly cents: number
}

/** What stands above the first line of a group. */
export interface GroupHead {
  readonly ids: readonly string[]
  readonly cents: number
}

const CERTAIN_RANK = 1000

/** What is certain comes first, then the better score. */
function confidenceRank({ choices: [first], certain }: OrderedLine): number {
  const own = first?.kind === 'titles' ? first.candidate.score : first === undefined ? 0 : 1
  return certain ? CERTAIN_RANK + own : own
}

const COMPARE: Readonly<Record<Exclude<LineSort, 'date'>, (one: OrderedLine, other: OrderedLine) => number>> = {
  amount: (one, other) => Math.abs(other.cents) - Math.abs(one.cents),
  confidence: (one, other) => confidenceRank(other) - confidenceRank(one),
}

/** The words that stay the same from one line of a payer to the next. */
export const payerOf = ({ description }: Pick<Line, 'description'>): string => memoPattern(description) || foldWords(description)

function groupKey({ line, choices: [first], certain }: OrderedLine, grouping: LineGrouping): string {
  if (grouping === 'payer') return payerOf(line)
  if (first === undefined) return ''
  if (first.kind === 'transfer') return 'transfer'
  if (first.kind === 'titles') return `${first.candidate.kind} ${certain}`
  const { answer, category_id, rule } = first.ghost
  return [answer, category_id, rule?.id].join(' ')
}

/** What the lines of a group have in common, in words. */
export function groupWords({ line, choices: [first], certain }: OrderedLine, grouping: LineGrouping, names: Names): string {
  if (grouping === 'payer') return payerOf(line)
  if (first === undefined) return 'Sem sugestão'
  if (first.kind === 'transfer') return 'Transferências entre contas próprias'
  if (first.kind === 'ghost') return ghostTitle(first.ghost, names)
  return `${first.candidate.kind === 'BILL' ? 'Contas a pagar' : 'Contas a receber'}, ${certain ? 'certas' : 'a escolher'}`
}

export interface Arranged {
  readonly ids: readonly string[]
  /** By the first line of each group. */
  readonly heads: ReadonlyMap<string, GroupHead>
}

/** Lines come by day; groups stand where the first of their lines would. */
export function arrange(lines: readonly OrderedLine[], { sort, grouping }: LineArrangement): Arranged {
  const sorted = sort === 'date' ? lines : [...lines].sort(COMPARE[sort])
  if (grouping === 'none') return { ids: sorted.map(({ line }) => line.id), heads: new Map() }
  const groups = new Map<string, OrderedLine[]>()
  for (const each of sorted) {
    const key = groupKey(each, grouping)
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  const heads = new Map<string, GroupHead>()
  const ids: string[] = []
  for (const group of groups.values()) {
    const own = group.map(({ line }) => line.id)
    heads.set(own[0] as string, { ids: own, cents: group.reduce((sum, { cents }) => sum + cents, 0) })
    ids.push(...own)
  }
  return { ids, heads }
}

/** The next one in turn. */
export const nextSort = (now: LineSort): LineSort => after(LINE_SORTS, now)
export const nextGrouping = (now: LineGrouping): LineGrouping => after(LINE_GROUPINGS, now)

const after = <One>(all: readonly One[], now: One): One => all[(all.indexOf(now) + 1) % all.length] as One

export const centsOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + openCents(line), 0)
