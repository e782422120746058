// What is late on both sides, by how long.
import { AgeStrip, AgeSwatch } from '#client/kit/charts/age-strip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import type { Home } from '#contract/dashboard.ts'
import { AGE_WORDS } from '#domain/ageing.ts'
import { formatAmount } from '#domain/money.ts'
import styles from './home.module.css'
import { openBetween, overdue, type Side, To } from './links.tsx'
import { RegionTitle } from './region-title.tsx'

const SIDES = [
  ['receivables', 'A receber'],
  ['bills', 'A pagar'],
] as const

export function LateRegion({ c, home: { late } }: { c: string; home: Home }) {
  const isNothing = [...late.bills, ...late.receivables].every(({ count }) => count === 0)
  return (
    <section aria-label="Atrasados">
      <RegionTitle c={c} place={overdue('receivables')} title="Atrasados" />
      {isNothing ? (
        <p className={styles.calm}>Nada está atrasado.</p>
      ) : (
        SIDES.map(([side, title]) => <LateSide key={side} c={c} side={side} title={title} bands={late[side]} />)
      )}
    </section>
  )
}

function LateSide({ c, side, title, bands }: { c: string; side: Side; title: string; bands: Home['late'][Side] }) {
  const [week, month, longer] = bands.map(({ amount_cents }) => amount_cents)
  const amounts = [week ?? 0, month ?? 0, longer ?? 0] as const
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  return (
    <div className={styles.late}>
      <To c={c} place={overdue(side)} className={styles.lateTotal}>
        <span>{title}</span>
        <span className={text.num}>{formatAmount(total)}</span>
      </To>
      <AgeStrip amounts={amounts} />
      <div className={styles.bands}>
        {bands.map((band, at) => (
          <To key={AGE_WORDS[at]} c={c} place={openBetween(side, band)}>
            <span className={classNames(text.tabular, band.amount_cents === 0 ? text.m : text.med)}>{formatAmount(band.amount_cents)}</span>
            <span className={styles.bandWords}>
              <AgeSwatch at={at} />
              {AGE_WORDS[at]}
            </span>
          </To>
        ))}
      </div>
    </div>
  )
}
