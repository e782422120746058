// The list of a combobox: only visible rows are in the document. With its own input it also edits a grid cell.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import chip from '../chip.module.css'
import { classNames } from '../class-names.ts'
import form from '../form/form.module.css'
import { Icon } from '../icon.tsx'
import type { ComboItem } from './filter-items.ts'
import styles from './picker.module.css'
import { type ComboAction, type ListboxModel, type Unread, useCombobox } from './use-combobox.ts'

export const LIST_MAX_PX = 300
export const ROW_PX = 35
const INDENT_PX = 16

// The height is known beforehand, so nothing is measured: correct at the first paint, and where nothing has a size.
const observeHeight = (_list: Virtualizer<HTMLDivElement, HTMLElement>, tell: (rect: { width: number; height: number }) => void) =>
  tell({ width: 1, height: LIST_MAX_PX })

const WAITS: Readonly<Record<Unread, string>> = {
  coming: 'Carregando…',
  failed: 'Não foi possível ler a lista',
}

interface ListboxProps<Item extends ComboItem> {
  model: ListboxModel<Item>
  label: string
  empty: string
  unread?: Unread | undefined
}

/** The options and the action row; the input that controls them is elsewhere and keeps the focus. */
export function Listbox<Item extends ComboItem>({ model, label, empty, unread }: ListboxProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { shown, active, action } = model
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    observeElementRect: observeHeight,
    overscan: 4,
  })
  useEffect(() => {
    if (active >= 0 && active < shown.length) rows.scrollToIndex(active, { align: 'auto' })
  }, [active, shown.length, rows])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: presses must not take the focus from the input
    <div
      className={styles.comboList}
      onMouseDown={event => event.target instanceof HTMLInputElement || event.preventDefault()}
      onWheel={event => event.stopPropagation()}
      onTouchMove={event => event.stopPropagation()}
    >
      <div
        role="listbox"
        id={model.listId}
        className={styles.rows}
        ref={scroller}
        aria-label={label}
        aria-owns={action && model.optionId(shown.length)}
      >
        {shown.length > 0 ? (
          <div className={styles.sizer} role="presentation" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(row => {
              const item = shown[row.index]
              return item ? <Option key={item.id} model={model} item={item} row={row.index} start={row.start} /> : null
            })}
          </div>
        ) : (
          <div className={styles.none} role="option" aria-disabled="true" aria-selected="false" tabIndex={-1}>
            {unread === undefined ? empty : WAITS[unread]}
          </div>
        )}
      </div>
      {action ? <ActionRow model={model} action={action} /> : null}
    </div>
  )
}

function Option<Item extends ComboItem>({
  model,
  item,
  row,
  start,
}: {
  model: ListboxModel<Item>
  item: Item
  row: number
  start: number
}) {
  const isSelected = item.id === model.selectedId
  const detail = model.filtering && item.path?.length ? item.path.join(' › ') : item.detail
  const indent = model.filtering ? 0 : (item.depth ?? 0) * INDENT_PX
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
    <div
      role="option"
      id={model.optionId(row)}
      className={classNames(styles.option, item.depth === 0 && !model.filtering && styles.group)}
      aria-selected={isSelected}
      aria-setsize={model.shown.length + (model.action ? 1 : 0)}
      aria-posinset={row + 1}
      data-active={row === model.active}
      tabIndex={-1}
      style={{ transform: `translateY(${start}px)`, paddingLeft: 12 + indent }}
      onClick={() => model.pick(row)}
      onPointerMove={() => row !== model.active && model.setActive(row)}
    >
      {item.mark}
      <span className={styles.name}>{item.label}</span>
      {detail ? <span className={styles.detail}>{detail}</span> : null}
      <span className={styles.end}>
        {item.badge ? (
          <span className={classNames(chip.st, chip.text)} data-part="chip">
            {item.badge}
          </span>
        ) : null}
        {isSelected ? <Icon name="check" size="s" /> : null}
      </span>
    </div>
  )
}

function ActionRow<Item extends ComboItem>({ model, action }: { model: ListboxModel<Item>; action: ComboAction }) {
  const row = model.shown.length
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
    <div
      role="option"
      id={model.optionId(row)}
      className={classNames(styles.option, styles.action)}
      aria-selected="false"
      data-active={row === model.active}
      tabIndex={-1}
      onClick={() => model.pick(row)}
      onPointerMove={() => row !== model.active && model.setActive(row)}
    >
      <Icon name="plus" size="s" />
      {action.label}
      {model.query.trim() ? <span className={styles.detail}>“{model.query.trim()}”</span> : null}
    </div>
  )
}

export interface ComboboxListProps<Item extends ComboItem> {
  items: readonly Item[]
  label: string
  empty: string
  unread: Unread | undefined
  selectedId?: string | null | undefined
  /** What was typed already: the character that opened the list. */
  typed?: string | undefined
  /** By a press, or by the key that leaves the list; Tab leaves without an item where nothing was typed. */
  onPick: (item: Item | undefined, key?: KeyboardEvent) => void
  onCancel: () => void
}

/** Input and list in one piece, for the cells of a grid. It takes the focus at once, so that no letter comes before it. */
export function ComboboxList<Item extends ComboItem>({
  items,
  label,
  empty,
  unread,
  selectedId,
  typed,
  onPick,
  onCancel,
}: ComboboxListProps<Item>) {
  const input = useRef<HTMLInputElement>(null)
  const model = useCombobox({ items, selectedId, typed, unread, onPick: item => onPick(item), onClose: onCancel })
  useLayoutEffect(() => {
    const { current } = input
    current?.focus({ preventScroll: true })
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const leaves = event.key === 'Enter' || event.key === 'Tab'
    if (!leaves || event.nativeEvent.isComposing) return model.onKeyDown(event)
    event.preventDefault()
    event.stopPropagation()
    const item = event.key === 'Enter' || model.filtering ? model.shown[model.active] : undefined
    // What was typed and is nothing stays to be mended.
    if (item || !model.filtering) onPick(item, event)
  }
  return (
    <div className={styles.comboList}>
      <div className={form.inp} data-part="input">
        <Icon name="search" size="s" />
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={model.listId}
          aria-activedescendant={model.activeId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          value={model.query}
          onChange={event => model.type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Listbox model={model} label={label} empty={empty} unread={unread} />
    </div>
  )
}
