// What was typed in a long form and not sent yet: kept in this tab, so that a reload loses nothing.
const keyOf = (name: string): string => `razao.draft.${name}`

/** What is stored under a name; undefined when nothing is, or nothing that can be read. */
export function readDraft(name: string): object | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? stored : undefined
  } catch {
    return undefined
  }
}

/** Undefined forgets it. */
export function keepDraft(name: string, draft: object | undefined): void {
  if (draft === undefined) sessionStorage.removeItem(keyOf(name))
  else sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
}
