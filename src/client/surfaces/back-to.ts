// The way back of a form that a selector opened: `backTo` holds the page it was asked from, `novo` brings the new record to it.
import { useEffect, useRef } from 'react'
import { placeOf, safeUrl } from '#client/data/safe-url.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { readSearch } from '#commands/search-text.ts'

export type NestedKind = 'account' | 'category' | 'contact'

export interface BackTo {
  /** Whether a selector is waiting. */
  nested: boolean
  /** The page's own value, to be handed on between the steps of one form. */
  value: string | undefined
  /** What was typed in the selector. */
  typed: string
  /** Back to the selector's page with the new record, or to the given path. */
  leave(fallback: string, created?: { kind: NestedKind; id: string }): void
}

/** Names of the address that a nested form uses up. */
const OWN = { backTo: undefined, nome: undefined, dentro: undefined }

/** 'account:5f0c…': how the address names a record just made. */
export const createdText = ({ kind, id }: { kind: NestedKind; id: string }): string => `${kind}:${id}`

export function useBackTo(): BackTo {
  const search = useScreenSearch()
  const value = safeUrl(search.backTo)
  return {
    nested: value !== undefined,
    value,
    typed: search.nome ?? '',
    leave(fallback, created) {
      const { go } = houseOptions().ports
      if (value === undefined) return go({ to: fallback, search: { ...OWN } })
      const { to, search: own } = placeOf(value)
      go({ to, search: { ...OWN, ...readSearch(own), novo: created ? createdText(created) : undefined } })
    },
  }
}

/** Hands the record a nested form made to the selector that asked for it, once, and takes it out of the address. */
export function useCreated(kind: NestedKind, take: (id: string) => void): void {
  const { novo } = useScreenSearch()
  const setSearch = useSetSearch()
  const latest = useRef({ take, setSearch })
  latest.current = { take, setSearch }
  useEffect(() => {
    const [of, id] = novo?.split(':') ?? []
    if (of !== kind || !id) return
    latest.current.take(id)
    latest.current.setSearch({ novo: undefined })
  }, [novo, kind])
}
