// A list as a whole screen: views with their digits, filter, grid or cards, states, and the toolbar below.
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '#client/data/api.ts'
import type { Card } from '#client/kit/grid/card-list.tsx'
import type { CellValue, ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridHandle, GridLayout, GridMode, GridPaste } from '#client/kit/grid/grid-column.ts'
import { LedgerView } from '#client/kit/grid/ledger-view.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import type { FilterField } from '#domain/filter-fields.ts'
import { Foot } from '../foot.tsx'
import { HintBar } from '../hint-bar.tsx'
import { type ListSum, SelectionToolbar } from '../toolbar.tsx'
import { useUiAction } from '../ui-actions.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useGridActions } from './grid-actions.ts'
import type { Ledger } from './use-ledger.ts'
import { useStoreVersion } from './use-list-store.ts'
import { useViews, type View } from './views.ts'

export interface LedgerScreenProps {
  ledger: Ledger
  columns: readonly GridColumn[]
  card(store: ColumnStore, row: number): Card
  /** Names the list for screen readers: 'Contas a pagar, novembro de 2026'. */
  label: string
  today: string
  /** Names the list in preferences: its saved views and columns. */
  area: string
  views: readonly View[]
  filterText: string
  filterFields: readonly FilterField[]
  onFilter(text: string): void
  toolbar: `${string}.toolbar`
  /** '28 de 64 contas' */
  shown(store: ColumnStore): string
  sums(store: ColumnStore): readonly ListSum[]
  rowClass?: (row: number) => string
  openId?: string | undefined
  onOpen(id: string): void
  onEdit?: (id: string, field: string, value: CellValue) => void
  onFill?: (ids: string[], field: string, value: CellValue) => void
  onPaste?: (paste: GridPaste) => void
  onFocusChange?: (id: string | undefined) => void
  layout?: GridLayout | undefined
  onLayout?: (layout: GridLayout) => void
  mode: GridMode
  onMode(mode: GridMode): void
  /** The primary button of the screen, and what stands at the right of the filter. */
  primary?: ReactNode
  bar?: ReactNode
  empty: { title: string; text?: string; actions?: ReactNode }
}

export function LedgerScreen(props: LedgerScreenProps) {
  const { ledger, filterText, onFilter, mode, onMode } = props
  const saved = useViews(props.area, props.views)
  const { views } = saved
  const [choosing, setChoosing] = useState(false)
  const { store, grid } = ledger
  useStoreVersion(store)
  useGridActions(grid, {})
  useUiAction('view.open', digit => {
    const view = views.find(one => one.digit === digit)
    if (view) onFilter(view.filter)
  })
  useUiAction('view.save', title => void saved.save(String(title), filterText))
  useUiAction('grid.columns', () => setChoosing(true))
  useUiAction('grid.sheet', () => onMode(mode === 'sheet' ? 'navigate' : 'sheet'))
  useUiAction('grid.fill', () => {
    const field = grid.current?.focusedColumn()
    const id = grid.current?.focusedId()
    if (!field || !id || store.selectedCount === 0 || !store.has(field)) return
    const row = store.rowOf(store.selectedIds()[0] ?? id)
    props.onFill?.(store.selectedIds(), field, store.get(row, field))
  })
  useUiAction('grid.filter-column', () => {
    const field = grid.current?.focusedColumn()
    const id = grid.current?.focusedId()
    const column = props.filterFields.find(one => one.key === field || `${one.key}_id` === field)
    if (!column || !id || !field) return
    onFilter(`${filterText} ${column.names[0]}:"${store.text(store.rowOf(id), field)}"`.trim())
  })
  return (
    <section className="list" aria-label={props.label}>
      <div className="views">
        <div className="tabs" role="tablist" aria-label="Visões">
          {views.map(view => {
            const on = view.filter === filterText
            return (
              <button
                key={view.digit}
                type="button"
                role="tab"
                aria-selected={on}
                tabIndex={on ? 0 : -1}
                className={on ? 'v on' : 'v'}
                onClick={() => onFilter(view.filter)}
              >
                {view.title} <Kbd chord={String(view.digit)} />
              </button>
            )
          })}
        </div>
        <div className="end">{props.primary}</div>
      </div>
      <FilterBar
        text={filterText}
        filter={ledger.filter}
        fields={props.filterFields}
        onText={onFilter}
        onDone={() => grid.current?.focus()}
        input={ledger.filterInput}
        end={
          <>
            {props.bar}
            {props.onLayout ? (
              <ColumnsMenu
                columns={props.columns}
                layout={props.layout}
                onLayout={props.onLayout}
                views={saved}
                open={choosing}
                onOpen={setChoosing}
              />
            ) : null}
          </>
        }
      />
      {ledger.busy && ledger.state === 'ready' ? <div className="busy" aria-hidden="true" /> : null}
      <div className="grid-host" ref={ledger.host} data-region="grid">
        <ListBody {...props} />
      </div>
      <Foot>
        <SelectionToolbar place={props.toolbar} shown={props.shown(store)} sums={props.sums(store)} hidden={store.hiddenSelectedCount} />
        <HintBar />
      </Foot>
    </section>
  )
}

const MOUNT_MS = 3000

/** A list that has just been drawn takes the focus nobody holds: keys work from the first moment. */
function useFirstFocus(grid: RefObject<GridHandle | null>, ready: boolean, onFocus: ((id: string | undefined) => void) | undefined): void {
  const told = useRef(onFocus)
  told.current = onFocus
  useEffect(() => {
    if (!ready) return
    const until = performance.now() + MOUNT_MS
    let frame = requestAnimationFrame(function look() {
      const held = document.activeElement
      // Asked again until the browser agrees: a table whose code has just come may be drawn a second time.
      if (held !== null && held !== document.body && held.id !== 'main') return told.current?.(grid.current?.focusedId())
      if (performance.now() > until) return
      grid.current?.focus()
      frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [grid, ready])
}

function ListBody(props: LedgerScreenProps) {
  const { ledger, filterText, onFilter } = props
  const { store, grid, state } = ledger
  useFirstFocus(grid, state === 'ready' && store.total > 0, props.onFocusChange)
  const fallback = useMemo(() => <Skeleton />, [])
  if (state === 'failed') {
    const { error } = ledger
    const code = error instanceof ApiError ? error.requestId : undefined
    return (
      <ErrorState
        title="Não foi possível carregar a lista"
        text={error instanceof Error ? error.message : 'O servidor não respondeu.'}
        code={code?.slice(0, 8)}
        onRetry={ledger.retry}
      />
    )
  }
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
        fallback={fallback}
        {...(props.rowClass ? { rowClass: props.rowClass } : {})}
        {...(props.onEdit ? { onEdit: props.onEdit } : {})}
        {...(props.onFill ? { onFill: props.onFill } : {})}
        {...(props.onPaste ? { onPaste: props.onPaste } : {})}
        {...(props.onFocusChange ? { onFocusChange: props.onFocusChange } : {})}
        layout={props.layout}
        {...(props.onLayout ? { onLayout: props.onLayout } : {})}
      />
      {store.shownCount === 0 && filterText !== '' ? (
        <div className="none">
          <Empty
            title="Nada com este filtro"
            text={
              <>
                <Kbd chord="Escape" /> limpa o filtro
              </>
            }
            actions={
              <button type="button" className="btn" onClick={() => onFilter('')}>
                Limpar filtro
              </button>
            }
          />
        </div>
      ) : null}
    </>
  )
}
