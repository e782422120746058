// Booking an appointment to issue a certificate: product, person, place and time, and a last look.
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import type { ZodType } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Dialog } from '#client/kit/dialog.tsx'
import factsStyles from '#client/kit/facts.module.css'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { type FieldProblem, problemsOf } from '#client/kit/form/problems.ts'
import { EmailField } from '#client/kit/form/text-field.tsx'
import { ErrorState } from '#client/kit/states.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { companyIn } from '#commands/kit/command.ts'
import { type Forms, titleOf } from '#commands/kit/form.ts'
import { certificateAppointments } from '#contract/certificate-appointments.ts'
import { companies } from '#contract/companies.ts'
import { formatDocument } from '#domain/documents.ts'
import { momentIn } from '#domain/moments.ts'
import { PersonFields, PlaceFields, ProductFields } from './appointment-fields.tsx'
import {
  type BookingInput,
  type BookingValues,
  bookingBody,
  emptyBooking,
  flowQuery,
  type Known,
  PLACE_STEP,
  STEPS,
  TIME_ZONES,
  zoneOf,
} from './appointment-model.ts'
import styles from './certificate.module.css'
import { productWords, TYPE_LABELS } from './certificate-words.ts'

const LAST = STEPS.length - 1
type BookingForm = UseFormReturn<BookingInput, unknown, BookingValues>

export function AskedAppointment({ asking }: { asking: Asking<Forms['appointment']> }) {
  const posts = useReading(certificateAppointments.pas)
  const company = useReading(companies.profile, { params: { c: companyIn(asking.target).id } })
  if (posts.isError)
    return (
      <Dialog open onClose={asking.leave} title={titleOf(asking.form, asking.target)}>
        <ErrorState title="A certificadora não respondeu" error={posts.error} onRetry={() => void posts.refetch()} />
      </Dialog>
    )
  if (posts.data === undefined || company.isPending) return null
  return <BookAppointment asking={asking} posts={posts.data} document_number={company.data?.document_number ?? ''} />
}

interface BookAppointmentProps {
  asking: Asking<Forms['appointment']>
  posts: readonly { id: string; name: string }[]
  document_number: string
}

/** Answers of the authority that the next step needs, or why there is none. */
async function askAuthority(at: number, values: BookingValues): Promise<Known | readonly FieldProblem[]> {
  const { pa, product_id: product, document_number: document } = values
  if (at === 0) {
    const { data } = await call(certificateAppointments.validateProduct, { params: { pa, product, document } })
    if (!data.valid) return [{ field: 'document_number', message: data.message ?? 'Este certificado não serve a este documento' }]
    const { data: offered } = await call(certificateAppointments.products, { params: { pa } })
    return { product: offered.find(one => one.id === product) }
  }
  if (at === 1) {
    const { data: flow } = await call(certificateAppointments.flow, { params: { product }, query: flowQuery(values) })
    return { flow }
  }
  const { commercial_unit_id, time_zone, scheduled_at } = values
  const { data: days } = await call(certificateAppointments.scheduleTime, { params: { product }, query: { commercial_unit_id, time_zone } })
  if (!days.some(day => day.times.some(time => time.scheduled_at === scheduled_at)))
    return [{ field: 'scheduled_at', message: 'Este horário não está mais livre. Escolha outro' }]
  const { data: units } = await call(certificateAppointments.commercialUnits, { query: { type: values.appointment_type } })
  return { unit_name: units.find(unit => unit.id === commercial_unit_id)?.name ?? '' }
}

function BookAppointment({ asking, posts, document_number }: BookAppointmentProps) {
  const [at, setAt] = useState(0)
  const [known, setKnown] = useState<Known>({})
  const form = useRef<BookingForm>(undefined)
  const step = STEPS[at] ?? STEPS[0]
  // Only the last step writes; those before it ask the authority what it has.
  const stepping = useMemo((): Asking<BookingValues> => {
    const forward = async (values: BookingValues) => {
      const answered = await askAuthority(at, values).catch((error: unknown) => [failure(error)])
      if (Array.isArray(answered)) return { ok: false, problems: answered }
      const { flow } = answered as Known
      // A step's own values hold no others: the chosen way is the form's.
      const chosen = form.current?.getValues('appointment_type')
      if (flow && (chosen === undefined || !flow.appointment_types.includes(chosen)))
        form.current?.setValue('appointment_type', flow.appointment_types[0] ?? 'in_person')
      setKnown(before => ({ ...before, ...answered }))
      setAt(at + 1)
      return { ok: false }
    }
    const book = async (values: BookingValues) => {
      const done = await asking.submit(bookingBody(values))
      // The time was taken meanwhile: the answers stay, another time is chosen.
      if (done.problems?.some(one => one.field === 'scheduled_at')) {
        form.current?.setValue('scheduled_at', '')
        setAt(PLACE_STEP)
      }
      return done
    }
    return { ...asking, submit: values => (at < LAST ? forward(values) : book(values)) }
  }, [asking, at])
  return (
    <CommandForm
      asking={stepping}
      schema={step.schema as unknown as ZodType<BookingValues, BookingInput>}
      start={() => emptyBooking(posts[0]?.id ?? '', document_number, zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone))}
      description={`${at + 1} de ${STEPS.length} · ${step.title}`}
      submitLabel={at < LAST ? 'Continuar' : asking.form.submit}
      back={at > 0 ? { label: 'Voltar', run: () => setAt(at - 1) } : undefined}
    >
      {methods => {
        form.current = methods
        return <Step key={at} at={at} posts={posts} known={known} />
      }}
    </CommandForm>
  )
}

const failure = (error: unknown): FieldProblem =>
  problemsOf(error)[0] ?? { field: 'root', message: error instanceof Error ? error.message : 'A certificadora não respondeu' }

/** Each step begins in its first field. */
function useStartInside(body: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input:not([type="radio"]), button[role="combobox"], input:checked')?.focus()
  }, [body])
}

function Step({ at, posts, known }: { at: number; posts: BookAppointmentProps['posts']; known: Known }) {
  const body = useRef<HTMLDivElement>(null)
  const { getValues } = useFormContext<BookingInput>()
  useStartInside(body)
  return (
    <div ref={body} className={styles.bookingStep}>
      {at === 0 ? <ProductFields posts={posts} /> : null}
      {at === 1 ? <PersonFields productId={getValues('product_id')} /> : null}
      {at === PLACE_STEP ? <PlaceFields productId={getValues('product_id')} types={known.flow?.appointment_types ?? []} /> : null}
      {at === LAST ? (
        <>
          <Summary booking={getValues()} known={known} />
          <div className={formStyles.two}>
            <EmailField name="email" label="E-mail" aside="opcional" help="Para o aviso da certificadora" />
            <PhoneField name="phone_number" label="Telefone" aside="opcional" />
          </div>
        </>
      ) : null}
    </div>
  )
}

function Summary({ booking, known: { product, flow, unit_name = '' } }: { booking: BookingInput; known: Known }) {
  const zone = TIME_ZONES.find(each => each.value === booking.time_zone)?.label ?? booking.time_zone
  const facts: readonly [string, string][] = [
    ['Certificado', product ? `${product.name}: ${productWords(product)}` : booking.product_id],
    ['Titular', formatDocument(booking.document_number)],
    ['Atendido', `${booking.name}, CPF ${formatDocument(booking.cpf)}`],
    ['Atendimento', booking.appointment_type === 'remote' ? TYPE_LABELS.remote : unit_name],
    ['Horário', `${momentIn(booking.scheduled_at, booking.time_zone)}, ${zone}`],
    ['Levar', flow?.documents.join('; ') ?? ''],
  ]
  return (
    <dl className={classNames(factsStyles.kv, styles.appointmentSummary)} data-part="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
