// A small register as a whole screen: head with its primary button, filter by words, listing or cards, states, and the toolbar below.
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '#client/data/api.ts'
import { Button } from '#client/kit/button.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { columnTemplate, type ListingColumn } from '#client/kit/listing/columns.ts'
import { Listing } from '#client/kit/listing/listing.tsx'
import type { ListingHandle } from '#client/kit/listing/listing-keys.ts'
import type { ListingProps } from '#client/kit/listing/listing-props.ts'
import { Empty, ErrorState } from '#client/kit/states.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import type { Destination, RecordName } from '#commands/kit/command.ts'
import { fold } from '#domain/text.ts'
import { ShortNames } from './command-button.tsx'
import { Foot } from './foot.tsx'
import { HintBar } from './hint-bar.tsx'
import { houseOptions } from './house.ts'
import './ledger/ledger.css'
import { useListingActions } from './listing-actions.ts'
import './listing-screen.css'
import { useOpenTab } from './open-tab.ts'
import { openPalette } from './palette-store.ts'
import { drawerIsDirty, openToEdit } from './record-drawer.tsx'
import { type ListSum, SelectionToolbar } from './toolbar.tsx'
import { doUiAction, useUiAction } from './ui-actions.ts'

type Shared<Row extends object> = Pick<
  ListingProps<Row>,
  | 'rowName'
  | 'childrenOf'
  | 'expanded'
  | 'onExpandedChange'
  | 'sort'
  | 'onSortChange'
  | 'openId'
  | 'isMuted'
  | 'isStrong'
  | 'card'
  | 'sums'
  | 'onOpen'
>

export interface ListingReading {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  error: unknown
  refetch(): unknown
}

export type RegisterColumn<Row> = ListingColumn<Row> & {
  /** When room is short, the lowest number leaves first; columns without one stay. */
  leaves?: number
}

export interface ListingScreenProps<Row extends { id: string }> extends Shared<Row> {
  columns: readonly RegisterColumn<Row>[]
  /** Names the list for screen readers: 'Contatos'. */
  label: string
  kind: RecordName
  /** A stable reference. Of a tree: the roots. */
  rows: readonly Row[]
  reading: ListingReading
  toolbar: `${string}.toolbar`
  /** 'contatos': what a count is of, in the plural, and of one. */
  noun: readonly [one: string, many: string]
  /** What the filter's words are sought in. */
  textOf(row: Row): string
  filter: string
  onFilter(text: string): void
  placeholder?: string | undefined
  /** False where nothing is done to many rows. */
  selectable?: boolean | undefined
  /** Signed cents, where rows have an amount worth summing in a selection. */
  amountOf?: ((row: Row) => number) | undefined
  sumsBelow?: readonly ListSum[] | undefined
  /** Tabs or choices at the left of the head. */
  head?: ReactNode
  /** The primary button of the screen, and what stands at the right of the filter. */
  primary?: ReactNode
  bar?: ReactNode
  empty: { title: string; text?: ReactNode; actions?: ReactNode }
  /** Where the record has a page of its own: Enter leads there unless `onOpen` says otherwise, Shift+Enter in a new tab. */
  addressOf?: ((row: Row) => Destination) | undefined
  /** What opens beside the list: the route's Outlet. */
  children?: ReactNode
}

/** Every row of a tree, parents before children. */
export function flatten<Row>(rows: readonly Row[], childrenOf?: (row: Row) => readonly Row[] | undefined): readonly Row[] {
  return childrenOf === undefined ? rows : rows.flatMap(row => [row, ...flatten(childrenOf(row) ?? [], childrenOf)])
}

/** Rows whose folded text holds every word, and of a tree the branches that lead to them. */
export function idsMatching<Row extends { id: string }>(
  rows: readonly Row[],
  words: readonly string[],
  textOf: (row: Row) => string,
  childrenOf?: (row: Row) => readonly Row[] | undefined,
): ReadonlySet<string> {
  const hits = new Set<string>()
  const walk = (row: Row): boolean => {
    const text = textOf(row)
    const own = words.every(word => text.includes(word))
    const below = (childrenOf?.(row) ?? []).map(walk).some(Boolean)
    if (own || below) hits.add(row.id)
    return own || below
  }
  for (const row of rows) walk(row)
  return hits
}

function useFiltered<Row extends { id: string }>({ rows, filter, textOf, childrenOf }: ListingScreenProps<Row>) {
  // Folded once per record: the words are sought in up to 50,000 of them at each letter.
  const folded = useRef(new WeakMap<Row, string>())
  const find = (row: Row): string => {
    const known = folded.current.get(row)
    if (known !== undefined) return known
    const text = fold(textOf(row))
    folded.current.set(row, text)
    return text
  }
  const latest = useRef(find)
  latest.current = find
  const branches = useRef(childrenOf)
  branches.current = childrenOf
  const isTree = childrenOf !== undefined
  const all = useMemo(() => flatten(rows, isTree ? row => branches.current?.(row) : undefined), [rows, isTree])
  const words = useMemo(() => fold(filter).split(/\s+/).filter(Boolean), [filter])
  const shownIds = useMemo(
    () =>
      idsMatching(
        rows,
        words,
        row => latest.current(row),
        row => branches.current?.(row),
      ),
    [rows, words],
  )
  const shown = useMemo(() => (words.length === 0 ? rows : rows.filter(row => shownIds.has(row.id))), [rows, words, shownIds])
  const kept = useMemo(
    () => (words.length === 0 ? undefined : (row: Row) => branches.current?.(row)?.filter(child => shownIds.has(child.id))),
    [words, shownIds],
  )
  return { all, shown, shownIds, childrenOf: isTree ? (kept ?? childrenOf) : undefined }
}

/** The open record, or the first row, takes the focus that belongs to nobody; a list left without rows keeps it itself. */
function useFirstFocus(
  listing: RefObject<ListingHandle | null>,
  host: RefObject<HTMLElement | null>,
  ready: boolean,
  openId: string | null | undefined,
): void {
  const opened = useRef(openId)
  opened.current = openId
  useEffect(() => {
    const timer = setTimeout(() => {
      const { activeElement } = document
      if (activeElement !== document.body && activeElement?.id !== 'main' && activeElement !== host.current) return
      if (ready) listing.current?.focus(opened.current ?? undefined)
      else host.current?.focus()
    }, 60)
    return () => clearTimeout(timer)
  }, [ready, listing, host])
}

/** The drawer beside the list: F2 opens it to edit, its arrows step through the rows, and it follows the cursor. */
function useDrawerBeside<Row extends { id: string }>(
  listing: RefObject<ListingHandle | null>,
  { openId, onOpen }: Pick<ListingScreenProps<Row>, 'openId' | 'onOpen'>,
  all: readonly Row[],
  focusedId: string | null,
  moved: RefObject<boolean>,
): void {
  useUiAction('grid.edit', () => {
    if (!doUiAction('drawer.edit')) openToEdit(() => listing.current?.open())
  })
  useUiAction('drawer.step', detail => {
    const { id, by } = detail as { id: string; by: number }
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

/** The columns that fit; the ones that may leave do so in their order. */
export function fitting<Row>(columns: readonly RegisterColumn<Row>[], width: number, selectable: boolean): readonly RegisterColumn<Row>[] {
  let kept = columns
  while (width > 0 && columnTemplate(kept, selectable).least > width) {
    const leaving = kept.filter(column => column.leaves !== undefined).sort((a, b) => (a.leaves ?? 0) - (b.leaves ?? 0))[0]
    if (leaving === undefined) break
    kept = kept.filter(column => column !== leaving)
  }
  return kept
}

function useWidth(host: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = host.current
    if (!element || typeof ResizeObserver === 'undefined') return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [host])
  return width
}

const pt = (count: number): string => count.toLocaleString('pt-BR')

export function ListingScreen<Row extends { id: string }>(props: ListingScreenProps<Row>) {
  const { label, kind, rows, reading, noun, filter, onFilter, selectable = true, amountOf, addressOf, openId, children } = props
  // Stepping through records beside the list is one place to come back from.
  const goThere = addressOf && ((row: Row) => houseOptions().ports.go(addressOf(row), { replace: openId != null }))
  const onOpen = props.onOpen ?? goThere
  const phone = usePhone()
  const listing = useRef<ListingHandle>(null)
  const host = useRef<HTMLDivElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const { all, shown, shownIds, childrenOf } = useFiltered(props)
  const { selection, setSelection, focusedId, setFocusedId, hidden, moved } = useListingActions({
    listing,
    host,
    filterInput,
    kind,
    rows: all,
    shownIds,
    filter,
    onFilter,
    amountOf,
  })
  useFirstFocus(listing, host, shownIds.size > 0, openId)
  useOpenTab(() => all.find(row => row.id === focusedId), addressOf)
  useDrawerBeside(listing, { openId, onOpen }, all, focusedId, moved)
  const width = useWidth(host)
  const columns = useMemo(() => fitting(props.columns, width, selectable), [props.columns, width, selectable])
  // A press outside the marked rows means the row under it; the palette opens once marks and focus have been drawn, for it acts on those.
  const openMenu = (id: string) => {
    if (!selection.has(id)) setSelection(new Set())
    setTimeout(() => openPalette({ mode: '.' }))
  }
  const counted = shownIds.size === all.length ? pt(all.length) : `${pt(shownIds.size)} de ${pt(all.length)}`
  return (
    <>
      <section className="list" aria-label={label}>
        <ShortNames.Provider value={phone}>
          {props.head ? (
            <div className="views register-head">
              {props.head}
              <div className="end">{props.primary}</div>
            </div>
          ) : null}
          <RegisterFilter
            {...props}
            bar={
              props.head ? (
                props.bar
              ) : (
                <>
                  {props.bar}
                  {props.primary}
                </>
              )
            }
            input={filterInput}
            onDone={() => listing.current?.focus()}
          />
        </ShortNames.Provider>
        <div className="grid-host" ref={host} data-region="grid" tabIndex={-1}>
          <Listing
            ref={listing}
            label={label}
            rows={shown}
            columns={columns}
            rowId={row => row.id}
            rowName={props.rowName}
            childrenOf={childrenOf}
            expanded={filter === '' ? props.expanded : undefined}
            onExpandedChange={props.onExpandedChange}
            selection={selectable ? selection : undefined}
            onSelectionChange={setSelection}
            sort={props.sort}
            onSortChange={props.onSortChange}
            onOpen={onOpen}
            onFocusChange={setFocusedId}
            onMenu={openMenu}
            openId={openId}
            isMuted={props.isMuted}
            isStrong={props.isStrong}
            card={props.card}
            sums={props.sums}
            loading={reading.isPending}
            empty={<NoRows {...props} filtered={rows.length > 0} input={filterInput} />}
            error={reading.isError && rows.length === 0 ? <Failed label={label} reading={reading} /> : undefined}
          />
        </div>
        <Foot>
          <SelectionToolbar
            place={props.toolbar}
            shown={reading.isPending ? undefined : `${counted} ${all.length === 1 ? noun[0] : noun[1]}`}
            sums={props.sumsBelow}
            hidden={hidden}
          />
          <HintBar />
        </Foot>
      </section>
      {children}
    </>
  )
}

interface RegisterFilterProps extends Pick<ListingScreenProps<{ id: string }>, 'filter' | 'onFilter' | 'placeholder' | 'bar'> {
  input: RefObject<HTMLInputElement | null>
  onDone(): void
}

const DEBOUNCE_MS = 80

function RegisterFilter({ filter, onFilter, placeholder = 'Filtrar', bar, input, onDone }: RegisterFilterProps) {
  // While the field has the focus the text is its own; the address follows a moment later.
  const [typed, setTyped] = useState<string>()
  const tell = useRef(onFilter)
  tell.current = onFilter
  useEffect(() => {
    if (typed === undefined || typed === filter) return
    const timer = setTimeout(() => tell.current(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, filter])
  // Cleared from elsewhere (Esc, a button): the field follows.
  useEffect(() => {
    if (filter === '') setTyped(undefined)
  }, [filter])
  return (
    <search className="filter">
      <Icon name="funnel" size="s" />
      <input
        ref={input}
        type="text"
        aria-label="Filtrar a lista"
        placeholder={placeholder}
        value={typed ?? filter}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => {
          if (typed !== undefined && typed !== filter) onFilter(typed)
          setTyped(undefined)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          if (typed !== undefined) onFilter(typed)
          onDone()
        }}
        spellCheck={false}
        autoComplete="off"
      />
      {typed === undefined ? <Kbd chord="/" /> : null}
      <span className="end">{bar}</span>
    </search>
  )
}

interface NoRowsProps extends Pick<ListingScreenProps<{ id: string }>, 'empty' | 'onFilter'> {
  filtered: boolean
  input: RefObject<HTMLInputElement | null>
}

function NoRows({ filtered, empty, onFilter, input }: NoRowsProps) {
  if (!filtered) return <Empty title={empty.title} text={empty.text} actions={empty.actions} />
  return (
    <Empty
      title="Nada com este filtro"
      text={
        <>
          <Kbd chord="Escape" /> limpa o filtro
        </>
      }
      actions={
        <Button
          size="form"
          onClick={() => {
            onFilter('')
            input.current?.focus()
          }}
        >
          Limpar filtro
        </Button>
      }
    />
  )
}

function Failed({ label, reading }: { label: string; reading: ListingReading }) {
  const { error } = reading
  if (error instanceof ApiError && error.id === 'permission.denied')
    return <Empty icon="lock" title="Seu cargo não permite ver isto" text="Quem administra a empresa pode mudar o seu cargo." />
  return (
    <ErrorState
      title={`Não foi possível carregar: ${label.toLowerCase()}`}
      text={error instanceof Error ? error.message : 'O servidor não respondeu.'}
      code={error instanceof ApiError ? error.requestId?.slice(0, 8) : undefined}
      onRetry={() => void reading.refetch()}
    />
  )
}
