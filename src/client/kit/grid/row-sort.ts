// Sorts row indices by integer keys: a stable radix sort, because a comparator over 100,000 rows costs twenty frames.

/** `values[row]` is an integer or NaN (empty). Empty rows come last in either direction; ties keep their previous order. */
export interface RowKey {
  values: Float64Array
  descending: boolean
}

const BITS = 11
const BUCKETS = 1 << BITS
const WORD = 2 ** 32

/** Sorts the first `count` entries of `order` in place by the keys, most important first. Exact for keys up to 2^53. */
export function sortRows(order: Int32Array, count: number, keys: readonly RowKey[]): void {
  const words = new Uint32Array(count)
  for (let at = keys.length - 1; at >= 0; at--) {
    const { values, descending } = keys[at]!
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let i = 0; i < count; i++) {
      const value = values[order[i]!]!
      if (value < low) low = value
      if (value > high) high = value
    }
    if (low > high) continue
    const empty = high - low + 1
    const keyOf = (row: number) => {
      const value = values[row]!
      if (Number.isNaN(value)) return empty
      return descending ? high - value : value - low
    }
    // a Uint32Array keeps the low word of its input
    for (let i = 0; i < count; i++) words[i] = keyOf(order[i]!)
    radix(order, count, words, empty >= WORD ? 32 : bitsOf(empty))
    if (empty < WORD) continue
    for (let i = 0; i < count; i++) words[i] = Math.floor(keyOf(order[i]!) / WORD)
    radix(order, count, words, bitsOf(Math.floor(empty / WORD)))
  }
}

function bitsOf(largest: number): number {
  return 32 - Math.clz32(largest)
}

function radix(order: Int32Array, count: number, words: Uint32Array, bits: number): void {
  const starts = new Int32Array(BUCKETS)
  let rows: Int32Array = order
  let keys: Uint32Array = words
  let nextRows: Int32Array = new Int32Array(count)
  let nextKeys: Uint32Array = new Uint32Array(count)
  for (let shift = 0; shift < bits; shift += BITS) {
    starts.fill(0)
    for (let i = 0; i < count; i++) starts[(keys[i]! >>> shift) & (BUCKETS - 1)]!++
    let sum = 0
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const size = starts[bucket]!
      starts[bucket] = sum
      sum += size
    }
    for (let i = 0; i < count; i++) {
      const key = keys[i]!
      const to = starts[(key >>> shift) & (BUCKETS - 1)]!++
      nextRows[to] = rows[i]!
      nextKeys[to] = key
    }
    ;[rows, nextRows] = [nextRows, rows]
    ;[keys, nextKeys] = [nextKeys, keys]
  }
  if (rows !== order) order.set(rows.subarray(0, count))
}
