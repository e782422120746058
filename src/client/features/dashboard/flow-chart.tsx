// Two bars a month, drawn by us: what came in and what went out.
import { useId } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { formatMonth } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import styles from './dashboard.module.css'

const WIDTH = 644
const HEIGHT = 220
const LEFT = 60
const TOP = 12
const FLOOR = 194
const BAR = 28
const STEPS = 3

/** The largest of 1, 2, 5 × 10ⁿ steps that keeps at most `STEPS` lines under the highest bar, in cents. */
export function stepOf(highest: number): number {
  const least = Math.max(highest / STEPS, 100)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find(times => times * power >= least) ?? 10) * power
}

const axis = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })

export function FlowChart({ months }: { months: Dashboard['months'] }) {
  const title = useId()
  const highest = Math.max(...months.flatMap(month => [month.inflow_cents, month.outflow_cents]), 0)
  const step = stepOf(highest)
  const top = Math.max(step, Math.ceil(highest / step) * step)
  const y = (cents: number) => FLOOR - (cents / top) * (FLOOR - TOP)
  const slot = (WIDTH - LEFT) / months.length
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step)
  const words = months.map(
    month => `${formatMonth(month.month)}: entradas ${formatCents(month.inflow_cents)}, saídas ${formatCents(month.outflow_cents)}`,
  )
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={title}>
      <title id={title}>{words.join('; ')}</title>
      {lines.map(cents => (
        <g key={cents}>
          <line x1={LEFT} x2={WIDTH} y1={y(cents)} y2={y(cents)} className={cents === 0 ? classNames(styles.ax, styles.z) : styles.ax} />
          <text x={LEFT - 8} y={y(cents) + 4} className={classNames(styles.tx, styles.e)}>
            {axis.format(cents / 100)}
          </text>
        </g>
      ))}
      {months.map((month, at) => {
        const middle = LEFT + slot * (at + 0.5)
        return (
          <g key={month.month}>
            <rect
              x={middle - BAR - 1.5}
              y={y(month.inflow_cents)}
              width={BAR}
              height={FLOOR - y(month.inflow_cents)}
              className={styles.bi}
            />
            <rect x={middle + 1.5} y={y(month.outflow_cents)} width={BAR} height={FLOOR - y(month.outflow_cents)} className={styles.bo} />
            <text
              x={middle}
              y={FLOOR + 20}
              className={at === months.length - 1 ? classNames(styles.tx, styles.c, styles.now) : classNames(styles.tx, styles.c)}
            >
              {formatMonth(month.month).slice(0, 3)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
