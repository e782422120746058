/** The items in their order, so many at a time; the last slice holds what is left. */
export function* sliced<T>(items: readonly T[], most: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most)
}
