// A balance over days: the past as a line with its area, what is expected as dots, and what is below zero in danger.
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { type CSSProperties, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { useRoom } from '../use-room.ts'
import styles from './charts.module.css'
import { compactAmount } from './compact-amount.ts'

const LEFT = 52
const RIGHT = 8
const TOP = 8
/** Below the lowest rule: the days. */
const FOOT = 32
/** Of the drawn height, kept free below zero and above the highest balance. */
const MARGIN = 0.08
const RULES = 3
/** A line along zero is not below it. */
const HALF_LINE = 1
const BOX_GAP = 14
const BOX_HEIGHT = 44
/** As wide as a box may be. */
const BOX_WIDTH = 320
/** Its title holds an amount, which is never cut. */
const BOX_LEAST = 208
/** How far from the edge of the box its leader arrives. */
const LEADER_INSET = 12

interface Note {
  /** Place of its day in the balances. */
  at: number
  title: string
  detail: string
}

interface BalanceLineProps {
  /** Cents, one per day. */
  balances: readonly number[]
  /** Place of today: the days after it are expected. */
  now: number
  /** Under the line, left to right. */
  days: readonly { at: number; label: string }[]
  /** The lowest point ahead. */
  low?: Note | undefined
  /** The day that is looked at. */
  cursor?: Note | undefined
  height: number
  onPoint: (at: number | undefined) => void
  /** Covers the drawing: where a click leads. */
  children?: ReactNode
}

function scalesOf(balances: readonly number[], width: number, height: number) {
  const highest = Math.max(...balances, 0)
  const lowest = Math.min(...balances, 0)
  const margin = Math.max((highest - lowest) * MARGIN, 100)
  return {
    x: scaleLinear([0, balances.length - 1], [LEFT, width - RIGHT]),
    y: scaleLinear([lowest - margin, highest + margin], [height - FOOT, TOP]),
  }
}

export function BalanceLine({ balances, now, days, low, cursor, height, onPoint, children }: BalanceLineProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const width = useRoom(frame)
  const clip = useId()
  const { x, y } = scalesOf(balances, width, height)
  const point = (event: PointerEvent<HTMLElement>) => {
    const at = Math.round(x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left))
    onPoint(Math.min(Math.max(at, 0), balances.length - 1))
  }
  const pathOf = line<number>((_, at) => x(at), y)
  const past = balances.slice(0, now + 1)
  const ahead = line<number>((_, at) => x(at + now), y)(balances.slice(now)) ?? ''
  const below = area<number>((_, at) => x(at), y(0), y)
  const zero = y(0)
  const placeOf = ({ at }: Note): Place => {
    const cents = balances[at] ?? 0
    const dot = x(at)
    const [from, to] = isAtLeft(dot, width) ? [dot - BOX_WIDTH, dot] : [dot, dot + BOX_WIDTH]
    const covered = balances.filter((_, day) => x(day) >= from && x(day) <= to)
    return { x: dot, y: y(cents), isBelow: cents < 0, lineFoot: y(Math.min(cents, ...covered)) }
  }
  return (
    <div
      ref={setFrame}
      className={styles.line}
      style={{ '--chart-height': `${height}px` } as CSSProperties}
      onPointerMove={point}
      onPointerLeave={() => onPoint(undefined)}
    >
      {width > 0 ? (
        <>
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <clipPath id={`${clip}-above`}>
              <rect x={0} y={0} width={width} height={zero + HALF_LINE} />
            </clipPath>
            <clipPath id={`${clip}-below`}>
              <rect x={0} y={zero + HALF_LINE} width={width} height={Math.max(height - zero - HALF_LINE, 0)} />
            </clipPath>
            {y.ticks(RULES).map(cents => (
              <g key={cents} className={cents === 0 ? styles.zero : styles.rule}>
                <line x1={LEFT} x2={width - RIGHT} y1={y(cents)} y2={y(cents)} />
                <text x={LEFT - 8} y={y(cents) + 4} textAnchor="end">
                  {compactAmount(cents)}
                </text>
              </g>
            ))}
            <g clipPath={`url(#${clip}-above)`}>
              <path className={styles.area} d={below(past) ?? ''} />
              <path className={styles.past} d={pathOf(past) ?? ''} />
              <path className={styles.ahead} d={ahead} />
            </g>
            <g clipPath={`url(#${clip}-below)`} className={styles.short}>
              <path className={styles.area} d={below(balances) ?? ''} />
              <path className={styles.past} d={pathOf(past) ?? ''} />
              <path className={styles.ahead} d={ahead} />
            </g>
            <line className={styles.today} x1={x(now)} x2={x(now)} y1={TOP} y2={height - FOOT + 8} />
            {cursor ? <line className={styles.today} x1={x(cursor.at)} x2={x(cursor.at)} y1={TOP} y2={height - FOOT} /> : null}
            <circle className={styles.nowDot} cx={x(now)} cy={y(balances[now] ?? 0)} r={5} />
            {low && !cursor ? <path className={styles.leader} d={leaderOf(placeOf(low), width, height)} /> : null}
            {low ? <Dot {...placeOf(low)} /> : null}
            {cursor && cursor.at !== low?.at ? <Dot {...placeOf(cursor)} /> : null}
            {days.map(({ at, label }) => (
              <text
                key={at}
                className={at === now ? styles.now : undefined}
                x={x(at)}
                y={height - 4}
                textAnchor={at === 0 ? 'start' : at === balances.length - 1 ? 'end' : 'middle'}
              >
                {label}
              </text>
            ))}
          </svg>
          {low && !cursor ? <Box note={low} {...placeOf(low)} width={width} height={height} /> : null}
          {cursor ? <Box note={cursor} {...placeOf(cursor)} width={width} height={height} /> : null}
          {children}
        </>
      ) : null}
    </div>
  )
}

interface Place {
  x: number
  y: number
  isBelow: boolean
  /** How far down the line comes where the box stands. */
  lineFoot: number
}

const Dot = ({ x, y, isBelow }: Place) => (
  <circle className={isBelow ? classNames(styles.dot, styles.shortDot) : styles.dot} cx={x} cy={y} r={4} />
)

/** The box stands at the left of points in the right half, and below the line where there is room. */
const isAtLeft = (x: number, width: number): boolean => x > width / 2
function topOfBox({ y, lineFoot }: Pick<Place, 'y' | 'lineFoot'>, height: number): number {
  const lowest = height - FOOT - BOX_HEIGHT
  const clear = lineFoot + BOX_GAP
  return clear <= lowest ? clear : Math.max(Math.min(y + BOX_GAP, lowest), TOP)
}

/** From the dot to its box, with one corner. */
function leaderOf({ x, y, lineFoot }: Place, width: number, height: number): string {
  const way = isAtLeft(x, width) ? -1 : 1
  return `M${x + way * 4} ${y}H${x + way * (BOX_GAP + LEADER_INSET)}V${topOfBox({ y, lineFoot }, height)}`
}

/** Placed in percents, so that paper may scale it. */
function Box({ note, x, y, isBelow, lineFoot, width, height }: Place & { note: Note; width: number; height: number }) {
  const percent = (px: number, of: number) => `${(px / of) * 100}%`
  // Never over the amounts of the axis nor beyond the last day; where that leaves no room for its amount, it reaches past its dot.
  const atLeft = isAtLeft(x, width)
  const room = Math.min(Math.max(atLeft ? x - BOX_GAP - LEFT : width - x - BOX_GAP, BOX_LEAST), BOX_WIDTH)
  const edge = atLeft ? Math.max(x - BOX_GAP, LEFT + room) : Math.min(x + BOX_GAP, width - room)
  const side = atLeft ? { right: percent(width - edge, width) } : { left: percent(edge, width) }
  return (
    <p
      className={isBelow ? classNames(styles.box, styles.shortBox) : styles.box}
      style={{ ...side, maxWidth: percent(room, width), top: percent(topOfBox({ y, lineFoot }, height), height) }}
      aria-hidden="true"
    >
      <b>{note.title}</b>
      <span>{note.detail}</span>
    </p>
  )
}
