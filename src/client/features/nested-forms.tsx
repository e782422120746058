// 'Adicionar conta bancária / categoria / contato' of the selectors: its form stands over the one that asks, which goes on with the new record selected.
import { useAskFor } from '#client/surfaces/asked/nested.ts'
import type { NestedKind } from '#client/surfaces/back-to.ts'
import type { CategoryKind, ContactKind } from '#domain/enums.ts'

export interface NestedForms {
  /** For a selector's `onAdd`: opens the form with what was typed; `take` gets the id of what was made. */
  ask(kind: NestedKind, take: (id: string) => void): (typed: string) => void
}

export function useNestedForms({
  categoryKind,
  contactKind,
}: {
  categoryKind?: CategoryKind | undefined
  contactKind?: ContactKind | undefined
} = {}): NestedForms {
  const askFor = useAskFor()
  const known = { account: undefined, category: categoryKind, contact: contactKind }
  return {
    ask: (kind, take) => typed => askFor(`${kind}.create`, { typed, ...(known[kind] ? { kind: known[kind] } : {}) }, take),
  }
}
