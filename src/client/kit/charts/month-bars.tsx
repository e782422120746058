// Two bars a month on paper: what was sold and what it cost. This month in full colour, those before it pale.
import { scaleLinear } from 'd3-scale'
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { useRoom } from '../use-room.ts'
import styles from './charts.module.css'
import { compactAmount } from './compact-amount.ts'

/** px on paper, and until the room on screen is known. */
const PAPER_WIDTH = 682
const HEIGHT = 170
const LEFT = 52
const FLOOR = 148
const TOP = 8
const MOST_BAR = 14
const GAP = 1
const RULES = 2

interface MonthBarsProps {
  months: readonly { label: string; one_cents: number; other_cents: number }[]
}

export function MonthBars({ months }: MonthBarsProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const width = useRoom(frame) || PAPER_WIDTH
  const highest = Math.max(...months.flatMap(({ one_cents, other_cents }) => [one_cents, other_cents]), 100)
  const y = scaleLinear([0, highest], [FLOOR, TOP]).nice(RULES)
  const slot = (width - LEFT) / months.length
  const thick = Math.min(MOST_BAR, slot / 2 - GAP * 2)
  const bar = (cents: number) => ({ y: y(Math.max(cents, 0)), width: thick, height: FLOOR - y(Math.max(cents, 0)) })
  return (
    <div ref={setFrame} className={styles.monthBars}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        {y.ticks(RULES).map(cents => (
          <g key={cents} className={cents === 0 ? styles.floor : undefined}>
            <line x1={LEFT} x2={width} y1={y(cents)} y2={y(cents)} />
            <text x={LEFT - 8} y={y(cents) + 4} textAnchor="end">
              {compactAmount(cents)}
            </text>
          </g>
        ))}
        {months.map(({ label, one_cents, other_cents }, at) => {
          const middle = LEFT + slot * (at + 0.5)
          const isNow = at === months.length - 1
          return (
            <g key={label} className={classNames(!isNow && styles.pale)}>
              <rect className={styles.one} x={middle - thick - GAP} {...bar(one_cents)} />
              <rect className={styles.other} x={middle + GAP} {...bar(other_cents)} />
              <text className={isNow ? styles.now : undefined} x={middle} y={HEIGHT - 5} textAnchor="middle">
                {label}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
