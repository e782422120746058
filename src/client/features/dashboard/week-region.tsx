// What is due this week, day by day, and the way to settle each.
import { Button } from '#client/kit/button.tsx'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { bills } from '#contract/bills.ts'
import type { Home } from '#contract/dashboard.ts'
import { receivables } from '#contract/receivables.ts'
import { addDays, type Day, monthName } from '#domain/days.ts'
import { formatAmount } from '#domain/money.ts'
import { dayHeading } from '#domain/month-sentence.ts'
import { counted } from '#domain/text.ts'
import styles from './home.module.css'
import { openBetween, openEntries, openInMonth, settleOf, To, titleOf } from './links.tsx'

type WeekTitle = Home['week']['titles'][number]

/** A title due while banks are closed is due today. */
function byDay(titles: readonly WeekTitle[], today: Day): [day: Day, titles: WeekTitle[]][] {
  const days = new Map<Day, WeekTitle[]>()
  for (const title of titles) {
    const day = title.due_date < today ? today : title.due_date
    days.set(day, [...(days.get(day) ?? []), title])
  }
  return [...days]
}

export function WeekRegion({ c, home: { week, today, month_bills } }: { c: string; home: Home }) {
  const month = monthName(today)
  const count = week.bills.count + week.receivables.count
  return (
    <section className={styles.due} aria-label="Esta semana">
      <h2>
        Esta semana
        {count > 0 ? (
          <span className={styles.sums}>
            <To c={c} place={openBetween('bills', week)}>
              sai <b>{formatAmount(week.bills.amount_cents)}</b>
            </To>
            ,{' '}
            <To c={c} place={openBetween('receivables', week)}>
              entra <b>{formatAmount(week.receivables.amount_cents)}</b>
            </To>
          </span>
        ) : null}
      </h2>
      {count === 0 ? (
        <div className={styles.invitation}>
          <span>Nada vence até domingo.</span>
          <CommandButton id="bill.create" />
        </div>
      ) : null}
      {byDay(week.titles, today).map(([day, titles]) => (
        <div key={day}>
          <h3 className={day === today ? styles.today : undefined}>{dayHeading(day, today, addDays(today, 1))}</h3>
          <ul>
            {titles.map(title => (
              <DueTitle key={title.id} c={c} title={title} />
            ))}
          </ul>
        </div>
      ))}
      {count > week.titles.length ? (
        <p className={styles.all}>
          <To c={c} place={openEntries(week)}>
            {counted(count - week.titles.length, ['outra vence', 'outras vencem'])} nesta semana
          </To>
        </p>
      ) : null}
      {month_bills.count > 0 ? (
        <p className={styles.all}>
          <To c={c} place={openInMonth('bills', today)}>
            {month_bills.count === 1 ? `Ver a conta de ${month}` : `Ver as ${month_bills.count.toLocaleString('pt-BR')} contas de ${month}`}
          </To>
        </p>
      ) : null}
    </section>
  )
}

function DueTitle({ c, title }: { c: string; title: WeekTitle }) {
  const { kind, id, amount_cents, additional_information, contact_name } = title
  const isBill = kind === 'BILL'
  const can = useWhereabouts(now => now.can)
  const name = additional_information ?? contact_name ?? (isBill ? 'Conta a pagar' : 'Conta a receber')
  return (
    <li>
      <To c={c} place={titleOf(kind, id)}>
        <Icon name={isBill ? 'receipt-text' : 'hand-coins'} />
        <span className={styles.what}>
          <span>{name}</span>
          {contact_name && contact_name !== name ? <small>{contact_name}</small> : null}
        </span>
        <span className={text.num}>{isBill ? formatAmount(-amount_cents) : `+${formatAmount(amount_cents)}`}</span>
      </To>
      {can((isBill ? bills : receivables).conciliate.spec.needs) ? (
        <Button asChild className={styles.settle}>
          <To c={c} place={settleOf(kind, id)} aria-label={`${isBill ? 'Pagar' : 'Receber'} ${name}`}>
            {isBill ? 'Pagar' : 'Receber'}
          </To>
        </Button>
      ) : null}
    </li>
  )
}
