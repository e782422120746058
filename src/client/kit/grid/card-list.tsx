// The same list on a phone: virtual cards over the same store and selection. ag-grid is not loaded here.
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type PointerEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { classNames } from '../class-names.ts'
import { isFocusFree } from '../focus-keeper.ts'
import { Icon } from '../icon.tsx'
import text from '../look/text.module.css'
import styles from './card-list.module.css'
import { plainCellText } from './cell-text.ts'
import { tableOf } from './clipboard.ts'
import type { ColumnStore } from './column-store.ts'
import type { GridHandle, GridProps, RowFlag } from './grid-column.ts'

/** The texts of one card: three lines, left and right. */
export interface Card {
  title: string
  /** With currency, because an amount on its own must say what it is. */
  amount?: string
  subtitle?: string
  detail?: string
  chip?: ReactNode
  note?: ReactNode
}

export interface CardListProps extends GridProps {
  card: (store: ColumnStore, row: number) => Card
}

const CARD_PX = 88
const GROUP_PX = 40
const LONG_PRESS_MS = 450
const STILL_PX = 10

export function CardList({
  ref,
  store,
  card,
  label,
  openId,
  onOpen,
  columns,
  rowFlag,
  groupLook,
}: CardListProps & { ref?: Ref<GridHandle> | undefined }) {
  useSyncExternalStore(store.subscribe, store.getVersion)
  const scroller = useRef<HTMLDivElement>(null)
  const focused = useRef(0)
  const focusedRow = useRef(-1)
  const inside = useRef(false)
  const [wanted, setWanted] = useState<number>()
  const virtual = useVirtualizer({
    count: store.viewN,
    getScrollElement: () => scroller.current,
    estimateSize: at => (store.groupAt(at) ? GROUP_PX : CARD_PX),
    overscan: 4,
  })

  const goTo = (at: number) => {
    if (store.viewN === 0) return
    focused.current = Math.max(0, Math.min(store.viewN - 1, at))
    virtual.scrollToIndex(focused.current)
    setWanted(focused.current)
  }
  // sizes depend on which row stands at a position
  const { view, groupField } = store
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view is what makes the measures old
  useLayoutEffect(() => virtual.measure(), [virtual, view, groupField])

  // a focused card that moves away takes its element along, so the focus follows the record or stays near its place
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each new view
  useLayoutEffect(() => {
    const at = focusedRow.current < 0 ? -1 : (store.pos[focusedRow.current] ?? -1)
    if (at >= 0) focused.current = at
    if (inside.current && isFocusFree()) {
      if (store.viewN > 0) goTo(focused.current)
      else scroller.current?.focus()
    }
  }, [view])

  // a distant card is drawn first and focused afterwards
  useLayoutEffect(() => {
    if (wanted === undefined) return
    const target = scroller.current?.querySelector<HTMLElement>(`[data-at="${wanted}"] [data-part="body"]`)
    if (!target) return
    target.focus({ preventScroll: true })
    setWanted(undefined)
  })

  const noteFocus = (at: number) => {
    inside.current = true
    focused.current = at
    focusedRow.current = store.rowAt(at)
  }
  const row = () => store.rowAt(focused.current)
  const focusedId = () => (row() < 0 ? undefined : store.id(row()))
  const toggleHere = () => {
    const group = store.groupAt(focused.current)
    if (group) store.selectGroup(group, store.groupSelection(group) !== 'all')
    else if (row() >= 0) store.toggle(row())
  }
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? CARD_PX) / CARD_PX) - 1)

  useImperativeHandle(
    ref,
    (): GridHandle => ({
      move: (_dx, dy) => goTo(focused.current + dy),
      page: direction => goTo(focused.current + direction * page()),
      home: () => undefined,
      end: () => undefined,
      top: () => goTo(0),
      bottom: () => goTo(store.viewN - 1),
      toggle: toggleHere,
      jump: (_dx, dy) => goTo(dy < 0 ? 0 : store.viewN - 1),
      extend: (_dx, dy) => {
        if (row() >= 0 && store.anchor < 0) store.anchorAt(row())
        goTo(focused.current + dy)
        if (row() >= 0) store.selectTo(row())
      },
      dropRange: () => false,
      fillFrom: () => false,
      clearCells: () => false,
      selectToHere: () => {
        if (row() >= 0) store.selectTo(row())
      },
      selectAll: () => store.selectAll(),
      invert: () => store.invertSelection(),
      clearSelection: () => store.clearSelection(),
      // a card is edited in its drawer
      startEdit: () => false,
      stopEdit: () => true,
      isEditing: () => false,
      open: () => {
        const group = store.groupAt(focused.current)
        const id = focusedId()
        if (group) store.fold(group)
        else if (id !== undefined) onOpen?.(id)
      },
      focus: id => {
        const at = id === undefined ? focused.current : (store.pos[store.rowOf(id)] ?? -1)
        if (at < 0 || store.viewN === 0) return false
        goTo(at)
        return true
      },
      focusedId,
      focusedColumn: () => undefined,
      targetIds: () => {
        const id = focusedId()
        return store.selectedCount > 0 ? store.selectedIds() : id === undefined ? [] : [id]
      },
      sortByFocused: () => undefined,
      groupByFocused: () => undefined,
      reapply: () => store.reapply(),
      copy: withHeaders => {
        const rows = store.selectedCount > 0 ? store.selectedRows() : row() >= 0 ? [row()] : []
        if (rows.length === 0) return undefined
        const named = columns.filter(column => !column.hidden)
        const matrix = rows.map(at =>
          named.map(column => (column.text ? column.text(store, at) : plainCellText(store.column(column.field), at))),
        )
        return tableOf(withHeaders ? [named.map(column => column.title), ...matrix] : matrix)
      },
    }),
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only takes note of where the focus goes
    <div
      ref={scroller}
      className={styles.cards}
      tabIndex={-1}
      onBlur={event => (inside.current = event.relatedTarget === null && inside.current)}
    >
      <ul aria-label={`${label}, ${counted(store.shownCount, ['item', 'itens'])}`} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(item => {
          const place = { transform: `translateY(${item.start}px)`, height: item.size }
          const group = store.groupAt(item.index)
          const at = store.rowAt(item.index)
          const seen = { 'data-at': item.index, onFocus: () => noteFocus(item.index), style: place }
          if (group) {
            const name = store.text(group.sample, store.groupField ?? '') || 'Sem valor'
            return (
              <li key={`g${group.key}`} className={styles.cardGroup} {...seen}>
                <button
                  type="button"
                  className={styles.body}
                  data-part="body"
                  aria-expanded={!group.folded}
                  onClick={() => store.fold(group)}
                >
                  <Icon name={group.folded ? 'chevron-right' : 'chevron-down'} size="s" />
                  {groupLook?.(group).alarms ? <Icon name="triangle-alert" size="s" className={text.dang} /> : null}
                  <span className={text.med}>{name}</span>
                  <span className={text.count}>{groupLook?.(group).words ?? group.count}</span>
                  <span className={classNames(text.num, styles.num)}>{formatCents(group.sum)}</span>
                </button>
              </li>
            )
          }
          if (at < 0) return null
          const id = store.id(at)
          return (
            <li key={id} className={classNames(styles.card, store.isSelected(at) && styles.on, id === openId && styles.cur)} {...seen}>
              <CardBody
                card={card(store, at)}
                flag={rowFlag?.(at)}
                selected={store.isSelected(at)}
                selecting={store.selectedCount > 0}
                onOpen={() => onOpen?.(id)}
                onToggle={() => store.toggle(at)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** A lock stands beside the state; the reason why a row was refused is written out, because touch shows no tooltip. */
const Flag = ({ icon, words }: RowFlag) =>
  icon === 'lock' ? (
    <span className={styles.flag} title={words}>
      <Icon name="lock" size="s" />
      <span className={text.vh}>{words}</span>
    </span>
  ) : (
    <span className={classNames(styles.flag, styles.isDanger)}>
      <Icon name={icon} size="s" />
      <span className={text.cut}>{words}</span>
    </span>
  )

interface CardBodyProps {
  card: Card
  flag: RowFlag | undefined
  selected: boolean
  selecting: boolean
  onOpen: () => void
  onToggle: () => void
}

function CardBody({ card, flag, selected, selecting, onOpen, onToggle }: CardBodyProps) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number; done: boolean }>(undefined)
  const cancel = () => {
    if (press.current) clearTimeout(press.current.timer)
  }
  const down = (event: PointerEvent) => {
    const now = { x: event.clientX, y: event.clientY, done: false, timer: setTimeout(() => undefined) }
    now.timer = setTimeout(() => {
      now.done = true
      onToggle()
    }, LONG_PRESS_MS)
    press.current = now
  }
  const move = (event: PointerEvent) => {
    const { current } = press
    if (current && Math.hypot(event.clientX - current.x, event.clientY - current.y) > STILL_PX) cancel()
  }
  const click = () => {
    // the click that ends a long press has already been handled
    if (press.current?.done) press.current.done = false
    else if (selecting) onToggle()
    else onOpen()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the box is drawn, and one control must carry 48 px */}
      <button
        type="button"
        role="checkbox"
        aria-checked={selected}
        aria-label={`Selecionar ${card.title}`}
        className={styles.tick}
        onClick={onToggle}
      >
        <span className={classNames(styles.cb, selected && styles.on)}>
          <Icon name="check" />
        </span>
      </button>
      <button
        type="button"
        className={styles.body}
        data-part="body"
        onClick={click}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={cancel}
        onPointerCancel={cancel}
        onPointerLeave={cancel}
        onContextMenu={event => event.preventDefault()}
      >
        <span className={styles.line}>
          <span className={classNames(text.med, text.cut)}>{card.title}</span>
          <span className={classNames(text.num, styles.num, text.med)}>{card.amount}</span>
        </span>
        <span className={classNames(styles.line, text.m)}>
          <span className={text.cut}>{card.subtitle}</span>
          <span className={classNames(text.num, styles.num)}>{card.detail}</span>
        </span>
        <span className={styles.line}>
          {card.chip}
          {flag ? <Flag {...flag} /> : null}
          {flag?.icon === 'triangle-alert' ? null : <span className={styles.note}>{card.note}</span>}
        </span>
      </button>
    </>
  )
}
