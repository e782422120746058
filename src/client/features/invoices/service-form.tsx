// A service note written, corrected or replicated: who took the service, what it was, what it costs and what is withheld.
import { useFormContext } from 'react-hook-form'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { classNames } from '#client/kit/class-names.ts'
import facts from '#client/kit/facts.module.css'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { ContactPicker } from '#client/kit/picker/pickers.tsx'
import { useToday } from '#client/kit/today.tsx'
import { withSaid } from '#client/surfaces/asked/said.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import { companies } from '#contract/companies.ts'
import { services } from '#contract/services.ts'
import type { TaxRegime } from '#domain/enums.ts'
import { maskServiceCode } from '#domain/fiscal/masks.ts'
import { WITHHOLDINGS } from '#domain/fiscal/taxes.ts'
import { useNestedForms } from '../nested-forms.tsx'
import { isService, useNoteRoute } from './invoice-kind.ts'
import styles from './invoices.module.css'
import { type AskingNote, isCopy, NoteForm, noteIn, SumRow } from './note-form.tsx'
import {
  blankService,
  filledBy,
  ServiceNoteForm,
  type ServiceNoteInput,
  serviceBody,
  serviceFormOf,
  serviceSummary,
  WITHHOLDING_LABELS,
} from './service-model.ts'

const NONE: readonly never[] = []

const fieldHere = (field: string): string => (field === 'borrower' ? 'contact_id' : field)

export function AskedServiceNote({ asking }: { asking: AskingNote }) {
  const { c } = useNoteRoute()
  const today = useToday()
  const { contacts } = useRegisters(c)
  const regime = useReading(companies.profile, { params: { c } }).data?.tax_regime ?? 'SIMPLES_NACIONAL'
  const start = (target: AnyTarget, said: Readonly<Record<string, unknown>>) => {
    const note = noteIn(target)
    if (note === undefined || !isService(note)) return withSaid(blankService(today), said)
    return { ...serviceFormOf(note), ...(isCopy(asking) ? { competence_date: today } : {}) }
  }
  return (
    <NoteForm
      asking={asking}
      copied="Preenchida com outra nota; a competência é a de hoje."
      schema={ServiceNoteForm}
      start={start}
      rename={fieldHere}
      noteOf={values => ({ kind: 'SERVICE', note: serviceBody(values) })}
      amountOf={values => values.amount_cents ?? 0}
      partyOf={values => contacts.find(contact => contact.id === values.contact_id)?.name ?? ''}
      summary={<ServiceSummary regime={regime} />}
    >
      <ServiceNoteFields />
    </NoteForm>
  )
}

function ServiceNoteFields() {
  const { c } = useNoteRoute()
  const { contacts } = useRegisters(c)
  const { setValue } = useFormContext<ServiceNoteInput>()
  const nested = useNestedForms({ contactKind: 'CUSTOMER' })
  const register = useReading(services.list, { params: { c }, query: {} }).data ?? NONE
  const municipal = useReading(services.municipal, { query: { companyId: c } }).data ?? NONE
  const takeContact = (id: string) => setValue('contact_id', id, { shouldDirty: true })
  const takeService = (id: string | undefined) => {
    const service = register.find(one => one.id === id)
    if (!service) return
    for (const [name, value] of Object.entries(filledBy(service)))
      setValue(name as keyof ServiceNoteInput, value, { shouldDirty: true, shouldValidate: false })
  }
  return (
    <>
      <ContactPicker
        name="contact_id"
        label="Tomador"
        contacts={contacts}
        kind="CUSTOMER"
        onAdd={nested.ask('contact', takeContact)}
        autoFocus
      />
      <div className={form.two}>
        <ComboboxField
          name="service_id"
          label="Serviço da empresa"
          aside="opcional"
          items={register.map(service => ({
            id: service.id,
            label: service.name,
            detail: maskServiceCode(service.municipal_service.code),
          }))}
          empty="Serviço não encontrado"
          onChosen={item => takeService(item?.id)}
        />
        <ComboboxField
          name="municipal_service_code"
          label="Serviço da lista (LC 116)"
          items={municipal.map(item => ({ id: item.code, label: maskServiceCode(item.code), detail: item.description, search: item.code }))}
          empty="Serviço não encontrado"
          wide
        />
      </div>
      <TextAreaField name="description" label="Descrição na nota" rows={4} maxLength={2000} />
      <div className={form.three}>
        <AmountField name="amount_cents" label="Valor do serviço" />
        <AmountField name="discount_amount_cents" label="Desconto incondicional" aside="opcional" />
        <DayField name="competence_date" label="Competência" bias="past" />
      </div>
      <div className={form.two}>
        <TextField name="iss_rate" label="Alíquota do ISS (%)" inputMode="numeric" />
        <Toggle name="iss_withheld" label="ISS retido pelo tomador" look="checkbox" />
      </div>
      <fieldset className={styles.withholdings}>
        <legend className={text.med}>Retido pelo tomador</legend>
        {WITHHOLDINGS.map(name => (
          <Toggle key={name} name={`withheld.${name}`} label={WITHHOLDING_LABELS[name]} look="checkbox" />
        ))}
      </fieldset>
    </>
  )
}

function ServiceSummary({ regime }: { regime: TaxRegime }) {
  const { watch } = useFormContext<ServiceNoteInput>()
  const today = useToday()
  const totals = serviceSummary(watch(), regime, today)
  const reform = totals?.ibs_cbs
  return (
    <dl className={classNames(facts.kv, styles.sums)} data-part="facts">
      <SumRow name="Líquido a receber" cents={totals?.net_cents} strong />
      <SumRow name="Base de cálculo" cents={totals?.base_cents} />
      <SumRow name="ISS" cents={totals?.iss_cents} />
      <SumRow name="Retenções" cents={totals?.withheld_cents} />
      {reform ? (
        <>
          <SumRow name="IBS (teste de 2026)" cents={reform.ibs_cents} />
          <SumRow name="CBS (teste de 2026)" cents={reform.cbs_cents} />
        </>
      ) : null}
    </dl>
  )
}
