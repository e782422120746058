// Booking an appointment to issue a certificate: product, person, place and time, and a last look.
import { useState } from 'react'
import type { z } from 'zod'
import { ApiError, call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Dialog } from '#client/kit/dialog.tsx'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import { EmailField } from '#client/kit/form/text-field.tsx'
import { ErrorState } from '#client/kit/states.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite, writeFailed } from '#client/surfaces/form-outcome.ts'
import { doUiAction } from '#client/surfaces/ui-actions.ts'
import { certificateAppointments } from '#contract/certificate-appointments.ts'
import { formatDocument } from '#domain/documents.ts'
import { PersonFields, PlaceFields, ProductFields } from './appointment-fields.tsx'
import {
  type Draft,
  emptyDraft,
  flowQuery,
  PersonStep,
  PlaceStep,
  ProductStep,
  ReachStep,
  TIME_ZONES,
  zoneOf,
} from './appointment-model.ts'
import { momentIn, productWords, TYPE_LABELS } from './certificate-words.ts'

const TITLE = 'Agendar emissão'
const STEPS = ['O certificado', 'Quem será atendido', 'Local e horário', 'Confirmar'] as const

interface BookAppointmentProps {
  c: string
  document_number: string
  onClose(): void
}

export function BookAppointment({ c, document_number, onClose }: BookAppointmentProps) {
  const posts = useReading(certificateAppointments.pas)
  const [at, setAt] = useState(0)
  const [kept, setKept] = useState<Draft>()
  if (posts.isError)
    return (
      <Dialog open onClose={onClose} title={TITLE}>
        <ErrorState title="A certificadora não respondeu" text={posts.error.message} onRetry={() => void posts.refetch()} />
      </Dialog>
    )
  if (posts.data === undefined) return null
  const zone = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const draft = kept ?? emptyDraft(posts.data[0]?.id ?? '', document_number, zone)
  const forward = (change: Partial<Draft>) => {
    setKept({ ...draft, ...change })
    setAt(at + 1)
  }
  const shared = {
    title: TITLE,
    description: `${at + 1} de ${STEPS.length} · ${STEPS[at]}`,
    onClose,
    ...(at > 0 ? { cancelLabel: 'Voltar', onBack: () => setAt(at - 1) } : {}),
  }

  const chooseProduct = async (bought: z.output<typeof ProductStep>) => {
    const { pa, product_id, document_number: document } = bought
    const { data } = await call(certificateAppointments.validateProduct, { params: { pa, product: product_id, document } })
    if (!data.valid) return [{ field: 'document_number', message: data.message ?? 'Este certificado não serve a este documento' }]
    const { data: offered } = await call(certificateAppointments.products, { params: { pa } })
    forward({ bought, product: offered.find(one => one.id === product_id) })
    return undefined
  }
  const choosePerson = async (person: z.output<typeof PersonStep>) => {
    const { data: flow } = await call(certificateAppointments.flow, {
      params: { product: draft.bought.product_id },
      query: flowQuery(person),
    })
    const wanted = draft.place.appointment_type
    const appointment_type = flow.appointment_types.includes(wanted) ? wanted : (flow.appointment_types[0] ?? 'in_person')
    forward({ person, flow, place: { ...draft.place, appointment_type } })
  }
  const choosePlace = async (place: z.output<typeof PlaceStep>) => {
    const { data: units } = await call(certificateAppointments.commercialUnits, { query: { type: place.appointment_type } })
    forward({ place, unit_name: units.find(unit => unit.id === place.commercial_unit_id)?.name ?? '' })
  }
  const book = async ({ email, phone_number }: z.output<typeof ReachStep>) => {
    const { commercial_unit_id, scheduled_at, time_zone } = draft.place
    const { product_id, document_number: document } = draft.bought
    try {
      const { data } = await call(certificateAppointments.create, {
        body: {
          company_id: c,
          product_id,
          commercial_unit_id,
          scheduled_at,
          time_zone,
          name: draft.person.name,
          document_number: document,
          email,
          ...(phone_number ? { phone_number } : {}),
        },
      })
      settleWrite({ say: `${data.product_name} agendado para ${momentIn(data.scheduled_at, data.time_zone)}` })
      onClose()
      doUiAction('focus.record', data.id)
    } catch (error) {
      if (!(error instanceof ApiError) || error.id !== 'conflict.already_exists') throw error
      // The time was taken meanwhile: the answers stay, another time is chosen.
      writeFailed(error)
      setKept({ ...draft, place: { ...draft.place, scheduled_at: '' } })
      setAt(2)
    }
  }

  if (at === 0)
    return (
      <FormDialog key={at} {...shared} schema={ProductStep} defaults={draft.bought} submitLabel="Continuar" onSubmit={chooseProduct}>
        <ProductFields posts={posts.data} />
      </FormDialog>
    )
  if (at === 1)
    return (
      <FormDialog key={at} {...shared} schema={PersonStep} defaults={draft.person} submitLabel="Continuar" onSubmit={choosePerson}>
        <PersonFields productId={draft.bought.product_id} />
      </FormDialog>
    )
  if (at === 2)
    return (
      <FormDialog key={at} {...shared} schema={PlaceStep} defaults={draft.place} submitLabel="Continuar" onSubmit={choosePlace}>
        <PlaceFields productId={draft.bought.product_id} types={draft.flow?.appointment_types ?? []} />
      </FormDialog>
    )
  return (
    <FormDialog key={at} {...shared} schema={ReachStep} defaults={{ email: '', phone_number: '' }} submitLabel="Agendar" onSubmit={book}>
      <Summary draft={draft} />
      <div className="two">
        <EmailField name="email" label="E-mail" aside="opcional" help="Para o aviso da certificadora" />
        <PhoneField name="phone_number" label="Telefone" aside="opcional" />
      </div>
    </FormDialog>
  )
}

function Summary({ draft: { product, bought, person, flow, place, unit_name } }: { draft: Draft }) {
  const zone = TIME_ZONES.find(each => each.value === place.time_zone)?.label ?? place.time_zone
  const facts: readonly [string, string][] = [
    ['Certificado', product ? `${product.name}: ${productWords(product)}` : bought.product_id],
    ['Titular', formatDocument(bought.document_number)],
    ['Atendido', `${person.name}, CPF ${formatDocument(person.cpf)}`],
    ['Atendimento', place.appointment_type === 'remote' ? TYPE_LABELS.remote : unit_name],
    ['Horário', `${momentIn(place.scheduled_at, place.time_zone)}, ${zone}`],
    ['Levar', flow?.documents.join('; ') ?? ''],
  ]
  return (
    <dl className="kv appointment-summary">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
