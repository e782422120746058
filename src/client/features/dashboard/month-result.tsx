// The month's result beside its budget: blocks of the income statement, and the groups of the chart that were planned.
import { useReading } from '#client/data/queries.ts'
import { Icon } from '#client/kit/icon.tsx'
import { budgets } from '#contract/budgets.ts'
import { incomeStatement } from '#contract/income-statement.ts'
import { formatMonth, monthOf } from '#domain/days.ts'
import { formatAmount, formatPercent } from '#domain/money.ts'
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
        <span className="m">DRE por competência</span>
        <To c={c} place={{ screen: 'reports.income-statement', search: { periodo } }}>
          Abrir relatório
        </To>
      </h2>
      <table className="dre">
        <thead>
          <tr>
            <th>Linha</th>
            <th className="num">Realizado (R$)</th>
            <th className="num">% da receita</th>
          </tr>
        </thead>
        <tbody>
          {sections.map(section => (
            <tr key={section.id} className={section.kind === 'subtotal' ? 'total' : undefined}>
              <td>{section.label}</td>
              <td className="num">{formatAmount(section.amount_cents)}</td>
              <td className="num m">{section.percent === null ? '' : formatPercent(section.percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2 className="budget-head">
        Orçamento do mês
        <To c={c} place={{ screen: 'reports.budget', search: { periodo } }}>
          {planned.length > 0 ? 'Abrir orçamento' : 'Planejar'}
        </To>
      </h2>
      {planned.length === 0 ? <p className="m">Nada foi orçado para este mês.</p> : null}
      <ul>
        {planned.map(line => (
          <li key={line.category_id ?? line.name} className="planned">
            <span className="cut">{line.name}</span>
            <Progress planned={line.planned_cents} realised={line.realised_cents} />
            <span className="num m">
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
    <span className="progress">
      <span className={over ? 'warn num' : 'num'}>
        {over ? <Icon name="triangle-alert" size="s" /> : null}
        {share}%
      </span>
      <meter min={0} max={125} value={Math.max(0, Math.min(share, 125))} aria-label="Parte do orçado">
        {share}%
      </meter>
    </span>
  )
}
