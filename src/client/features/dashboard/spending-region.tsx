// Where the money goes: the five categories that took most this month, beside the same days of the month before.
import { DataTable } from '#client/kit/charts/data-table.tsx'
import { MarkedBar } from '#client/kit/charts/marked-bar.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import type { Home } from '#contract/dashboard.ts'
import { addMonths, monthName } from '#domain/days.ts'
import { formatAmount } from '#domain/money.ts'
import { spendingChange } from '#domain/spending.ts'
import styles from './home.module.css'
import { paidBetween, paidIn, To } from './links.tsx'
import { Invitation, RegionTitle } from './region-title.tsx'

/** The longest bar leaves room for a mark beyond it. */
const HEADROOM = 1.05

export function SpendingRegion({ c, home: { spending, spending_days, today } }: { c: string; home: Home }) {
  const day = Number(today.slice(8, 10))
  const [now, last] = [monthName(today), monthName(addMonths(today, -1))].map(name => `${name} até dia ${day}`) as [string, string]
  const most = Math.max(...spending.flatMap(({ amount_cents, last_cents }) => [amount_cents, last_cents]), 0) * HEADROOM
  return (
    <section aria-label="Para onde vai o dinheiro">
      <RegionTitle c={c} place={paidBetween(spending_days)} title="Para onde vai o dinheiro">
        {spending.length > 0 ? (
          <span className={styles.legend}>
            <span>
              <i className={styles.block} />
              {now}
            </span>
            <span>
              <i className={styles.tick} />
              {last}
            </span>
          </span>
        ) : null}
      </RegionTitle>
      {spending.length === 0 ? (
        <div className={styles.ghostBars}>
          <Invitation
            c={c}
            words="As contas pagas aparecem aqui por categoria, ao lado do mês passado."
            place={{ screen: 'bills' }}
            action="Ver as contas a pagar"
          />
        </div>
      ) : (
        <ul className={styles.categories}>
          {spending.map(spent => {
            const change = spendingChange(spent)
            return (
              <li key={spent.category_id}>
                <To c={c} place={paidIn(spent.name, spending_days)}>
                  <span className={text.cut}>{spent.name ?? 'Sem categoria'}</span>
                  <MarkedBar value={spent.amount_cents} mark={spent.last_cents} most={most} />
                  <span className={text.num}>{formatAmount(spent.amount_cents)}</span>
                  <span className={classNames(text.num, styles.change, change.steep && styles.steep)}>{change.words}</span>
                </To>
              </li>
            )
          })}
        </ul>
      )}
      {spending.length > 0 ? (
        <DataTable
          caption="Para onde vai o dinheiro, em reais"
          heads={['Categoria', now, last]}
          rows={spending.map(spent => [spent.name ?? 'Sem categoria', formatAmount(spent.amount_cents), formatAmount(spent.last_cents)])}
        />
      ) : null}
    </section>
  )
}
