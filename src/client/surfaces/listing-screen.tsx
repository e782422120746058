// A small register as a whole screen: head with its primary button, filter by words, listing or cards, states, and the toolbar below.
import { type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { Listing } from '#client/kit/listing/listing.tsx'
import type { ListingHandle } from '#client/kit/listing/listing-keys.ts'
import { usePhone } from '#client/kit/use-screen.ts'
import type { RecordName, Records } from '#commands/kit/command.ts'
import { counted, formatCount } from '#domain/text.ts'
import { useHoldsRows } from './asked/records-here.ts'
import { RoomForNames } from './command-button.tsx'
import { Foot } from './foot.tsx'
import { HintBar } from './hint-bar.tsx'
import { houseOptions } from './house.ts'
import ledger from './ledger/ledger.module.css'
import { useListingActions } from './listing/actions.ts'
import { useArranging } from './listing/arranging.ts'
import { useDrawerBeside, useFirstFocus } from './listing/beside.ts'
import { Chooser } from './listing/chooser.tsx'
import { FilterField } from './listing/filter-field.tsx'
import { type Filtered, useFiltered } from './listing/filtered.ts'
import { Failed, NoRows, Outdated } from './listing/instead.tsx'
import { printedRows } from './listing/printed.ts'
import type { AnyListing, ListingScreenProps } from './listing/props.ts'
import styles from './listing-screen.module.css'
import { useOpenTab } from './open-tab.ts'
import { openPalette } from './palette-store.ts'
import { PrintSheet } from './print-sheet.tsx'
import { SelectionToolbar } from './toolbar.tsx'

export type { ListingReading, RegisterColumn } from './listing/props.ts'

/** '3 de 40 contatos'; nothing of a list that has not come, or may have changed unseen. */
function countOf({ reading, noun }: Pick<AnyListing, 'reading' | 'noun'>, { all, shownIds }: Pick<Filtered<unknown>, 'all' | 'shownIds'>) {
  if (reading.isPending || reading.isError) return undefined
  const total = counted(all.length, noun)
  return shownIds.size === all.length ? total : `${formatCount(shownIds.size)} de ${total}`
}

/** 'contacts.toolbar' names the list among the preferences too. */
const areaOf = (toolbar: AnyListing['toolbar']): string => toolbar.replace(/\.toolbar$/, '')

/** The rows, who acts on them, and what a person's keys and presses do to them. */
function useListingScreen<Row extends { id: string }>(props: ListingScreenProps<Row>) {
  const { kind, filter, onFilter, amountOf, addressOf, openId } = props
  // Stepping through records beside the list is one place to come back from.
  const goThere = addressOf && ((row: Row) => houseOptions().ports.go(addressOf(row), { replace: openId != null }))
  const onOpen = props.onOpen ?? goThere
  const listing = useRef<ListingHandle>(null)
  const host = useRef<HTMLDivElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const filtered = useFiltered(props)
  const { all, shownIds } = filtered
  const actions = useListingActions({
    listing,
    host,
    filterInput,
    kind,
    rows: all,
    coming: props.reading.isPending,
    shownIds,
    filter,
    onFilter,
    amountOf,
  })
  const { selection, setSelection, focusedId, moved } = actions
  useHoldsRows(kind, all)
  useFirstFocus(listing, host, shownIds.size > 0, openId)
  useOpenTab(() => all.find(row => row.id === focusedId), addressOf)
  useDrawerBeside(listing, { openId, onOpen }, all, focusedId, moved)
  // A press outside the marked rows means the row under it; the palette opens once marks and focus have been drawn, for it acts on those.
  const openMenu = (id: string) => {
    if (!selection.has(id)) setSelection(new Set())
    setTimeout(() => openPalette({ mode: '.' }))
  }
  return { ...actions, listing, host, filterInput, filtered, onOpen, openMenu }
}

/** The rows are records of the kind that its commands act on: others do not compile. */
export function ListingScreen<K extends RecordName, Row extends Records[K] & { id: string }>(props: ListingScreenProps<Row> & { kind: K }) {
  const { label, rows, reading, filter, selectable = true, children } = props
  const { listing, host, filterInput, filtered, ...screen } = useListingScreen(props)
  const isTree = props.childrenOf !== undefined
  const arranging = useArranging({ area: areaOf(props.toolbar), listing, columns: props.columns, isTree, groupedBy: props.groupedBy })
  const phone = usePhone()
  return (
    <>
      <section className={ledger.list} aria-label={label}>
        <ListingBars
          {...props}
          input={filterInput}
          onDone={() => listing.current?.focus()}
          chooser={
            <Chooser
              columns={props.columns}
              arranging={arranging}
              asCards={phone && props.card !== undefined}
              isTree={isTree}
              selectable={selectable}
              room={() => listing.current?.room() ?? 0}
              onDone={() => listing.current?.focus()}
            />
          }
        />
        {reading.isError && rows.length > 0 ? <Outdated reading={reading} /> : null}
        <div className={classNames(ledger.gridHost, styles.gridHost)} ref={host} data-region="grid" tabIndex={-1}>
          <Listing
            ref={listing}
            label={label}
            rows={filtered.shown}
            columns={props.columns}
            rowId={row => row.id}
            rowName={props.rowName}
            childrenOf={filtered.childrenOf}
            expanded={filter === '' ? props.expanded : undefined}
            onExpandedChange={props.onExpandedChange}
            selection={selectable ? screen.selection : undefined}
            onSelectionChange={screen.setSelection}
            arrangement={arranging.arrangement}
            onArrange={arranging.onArrange}
            onOpen={screen.onOpen}
            onFocusChange={screen.setFocusedId}
            onMenu={screen.openMenu}
            openId={props.openId}
            isMuted={props.isMuted}
            isStrong={props.isStrong}
            card={props.card}
            sums={props.sums}
            loading={reading.isPending}
            empty={<NoRows empty={props.empty} onFilter={props.onFilter} filtered={rows.length > 0} input={filterInput} />}
            error={reading.isError && rows.length === 0 ? <Failed label={label} reading={reading} /> : undefined}
          />
        </div>
        <PrintSheet
          title={label}
          printed={() => {
            const { shown, childrenOf } = filtered
            const order = listing.current?.shownIds() ?? []
            const words = filter === '' ? [] : [`Filtro: ${filter}`]
            const count = countOf(props, filtered)
            return {
              ...printedRows({
                columns: props.columns,
                arrangement: arranging.arrangement,
                rows: shown,
                childrenOf,
                order,
                isStrong: props.isStrong,
              }),
              lines: [...words, ...(count === undefined ? [] : [count])],
            }
          }}
        />
        <Foot>
          <SelectionToolbar
            place={props.toolbar}
            shown={countOf(props, filtered)}
            sums={reading.isPending || reading.isError ? undefined : props.sumsBelow}
            hidden={screen.hidden}
          />
          <HintBar />
        </Foot>
      </section>
      {children}
    </>
  )
}

interface ListingBarsProps extends Pick<AnyListing, 'head' | 'primary' | 'bar' | 'filter' | 'onFilter' | 'placeholder'> {
  input: RefObject<HTMLInputElement | null>
  onDone(): void
  chooser: ReactNode
}

/** The line over a list: its tabs, and the primary button. */
export function ListingHead({ head, primary }: Pick<AnyListing, 'head' | 'primary'>) {
  return (
    <div className={classNames(ledger.views, styles.views, styles.registerHead)}>
      {head}
      <div className={ledger.end}>{primary}</div>
    </div>
  )
}

/** The primary button stands in the head, or without one beside the filter. */
function ListingBars({ head, primary, bar, chooser, ...field }: ListingBarsProps) {
  return (
    <RoomForNames.Provider value={usePhone() ? 'short' : 'titles'}>
      {head ? <ListingHead head={head} primary={primary} /> : null}
      <FilterField
        {...field}
        end={
          <>
            {bar}
            {chooser}
            {head ? null : primary}
          </>
        }
      />
    </RoomForNames.Provider>
  )
}
