// Who counts the keys that did something: a command, a sequence begun, a letter of a field. Told by the dispatcher.
const hearers = new Set<() => void>()

/** Answers the way out. */
export function onStroke(hear: () => void): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

export function tellStroke(): void {
  for (const hear of hearers) hear()
}
