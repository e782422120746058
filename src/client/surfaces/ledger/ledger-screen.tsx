// A list as a whole screen: views with their digits, filter, grid or cards, states, and the toolbar below.
import { type ReactNode, useState } from 'react'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import type { Card } from '#client/kit/grid/card-list.tsx'
import type { CellValue, ColumnStore, Group } from '#client/kit/grid/column-store.ts'
import type { GridColumn, GridMode, GridPaste, GroupLook } from '#client/kit/grid/grid-column.ts'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { mayRetry } from '#client/kit/states.tsx'
import { showToast } from '#client/kit/toast.ts'
import { usePhone } from '#client/kit/use-screen.ts'
import type { Destination } from '#commands/kit/command.ts'
import type { ToolbarPlace } from '#commands/places.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { formatCents } from '#domain/money.ts'
import { formatCount } from '#domain/text.ts'
import { CommandButton, RoomForNames } from '../command-button.tsx'
import { useEscape } from '../focus-stack.ts'
import { Foot } from '../foot.tsx'
import { HintBar, type HintWords } from '../hint-bar.tsx'
import { useIntent } from '../intents.ts'
import listingScreen from '../listing-screen.module.css'
import { useOpenTab } from '../open-tab.ts'
import { PrintSheet } from '../print-sheet.tsx'
import { type ListSum, SelectionToolbar } from '../toolbar.tsx'
import type { ListAddress } from '../where.ts'
import { chipWords } from './chip-words.ts'
import { termLike } from './column-filter.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { type Fill, repeatFirst } from './fill.ts'
import { FilterBar } from './filter-bar.tsx'
import { useGridActions } from './grid-actions.ts'
import type { NamesOf } from './known-names.ts'
import ledgerStyles from './ledger.module.css'
import { ListBody, reasonOf } from './list-body.tsx'
import { printedLedger } from './printed.ts'
import type { Ledger } from './use-ledger.ts'
import { useStoreVersion } from './use-list-store.ts'
import { useArrangement } from './view-arrangement.ts'
import { ViewTabs } from './view-tabs.tsx'
import { isNamed, useViewCounts, useViews, type View, viewOf } from './views.ts'

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
  /** The view of an address that names none. */
  startsAt?: number | undefined
  address: ListAddress
  filterFields: readonly FilterField[]
  /** The names the filter offers for contacts, categories and accounts. */
  filterNames?: NamesOf | undefined
  toolbar: ToolbarPlace
  /** '28 de 64 contas' */
  shown(store: ColumnStore): string
  sums(store: ColumnStore): readonly ListSum[]
  rowClass?: (row: number) => string
  groupLook?: ((group: Group) => GroupLook) | undefined
  /** Why a row is locked; a stable function. */
  lockOf?: (store: ColumnStore, row: number) => string | undefined
  openId?: string | undefined
  /** `replace`: the open record gives way to this one, so that going back leaves the drawer. */
  onOpen(id: string, options?: { replace: boolean }): void
  /** Where the record has a page of its own: Shift+Enter and mod+click open it in a new tab. */
  addressOf?: ((id: string) => Destination | undefined) | undefined
  onEdit?: (id: string, field: string, value: CellValue) => void
  onFill?: Fill
  onPaste?: (paste: GridPaste) => void
  onFocusChange?: (id: string | undefined) => void
  mode: GridMode
  onMode(mode: GridMode): void
  /** The primary button of the screen, and what stands at the right of the filter. */
  primary?: ReactNode
  bar?: ReactNode
  empty: { title: string; text?: string; actions?: ReactNode }
  /** What the hints call a command here. */
  words?: HintWords | undefined
}

/** Edited rows keep their place until they are asked to go. */
const staleWords = (kept: number): string => (kept === 0 ? 'Fora de ordem' : `${formatCount(kept)} fora do filtro`)

export function LedgerScreen(props: LedgerScreenProps) {
  const { ledger, mode, onMode } = props
  const { filter: filterText, onFilter, onView } = props.address
  const saved = useViews(props.area, props.views)
  const { views } = saved
  const [choosing, setChoosing] = useState(false)
  const { store, grid } = ledger
  useStoreVersion(store)
  // Before the rows have come, nothing is counted or summed.
  const known = ledger.state === 'ready'
  const counts = useViewCounts(store, views, props.filterFields, props.today)
  useGridActions(grid)
  const view = viewOf(views, props.address, props.startsAt)
  const arranged = useArrangement(props.area, ledger, props.columns, view)
  const openView = (next: View) => onView(isNamed(next, props.startsAt) ? next.digit : undefined, next.filter)
  useIntent('view.open', wanted => {
    const next = views.find(one => one.digit === wanted)
    if (next) openView(next)
  })
  useIntent('view.save', async title => {
    const kept = await saved.save(title, filterText, arranged.now())
    if (kept !== undefined) onView(kept, filterText)
  })
  useIntent('grid.columns', () => setChoosing(true))
  useIntent('grid.columns-reset', () => arranged.onLayout({ columns: [] }))
  useIntent('grid.ungroup', () => store.group(null))
  useIntent('grid.sheet', () => onMode(mode === 'sheet' ? 'navigate' : 'sheet'))
  useEscape('work', () => {
    if (mode !== 'sheet') return false
    if (grid.current?.dropRange()) return true
    onMode('navigate')
    return true
  })
  useOpenTab(() => grid.current?.focusedId(), props.addressOf)
  useIntent('drawer.step', ({ id, by }) => {
    let at = (store.pos[store.rowOf(id)] ?? -1) + by
    // The next record may stand under the next heading.
    if (store.groupAt(at)) at += by
    const next = store.rowAt(at)
    if (next >= 0) props.onOpen(store.id(next))
  })
  const focused = () => props.columns.find(column => column.field === grid.current?.focusedColumn())
  useIntent('grid.fill', () => {
    if (!grid.current?.fillFrom('above')) void repeatFirst(store, focused(), props.onFill)
  })
  useIntent('grid.filter-column', () => {
    const field = grid.current?.focusedColumn()
    const term = field && termLike(store, store.rowOf(grid.current?.focusedId() ?? ''), field, props.filterFields)
    if (!term) showToast({ id: 'refused', title: 'Não há filtro por esta coluna', variant: 'warning' })
    else if (!ledger.filter.tokens.some(token => token.source?.text === term)) onFilter(`${filterText} ${term}`.trim())
  })
  return (
    <section className={ledgerStyles.list} aria-label={props.label}>
      <div className={ledgerStyles.views}>
        <ViewTabs views={views} counts={counts} open={view} onOpen={openView} />
        <div className={ledgerStyles.end}>
          <RoomForNames.Provider value={usePhone() ? 'icons' : 'titles'}>{props.primary}</RoomForNames.Provider>
        </div>
      </div>
      <FilterBar
        text={filterText}
        filter={ledger.filter}
        fields={props.filterFields}
        namesOf={props.filterNames}
        onText={onFilter}
        onDone={() => grid.current?.focus()}
        input={ledger.filterInput}
        end={
          <>
            {store.stale ? (
              <>
                <span className={text.m}>{staleWords(store.keptCount)}</span>
                <CommandButton id="grid.reapply" iconOnly />
              </>
            ) : null}
            {props.bar}
            <ColumnsMenu
              columns={props.columns}
              layout={arranged.layout}
              onLayout={arranged.onLayout}
              views={saved}
              open={choosing}
              onOpen={setChoosing}
            />
          </>
        }
      />
      {ledger.busy && ledger.state === 'ready' ? <div className={ledgerStyles.busy} data-part="busy" aria-hidden="true" /> : null}
      {ledger.error !== undefined && ledger.state === 'ready' ? (
        <div className={ledgerStyles.stale} role="alert">
          <Icon name="circle-alert" size="s" />
          <span>A lista pode estar incompleta: {reasonOf(ledger.error)}</span>
          {mayRetry(ledger.error) ? <Button onClick={ledger.retry}>Tentar de novo</Button> : null}
        </div>
      ) : null}
      <div className={classNames(ledgerStyles.gridHost, listingScreen.gridHost)} ref={ledger.host} data-region="grid">
        <ListBody {...props} layout={arranged.layout} onLayout={arranged.onLayout} />
      </div>
      <PrintSheet
        title={props.label}
        printed={() => ({
          ...printedLedger(store, props.columns, arranged.layout),
          lines: [
            [
              view?.title,
              ...ledger.filter.tokens.map(token => Object.values(chipWords(token, props.filterFields)).filter(Boolean).join(' ')),
            ]
              .filter(Boolean)
              .join(' · '),
            [props.shown(store), ...props.sums(store).map(({ label, amount_cents }) => `${label} ${formatCents(amount_cents)}`)].join(
              ' · ',
            ),
          ].filter(Boolean),
        })}
      />
      <Foot>
        <SelectionToolbar
          place={props.toolbar}
          shown={known ? props.shown(store) : undefined}
          sums={known ? props.sums(store) : undefined}
          hidden={store.hiddenSelectedCount}
        />
        <HintBar words={props.words} />
      </Foot>
    </section>
  )
}
