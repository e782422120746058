// What stands where the rows are: the grid or the cards, and the states before, without and instead of them.
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import button from '#client/kit/button.module.css'
import { useFocusHome } from '#client/kit/focus-keeper.ts'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridHandle, RowFlag } from '#client/kit/grid/grid-column.ts'
import { LedgerView } from '#client/kit/grid/ledger-view.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useWhereabouts } from '../context.ts'
import { openTab } from '../open-tab.ts'
import { openPalette } from '../palette-store.ts'
import { useRefusals } from '../refusals.tsx'
import { type Fill, fillRows } from './fill.ts'
import { useKeptLook } from './kept-look.ts'
import ledgerStyles from './ledger.module.css'
import type { LedgerScreenProps } from './ledger-screen.tsx'
import type { Arranged } from './view-arrangement.ts'

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'O servidor não respondeu.')

interface FirstFocus {
  grid: RefObject<GridHandle | null>
  ready: boolean
  /** The record that is open beside the list. */
  openId: string | undefined
  onFocus: ((id: string | undefined) => void) | undefined
}

/** A list that has just been drawn takes the focus nobody holds, on the open record: keys work from the first moment. */
function useFirstFocus({ grid, ready, openId, onFocus }: FirstFocus): void {
  const take = () => {
    if (grid.current?.focus(openId) === false) grid.current.focus()
    onFocus?.(grid.current?.focusedId())
  }
  useFocusHome(take, { ready })
}

interface CursorTold {
  openId: string | undefined
  /** Whether the list has the open record. */
  holdsOpen(): boolean
  onFocusChange: LedgerScreenProps['onFocusChange'] | undefined
  onFollow(id: string): unknown
}

const RESTED_MS = 80

/** Tells of the cursor's record once the cursor rests: a held key must not draw the screen for every row it passes. An open drawer follows. */
function useRestingCursor(told: CursorTold): (id: string | undefined) => void {
  const latest = useRef(told)
  latest.current = told
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(id => {
    clearTimeout(timer.current)
    // Now, and not once it rests: a list that is still coming in has put its cursor on the first row by itself.
    const follows = latest.current.holdsOpen()
    timer.current = setTimeout(() => {
      const now = latest.current
      now.onFocusChange?.(id)
      if (follows && id !== undefined && now.openId !== undefined && now.openId !== id) now.onFollow(id)
    }, RESTED_MS)
  }, [])
}

/** What a bulk refused says so for as long as it is marked; else a locked row says why it is. */
function useRowFlag(store: ColumnStore, lockOf: LedgerScreenProps['lockOf']): (row: number) => RowFlag | undefined {
  const refused = useRefusals(state => state.rows)
  return useCallback(
    row => {
      const reason = refused.size > 0 && store.isSelected(row) ? refused.get(store.id(row)) : undefined
      if (reason !== undefined) return { icon: 'triangle-alert', words: `recusada: ${reason}` }
      const lock = lockOf?.(store, row)
      return lock === undefined ? undefined : { icon: 'lock', words: lock }
    },
    [store, lockOf, refused],
  )
}

export function ListBody(props: LedgerScreenProps & Pick<Arranged, 'layout' | 'onLayout'>) {
  const { ledger, onFill } = props
  const { filter, onFilter } = props.address
  const { store, grid, state } = ledger
  const fillMarked: Fill = (ids, field, value) => {
    const column = props.columns.find(one => one.field === field)
    if (column && onFill) void fillRows(store, column, ids, value, onFill)
  }
  useFirstFocus({ grid, ready: state === 'ready' && store.total > 0, openId: props.openId, onFocus: props.onFocusChange })
  useKeptLook(store, state === 'ready')
  const fallback = useMemo(() => <Skeleton />, [])
  // A press outside the marked rows means the row under it.
  const openMenu = (id: string) => {
    if (!store.isSelected(store.rowOf(id))) store.clearSelection()
    openPalette({ mode: '.' })
  }
  const clickOpens = useWhereabouts(now => now.office === false)
  const onFocusChange = useRestingCursor({
    openId: props.openId,
    onFocusChange: props.onFocusChange,
    // One opened by its address, which the list does not hold, stays.
    holdsOpen: () => store.rowOf(props.openId ?? '') >= 0,
    onFollow: id => props.onOpen(id, { replace: true }),
  })
  const rowFlag = useRowFlag(store, props.lockOf)
  if (state === 'failed') return <ErrorState title="Não foi possível carregar a lista" error={ledger.error} onRetry={ledger.retry} />
  if (state === 'loading') return fallback
  if (store.total === 0) return <Empty title={props.empty.title} text={props.empty.text} actions={props.empty.actions} />
  return (
    <>
      <LedgerView
        ref={grid}
        store={store}
        columns={props.columns}
        card={props.card}
        label={props.label}
        today={props.today}
        mode={props.mode}
        openId={props.openId}
        onOpen={props.onOpen}
        clickOpens={clickOpens}
        onMenu={openMenu}
        {...(props.addressOf ? { onOpenTab: id => openTab(id, props.addressOf) } : {})}
        fallback={fallback}
        {...(props.rowClass ? { rowClass: props.rowClass } : {})}
        rowFlag={rowFlag}
        groupLook={props.groupLook}
        {...(props.onEdit ? { onEdit: props.onEdit } : {})}
        {...(onFill ? { onFill: fillMarked } : {})}
        {...(props.onPaste ? { onPaste: props.onPaste } : {})}
        onFocusChange={onFocusChange}
        layout={props.layout}
        onLayout={props.onLayout}
      />
      {store.shownCount === 0 && filter !== '' ? (
        <div className={ledgerStyles.none}>
          <Empty
            title="Nada com este filtro"
            text={
              <>
                <Kbd chord="Escape" /> limpa o filtro
              </>
            }
            actions={
              <button type="button" className={button.btn} data-part="button" onClick={() => onFilter('')}>
                Limpar filtro
              </button>
            }
          />
        </div>
      ) : null}
    </>
  )
}
