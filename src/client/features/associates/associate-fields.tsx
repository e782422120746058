// The fields of a partner and of a dependent.
import { useFormContext } from 'react-hook-form'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import { KINSHIP_LABELS, KINSHIPS, type Kinship } from '#domain/taxes/dependents.ts'

export function AssociateFields({ starting = false }: { starting?: boolean }) {
  return (
    <>
      <TextField name="name" label="Nome" maxLength={200} autoFocus={starting} />
      <div className={form.two}>
        <DocumentField name="document_number" label="CPF" />
        <DayField name="birth_date" label="Nascimento" bias="past" />
      </div>
      <div className={form.two}>
        <EmailField name="email" label="E-mail" autoComplete="off" />
        <PhoneField name="phone_number" label="Telefone" />
      </div>
      <div className={form.two}>
        <TextField name="share" label="Participação (%)" placeholder="0,00" help="A soma dos sócios não passa de 100%" />
        <DayField name="joined_on" label="Sócio desde" bias="past" />
      </div>
      <AmountField name="pro_labore_amount_cents" label="Pró-labore mensal" help="Vazio: sem pró-labore" />
      <Toggle name="is_administrator" label="Administra a empresa" look="checkbox" />
    </>
  )
}

const KIN = KINSHIPS.map(value => ({ value, label: KINSHIP_LABELS[value] }))
/** Whose deduction depends on age, study and health. */
const AGED: readonly Kinship[] = ['CHILD', 'STEPCHILD', 'SIBLING', 'WARD', 'OTHER']

export function DependentFields() {
  const { watch } = useFormContext<{ kinship?: Kinship }>()
  const kinship = watch('kinship')
  return (
    <>
      <TextField name="name" label="Nome" maxLength={200} autoFocus />
      <div className={form.two}>
        <SelectField name="kinship" label="Parentesco" choices={KIN} />
        <DayField name="birth_date" label="Nascimento" bias="past" />
      </div>
      <DocumentField name="document_number" label="CPF" />
      {kinship !== undefined && AGED.includes(kinship) ? (
        <>
          <Toggle name="is_student" label="Estuda em escola técnica ou faculdade" help="Conta até os 24 anos" look="checkbox" />
          <Toggle name="is_disabled" label="Incapaz para o trabalho" help="Conta em qualquer idade" look="checkbox" />
        </>
      ) : null}
    </>
  )
}
