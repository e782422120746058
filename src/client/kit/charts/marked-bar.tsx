// A bar with a mark on it: this month, and where the month before stood.
import styles from './charts.module.css'

interface MarkedBarProps {
  value: number
  mark: number
  /** What fills the whole width. */
  most: number
}

const percent = (value: number, most: number): string => `${most > 0 ? Math.min(Math.max((value / most) * 100, 0), 100) : 0}%`

export function MarkedBar({ value, mark, most }: MarkedBarProps) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <i style={{ width: percent(value, most) }} />
      {mark > 0 ? <em style={{ left: percent(mark, most) }} /> : null}
    </span>
  )
}
