// The plan of one category: the twelve months of the year, over the list of categories.
import { useParams } from '@tanstack/react-router'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { flatCategories } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { categories } from '#contract/categories.ts'
import { plannedInMonth } from '#domain/budgets.ts'
import { formatMonth } from '#domain/days.ts'
import { writePlan } from './plan.ts'
import { useReportPeriod } from './report-period.ts'
import './reports.css'

const Amount = z
  .number()
  .nullable()
  .refine(cents => cents === null || !Number.isNaN(cents), 'Valor inválido')
  .refine(cents => cents === null || Number.isNaN(cents) || cents >= 0, 'O orçamento não pode ser negativo')
const Months = z.object({ months: z.array(Amount).length(12) })

export function CategoryBudget() {
  const c = useCompanyId()
  const { categoryId = '' } = useParams({ strict: false }) as { categoryId?: string }
  const year = useReportPeriod().end_date.slice(0, 4)
  const tree = useReading(categories.list, { params: { c } }).data
  const category = tree && flatCategories(tree).find(one => one.id === categoryId)
  if (!category) return null
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)
  const planned = months.map(month => plannedInMonth(category.budgets, month))
  const close = () => houseOptions().ports.go(pathTo('categories.detail', { companyId: c, categoryId }))
  return (
    <FormDialog
      key={`${categoryId} ${year}`}
      title={`Orçamento de ${category.name}`}
      description={`Quanto se planeja em cada mês de ${year}. Vazio é sem orçamento; o período do topo muda o ano.`}
      width="wide"
      schema={Months}
      defaults={{ months: planned }}
      submitLabel="Salvar orçamento"
      onClose={close}
      onSubmit={async values => {
        const changed = months.flatMap((month, at) => {
          const amount_cents = values.months[at] ?? null
          return amount_cents === planned[at] ? [] : [{ month, amount_cents }]
        })
        const batch_id = await writePlan(category, changed)
        settleWrite({ say: `Orçamento de ${category.name} em ${year} salvo`, batch_id, focus: categoryId })
        close()
      }}
    >
      {form => (
        <>
          <div className="budget-months">
            {months.map((month, at) => (
              <AmountField key={month} name={`months.${at}`} label={formatMonth(month).split(' ')[0] ?? month} autoFocus={at === 0} />
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
    </FormDialog>
  )
}
