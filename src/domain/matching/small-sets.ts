// Every set of 2 to 5 amounts that sums exactly to a target, for the few dozen candidates of one search.

const mask = 0xffff
const marks = { table: new Int32Array(mask + 1), stamp: 0 }

/**
 * Calls `visit` with the ascending places of each set, smaller sets first; `visit` returns true to stop.
 * A table of pair sums modulo 65,536 excludes most remainders before any inner loop. It only filters, so calls can safely share it.
 * @returns steps taken
 */
export function visitSmallSets(
  amounts: readonly number[],
  target: number,
  sizes: { readonly min: number; readonly max: number },
  visit: (places: readonly number[]) => boolean,
): number {
  const count = amounts.length
  const { table } = marks
  const stamp = nextStamp()
  let steps = 0
  for (let one = 0; one < count; one++) {
    for (let two = one + 1; two < count; two++) table[(amounts[one]! + amounts[two]!) & mask] = stamp
  }
  // Fixes `prefix` places one by one; the last two always come from the pairs.
  const walk = (from: number, prefix: number[], left: number, rest: number): boolean => {
    if (left === 2) {
      if (table[rest & mask] !== stamp) return false
      for (let one = from; one < count; one++) {
        const wanted = rest - amounts[one]!
        for (let two = one + 1; two < count; two++) {
          steps++
          if (amounts[two] === wanted && visit([...prefix, one, two])) return true
        }
      }
      return false
    }
    for (let at = from; at <= count - left; at++) {
      steps++
      const remainder = rest - amounts[at]!
      if (remainder <= 0) continue
      prefix.push(at)
      const stop = walk(at + 1, prefix, left - 1, remainder)
      prefix.pop()
      if (stop) return true
    }
    return false
  }
  for (let size = Math.max(2, sizes.min); size <= Math.min(sizes.max, count); size++) if (walk(0, [], size, target)) break
  return steps
}

function nextStamp(): number {
  if (marks.stamp === 0x7fffffff) {
    marks.table.fill(0)
    marks.stamp = 0
  }
  marks.stamp++
  return marks.stamp
}
