// A small exact evaluator for what a person types after '=' in an amount field: + - * / and parentheses over rationals.

interface Rational {
  top: bigint
  bottom: bigint
}

const DEEPEST = 20

/** In a formula a single comma is always the decimal mark (rates have more than two places); a dot before exactly three digits separates thousands. */
function numberOf(figures: string): Rational | undefined {
  const scaled = (whole: string, decimals: string): Rational => ({
    top: BigInt(whole.replace(/[.,]/g, '') + decimals || '0'),
    bottom: 10n ** BigInt(decimals.length),
  })
  const comma = /^(\d*|[1-9]\d{0,2}(?:\.\d{3})+),(\d+)$/.exec(figures)
  if (comma) return scaled(comma[1] ?? '', comma[2] ?? '')
  if (/^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)$/.test(figures)) return scaled(figures, '')
  const dot = /^(\d*|[1-9]\d{0,2}(?:,\d{3})+)\.(\d+)$/.exec(figures)
  return dot ? scaled(dot[1] ?? '', dot[2] ?? '') : undefined
}

class Formula {
  private at = 0
  private readonly tokens: readonly string[]

  constructor(text: string) {
    this.tokens = text.match(/[\d.,]+|\S/g) ?? []
  }

  value(): Rational | undefined {
    const result = this.sum(0)
    return this.at === this.tokens.length ? result : undefined
  }

  private sum(depth: number): Rational | undefined {
    let left = this.product(depth)
    while (left && (this.tokens[this.at] === '+' || this.tokens[this.at] === '-')) {
      const sign = this.tokens[this.at++] === '+' ? 1n : -1n
      const right = this.product(depth)
      left = right && { top: left.top * right.bottom + sign * right.top * left.bottom, bottom: left.bottom * right.bottom }
    }
    return left
  }

  private product(depth: number): Rational | undefined {
    let left = this.factor(depth)
    while (left && (this.tokens[this.at] === '*' || this.tokens[this.at] === '/')) {
      const times = this.tokens[this.at++] === '*'
      const right = this.factor(depth)
      if (!right || (!times && right.top === 0n)) return undefined
      left = times
        ? { top: left.top * right.top, bottom: left.bottom * right.bottom }
        : { top: left.top * right.bottom, bottom: left.bottom * right.top }
    }
    return left
  }

  private factor(depth: number): Rational | undefined {
    const token = this.tokens[this.at++]
    if (token === undefined || depth > DEEPEST) return undefined
    if (token === '-' || token === '+') {
      const inner = this.factor(depth + 1)
      return inner && token === '-' ? { top: -inner.top, bottom: inner.bottom } : inner
    }
    if (token !== '(') return numberOf(token)
    const inner = this.sum(depth + 1)
    return this.tokens[this.at++] === ')' ? inner : undefined
  }
}

/** Rounds the quotient of two integers half away from zero, so that a refund mirrors its charge. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero')
  const negative = numerator < 0n !== denominator < 0n
  const top = numerator < 0n ? -numerator : numerator
  const bottom = denominator < 0n ? -denominator : denominator
  const magnitude = (2n * top + bottom) / (2n * bottom)
  return negative ? -magnitude : magnitude
}

/** The cents of a formula in reais ('120*3' = 36000), rounded once at the end, half away from zero; undefined when it is not a formula. */
export function evaluate(text: string): number | undefined {
  const value = new Formula(text).value()
  if (!value) return undefined
  const cents = Number(divideHalfUp(value.top * 100n, value.bottom))
  return Number.isSafeInteger(cents) ? cents : undefined
}
