// The month as a sheet of paper: the same on the screen, behind a link, small among the reports, and printed.
import { pageBrand } from '#client/kit/brand.ts'
import { BrandMark } from '#client/kit/brand-mark.tsx'
import { DataTable } from '#client/kit/charts/data-table.tsx'
import { MonthBars } from '#client/kit/charts/month-bars.tsx'
import { classNames } from '#client/kit/class-names.ts'
import type { MonthPage } from '#contract/month-page.ts'
import { formatMonth, monthName, shortMonthName } from '#domain/days.ts'
import { formatAmount, formatCents, formatPercent, wholeAmounts } from '#domain/money.ts'
import { cashParts, footWords, type MonthLine, monthChange, monthTitle } from '#domain/month-page.ts'
import styles from './month-paper.module.css'

interface MonthPaperProps {
  page: MonthPage
  /** What the month's sentence is: the title of the page, or a heading below the title that the frame shows. */
  headline: 'h1' | 'h2'
}

export function MonthPaper({ page, headline }: MonthPaperProps) {
  return (
    <article className={styles.paper} aria-label={`${page.company_name}, ${monthTitle(page.month)}`}>
      <header>
        <BrandMark brand={pageBrand()} />
        <b>{page.company_name}</b>
        <span className={styles.m}>{page.company_document}</span>
        <span className={styles.m}>{`${monthTitle(page.month)}, por competência`}</span>
      </header>
      <Said said={page.said} headline={headline} />
      <Twelve months={page.months} />
      <Lines page={page} />
      <Cash page={page} />
      <Notes notes={page.notes} />
      <footer>
        <span>{footWords(page)}</span>
        <span>1 de 1</span>
      </footer>
    </article>
  )
}

function Said({ said, headline: Headline }: { said: MonthPage['said']; headline: MonthPaperProps['headline'] }) {
  return (
    <>
      <Headline className={styles.headline}>
        {said.before}
        <b>{said.figure}</b>
        {wholeAmounts(said.after)}
      </Headline>
      <p className={styles.lead}>{wholeAmounts(said.lead)}</p>
    </>
  )
}

function Twelve({ months }: { months: MonthPage['months'] }) {
  return (
    <section>
      <h2>
        Vendas e gastos, doze meses
        <span className={styles.legend}>
          <i className={styles.sales} />
          vendas
          <i className={styles.costs} />
          gastos
        </span>
      </h2>
      <MonthBars
        months={months.map(({ month, sales_cents, costs_cents }) => ({
          label: shortMonthName(month),
          one_cents: sales_cents,
          other_cents: costs_cents,
        }))}
      />
      <DataTable
        caption="Vendas e gastos de doze meses"
        heads={['Mês', 'Vendas', 'Gastos']}
        rows={months.map(({ month, sales_cents, costs_cents }) => [formatMonth(month), formatCents(sales_cents), formatCents(costs_cents)])}
      />
    </section>
  )
}

function Lines({ page: { lines, month, last_month, year_ago } }: { page: MonthPage }) {
  const widest = Math.max(...lines.map(({ percent }) => Math.abs(percent ?? 0)), 1)
  return (
    <section>
      <h2>O resultado, linha por linha</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Linha</th>
            <th scope="col">{`${monthName(month)} (R$)`}</th>
            <th scope="col">{`${monthName(last_month)} (R$)`}</th>
            <th scope="col">mudou</th>
            {year_ago ? <th scope="col">{formatMonth(year_ago)}</th> : null}
            <th scope="col">da receita</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <Line key={line.id} line={line} withYear={year_ago !== null} widest={widest} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface LineProps {
  line: MonthLine
  withYear: boolean
  /** The share that fills the whole bar. */
  widest: number
}

function Line({ line, withYear, widest }: LineProps) {
  const { label, kind, amount_cents, last_cents, year_ago_cents, percent } = line
  return (
    <tr className={classNames(kind !== 'block' && styles.total, kind === 'result' && styles.result)}>
      <th scope="row">{label}</th>
      <td>{formatAmount(amount_cents)}</td>
      <td className={styles.m}>{formatAmount(last_cents)}</td>
      <td className={styles.m}>{monthChange(amount_cents, last_cents)}</td>
      {withYear ? <td className={styles.m}>{formatAmount(year_ago_cents ?? 0)}</td> : null}
      <td className={styles.m}>{percent === null ? '' : formatPercent(Math.abs(percent), 1)}</td>
      <td className={styles.share}>
        <i style={{ width: `${(Math.abs(percent ?? 0) / widest) * 100}%` }} />
      </td>
    </tr>
  )
}

const SIGNS: Record<string, string> = { entrou: '+', saiu: '−' }

function Cash({ page }: { page: MonthPage }) {
  const parts = cashParts(page)
  const last = parts.length - 1
  return (
    <section>
      <h2>
        Dinheiro no banco
        <span className={styles.m}>{page.cash.accounts.join(', ')}</span>
      </h2>
      <dl className={styles.cash}>
        {parts.map(({ words, cents }, at) => (
          <div key={words} data-sign={at === last ? '=' : (SIGNS[words] ?? (at === 0 ? '' : '±'))}>
            <dt>{words}</dt>
            <dd>{at === last ? formatCents(cents) : formatAmount(words in SIGNS ? Math.abs(cents) : cents)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Notes({ notes }: { notes: MonthPage['notes'] }) {
  if (notes.length === 0) return null
  return (
    <section>
      <h2>Para olhar agora</h2>
      <ul className={styles.notes}>
        {notes.map(({ strong, text }) => (
          <li key={strong}>
            <b>{strong}</b>
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
