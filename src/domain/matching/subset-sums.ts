// The sums of every subset of up to 20 amounts, in ascending order, with the subset as a bit mask.

export interface Half {
  readonly sums: Float64Array
  readonly masks: Int32Array
}

/** Leaves out sums above `ceiling`. Each amount merges the list with itself shifted, so nothing is sorted: 2^20 sums in about 10 ms. */
export function everySum(amounts: readonly number[], ceiling: number): Half {
  const size = 2 ** amounts.length
  let sums = new Float64Array(size)
  let masks = new Int32Array(size)
  let nextSums = new Float64Array(size)
  let nextMasks = new Int32Array(size)
  let count = 1
  for (let bit = 0; bit < amounts.length; bit++) {
    const amount = amounts[bit]!
    let plain = 0
    let shifted = 0
    let end = 0
    while (plain < count || shifted < count) {
      const raised = shifted < count ? sums[shifted]! + amount : Number.POSITIVE_INFINITY
      if (plain < count && sums[plain]! <= raised) {
        nextSums[end] = sums[plain]!
        nextMasks[end++] = masks[plain++]!
      } else if (raised <= ceiling) {
        nextSums[end] = raised
        nextMasks[end++] = masks[shifted++]! | (1 << bit)
      } else if (plain >= count) break
      else shifted = count
    }
    count = end
    ;[sums, nextSums] = [nextSums, sums]
    ;[masks, nextMasks] = [nextMasks, masks]
  }
  return { sums: sums.subarray(0, count), masks: masks.subarray(0, count) }
}
