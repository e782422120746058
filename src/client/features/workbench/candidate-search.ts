// The search in the candidates: amounts and days of the filter grammar are judged here, words are the server's.
import type { Candidate } from '#contract/reconciliation.ts'
import { parseFilter } from '#domain/filter.ts'
import { BILL_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { formatPlainAmount } from '#domain/money.ts'

export interface CandidateSearch {
  /** For the server; empty asks for what is nearest. */
  words: string
  fits(candidate: Candidate): boolean
}

const FIELDS = BILL_FILTER_FIELDS.filter(field => field.key === 'amount_cents' || field.key === 'due_date')

/** Whether a value is in one of the ranges. */
export const within = <V extends string | number>(value: V, ranges: readonly { min?: V; max?: V }[]): boolean =>
  ranges.some(({ min, max }) => (min === undefined || value >= min) && (max === undefined || value <= max))

/** '=1284,90', '1200..1300', 'venc<30/11' narrow what is shown; every other word is searched in names, documents and descriptions. */
export function readSearch(text: string, today: string): CandidateSearch {
  const { tokens } = parseFilter(text, { fields: FIELDS, today })
  const words = tokens.flatMap(token => (token.op === 'words' && !token.negated ? token.values.slice(0, 1) : []))
  const tests = tokens.flatMap(token => {
    const test =
      token.op === 'cents'
        ? (candidate: Candidate) => within(candidate.amount_cents, token.ranges)
        : token.op === 'days'
          ? (candidate: Candidate) => candidate.titles.some(title => within(title.due_date, token.ranges))
          : undefined
    return test === undefined ? [] : [token.negated ? (candidate: Candidate) => !test(candidate) : test]
  })
  return { words: words.join(' '), fits: candidate => tests.every(test => test(candidate)) }
}

/** What the search starts with: the line's amount, selected, so that the first letter replaces it. */
export const amountSearch = (cents: number): string => `=${formatPlainAmount(Math.abs(cents))}`
