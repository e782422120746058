// A new tax: the DAS of a month reckoned by the books, or a slip of known value.
import { useFormContext } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { useToday } from '#client/kit/today.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { taxName } from '#commands/taxes.ts'
import { companies } from '#contract/companies.ts'
import { taxes } from '#contract/taxes.ts'
import { addMonths, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { computedKind, TAX_KIND_LABELS, TAX_KINDS, type TaxKind } from '#domain/taxes/labels.ts'
import { type TaxInput, type TaxValues, taxBody, taxForm } from './tax-model.ts'

const MONTHS_OFFERED = 24

function TaxFields({ reckoned, today }: { reckoned: TaxKind | undefined; today: string }) {
  const { watch } = useFormContext<TaxInput>()
  const mayBill = useWhereabouts(now => now.can)('bills:c')
  const byBooks = reckoned !== undefined && watch('kind') === reckoned
  const months = Array.from({ length: MONTHS_OFFERED }, (_, ago) => monthOf(addMonths(startOfMonth(today), -ago)))
  return (
    <>
      <div className="two">
        <SelectField name="kind" label="Imposto" choices={TAX_KINDS.map(value => ({ value, label: TAX_KIND_LABELS[value] }))} />
        <SelectField name="month" label="Competência" choices={months.map(value => ({ value, label: formatMonth(value) }))} />
      </div>
      <div className="two">
        <AmountField name="amount_cents" label="Valor" help={byBooks ? 'Vazio: calculado pelos livros' : undefined} />
        <DayField name="due_date" label="Vencimento" help={byBooks ? 'Vazio: dia 20 do mês seguinte' : undefined} />
      </div>
      <TextField name="additional_information" label="Observação" maxLength={500} />
      {mayBill ? <Toggle name="create_bill" label="Criar a conta a pagar" help="Pagar a conta é pagar o imposto" look="checkbox" /> : null}
    </>
  )
}

export function CreateTax() {
  const c = useCompanyId()
  const today = useToday()
  const mayBill = useWhereabouts(now => now.can)('bills:c')
  const profile = useReading(companies.profile, { params: { c } })
  const go = (path: string) => houseOptions().ports.go(path)
  if (profile.isPending) return null
  const reckoned = profile.data && computedKind(profile.data.tax_regime)
  const defaults: TaxInput = {
    kind: reckoned ?? 'DARF',
    month: monthOf(addMonths(startOfMonth(today), -1)),
    amount_cents: null,
    due_date: null,
    additional_information: '',
    create_bill: mayBill,
  }
  const save = async (values: TaxValues) => {
    const { data, batch_id } = await call(taxes.create, { params: { c }, body: taxBody(values) })
    settleWrite({ say: `${taxName(data)}: ${formatCents(data.amount_cents)}`, batch_id, focus: data.id })
    go(pathTo('taxes.detail', { companyId: c, taxId: data.id }))
  }
  return (
    <FormDialog
      title="Novo imposto"
      description={
        reckoned
          ? `O ${TAX_KIND_LABELS[reckoned]} sai dos livros, passo a passo. Os demais entram com valor e vencimento.`
          : 'O regime desta empresa não é calculado pelos livros: informe valor e vencimento.'
      }
      schema={taxForm(reckoned)}
      defaults={defaults}
      submitLabel="Criar imposto"
      onSubmit={save}
      onClose={() => go(pathTo('taxes', { companyId: c }))}
    >
      <TaxFields reckoned={reckoned} today={today} />
    </FormDialog>
  )
}
