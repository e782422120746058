// Note numbers: which are spent, and which may be voided.
import { formatCount } from '../text.ts'

/** Codes that mean a number is spent: denied, cancelled, or issued before under another key. */
export const SPENT_CODES: readonly string[] = ['110', '205', '301', '302', '303', '101', '151', '155', '218', '539', 'E0014']

/** The most numbers in one request. */
export const MOST_VOIDED = 10_000

export interface NumberSpan {
  first_number: number
  last_number: number
}

/** Why a range may not be voided, in pt-BR, whatever it contains; undefined when it may. `last` is the last number given in its series. */
export function voidRefusal({ first_number, last_number }: NumberSpan, last: number): string | undefined {
  if (first_number > last_number) return 'O fim vem antes do início.'
  if (last_number - first_number >= MOST_VOIDED) return `Inutilize até ${formatCount(MOST_VOIDED)} números por vez.`
  if (last_number > last) return `A série só chegou ao número ${last}: um número ainda não usado não se inutiliza.`
  return undefined
}
