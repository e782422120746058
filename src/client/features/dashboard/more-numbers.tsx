// The figures of a month, below the picture: what is open, what waits, six months of cash, the accounts and the result.
import { useReading } from '#client/data/queries.ts'
import { BankMark } from '#client/kit/bank-mark.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import { Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { usePeriod } from '#client/surfaces/where.ts'
import { screens } from '#commands/screens.ts'
import { type BankAccount, bankAccounts } from '#contract/bank-accounts.ts'
import { type Dashboard, dashboard } from '#contract/dashboard.ts'
import { entries } from '#contract/entries.ts'
import { formatDay, formatMonth, monthName, monthOf } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { SUMMARY_FACTORS, SUMMARY_MONTHS } from '#domain/receivables-summary.ts'
import { counted } from '#domain/text.ts'
import styles from './dashboard.module.css'
import { FlowChart } from './flow-chart.tsx'
import { dueSoon, openInMonth, overdue, To } from './links.tsx'
import { MonthResult } from './month-result.tsx'

export function MoreNumbers({ c }: { c: string }) {
  const period = usePeriod()
  const reading = useReading(dashboard.get, { params: { c }, query: period.end ? { date: period.end } : {} })
  const told = reading.data
  if (told === undefined) return reading.isError ? null : <Skeleton rows={4} />
  return <Told c={c} told={told} />
}

function Told({ c, told }: { c: string; told: Dashboard }) {
  const accounts = useReading(bankAccounts.list, { params: { c } }).data?.filter(account => account.status === 'ACTIVE')
  const month = monthName(told.start_date)
  return (
    <section className={styles.more} aria-label={`Mais números de ${formatMonth(told.start_date)}`}>
      <h2 className={styles.moreHead}>
        Mais números <span className={text.m}>{formatMonth(told.start_date)}</span>
      </h2>
      <div className={styles.d1}>
        <Side c={c} told={told} side="bills" title={`A pagar em ${month}`} one="conta em aberto" many="contas em aberto" late="vencida" />
        <Side
          c={c}
          told={told}
          side="receivables"
          title={`A receber em ${month}`}
          one="recebimento em aberto"
          many="recebimentos em aberto"
          late="vencido"
        />
        <Balances c={c} told={told} accounts={accounts ?? []} />
        <Todo c={c} told={told} />
      </div>
      <div className={styles.d2}>
        <section>
          <h2>
            Entradas e saídas
            <span className={styles.legend}>
              <i className={styles.in} />
              Entradas
              <i />
              Saídas
              <To c={c} place={{ screen: 'reports.cash-flow' }}>
                Abrir relatório
              </To>
            </span>
          </h2>
          <FlowChart months={told.months} />
          <MonthFlow c={c} told={told} />
        </section>
        <MonthResult c={c} start_date={told.start_date} end_date={told.end_date} />
      </div>
    </section>
  )
}

interface SideProps {
  c: string
  told: Dashboard
  side: 'bills' | 'receivables'
  title: string
  one: string
  many: string
  late: string
}

function Side({ c, told, side, title, one, many, late }: SideProps) {
  const { open, overdue: lateOnes, due_soon } = told[side]
  return (
    <section>
      <h2>{title}</h2>
      <p className={classNames(text.big, styles.big)}>
        <To c={c} place={openInMonth(side, told.start_date)} className={styles.figure}>
          {formatCents(open.amount_cents)}
        </To>
      </p>
      <p className={text.m}>{counted(open.count, [one, many])}</p>
      {lateOnes.count > 0 ? (
        <p>
          <To c={c} place={overdue(side)} className={classNames(styles.figure, text.dang, styles.dang)}>
            <Icon name="triangle-alert" size="s" />
            {counted(lateOnes.count, [late, `${late}s`])}, {formatCents(lateOnes.amount_cents)}
          </To>
        </p>
      ) : null}
      {due_soon.count > 0 ? (
        <p>
          <To
            c={c}
            place={dueSoon(side, told.due_soon_from, told.due_soon_to)}
            className={classNames(styles.figure, text.warn, styles.warn)}
          >
            <Icon name="clock-3" size="s" />
            {counted(due_soon.count, ['vence', 'vencem'])} em 7 dias, {formatCents(due_soon.amount_cents)}
          </To>
        </p>
      ) : null}
      {side === 'receivables' ? <Summary c={c} told={told} /> : null}
    </section>
  )
}

/** The receivables summary (SPEC.md, Receivables summary), with a hint that says how it is computed. */
function Summary({ c, told }: { c: string; told: Dashboard }) {
  const hint = `soma de ${SUMMARY_MONTHS} meses × ${SUMMARY_FACTORS.join(' × ')}`
  return (
    <p className={text.m}>
      Valor{' '}
      <To c={c} place={{ screen: 'receivables', search: { periodo: 'tudo' } }} className={classNames(styles.figure, text.med)}>
        {formatCents(told.receivables_summary_cents)}
      </To>
      <span className={classNames(text.small, styles.summaryHint)}>{hint}</span>
    </p>
  )
}

function Todo({ c, told }: { c: string; told: Dashboard }) {
  const can = useWhereabouts(now => now.can)
  const groups = useReading(entries.duplicate, { params: { c } }).data?.length ?? 0
  const waiting = { bills: 'status:"aguardando aprovação"', periodo: 'tudo' }
  const work = [
    { screen: 'conciliation', count: told.pending_lines_count, one: 'linha para conciliar', many: 'linhas para conciliar' },
    {
      screen: 'bills',
      search: waiting,
      count: told.waiting_approval_count,
      one: 'conta espera aprovação',
      many: 'contas esperam aprovação',
    },
    { screen: 'duplicates', count: groups, one: 'possível duplicado', many: 'possíveis duplicados' },
  ] as const
  const left = work.filter(({ screen, count }) => count > 0 && can(`${screens[screen].needs}:v`))
  return (
    <section className={styles.todo}>
      <h2>Para fazer</h2>
      {left.length === 0 ? (
        <p className={classNames(text.ok, styles.ok)}>
          <Icon name="circle-check" size="s" />
          Nada espera por você
        </p>
      ) : (
        <ul>
          {left.map(({ count, one, many, ...place }) => (
            <li key={place.screen}>
              <To c={c} place={place}>
                {counted(count, [one, many])}
              </To>
              <Kbd chord={screens[place.screen].keys[0]} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.close}>
        <To c={c} place={{ screen: 'reports.close', search: { periodo: monthOf(told.start_date) } }}>
          Fechamento do mês
        </To>
      </p>
    </section>
  )
}

function MonthFlow({ c, told }: { c: string; told: Dashboard }) {
  const month = told.months.at(-1)
  if (month === undefined) return null
  const net = month.inflow_cents - month.outflow_cents
  return (
    <p className={styles.monthFlow}>
      <span className={text.m}>Caixa de {formatMonth(month.month)}</span>
      <To c={c} place={{ screen: 'entries', search: { fluxo: 'tipo:entrada', periodo: month.month } }} className={styles.figure}>
        {formatCents(month.inflow_cents)} de entradas
      </To>
      <To c={c} place={{ screen: 'entries', search: { fluxo: 'tipo:saída', periodo: month.month } }} className={styles.figure}>
        {formatCents(month.outflow_cents)} de saídas
      </To>
      <span className={net < 0 ? classNames(text.dang, text.med) : text.med}>
        {net < 0 ? 'faltaram' : 'sobraram'} {formatCents(Math.abs(net))}
      </span>
    </p>
  )
}

const pendingWords = (count: number): string => (count === 0 ? 'em dia' : `${count.toLocaleString('pt-BR')} a conciliar`)

function Balances({ c, told, accounts }: { c: string; told: Dashboard; accounts: readonly BankAccount[] }) {
  return (
    <section>
      <h2>
        Contas bancárias
        <To c={c} place={{ screen: 'accounts' }}>
          Ver todas
        </To>
      </h2>
      {accounts.length === 0 ? <CommandButton id="go.accounts" size="form" /> : null}
      <ul>
        {accounts.map(account => (
          <li key={account.id} className={styles.held}>
            <BankMark routing_number={account.routing_number} name={account.institution_name} />
            <div className={text.grow}>
              <p className={text.cut}>
                <To c={c} place={{ screen: 'statements', record: account.id }} className={styles.figure}>
                  {account.institution_name}
                </To>
              </p>
              <p className={classNames(text.m, text.small)}>
                {[account.branch_number && `ag. ${account.branch_number}`, account.account_number].filter(Boolean).join(', ')}
              </p>
            </div>
            <div className={text.num}>
              <p>{formatCents(account.current_balance)}</p>
              <p className={classNames(text.m, text.small)}>{pendingWords(account.pending_entries_count)}</p>
            </div>
          </li>
        ))}
      </ul>
      {told.forecast_cents === null ? null : (
        <p className={text.m}>
          Previsão para {formatDay(told.end_date).slice(0, 5)}:{' '}
          <To
            c={c}
            place={{ screen: 'entries', search: { periodo: monthOf(told.end_date) } }}
            className={classNames(styles.figure, text.med)}
          >
            {formatCents(told.forecast_cents)}
          </To>
        </p>
      )}
    </section>
  )
}
