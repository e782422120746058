// The plan of one category: the twelve months of the year, over the list of categories.
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { flatCategories } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { useTellAbsent } from '#client/surfaces/missing.ts'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import type { Forms } from '#commands/kit/form.ts'
import { type Category, categories } from '#contract/categories.ts'
import { plannedInMonth } from '#domain/budgets.ts'
import { monthName } from '#domain/days.ts'
import { useReportPeriod } from './report-period.ts'
import styles from './reports.module.css'

const Amount = z
  .number()
  .nullable()
  .refine(cents => cents === null || !Number.isNaN(cents), 'Valor inválido')
  .refine(cents => cents === null || Number.isNaN(cents) || cents >= 0, 'O orçamento não pode ser negativo')
const Months = z.object({ months: z.array(Amount).length(12) })

/** The months of the year that the period ends in. */
function useYear() {
  const year = useReportPeriod().end_date.slice(0, 4)
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)
  return { year, months }
}

export function AskedBudget({ asking }: { asking: Asking<Forms['budget']> }) {
  const { year, months } = useYear()
  const [category] = asking.target.records as readonly [Category]
  const planned = months.map(month => plannedInMonth(category.budgets, month))
  return (
    <CommandForm
      key={year}
      asking={asking}
      description={`Quanto se planeja em cada mês de ${year}. Vazio é sem orçamento; o período do topo muda o ano.`}
      width="wide"
      schema={Months}
      start={() => ({ months: planned })}
      send={values => ({
        months: months.flatMap((month, at) => {
          const amount_cents = values.months[at] ?? null
          return amount_cents === planned[at] ? [] : [{ month, amount_cents }]
        }),
        say: `Orçamento de ${category.name} em ${year} salvo`,
      })}
    >
      {form => (
        <>
          <div className={styles.budgetMonths}>
            {months.map((month, at) => (
              <AmountField key={month} name={`months.${at}`} label={monthName(month)} autoFocus={at === 0} />
            ))}
          </div>
          <Button
            variant="ghost"
            onClick={() => {
              const [first = null] = form.getValues('months')
              form.setValue(
                'months',
                months.map(() => first),
                { shouldDirty: true, shouldValidate: true },
              )
            }}
          >
            Repetir janeiro nos outros meses
          </Button>
        </>
      )}
    </CommandForm>
  )
}

export function CategoryBudget() {
  const c = useCompanyId()
  const categoryId = useRouteParam('categoryId') ?? ''
  const reading = useReading(categories.list, { params: { c } })
  const category = reading.data && flatCategories(reading.data).find(one => one.id === categoryId)
  useTellAbsent(reading, category)
  return <RunsOn command="category.budget" kind="category" record={category} list="categories" />
}
