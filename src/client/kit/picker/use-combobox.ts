// The logic of a combobox: what was typed, which row is active, and what each key does. It draws nothing.
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type ComboItem, filterItems } from './filter-items.ts'

export interface ComboAction {
  /** 'Adicionar conta bancária' */
  label: string
  /** gets the typed text, so that the form it opens starts with it */
  run: (typed: string) => void
}

/** Why a list is not whole: its answer is on its way, or it could not be read. */
export type Unread = 'coming' | 'failed'

interface ComboboxOptions<Item extends ComboItem> {
  items: readonly Item[]
  selectedId?: string | null | undefined
  /** What was typed before the list was there. */
  typed?: string | undefined
  action?: ComboAction | undefined
  /** Nothing new is offered before it is known what there is, and Enter takes its row when it comes. */
  unread?: Unread | undefined
  onPick: (item: Item) => void
  onClose: () => void
}

/** What a list of options needs to know; the input that controls it is elsewhere. */
export interface ListboxModel<Item extends ComboItem> {
  listId: string
  query: string
  filtering: boolean
  shown: readonly Item[]
  /** the active row; `shown.length` is the action row, -1 none */
  active: number
  activeId: string | undefined
  selectedId: string | null | undefined
  action: ComboAction | undefined
  optionId: (row: number) => string
  setActive: (row: number) => void
  pick: (row?: number) => boolean
}

export interface ComboboxModel<Item extends ComboItem> extends ListboxModel<Item> {
  type: (text: string) => void
  reset: () => void
  move: (rows: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

const PAGE = 8
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

export function useCombobox<Item extends ComboItem>({
  items,
  selectedId,
  typed = '',
  action: offered,
  unread,
  onPick,
  onClose,
}: ComboboxOptions<Item>): ComboboxModel<Item> {
  const listId = useId()
  const action = unread ? undefined : offered
  const enterWaits = useRef(false)
  const [query, setQuery] = useState(typed)
  const [asked, setAsked] = useState<number | null>(null)
  const shown = useMemo(() => filterItems(items, query), [items, query])
  const filtering = query.trim() !== ''
  const last = shown.length - (action ? 0 : 1)
  // until the person moves: the chosen item, or the first match of what was typed
  const resting = filtering
    ? 0
    : Math.max(
        0,
        shown.findIndex(item => item.id === selectedId),
      )
  const active = last < 0 ? -1 : Math.max(0, Math.min(asked ?? resting, last))
  const optionId = (row: number) => `${listId}-${row}`

  const type = (text: string) => {
    enterWaits.current = false
    setQuery(text)
    setAsked(null)
  }
  const reset = () => type('')
  const move = (rows: number) => {
    if (last < 0) return
    const next = active + rows
    // a single step wraps around; a page stops at the end
    setAsked(Math.abs(rows) === 1 ? (next + last + 1) % (last + 1) : Math.max(0, Math.min(next, last)))
  }
  const pick = (row = active) => {
    const item = shown[row]
    if (item) onPick(item)
    else if (action && row === shown.length) action.run(query.trim())
    else return false
    return true
  }

  const enter = () => {
    enterWaits.current = unread !== undefined && shown.length === 0
    if (!enterWaits.current) pick()
  }
  useEffect(() => {
    if (unread || !enterWaits.current) return
    enterWaits.current = false
    pick()
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    const rows = STEPS[event.key]
    if (rows !== undefined && !mod && !event.altKey) move(rows)
    else if (event.key === 'ArrowUp' && event.altKey) onClose()
    else if (event.key === 'ArrowDown' && event.altKey) move(0)
    else if (event.key === 'Enter' && !mod) enter()
    else if (event.key === 'Escape') onClose()
    else {
      // typing stays inside too; Tab and the form's own chords pass through
      if (!mod && event.key !== 'Tab') event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    listId,
    query,
    filtering,
    shown,
    active,
    activeId: active < 0 ? undefined : optionId(active),
    selectedId,
    action,
    optionId,
    type,
    reset,
    setActive: setAsked,
    move,
    pick,
    onKeyDown,
  }
}
