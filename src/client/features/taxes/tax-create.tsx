// A new tax: the DAS of a month reckoned by the books, or a slip of known value.
import { useFormContext } from 'react-hook-form'
import { useReading } from '#client/data/queries.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { companies } from '#contract/companies.ts'
import { addMonths, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { computedKind, TAX_KIND_LABELS, TAX_KINDS, type TaxKind } from '#domain/taxes/labels.ts'
import { DarfFields } from './darf-fields.tsx'
import { type TaxInput, taxBody, taxForm } from './tax-model.ts'

const MONTHS_OFFERED = 24

function TaxFields({ reckoned, today }: { reckoned: TaxKind | undefined; today: string }) {
  const { watch } = useFormContext<TaxInput>()
  const mayBill = useWhereabouts(now => now.can)('bills:c')
  const byBooks = reckoned !== undefined && watch('kind') === reckoned
  const months = Array.from({ length: MONTHS_OFFERED }, (_, ago) => monthOf(addMonths(startOfMonth(today), -ago)))
  return (
    <>
      <div className={form.two}>
        <SelectField name="kind" label="Imposto" choices={TAX_KINDS.map(value => ({ value, label: TAX_KIND_LABELS[value] }))} />
        <SelectField name="month" label="Competência" choices={months.map(value => ({ value, label: formatMonth(value) }))} />
      </div>
      <div className={form.two}>
        <AmountField name="amount_cents" label="Valor" help={byBooks ? 'Vazio: calculado pelos livros' : undefined} />
        <DayField name="due_date" label="Vencimento" help={byBooks ? 'Vazio: dia 20 do mês seguinte' : undefined} />
      </div>
      {watch('kind') === 'DARF' ? <DarfFields /> : null}
      <TextField name="additional_information" label="Observação" maxLength={500} />
      {mayBill ? <Toggle name="create_bill" label="Criar a conta a pagar" help="Pagar a conta é pagar o imposto" look="checkbox" /> : null}
    </>
  )
}

export function AskedTax({ asking }: { asking: Asking<Forms['tax']> }) {
  const c = companyIn(asking.target).id
  const today = useToday()
  const mayBill = useWhereabouts(now => now.can)('bills:c')
  const profile = useReading(companies.profile, { params: { c } })
  if (profile.isPending) return null
  const reckoned = profile.data && computedKind(profile.data.tax_regime)
  const defaults: TaxInput = {
    kind: reckoned ?? 'DARF',
    month: monthOf(addMonths(startOfMonth(today), -1)),
    amount_cents: null,
    due_date: null,
    additional_information: '',
    revenue_code: '',
    assessment_date: null,
    reference_number: '',
    create_bill: mayBill,
  }
  return (
    <CommandForm
      asking={asking}
      description={
        reckoned
          ? `O ${TAX_KIND_LABELS[reckoned]} sai dos livros, passo a passo. Os demais entram com valor e vencimento.`
          : 'O regime desta empresa não é calculado pelos livros: informe valor e vencimento.'
      }
      schema={taxForm(reckoned)}
      start={() => defaults}
      send={taxBody}
    >
      <TaxFields reckoned={reckoned} today={today} />
    </CommandForm>
  )
}
