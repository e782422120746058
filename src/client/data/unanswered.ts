// Writes that nobody answered: the server may have done them. Asked again in the same words they keep their key, so that they happen once.

type Words = readonly [method: string, path: string, body: unknown]

const keys = new Map<string, string>()

/** Files are known by name, size and date. */
const intentOf = (words: Words): string =>
  JSON.stringify(words, (_, value) => (value instanceof File ? [value.name, value.size, value.lastModified] : value))

/** The key of the same write when its answer was lost, else a new one. */
export function keyFor(words: Words): string {
  return (keys.size > 0 ? keys.get(intentOf(words)) : undefined) ?? crypto.randomUUID()
}

export function noteUnanswered(words: Words, key: string): void {
  keys.set(intentOf(words), key)
}

/** Once another write was answered the person has gone on: the same words are then meant anew. */
export function forgetUnanswered(): void {
  keys.clear()
}
