// A tax of known value, corrected: amount, due date, note, and what identifies a DARF.
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { TextField } from '#client/kit/form/text-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import type { Tax } from '#contract/taxes.ts'
import { DarfFields } from './darf-fields.tsx'
import { correctionBody, correctionForm, correctionOf } from './tax-model.ts'

export function AskedCorrection({ asking }: { asking: Asking<Forms['tax-correction']> }) {
  const tax = asking.target.records[0] as Tax
  return (
    <CommandForm
      asking={asking}
      description={tax.bill_id === null ? undefined : 'A conta a pagar acompanha o valor e o vencimento, se diz os mesmos.'}
      schema={correctionForm(tax.kind)}
      start={() => correctionOf(tax)}
      send={values => correctionBody(tax, values)}
    >
      <div className={form.two}>
        <AmountField name="amount_cents" label="Valor" />
        <DayField name="due_date" label="Vencimento" />
      </div>
      {tax.kind === 'DARF' ? <DarfFields /> : null}
      <TextField name="additional_information" label="Observação" maxLength={500} />
    </CommandForm>
  )
}
