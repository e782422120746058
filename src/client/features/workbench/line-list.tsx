// The lines at the left: a window over thousands, one of them in hand. The keys are commands; this only draws and holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: rows in a window cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, memo, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import chip from '#client/kit/chip.module.css'
import { ConfidenceWord } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Checkbox } from '#client/kit/form/checkbox.tsx'
import { Icon, type IconName } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { formatAmount } from '#domain/money.ts'
import { formatCount } from '#domain/text.ts'
import { GHOST_WORDS } from './choice-list.tsx'
import { type Choice, confidenceOf, type Names, pairWords } from './choices.ts'
import type { Desk } from './desk.ts'
import { type Line, openCents, shortDay, sideOf } from './line.ts'
import { centsOf, type GroupHead, groupWords } from './line-order.ts'
import styles from './workbench.module.css'

const ROW_PX = 44
const HEAD_PX = 30

export interface LineListHandle {
  focus(): void
  page(): number
}

interface LineListProps {
  desk: Desk
  label: string
  /** Named in each row while lines of all accounts are listed. */
  accountName: ((id: string) => string) | undefined
  names: Names
  ref: RefObject<LineListHandle | null>
}

export function LineList({ desk, label, accountName, names, ref }: LineListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ids } = desk
  const at = desk.cursor === undefined ? -1 : ids.indexOf(desk.cursor)
  const held = useRef(at)
  held.current = at
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    getItemKey: index => ids[index] ?? index,
    estimateSize: index => (desk.headOf(ids[index] as string) ? ROW_PX + HEAD_PX : ROW_PX),
    overscan: 8,
    initialOffset: desk.scrollTop,
    // The line in hand stays in the document however far the list is scrolled, so that it keeps the focus.
    rangeExtractor: range => {
      const indexes = defaultRangeExtractor(range)
      const { current } = held
      if (current < 0 || current >= range.count || indexes.includes(current)) return indexes
      return current < range.startIndex ? [current, ...indexes] : [...indexes, current]
    },
  })
  const focus = () => {
    const row = scroller.current?.querySelector<HTMLElement>('[data-current]')
    ;(row ?? scroller.current)?.focus({ preventScroll: true })
  }
  useImperativeHandle(ref, () => ({ focus, page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 1) }))

  const shown = useRef<string | undefined>(undefined)
  const inHand =
    desk.pane === 'lines' && desk.sheet === undefined && desk.explaining === undefined && desk.searching === undefined && !desk.finding
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line in hand is what moves the window and the focus
  useLayoutEffect(() => {
    if (at >= 0 && shown.current !== desk.cursor) rows.scrollToIndex(at, { align: 'auto' })
    shown.current = desk.cursor
    const active = document.activeElement
    const ours =
      active === null || active === document.body || scroller.current?.closest('[data-layer="workbench"]')?.contains(active) === true
    if (inHand && ours) focus()
  }, [desk.cursor, inHand, at >= 0, ids.length])
  // The first rows are drawn a moment after the list: it hands them the focus it kept for them.
  useLayoutEffect(() => {
    if (inHand && at >= 0 && document.activeElement === scroller.current) focus()
  })

  return (
    <div
      className={styles.wbLines}
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={ids.length}
      aria-multiselectable="true"
      tabIndex={at < 0 ? 0 : -1}
      onScroll={event => {
        desk.scrollTop = event.currentTarget.scrollTop
      }}
    >
      <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const id = ids[index] as string
          const line = desk.line(id)
          if (!line) return null
          const head = desk.headOf(id)
          return (
            // By its line: a row keeps its element, and with it the focus, when rows come before it.
            <Fragment key={id}>
              {head ? <Head desk={desk} line={line} head={head} start={start} names={names} /> : null}
              <Row
                desk={desk}
                line={line}
                status={desk.leaving.has(id) ? desk.tab : desk.statusOf(line)}
                choices={desk.tab === 'PENDING' ? desk.suggested(line) : NONE}
                certain={desk.tab === 'PENDING' && desk.certainOf(line) !== undefined}
                index={index}
                start={head ? start + HEAD_PX : start}
                isCurrent={index === at}
                marked={desk.isMarked(id)}
                marking={desk.picked > 0}
                leaving={desk.leaving.has(id)}
                failed={desk.failed.get(id)}
                account={accountName?.(line.bank_account_id)}
                names={names}
                together={desk.tab === 'PENDING' ? desk.groupOf(line).length : 1}
              />
            </Fragment>
          )
        })}
      </div>
    </div>
  )
}

const NONE: readonly Choice[] = []

interface HeadProps {
  desk: Desk
  /** The first line of the group. */
  line: Line
  head: GroupHead
  start: number
  names: Names
}

/** What the lines under it have in common, and a button that marks them all. */
function Head({ desk, line, head, start, names }: HeadProps) {
  const words = groupWords(desk.ordered(line), desk.arrangement.grouping, names)
  return (
    <div role="row" className={styles.wlHead} style={{ transform: `translateY(${start}px)` }}>
      <div role="gridcell" aria-colspan={4}>
        <Checkbox
          checked={head.ids.every(id => desk.isMarked(id))}
          label={`Marcar o grupo ${words}`}
          tabIndex={-1}
          onChange={() => desk.markGroup(line.id)}
        />
        <span className={classNames(text.med, text.cut)}>{words}</span>
        <span className={text.count}>{formatCount(head.ids.length)}</span>
        <span className={classNames(text.num, styles.end)}>{formatAmount(head.cents)}</span>
      </div>
    </div>
  )
}

interface RowProps {
  desk: Desk
  line: Line
  /** What it is on screen, which the server may not know yet. */
  status: Line['status']
  choices: readonly Choice[]
  certain: boolean
  index: number
  start: number
  isCurrent: boolean
  marked: boolean
  marking: boolean
  leaving: boolean
  failed: string | undefined
  account: string | undefined
  names: Names
  /** Lines that one title takes together: this row stands for all of them. */
  together: number
}

const Row = memo(function Row(props: RowProps) {
  const { desk, line, status, choices, certain, index, start, isCurrent, marked, marking, leaving, failed, account, names, together } =
    props
  const cents = together > 1 ? centsOf(desk.groupOf(line)) : openCents(line)
  const pair = status === 'PENDING' ? pairWords(line, choices, certain, names) : settledPair(line, status)
  const tag = together > 1 ? `${together} linhas = 1 título` : tagOf(choices[0])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the commands hear the keys of its rows
    <div
      role="row"
      className={classNames(
        styles.wl,
        isCurrent && styles.on,
        status === 'PENDING' && choices[0]?.kind === 'ghost' && styles.ghost,
        marked && styles.marked,
        marking && styles.marking,
        leaving && styles.leaving,
        failed && styles.failed,
      )}
      style={{ transform: `translateY(${start}px)` }}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 1}
      aria-selected={marked}
      data-line={line.id}
      data-current={isCurrent || undefined}
      onClick={event => {
        if (event.target instanceof Element && event.target.closest('button')) return
        if (event.ctrlKey || event.metaKey) desk.toggle(line.id)
        else if (event.shiftKey) desk.markTo(line.id)
        else desk.moveTo(line.id)
      }}
    >
      <span role="gridcell" className={styles.wlDay}>
        <Checkbox checked={marked} label={`Marcar ${line.description}`} tabIndex={-1} onChange={() => desk.toggle(line.id)} />
        <span className={classNames(text.m, text.tabular)}>{shortDay(line.date)}</span>
      </span>
      <span role="gridcell" className={styles.wd}>
        <span className={classNames(text.memo, styles.memo, text.cut)}>
          {line.description}
          {account ? <span className={classNames(text.m, styles.wlAccount)}> {account}</span> : null}
        </span>
        {failed ? (
          <span className={classNames(styles.pair, text.dang, styles.dang)} title={failed}>
            <Icon name="circle-alert" />
            <span className={text.cut}>{failed}</span>
          </span>
        ) : (
          <span className={styles.pair}>
            <Icon name={pair.icon} />
            {tag ? <span className={styles.wlTag}>{tag}</span> : null}
            <span className={text.cut}>{pair.text}</span>
          </span>
        )}
      </span>
      <span role="gridcell" className={classNames(text.num, styles.num)}>
        {formatAmount(cents)}
        <small>{cents === line.amount_cents || together > 1 ? sideOf(line) : `de ${formatAmount(Math.abs(line.amount_cents))}`}</small>
      </span>
      <span role="gridcell" className={styles.wlLevel}>
        {status === 'PENDING' ? <Level choices={choices} /> : null}
      </span>
    </div>
  )
})

const tagOf = (first: Choice | undefined): string | undefined =>
  first?.kind === 'titles' && first.candidate.title_ids.length > 1 ? `1 linha = ${first.candidate.title_ids.length} contas` : undefined

function settledPair(line: Line, status: Line['status']): { icon: IconName; text: string } {
  if (status === 'IGNORED') return { icon: 'ban', text: 'Ignorada' }
  return { icon: 'link-2', text: line.linked_to ?? 'Conciliada' }
}

function Level({ choices }: { choices: readonly Choice[] }) {
  const [first] = choices
  if (first === undefined) return <ConfidenceWord level="none" />
  if (first.kind === 'titles') return <ConfidenceWord level={confidenceOf(first.candidate)} score={first.candidate.score} />
  return (
    <span className={chip.cf} data-part="confidence">
      {first.kind === 'ghost' ? GHOST_WORDS[first.ghost.by] : 'Par exato'}
    </span>
  )
}
