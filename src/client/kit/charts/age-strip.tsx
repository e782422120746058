// A strip divided by age, in proportion to the amounts: only the oldest is loud.
import { classNames } from '../class-names.ts'
import styles from './charts.module.css'

const AGES = [styles.young, styles.middling, styles.old] as const

export function AgeStrip({ amounts }: { amounts: readonly [number, number, number] }) {
  return (
    <span className={styles.strip} aria-hidden="true">
      {amounts.map((amount, at) => (amount > 0 ? <i key={AGES[at]} className={AGES[at]} style={{ flexGrow: amount }} /> : null))}
    </span>
  )
}

/** The little square that says which part of the strip is meant. */
export const AgeSwatch = ({ at }: { at: number }) => <i className={classNames(styles.swatch, AGES[at])} aria-hidden="true" />
