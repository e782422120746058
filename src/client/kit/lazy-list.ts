// A list whose items are made when they are first looked at: what is asked of a hundred thousand is mostly asked of the first.

/** `make` answers the item at a place, and is asked once for each. */
export function lazyList<T extends object>(length: number, make: (at: number) => T): readonly T[] {
  const made = new Array<T | undefined>(length).fill(undefined)
  return new Proxy(made, {
    get(all, key, receiver) {
      const at = typeof key === 'string' ? Number(key) : Number.NaN
      if (!Number.isInteger(at) || at < 0 || at >= length) return Reflect.get(all, key, receiver)
      const item = all[at] ?? make(at)
      all[at] = item
      return item
    },
  }) as readonly T[]
}
