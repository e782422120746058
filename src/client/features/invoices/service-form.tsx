// A service note written, corrected or replicated: for whom and how much; what it was and its taxes are folded, as they were last time.
import { useFormContext, useFormState } from 'react-hook-form'
import { unreadOf, useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import button from '#client/kit/button.module.css'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { Fold } from '#client/kit/form/fold.tsx'
import form from '#client/kit/form/form.module.css'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { ContactPicker } from '#client/kit/picker/pickers.tsx'
import { useToday } from '#client/kit/today.tsx'
import { withSaid } from '#client/surfaces/asked/said.ts'
import { useWhereabouts } from '#client/surfaces/context.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import { companies } from '#contract/companies.ts'
import type { RepeatedService } from '#contract/invoices.ts'
import { type Service, services } from '#contract/services.ts'
import type { TaxRegime } from '#domain/enums.ts'
import { maskServiceCode } from '#domain/fiscal/masks.ts'
import { WITHHOLDINGS } from '#domain/fiscal/taxes.ts'
import { formatAmount } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { useNestedForms } from '../nested-forms.tsx'
import { AfterIssuing } from './after-issuing.tsx'
import { isService, useNoteRoute } from './invoice-kind.ts'
import { type AskingNote, isCopy, NoteForm, type NoteLook, noteIn } from './note-form.tsx'
import { originWords, SERVICE_FIELDS, TAX_FIELDS, taxWords, useRepeated } from './repeating.ts'
import {
  blankService,
  filledBy,
  ServiceNoteForm,
  type ServiceNoteInput,
  serviceBody,
  serviceFormOf,
  WITHHOLDING_LABELS,
} from './service-model.ts'
import styles from './service-note.module.css'
import { ServicePreview } from './service-preview.tsx'

const NONE: readonly never[] = []

const fieldHere = (field: string): string => (field === 'borrower' ? 'contact_id' : field)

const LOOK: NoteLook = {
  form: styles.serviceNote,
  fields: styles.fields,
  summary: styles.aside,
  summaryName: 'Como o cliente vai ver',
  question: 'Para quem, e quanto?',
}

export function AskedServiceNote({ asking }: { asking: AskingNote }) {
  const { c } = useNoteRoute()
  const today = useToday()
  const { contacts } = useRegisters(c)
  const regime = useReading(companies.profile, { params: { c } }).data?.tax_regime ?? 'SIMPLES_NACIONAL'
  const before = noteIn(asking.target)
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
      amountIn={values => values.amount_cents}
      partyOf={values => contacts.find(contact => contact.id === values.contact_id)?.name ?? ''}
      look={LOOK}
      summary={<Preview c={c} />}
    >
      <ServiceNoteFields regime={regime} writing={before === undefined ? 'new' : isCopy(asking) ? 'copy' : 'again'} />
    </NoteForm>
  )
}

interface FieldsProps {
  regime: TaxRegime
  /** `again`: a note that was refused shows all it says. */
  writing: 'new' | 'copy' | 'again'
}

function ServiceNoteFields({ regime, writing }: FieldsProps) {
  const { c } = useNoteRoute()
  const { contacts, unread } = useRegisters(c)
  const { setValue, watch } = useFormContext<ServiceNoteInput>()
  const nested = useNestedForms({ contactKind: 'CUSTOMER' })
  const transmits = useWhereabouts(now => now.can)('invoices:x')
  const contactId = watch('contact_id')
  const last = useRepeated(c, contactId, writing === 'new')
  const takeContact = (id: string) => setValue('contact_id', id, { shouldDirty: true, shouldValidate: true })
  const notes = contactId === null ? 0 : (last?.notes_this_year ?? 0)
  return (
    <>
      <ContactPicker
        name="contact_id"
        label="Para quem"
        aside={notes > 0 ? `${counted(notes, ['nota', 'notas'])} neste ano` : undefined}
        contacts={contacts}
        unread={unread}
        kind="CUSTOMER"
        placeholder="Nome, CPF ou CNPJ"
        onAdd={nested.ask('contact', takeContact)}
        autoFocus
      />
      <AmountField name="amount_cents" label="Quanto" aside={<LastAmount last={last} />} />
      <div className={styles.folds}>
        <ServiceFold last={last} isOpen={writing === 'again' || last?.origin === 'NONE'} isCopy={writing === 'copy'} />
        <TaxFold regime={regime} isOpen={writing === 'again'} />
      </div>
      {transmits ? <AfterIssuing contact={contacts.find(contact => contact.id === contactId)} /> : null}
    </>
  )
}

/** Of the same customer only: what another one paid says nothing. */
function LastAmount({ last }: { last: RepeatedService | undefined }) {
  const { setValue } = useFormContext<ServiceNoteInput>()
  if (last?.origin !== 'CUSTOMER' || last.note === null) return null
  const { amount_cents } = last.note
  return (
    <button
      type="button"
      className={button.link}
      onClick={() => setValue('amount_cents', amount_cents, { shouldDirty: true, shouldValidate: true })}
    >
      da última vez, {formatAmount(amount_cents)}
    </button>
  )
}

function ServiceFold({ last, isOpen, isCopy }: { last: RepeatedService | undefined; isOpen: boolean; isCopy: boolean }) {
  const { c } = useNoteRoute()
  const { setValue, watch } = useFormContext<ServiceNoteInput>()
  const { dirtyFields } = useFormState<ServiceNoteInput>()
  const register = useReading(services.list, { params: { c }, query: {} }).data ?? NONE
  const [firstLine] = watch('description').split('\n')
  const isOwn = SERVICE_FIELDS.some(field => dirtyFields[field])
  const origin = isOwn ? 'mudado por você' : isCopy ? 'igual à outra nota' : last ? originWords(last) : undefined
  const take = (service: Service | undefined) => {
    if (!service) return
    for (const [name, value] of Object.entries(filledBy(service)))
      setValue(name as keyof ServiceNoteInput, value, { shouldDirty: true, shouldValidate: false })
  }
  return (
    <Fold
      icon="briefcase-business"
      title={firstLine || 'Qual foi o serviço?'}
      origin={origin}
      summary="Trocar"
      fields={SERVICE_FIELDS}
      isOpen={isOpen}
    >
      {register.length > 0 ? (
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
          unread={undefined}
          onChosen={item => take(register.find(one => one.id === item?.id))}
        />
      ) : null}
      <TextAreaField name="description" label="Descrição na nota" rows={3} maxLength={2000} />
    </Fold>
  )
}

function TaxFold({ regime, isOpen }: { regime: TaxRegime; isOpen: boolean }) {
  const { c } = useNoteRoute()
  const { watch } = useFormContext<ServiceNoteInput>()
  const municipal = useReading(services.municipal, { query: { companyId: c } })
  const code = watch('municipal_service_code')
  return (
    <Fold
      icon="badge-percent"
      title="Impostos e detalhes"
      summary={code === null ? 'falta o serviço da lista' : taxWords(watch(), regime)}
      fields={TAX_FIELDS}
      isOpen={isOpen}
    >
      <ComboboxField
        name="municipal_service_code"
        label="Serviço da lista (LC 116)"
        items={(municipal.data ?? NONE).map(item => ({
          id: item.code,
          label: maskServiceCode(item.code),
          detail: item.description,
          search: item.code,
        }))}
        empty="Serviço não encontrado"
        unread={unreadOf(municipal)}
        wide
      />
      <div className={form.two}>
        <DayField name="competence_date" label="Competência" bias="past" />
        <AmountField name="discount_amount_cents" label="Desconto incondicional" aside="opcional" />
      </div>
      <div className={form.two}>
        <TextField name="iss_rate" label="Alíquota do ISS (%)" inputMode="numeric" />
        <Toggle name="iss_withheld" label="ISS retido pelo tomador" look="checkbox" />
      </div>
      <fieldset className={styles.withheld}>
        <legend className={text.med}>Retido pelo tomador</legend>
        {WITHHOLDINGS.map(name => (
          <Toggle key={name} name={`withheld.${name}`} label={WITHHOLDING_LABELS[name]} look="checkbox" />
        ))}
      </fieldset>
    </Fold>
  )
}

function Preview({ c }: { c: string }) {
  const { watch } = useFormContext<ServiceNoteInput>()
  const { contacts } = useRegisters(c)
  const company = useReading(companies.profile, { params: { c } }).data
  const municipal = useReading(services.municipal, { query: { companyId: c } }).data
  const transmits = useWhereabouts(now => now.can)('invoices:x')
  const [contactId, code] = watch(['contact_id', 'municipal_service_code'])
  return (
    <ServicePreview
      company={company}
      contact={contacts.find(contact => contact.id === contactId)}
      item={municipal?.find(item => item.code === code)}
      transmits={transmits}
    />
  )
}
