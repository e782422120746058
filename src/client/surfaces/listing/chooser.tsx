// Which columns a listing shows and in what order, and what its rows are grouped by.
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { isHidden, orderOf, withHidden, withPlace } from '#client/kit/column-layout.ts'
import { isFocusFree } from '#client/kit/focus-keeper.ts'
import { Checkbox } from '#client/kit/form/checkbox.tsx'
import { Select } from '#client/kit/form/select-field.tsx'
import { columnState, placed } from '#client/kit/listing/arrangement.ts'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { Popover } from '#client/kit/popover.tsx'
import type { Arranging } from './arranging.ts'
import styles from './chooser.module.css'

interface ChooserProps<Row> {
  columns: readonly ListingColumn<Row>[]
  arranging: Arranging
  /** Without columns where rows are cards. */
  asCards: boolean
  isTree: boolean
  selectable: boolean
  /** px that the columns share now. */
  room(): number
  /** Gives the focus back to the list. */
  onDone(): void
}

const NO_GROUP = 'none'

export function Chooser<Row>(props: ChooserProps<Row>) {
  const { columns, arranging, asCards, isTree } = props
  const { choosing, setChoosing } = arranging
  const button = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)
  const groupable = isTree ? [] : columns.filter(column => column.groupable)
  if (asCards && groupable.length === 0) return null
  const trigger = { ref: button, 'aria-keyshortcuts': 'Shift+V', onClick: () => (pressed.current = true) }
  // Opened by a key or from the palette, it gives the focus back to the list.
  const leave = () => {
    if (pressed.current) button.current?.focus()
    else if (isFocusFree()) props.onDone()
    pressed.current = false
  }
  return (
    <Popover
      label="Colunas"
      align="end"
      width={320}
      open={choosing !== undefined}
      onOpenChange={open => setChoosing(open ? 'columns' : undefined)}
      onClosed={leave}
      trigger={
        asCards ? (
          <IconButton icon="columns-3" label="Agrupar" {...trigger} />
        ) : (
          <Button variant="ghost" icon="columns-3" {...trigger}>
            Colunas
          </Button>
        )
      }
    >
      {asCards ? null : <Columns {...props} />}
      {groupable.length > 0 ? <GroupBy columns={groupable} arranging={arranging} /> : null}
      <footer className={styles.foot}>
        <Button variant="ghost" icon="rotate-ccw" onClick={arranging.onReset}>
          Como vieram
        </Button>
      </footer>
    </Popover>
  )
}

function Columns<Row>({ columns, arranging: { arrangement, onArrange }, selectable, room }: ChooserProps<Row>) {
  const all = columns.map(placed)
  const { columnVisibility } = columnState(columns, arrangement, room(), selectable)
  const named = orderOf(all, arrangement).flatMap(id => columns.find(column => column.id === id && column.title !== '') ?? [])
  const shownCount = named.filter(({ id }) => columnVisibility[id]).length
  return (
    <ul className={styles.columns}>
      {named.map(({ id, title }, at) => {
        const shown = columnVisibility[id] === true
        const place = (other: string | undefined) =>
          other !== undefined && onArrange({ ...arrangement, ...withPlace(all, arrangement, id, other) })
        return (
          <li key={id} className={styles.column}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is its control */}
            <label className={styles.name}>
              <Checkbox
                checked={shown}
                label={title}
                disabled={shown && shownCount === 1}
                onChange={show => onArrange({ ...arrangement, ...withHidden(all, arrangement, id, !show) })}
              />
              <span>{title}</span>
              {!shown && !all.some(column => column.field === id && isHidden(column, arrangement)) ? (
                <span className={classNames(text.small, text.m)}>sem espaço agora</span>
              ) : null}
            </label>
            <IconButton icon="arrow-up" label={`${title}: antes`} aria-disabled={at === 0} onClick={() => place(named[at - 1]?.id)} />
            <IconButton
              icon="arrow-down"
              label={`${title}: depois`}
              aria-disabled={at === named.length - 1}
              onClick={() => place(named[at + 1]?.id)}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface GroupByProps {
  columns: readonly { id: string; title: string }[]
  arranging: Arranging
}

function GroupBy({ columns, arranging: { arrangement, onGroup, choosing } }: GroupByProps) {
  const button = useRef<HTMLElement>(null)
  useEffect(() => {
    if (choosing === 'group') button.current?.focus()
  }, [choosing])
  return (
    <section className={styles.group}>
      <span aria-hidden="true">Agrupar por</span>
      <Select
        buttonRef={element => {
          button.current = element
        }}
        label="Agrupar por"
        value={columns.some(({ id }) => id === arrangement.group) ? (arrangement.group ?? NO_GROUP) : NO_GROUP}
        onChange={id => onGroup(id === NO_GROUP ? null : id)}
        choices={[{ value: NO_GROUP, label: 'Sem grupos' }, ...columns.map(({ id, title }) => ({ value: id, label: title }))]}
      />
    </section>
  )
}
