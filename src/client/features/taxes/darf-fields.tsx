// What pays a DARF without a bar code by the bank's file.
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { TextField } from '#client/kit/form/text-field.tsx'

export const DarfFields = () => (
  <>
    <div className={form.two}>
      <TextField
        name="revenue_code"
        label="Código da receita"
        aside="opcional"
        help="Com ele o DARF vai no arquivo do banco, sem guia"
        inputMode="numeric"
        maxLength={4}
      />
      <DayField name="assessment_date" label="Período de apuração" aside="opcional" bias="past" />
    </div>
    <TextField name="reference_number" label="Número de referência" aside="opcional" inputMode="numeric" maxLength={17} />
  </>
)
