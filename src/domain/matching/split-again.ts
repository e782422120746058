// A line divided as lines like it were before: parts that never change stay as they are, the others share the rest as they did.

export interface SplitPart {
  readonly category_id: string | null
  readonly contact_id: string | null
  readonly amount_cents: number
}

/** What the parts are of, in their order: only splits of one shape say which part is fixed. */
const shapeOf = (parts: readonly SplitPart[]): string =>
  parts.map(({ category_id, contact_id }) => `${category_id} ${contact_id}`).join('|')

const sumOf = (parts: readonly SplitPart[]): number => parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** The parts of an amount by the splits of before, the newest first; null where they cannot be made of it. */
export function splitAgain(amount: number, past: readonly (readonly SplitPart[])[]): SplitPart[] | null {
  const [last] = past
  if (!last || last.length < 2) return null
  if (sumOf(last) === amount) return [...last]
  const alike = past.filter(parts => shapeOf(parts) === shapeOf(last))
  const isFixed = last.map((part, at) => alike.length > 1 && alike.every(parts => parts[at]?.amount_cents === part.amount_cents))
  return (
    shared(amount, last, isFixed) ??
    shared(
      amount,
      last,
      last.map(() => false),
    )
  )
}

/** Fixed parts whole, the rest in proportion; what rounding leaves goes to the last part that varies. */
function shared(amount: number, parts: readonly SplitPart[], isFixed: readonly boolean[]): SplitPart[] | null {
  const varying = parts.filter((_, at) => !isFixed[at])
  const [lastVarying] = varying.slice(-1)
  if (!lastVarying) return null
  const rest = amount - sumOf(parts.filter((_, at) => isFixed[at]))
  const before = sumOf(varying)
  const own = (part: SplitPart) => Math.floor((part.amount_cents * rest) / before)
  const lost = rest - varying.reduce((sum, part) => sum + own(part), 0)
  const made = parts.map((part, at) => (isFixed[at] ? part : { ...part, amount_cents: own(part) + (part === lastVarying ? lost : 0) }))
  return made.every(({ amount_cents }) => amount_cents > 0) ? made : null
}
