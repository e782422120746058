// The focus of a listing as it appears, and the drawer that stands beside it.
import { type RefObject, useEffect, useRef } from 'react'
import { useFocusHome } from '#client/kit/focus-keeper.ts'
import type { ListingHandle } from '#client/kit/listing/listing-keys.ts'
import { intend, useIntent } from '../intents.ts'
import { drawerIsDirty } from '../record-drawer.tsx'
import type { ListingScreenProps } from './props.ts'

/** The open record, or the first row, takes the focus that belongs to nobody; a list left without rows keeps it itself. */
export function useFirstFocus(
  listing: RefObject<ListingHandle | null>,
  host: RefObject<HTMLElement | null>,
  ready: boolean,
  openId: string | null | undefined,
): void {
  const take = () => {
    if (ready) listing.current?.focus(openId ?? undefined)
    else host.current?.focus()
  }
  useFocusHome(take, { revision: ready })
  // The list held the focus while it was empty: its rows take it over.
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (ready && document.activeElement === host.current) latest.current()
  }, [ready, host])
}

/** The drawer beside the list: F2 opens it to edit, its arrows step through the rows, and it follows the cursor. */
export function useDrawerBeside<Row extends { id: string }>(
  listing: RefObject<ListingHandle | null>,
  { openId, onOpen }: Pick<ListingScreenProps<Row>, 'openId' | 'onOpen'>,
  all: readonly Row[],
  focusedId: string | null,
  moved: RefObject<boolean>,
): void {
  useIntent('grid.edit', () => {
    if (!intend('drawer.edit')) listing.current?.open()
  })
  useIntent('drawer.step', ({ id, by }) => {
    const shown = listing.current?.shownIds() ?? []
    const next = shown[shown.indexOf(id) + by]
    if (next === undefined) return
    moved.current = true
    listing.current?.focus(next)
  })
  const latest = useRef({ openId, onOpen, all })
  latest.current = { openId, onOpen, all }
  useEffect(() => {
    const now = latest.current
    const byKey = moved.current
    moved.current = false
    if (!byKey || !now.openId || focusedId === null || focusedId === now.openId || drawerIsDirty()) return
    const row = now.all.find(one => one.id === focusedId)
    if (row) now.onOpen?.(row)
  }, [focusedId, moved])
}
