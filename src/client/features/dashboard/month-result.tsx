// The month's result beside its budget: blocks of the income statement, and the groups of the chart that were planned.
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { budgets } from '#contract/budgets.ts'
import { incomeStatement } from '#contract/income-statement.ts'
import { formatMonth, monthOf } from '#domain/days.ts'
import { formatAmount, formatPercent } from '#domain/money.ts'
import styles from './dashboard.module.css'
import { To } from './links.tsx'

export function MonthResult({ c, start_date, end_date }: { c: string; start_date: string; end_date: string }) {
  const asked = { params: { c }, query: { start_date, end_date } }
  const sections = useReading(incomeStatement.get, asked).data?.sections ?? []
  const planned = (useReading(budgets.list, asked).data?.lines ?? []).filter(line => line.planned_cents > 0)
  const periodo = monthOf(start_date)
  return (
    <section>
      <h2>
        Resultado de {formatMonth(periodo)}
        <span className={classNames(text.m, styles.m)}>DRE por competência</span>
        <To c={c} place={{ screen: 'reports.income-statement', search: { periodo } }}>
          Abrir relatório
        </To>
      </h2>
      <table className={styles.dre}>
        <thead>
          <tr>
            <th>Linha</th>
            <th className={classNames(text.num, styles.num)}>Realizado (R$)</th>
            <th className={classNames(text.num, styles.num)}>% da receita</th>
          </tr>
        </thead>
        <tbody>
          {sections.map(section => (
            <tr key={section.id} className={section.kind === 'subtotal' ? styles.total : undefined}>
              <td>{section.label}</td>
              <td className={text.num}>{formatAmount(section.amount_cents)}</td>
              <td className={classNames(text.num, text.m)}>{section.percent === null ? '' : formatPercent(section.percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2 className={styles.budgetHead}>
        Orçamento do mês
        <To c={c} place={{ screen: 'reports.budget', search: { periodo } }}>
          {planned.length > 0 ? 'Abrir orçamento' : 'Planejar'}
        </To>
      </h2>
      {planned.length === 0 ? <p className={text.m}>Nada foi orçado para este mês.</p> : null}
      <ul>
        {planned.map(line => (
          <li key={line.category_id ?? line.name} className={styles.planned}>
            <span className={text.cut}>{line.name}</span>
            <Progress planned={line.planned_cents} realised={line.realised_cents} />
            <span className={classNames(text.num, text.m)}>
              {formatAmount(line.realised_cents)} de {formatAmount(line.planned_cents)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How much of the plan was realised; the mark stands at the whole plan. */
function Progress({ planned, realised }: { planned: number; realised: number }) {
  const share = Math.round((realised * 100) / planned)
  const over = share > 100
  return (
    <span className={styles.progress}>
      <span className={over ? classNames(text.warn, text.num, styles.num) : classNames(text.num, styles.num)}>
        {over ? <Icon name="triangle-alert" size="s" /> : null}
        {share}%
      </span>
      <meter min={0} max={125} value={Math.max(0, Math.min(share, 125))} aria-label="Parte do orçado">
        {share}%
      </meter>
    </span>
  )
}
