// The reports at a glance: the month in one page above, and each report with its figure of the month and how it came there.

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { AgeStrip } from '#client/kit/charts/age-strip.tsx'
import { MarkedBar } from '#client/kit/charts/marked-bar.tsx'
import { Sparkline } from '#client/kit/charts/sparkline.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import { Awaited, ErrorState } from '#client/kit/states.tsx'
import { asAddress } from '#client/surfaces/address.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { useAnswer, useIntent } from '#client/surfaces/intents.ts'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { type CompanyScreen, pathTo, screens } from '#commands/screens.ts'
import type { Search } from '#commands/search-text.ts'
import { type MonthPage, monthPage, type ReportsOverview } from '#contract/month-page.ts'
import { formatDay, formatMonth, monthName } from '#domain/days.ts'
import { formatAmount, formatCents, formatPercent, wholeAmounts } from '#domain/money.ts'
import { monthChange } from '#domain/month-page.ts'
import { counted, formatCount } from '#domain/text.ts'
import { MonthPaper } from './month/month-paper.tsx'
import { useMonth } from './month/month-screen.tsx'
import styles from './reports-index.module.css'

interface Glance {
  /** Undefined where there is nothing to draw. */
  drawing?: ReactNode
  figure: string
  note: string
  /** The note asks for attention. */
  warns?: boolean
}

interface Report {
  screen: CompanyScreen
  /** In an owner's words, where the screen's own name is another. */
  name?: string
  search?: Search
  text: string
  glance(told: ReportsOverview): Glance
}

const signed = (cents: number): string => `${cents > 0 ? '+' : ''}${formatAmount(cents)}`

const REPORTS: readonly Report[] = [
  {
    screen: 'reports.income-statement',
    name: 'Resultado do mês (DRE)',
    text: 'Quanto a empresa ganhou ou perdeu, e de onde veio cada linha.',
    glance: ({ result, last_month }) => ({
      drawing: <Sparkline as="columns" values={result.months} />,
      figure: formatCents(result.amount_cents),
      note: `${monthChange(result.amount_cents, result.last_cents)} sobre ${monthName(last_month)}`,
    }),
  },
  {
    screen: 'reports.cash-flow',
    name: 'Fluxo de caixa',
    text: 'Entradas, saídas e saldo, mês a mês, por categoria.',
    glance: ({ cash }) => ({
      drawing: <Sparkline as="line" values={cash.months} />,
      figure: formatCents(cash.closing_cents),
      note: `em ${formatDay(cash.day).slice(0, 5)}, ${signed(cash.change_cents)} no mês`,
    }),
  },
  {
    screen: 'reports.budget',
    text: 'O que foi planejado e o que aconteceu, por categoria e mês.',
    glance: ({ budget }) => budgetGlance(budget),
  },
  {
    screen: 'receivables',
    name: 'Quem me deve',
    search: { receivables: 'venc:vencida', periodo: 'tudo' },
    text: 'O que clientes deixaram de pagar, por atraso.',
    glance: ({ receivables: { amount_cents, count, old_count, ages } }) => ({
      drawing: amount_cents > 0 ? <AgeStrip amounts={ages} /> : null,
      figure: formatCents(amount_cents),
      note:
        count === 0
          ? 'ninguém está atrasado'
          : `${counted(count, ['atrasado', 'atrasados'])}, ${formatCount(old_count)} há mais de 30 dias`,
      warns: old_count > 0,
    }),
  },
  {
    screen: 'reports.ledger',
    text: 'Cada movimento com o saldo depois dele, por conta, categoria ou contato.',
    glance: ({ ledger }) => ({
      drawing: <Sparkline as="columns" values={ledger.months} />,
      figure: counted(ledger.count, ['movimento', 'movimentos']),
      note: 'pagos e recebidos no mês',
    }),
  },
  {
    screen: 'reports.balance',
    name: 'Banco e livros',
    text: 'Dia a dia, e o primeiro dia em que não dizem o mesmo.',
    glance: ({ ladder }) => ladderGlance(ladder),
  },
  {
    screen: 'reports.close',
    text: 'O que falta para fechar o mês, e o arquivo para a contabilidade.',
    glance: ({ closed }) => ({
      figure: closed ? 'Fechado' : 'Aberto',
      note: closed ? `em ${formatDay(closed.on)}${closed.by_name ? `, por ${closed.by_name}` : ''}` : 'ainda aceita mudanças',
    }),
  },
]

function budgetGlance(budget: ReportsOverview['budget']): Glance {
  if (budget === null) return { figure: 'Sem plano', note: 'nada foi planejado neste mês' }
  const { planned_cents, realised_cents, worst } = budget
  return {
    drawing: <MarkedBar value={realised_cents} mark={planned_cents} most={Math.max(planned_cents, realised_cents)} />,
    figure: `${formatPercent(Math.round((realised_cents * 100) / planned_cents))} do plano`,
    note: worst ? `${worst.name}: ${formatCents(worst.over_cents)} acima do plano` : 'nenhuma despesa passou do plano',
    warns: worst !== null,
  }
}

function ladderGlance(ladder: ReportsOverview['ladder']): Glance {
  if (ladder === null) return { figure: 'Sem extrato', note: 'nenhum extrato chega a este mês' }
  const { difference_cents, since, account, days } = ladder
  const drawing = <Sparkline as="line" values={days} />
  if (difference_cents === 0) return { drawing, figure: formatCents(0), note: 'banco e livros dizem o mesmo' }
  return {
    drawing,
    figure: formatCents(Math.abs(difference_cents)),
    note: `diferença ${since ? `desde ${formatDay(since).slice(0, 5)}` : 'de antes do mês'}, ${account}`,
    warns: true,
  }
}

export function ReportsIndex() {
  const c = useCompanyId()
  const page = usePageFocus<HTMLElement>()
  const query = useMonth()
  const told = useReading(monthPage.overview, { params: { c }, query })
  const sheet = useReading(monthPage.get, { params: { c }, query })
  useAnswer('month.shown', () => sheet.data?.month)
  useIntent('report.print', () => window.print())
  return (
    <>
      <nav ref={page} tabIndex={-1} className={styles.hub} aria-label="Relatórios">
        <Awaited of={sheet} failed="Não foi possível carregar o mês" rows={5}>
          {month => <Month c={c} sheet={month} />}
        </Awaited>
        <ul>
          {REPORTS.map(report => (
            <li key={report.screen}>
              <Row c={c} report={report} told={told.data} busy={told.isPending} />
            </li>
          ))}
        </ul>
        {told.isError ? (
          <ErrorState title="Não foi possível carregar os números do mês" error={told.error} onRetry={() => void told.refetch()} />
        ) : null}
      </nav>
      <Foot>
        <HintBar />
      </Foot>
    </>
  )
}

function Month({ c, sheet }: { c: string; sheet: MonthPage }) {
  const { said, month } = sheet
  return (
    <section className={styles.month} aria-label={`O mês em uma página, ${formatMonth(month)}`}>
      <div className={styles.thumb} inert>
        <MonthPaper page={sheet} headline="h2" />
      </div>
      <div>
        <p>O mês em uma página, pelo que foi vendido e gasto</p>
        <h2>
          {said.before}
          <b>{said.figure}</b>
          {wholeAmounts(said.after)}
        </h2>
        <div className={styles.acts}>
          <Button asChild variant="primary" size="form">
            <Link {...asAddress({ to: pathTo('reports.month', { companyId: c }) })}>{`Abrir ${monthName(month)}`}</Link>
          </Button>
          <CommandButton id="report.print" size="form" icon short />
          <CommandButton id="month.share" size="form" icon short />
        </div>
      </div>
    </section>
  )
}

interface RowProps {
  c: string
  report: Report
  told: ReportsOverview | undefined
  busy: boolean
}

function Row({ c, report, told, busy }: RowProps) {
  const { screen, name, search, text } = report
  const { icon = 'chart-column', title }: ScreenRecord = screens[screen]
  const glance = told && report.glance(told)
  return (
    <Link {...asAddress({ to: pathTo(screen, { companyId: c }), search: before => ({ ...before, ...search }) })} className={styles.row}>
      <Icon name={icon} />
      <span>
        <b>{name ?? title}</b>
        <span className={styles.text}>{text}</span>
      </span>
      <span className={styles.drawing}>{glance?.drawing}</span>
      <span className={styles.figure} aria-busy={busy}>
        <b>{glance?.figure}</b>
        <span className={classNames(glance?.warns && styles.warns)}>{glance?.note}</span>
      </span>
      <Icon name="chevron-right" size="s" />
    </Link>
  )
}
