// A small register as a layer of the focus stack: its marks, target and filter for the commands, and the named grid moves for its handle.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { giveFocus, isFocusFree } from '#client/kit/focus-keeper.ts'
import type { ListingHandle } from '#client/kit/listing/listing-keys.ts'
import type { GridMove } from '#commands/intents.ts'
import { type AnyTarget, comingTarget, type RecordName, targetOn } from '#commands/kit/command.ts'
import { useWhereabouts } from '../context.ts'
import { useEscape, useLayer } from '../focus-stack.ts'
import { useIntent, useMoves } from '../intents.ts'

type Act = (listing: ListingHandle, taken: boolean) => void

/** The first move in a listing that never had the focus goes to its first row, not past it. */
const moving =
  (by: number, extend = false): Act =>
  (listing, taken) =>
    taken ? listing.move(by, extend) : listing.focus()

const ACTS: { readonly [Move in `grid.${GridMove}`]?: Act } = {
  'grid.down': moving(1),
  'grid.up': moving(-1),
  'grid.left': listing => listing.collapse(),
  'grid.right': listing => listing.expand(),
  'grid.home': listing => listing.move('first'),
  'grid.end': listing => listing.move('last'),
  'grid.top': listing => listing.move('first'),
  'grid.bottom': listing => listing.move('last'),
  'grid.jump-up': listing => listing.move('first'),
  'grid.jump-down': listing => listing.move('last'),
  'grid.extend-top': listing => listing.move('first', true),
  'grid.extend-bottom': listing => listing.move('last', true),
  'grid.extend-jump-up': listing => listing.move('first', true),
  'grid.extend-jump-down': listing => listing.move('last', true),
  'grid.page-up': listing => listing.movePage(-1),
  'grid.page-down': listing => listing.movePage(1),
  'grid.toggle': listing => listing.toggle(),
  'grid.extend-down': moving(1, true),
  'grid.extend-up': moving(-1, true),
  'grid.select-here': listing => listing.toggle(undefined, true),
  'grid.select-all': listing => listing.selectAll(),
  'grid.open': listing => listing.open(),
}

/** Answers the moves while mounted. `taken` tells whether a row of the listing ever had the focus, `onMove` that a person moved it. */
export function useListingMoves(listing: RefObject<ListingHandle | null>, taken: () => boolean, onMove: () => void): void {
  useMoves(ACTS, (act, name) => {
    if (!listing.current) return
    if (name !== 'grid.open') onMove()
    act(listing.current, taken())
  })
}

export interface ListingActionsOptions<Row extends { id: string }> {
  listing: RefObject<ListingHandle | null>
  host: RefObject<HTMLElement | null>
  filterInput: RefObject<HTMLInputElement | null>
  kind: RecordName
  /** All rows, a tree's branches included. */
  rows: readonly Row[]
  /** The rows are still on their way. */
  coming: boolean
  /** Rows that the filter leaves; marks outside it count as hidden. */
  shownIds: ReadonlySet<string>
  filter: string
  onFilter(text: string): void
  /** Signed cents of a row, where rows have an amount worth a sum. */
  amountOf?: ((row: Row) => number) | undefined
}

export interface ListingActions {
  selection: ReadonlySet<string>
  setSelection(next: ReadonlySet<string>): void
  focusedId: string | null
  setFocusedId(id: string | null): void
  /** Marked rows the filter hides. */
  hidden: number
  /** Whether the cursor was moved by its keys since this was last set to false. */
  moved: RefObject<boolean>
}

function makeTarget<Row extends { id: string }>(
  { kind, rows, amountOf, coming }: ListingActionsOptions<Row>,
  selection: ReadonlySet<string>,
  focusedId: string | null,
  company: AnyTarget['company'],
): AnyTarget {
  if (coming) return comingTarget(company)
  const picked = selection.size > 0
  const records = rows.filter(row => (picked ? selection.has(row.id) : row.id === focusedId))
  return targetOn(kind, records, {
    company,
    from: picked ? 'selection' : 'focus',
    ...(amountOf ? { centsOf: record => amountOf(record as Row) } : {}),
  })
}

/** Gives a record the focus, as soon as it is here, unless a person moves on meanwhile; answers how to stop seeking. */
function useFocusRecord(
  listing: RefObject<ListingHandle | null>,
  host: RefObject<HTMLElement | null>,
  known: ReadonlySet<string>,
): () => void {
  const wanted = useRef<string | undefined>(undefined)
  const stop = useCallback(() => {
    wanted.current = undefined
  }, [])
  const give = (id: string) => giveFocus(host.current, () => listing.current?.focus(id))
  useIntent('focus.record', id => {
    wanted.current = known.has(id) ? undefined : id
    if (known.has(id)) give(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list brought is the reason
  useEffect(() => {
    const id = wanted.current
    if (id === undefined || !known.has(id)) return
    stop()
    if (isFocusFree() || host.current?.contains(document.activeElement)) give(id)
  }, [known])
  return stop
}

/** Holds the marks and the focused row of a listing, and answers the surfaces for it: target, moves, filter, Esc. */
export function useListingActions<Row extends { id: string }>(options: ListingActionsOptions<Row>): ListingActions {
  const { listing, host, filterInput, rows, filter, onFilter, shownIds, kind, coming } = options
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const company = useWhereabouts(now => now.company)
  const known = useMemo(() => new Set(rows.map(row => row.id)), [rows])
  // A row that left takes its mark with it.
  const selection = useMemo(() => new Set([...marked].filter(id => known.has(id))), [marked, known])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the amounts belong to the rows
  const target = useMemo(() => makeTarget(options, selection, focusedId, company), [rows, coming, selection, focusedId, company, kind])
  const revision = useRef({ target, count: 0 })
  if (revision.current.target !== target) revision.current = { target, count: revision.current.count + 1 }

  const invert = () => setMarked(new Set((listing.current?.shownIds() ?? []).filter(id => !selection.has(id))))
  const moved = useRef(false)
  const stopSeeking = useFocusRecord(listing, host, known)
  useListingMoves(
    listing,
    () => focusedId !== null,
    () => {
      stopSeeking()
      moved.current = true
    },
  )
  useLayer('grid', {
    element: () => host.current,
    target: () => target,
    picked: () => selection.size,
    selection: {
      set: (_, ids) => setMarked(new Set(ids)),
      selectAll: () => listing.current?.selectAll(),
      invert,
      clear: () => setMarked(new Set()),
    },
    filter: { text: () => filter, set: onFilter, focus: () => filterInput.current?.focus() },
    revision: revision.current.count,
  })
  useIntent('grid.invert', invert)
  useIntent('grid.keep-visible', () => setMarked(new Set([...selection].filter(id => shownIds.has(id)))))
  useIntent('filter.focus', () => filterInput.current?.focus())
  useEscape('filter', () => {
    const within = document.activeElement === filterInput.current
    if (filter !== '') onFilter('')
    if (within) listing.current?.focus()
    return within || filter !== ''
  })
  useEscape('selection', () => {
    if (selection.size === 0) return false
    setMarked(new Set())
    return true
  })
  const hidden = [...selection].filter(id => !shownIds.has(id)).length
  return { selection, setSelection: setMarked, focusedId, setFocusedId, hidden, moved }
}
