// A service note written, corrected or replicated: who took the service, what it was, what it costs and what is withheld.
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { ContactPicker } from '#client/kit/picker/pickers.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { useCreated } from '#client/surfaces/back-to.ts'
import { companies } from '#contract/companies.ts'
import { type ServiceInvoice, serviceInvoices } from '#contract/invoices.ts'
import { services } from '#contract/services.ts'
import type { TaxRegime } from '#domain/enums.ts'
import { maskServiceCode } from '#domain/fiscal/masks.ts'
import { WITHHOLDINGS } from '#domain/fiscal/taxes.ts'
import { useNestedForms } from '../nested-forms.tsx'
import { noteReading, useNoteRoute } from './invoice-kind.ts'
import { NoteForm, SumRow } from './note-form.tsx'
import {
  blankService,
  filledBy,
  ServiceNoteForm,
  type ServiceNoteInput,
  type ServiceNoteValues,
  serviceBody,
  serviceFormOf,
  serviceSummary,
  WITHHOLDING_LABELS,
} from './service-model.ts'

const NONE: readonly never[] = []

export function CreateServiceInvoice() {
  const { c } = useNoteRoute()
  const today = useToday()
  return (
    <ServiceNotePage
      title="Nova nota de serviço"
      defaults={blankService(today)}
      draft={`nfse.${c}`}
      send={values => call(serviceInvoices.create, { params: { c }, body: serviceBody(values) })}
    />
  )
}

/** The note of the address, as a form starts from it. */
function useServiceNote(): ServiceInvoice | undefined {
  const { id } = useNoteRoute()
  return useQuery<ServiceInvoice>(noteReading('SERVICE', id) as never).data
}

export function ReplicateServiceInvoice() {
  const { c } = useNoteRoute()
  const today = useToday()
  const invoice = useServiceNote()
  if (!invoice) return <Spinner />
  return (
    <ServiceNotePage
      key={invoice.id}
      title="Nova nota de serviço"
      lead="Preenchida com outra nota; a competência é a de hoje."
      defaults={{ ...serviceFormOf(invoice), competence_date: today }}
      draft={`replicate.${invoice.id}`}
      send={values => call(serviceInvoices.create, { params: { c }, body: serviceBody(values) })}
    />
  )
}

export function UpdateServiceInvoice() {
  const invoice = useServiceNote()
  if (!invoice) return <Spinner />
  const { id, version } = invoice
  return (
    <ServiceNotePage
      key={id}
      title="Corrigir nota de serviço"
      lead={invoice.reason ? `A autoridade respondeu: ${[invoice.reason_code, invoice.reason].filter(Boolean).join(': ')}` : undefined}
      defaults={serviceFormOf(invoice)}
      draft={`update.${id}.${version}`}
      send={values => call(serviceInvoices.update, { params: { id }, body: { ...serviceBody(values), version } })}
    />
  )
}

interface ServiceNotePageProps {
  title: string
  lead?: string | undefined
  defaults: ServiceNoteInput
  draft: string
  send(values: ServiceNoteValues): Promise<{ data: ServiceInvoice }>
}

function ServiceNotePage(props: ServiceNotePageProps) {
  const { c } = useNoteRoute()
  const { contacts } = useRegisters(c)
  const regime = useReading(companies.profile, { params: { c } }).data?.tax_regime ?? 'SIMPLES_NACIONAL'
  return (
    <NoteForm
      {...props}
      schema={ServiceNoteForm}
      rename={field => (field === 'borrower' ? 'contact_id' : field)}
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
  useCreated('contact', takeContact)
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
      <div className="two">
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
      <div className="three">
        <AmountField name="amount_cents" label="Valor do serviço" />
        <AmountField name="discount_amount_cents" label="Desconto incondicional" aside="opcional" />
        <DayField name="competence_date" label="Competência" bias="past" />
      </div>
      <div className="two">
        <TextField name="iss_rate" label="Alíquota do ISS (%)" inputMode="numeric" />
        <Toggle name="iss_withheld" label="ISS retido pelo tomador" look="checkbox" />
      </div>
      <fieldset className="withholdings">
        <legend className="med">Retido pelo tomador</legend>
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
    <dl className="kv sums">
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
