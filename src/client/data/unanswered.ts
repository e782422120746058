// Writes without an answer, which the server may have done. A repeated write with the same words keeps its key, so that it happens once.

type Words = readonly [method: string, path: string, body: unknown]

const keys = new Map<string, string>()

/** Files are identified by name, size and date. */
const intentOf = (words: Words): string =>
  JSON.stringify(words, (_, value) => (value instanceof File ? [value.name, value.size, value.lastModified] : value))

/** The key of the same write if its answer was lost, else a new one. */
export function keyFor(words: Words): string {
  return (keys.size > 0 ? keys.get(intentOf(words)) : undefined) ?? crypto.randomUUID()
}

export function noteUnanswered(words: Words, key: string): void {
  keys.set(intentOf(words), key)
}

/** An answered write means that the person has moved on: the same words are then a new intent. */
export function forgetUnanswered(): void {
  keys.clear()
}
