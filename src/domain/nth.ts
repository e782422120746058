// The value that would stand at a place if all were sorted, without sorting them.

/** Reorders `values`. Takes linear time on average. */
export function nthSmallest(values: Float64Array, place: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!
    let from = low
    let to = high
    while (from <= to) {
      while (values[from]! < pivot) from++
      while (values[to]! > pivot) to--
      if (from > to) break
      const value = values[from]!
      values[from++] = values[to]!
      values[to--] = value
    }
    if (place <= to) high = to
    else if (place >= from) low = from
    else break
  }
  return values[place]!
}
