// Asking the authority for the slip of a tax, with the day it is paid, or for those of many.
import { useReading } from '#client/data/queries.ts'
import facts from '#client/kit/facts.module.css'
import { DayField } from '#client/kit/form/day-field.tsx'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { companyIn, type Records } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { TaxSlipInput } from '#commands/taxes.ts'
import { type TaxDetail, taxes } from '#contract/taxes.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'

type Props = { asking: Asking<Forms['tax-slip']> }

export function AskedSlip({ asking }: Props) {
  return asking.target.count > 1 ? <ManySlips asking={asking} /> : <OneSlip asking={asking} />
}

function ManySlips({ asking }: Props) {
  const records = asking.target.records as readonly Records['tax'][]
  return (
    <CommandForm asking={asking} schema={TaxSlipInput} start={() => ({})} submitLabel="Emitir guias">
      <dl className={facts.kv} data-part="facts">
        <Detail name="Total">{formatCents(records.reduce((sum, tax) => sum + tax.total_cents, 0))}</Detail>
      </dl>
    </CommandForm>
  )
}

function OneSlip({ asking }: Props) {
  const { target } = asking
  const tax = useReading(taxes.detail, { params: { c: companyIn(target).id, taxId: target.ids[0] ?? '' } }).data
  return tax ? <Slip asking={asking} tax={tax} /> : null
}

/** The day must be told: without one the slip is for the day the tax is due. */
const SlipForm = TaxSlipInput.required({ payment_date: true })

function Slip({ asking, tax }: Props & { tax: TaxDetail }) {
  const today = useToday()
  const isLate = tax.due_date < today
  return (
    <CommandForm
      asking={asking}
      schema={SlipForm}
      start={() => ({ payment_date: isLate ? today : tax.due_date })}
      description={
        isLate
          ? 'Depois do vencimento, a guia sai com multa e juros até o dia do pagamento.'
          : 'A guia vale até o vencimento e chega em alguns segundos, com código de barras e Pix.'
      }
    >
      <dl className={facts.kv} data-part="facts">
        <Detail name="Vencimento">{formatDay(tax.due_date)}</Detail>
        <Detail name="Imposto">{formatCents(tax.amount_cents)}</Detail>
        <Detail name="Multa hoje">{tax.fine_cents > 0 ? formatCents(tax.fine_cents) : null}</Detail>
        <Detail name="Juros hoje">{tax.interest_cents > 0 ? formatCents(tax.interest_cents) : null}</Detail>
        <Detail name="Total hoje">{formatCents(tax.total_cents)}</Detail>
      </dl>
      <DayField name="payment_date" label="Dia do pagamento" />
    </CommandForm>
  )
}
