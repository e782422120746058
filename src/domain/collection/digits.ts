// The check digits of banks, each by its own weights.

/** The sum of the digits by weights that repeat, the first for the rightmost digit. */
function weighed(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) sum += (digits.charCodeAt(digits.length - 1 - at) - 48) * (weights[at % weights.length] ?? 0)
  return sum
}

const UP_TO_9 = [2, 3, 4, 5, 6, 7, 8, 9]
const UP_TO_7 = [2, 3, 4, 5, 6, 7]
const DOWN_FROM_9 = [9, 8, 7, 6, 5, 4, 3, 2]

/** 11 less the remainder; 10 and 11 are 0. */
export function mod11(digits: string): string {
  const result = 11 - (weighed(digits, UP_TO_9) % 11)
  return String(result > 9 ? 0 : result)
}

/** The remainder itself; 10 is X. */
export function bancoDoBrasilDigit(digits: string): string {
  const rest = weighed(digits, DOWN_FROM_9) % 11
  return rest === 10 ? 'X' : String(rest)
}

export function bradescoDigit(digits: string): string {
  const rest = weighed(digits, UP_TO_7) % 11
  return rest === 0 ? '0' : rest === 1 ? 'P' : String(11 - rest)
}

/** Weights 3, 1, 9, 7 from the left. */
export function sicoobDigit(digits: string): string {
  const weights = [3, 1, 9, 7]
  const rest = [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at % 4] ?? 0), 0) % 11
  return String(rest < 2 ? 0 : 11 - rest)
}
