// The fields of each step of a booking, with what the certificate authority answers to them while they are filled.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { reading, useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { RadioGroup, Toggle } from '#client/kit/form/checkbox.tsx'
import { PostalCodeField } from '#client/kit/form/contact-fields.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { LookedUpDocument } from '#client/surfaces/looked-up-document.tsx'
import { APPOINTMENT_TYPES, certificateAppointments } from '#contract/certificate-appointments.ts'
import { describeDay } from '#domain/date-grammar.ts'
import { isValidCpf } from '#domain/documents.ts'
import { flowQuery, type PersonValues, type PlaceInput, type ProductInput, TIME_ZONES } from './appointment-model.ts'
import styles from './certificate.module.css'
import { type AppointmentType, productWords, TYPE_LABELS } from './certificate-words.ts'

export function ProductFields({ posts }: { posts: readonly { id: string; name: string }[] }) {
  const { setValue } = useFormContext<ProductInput>()
  const [pa, productId] = useWatch<ProductInput, ['pa', 'product_id']>({ name: ['pa', 'product_id'] })
  const offered = useReading(certificateAppointments.products, { params: { pa } }).data ?? []
  return (
    <>
      <SelectField
        name="pa"
        label="Onde comprar"
        choices={posts.map(post => ({ value: post.id, label: post.name }))}
        onChosen={() => setValue('product_id', '')}
      />
      <RadioGroup
        name="product_id"
        label="Certificado"
        choices={offered.map(product => ({ value: product.id, label: product.name, help: productWords(product) }))}
      />
      <LookedUpDocument
        name="document_number"
        label="CNPJ ou CPF do titular"
        help={productId === '' ? 'Para emitir notas, o e-CNPJ A1 da empresa' : 'Quem o certificado representa'}
      />
    </>
  )
}

export function PersonFields({ productId }: { productId: string }) {
  const person = useWatch<PersonValues>() as PersonValues
  const known = isValidCpf(person.cpf)
  const { data: flow } = useQuery({
    ...reading(certificateAppointments.flow, { params: { product: productId }, query: flowQuery(person) }),
    enabled: known,
    placeholderData: before => before,
  })
  return (
    <>
      <TextField name="name" label="Nome" autoFocus maxLength={200} help="O responsável legal que a Receita conhece" />
      <LookedUpDocument name="cpf" label="CPF" />
      <Toggle name="has_driver_license" label="Tem CNH válida" help="Com ela o atendimento pode ser por vídeo" look="checkbox" />
      {person.has_driver_license ? (
        <div className={form.two}>
          <TextField name="driver_license_number" label="Número da CNH" inputMode="numeric" maxLength={20} />
          <DayField name="driver_license_expires_at" label="Validade da CNH" aside="opcional" />
        </div>
      ) : null}
      {known && flow ? (
        <Note kind="info">
          Atendimento {flow.appointment_types.map(type => TYPE_LABELS[type].toLowerCase()).join(' ou ')}. Tenha à mão:{' '}
          {flow.documents.join('; ')}.
        </Note>
      ) : null}
    </>
  )
}

/** Fresh at every look: a time may be sold meanwhile. */
const FRESH = { staleTime: 0 }

export function PlaceFields({ productId, types }: { productId: string; types: readonly AppointmentType[] }) {
  const { setValue } = useFormContext<PlaceInput>()
  const place = useWatch<PlaceInput>() as PlaceInput
  const { appointment_type: type, commercial_unit_id: unitId, time_zone, cep, date } = place
  const whole = cep.length === 9
  const units = useReading(certificateAppointments.commercialUnits, { query: { type, ...(whole ? { cep } : {}) } }).data
  const [nearest] = units ?? []
  useEffect(() => {
    if (units && !units.some(unit => unit.id === unitId)) setValue('commercial_unit_id', nearest?.id ?? '')
  }, [units, unitId, nearest, setValue])
  const choose = (next: AppointmentType) => setValue('appointment_type', next, { shouldDirty: true })
  return (
    <>
      <RadioGroup
        name="appointment_type"
        label="Atendimento"
        row
        choices={APPOINTMENT_TYPES.map(value => ({ value, label: TYPE_LABELS[value], disabled: !types.includes(value) }))}
        help={types.includes('remote') ? undefined : 'O atendimento por vídeo pede CNH válida'}
      />
      {type === 'in_person' ? (
        <div className={form.two}>
          <PostalCodeField name="cep" label="Seu CEP" aside="opcional" onComplete={() => setValue('commercial_unit_id', '')} />
          <SelectField
            name="commercial_unit_id"
            label="Unidade"
            choices={(units ?? []).map(unit => ({ value: unit.id, label: unit.name }))}
            help={units?.find(unit => unit.id === unitId)?.address}
          />
        </div>
      ) : null}
      <TimeFields productId={productId} unitId={unitId} date={date} time_zone={time_zone} />
      {type === 'in_person' && types.includes('remote') ? (
        <RemoteInstead productId={productId} unitId={unitId} time_zone={time_zone} onChoose={() => choose('remote')} />
      ) : null}
    </>
  )
}

interface TimeProps {
  productId: string
  unitId: string
  time_zone: string
}

const useTimes = ({ productId, unitId, time_zone }: TimeProps) =>
  useQuery({
    ...reading(certificateAppointments.scheduleTime, {
      params: { product: productId },
      query: { commercial_unit_id: unitId, time_zone },
    }),
    ...FRESH,
    enabled: unitId !== '',
    placeholderData: before => before,
  })

function TimeFields({ date, ...asked }: TimeProps & { date: string }) {
  const { getValues, setValue } = useFormContext<PlaceInput>()
  const { data: days, isLoading, isPlaceholderData: isOfBefore } = useTimes(asked)
  const open = days?.find(day => day.date === date)
  // The first day with a free time, until one is chosen that has; a chosen time stays as long as it is offered.
  useEffect(() => {
    if (days === undefined || isOfBefore) return
    const day = days.find(each => each.date === getValues('date')) ?? days[0]
    if (day?.date !== getValues('date')) setValue('date', day?.date ?? '')
    if (!day?.times.some(time => time.scheduled_at === getValues('scheduled_at'))) setValue('scheduled_at', '')
  }, [days, isOfBefore, getValues, setValue])
  return (
    <>
      <div className={form.two}>
        <SelectField
          name="date"
          label="Dia"
          placeholder={days?.length === 0 ? 'Nenhum dia livre' : 'Escolher'}
          choices={(days ?? []).map(day => ({ value: day.date, label: describeDay(day.date) }))}
          disabled={isOfBefore}
          onChosen={() => setValue('scheduled_at', '')}
        />
        <SelectField name="time_zone" label="Fuso horário" choices={TIME_ZONES} />
      </div>
      {isLoading ? <Note kind="info">Buscando os horários livres…</Note> : null}
      {open ? (
        <RadioGroup
          name="scheduled_at"
          label="Horário"
          row
          disabled={isOfBefore}
          choices={open.times.map(({ time, scheduled_at }) => ({ value: scheduled_at, label: time.replace(':', 'h') }))}
        />
      ) : null}
    </>
  )
}

/** Where the unit has no free time, those by video. */
function RemoteInstead({ onChoose, ...asked }: TimeProps & { onChoose(): void }) {
  const { productId, unitId, time_zone } = asked
  const { data: times, isPlaceholderData: isOfBefore } = useTimes(asked)
  const full = times?.length === 0 && !isOfBefore
  const { data } = useQuery({
    ...reading(certificateAppointments.scheduleTimeFallback, {
      params: { product: productId },
      query: { commercial_unit_id: unitId, appointment_type: 'remote', time_zone },
    }),
    ...FRESH,
    enabled: full,
  })
  const [first] = data ?? []
  if (!full || first === undefined) return null
  return (
    <div className={styles.remoteInstead}>
      <Note kind="info">Esta unidade não tem horário livre. Por vídeo há a partir de {describeDay(first.date)}.</Note>
      <Button size="form" onClick={onChoose}>
        Atender por vídeo
      </Button>
    </div>
  )
}
