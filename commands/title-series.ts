// How far a change of one occurrence reaches in its series, and what is said of it.
import type { BulkAnswer } from '#contract/kit/fields.ts'
import { SERIES_SCOPES, type SeriesScope } from '#domain/enums.ts'
import { SERIES_SCOPE_LABELS } from '#domain/labels.ts'
import { counted } from '#domain/text.ts'
import type { AnyTarget, Choice } from './kit/command.ts'
import { contas, isInSeries, type Title } from './title-kinds.ts'

const CHOICES: readonly Choice<string>[] = [
  { value: 'ONE', label: 'Só esta', digit: '1', words: ['uma'] },
  { value: 'NEXT', label: SERIES_SCOPE_LABELS.NEXT, digit: '2', hint: 'em aberto' },
  { value: 'ALL', label: SERIES_SCOPE_LABELS.ALL, digit: '3', words: ['série'] },
]

export const SERIES_QUESTION = { name: 'scope', kind: 'choice', title: 'Da série', options: () => CHOICES } as const

/** Asked of one open occurrence of a series; of many marked ones those are meant. */
export const SERIES_STEP = {
  ...SERIES_QUESTION,
  optional: true,
  of: (target: AnyTarget) => target.count === 1 && target.records.length === 1 && isInSeries(target.records[0] as Title),
} as const

export const isSeriesScope = (scope: unknown): scope is SeriesScope => SERIES_SCOPES.some(known => known === scope)

/** How many of the series it reached, and that some stay as they were, with the reasons. */
export function seriesOutcome(
  { updated, blocked = [] }: BulkAnswer,
  [one, many]: readonly [one: string, many: string],
): { say: string; detail?: string } {
  const say = counted(updated, [`conta da série ${one}`, `contas da série ${many}`])
  if (blocked.length === 0) return { say }
  const reasons = [...new Set(blocked.map(row => row.message))]
  const stayed = blocked.length === 1 ? 'ficou como estava' : 'ficaram como estavam'
  return { say, detail: `${contas(blocked.length)} ${stayed}. ${reasons.join(' ')}` }
}
