// One appointment: where and when, and how far it has come.
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { Icon } from '#client/kit/icon.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import type { Appointment } from '#contract/certificate-appointments.ts'
import { maskPhone } from '#domain/contact-points.ts'
import { formatDocument } from '#domain/documents.ts'
import { momentIn } from '#domain/moments.ts'
import styles from './certificate.module.css'
import { APPOINTMENT_LOOKS, APPOINTMENT_STEPS, TYPE_LABELS } from './certificate-words.ts'

export function AppointmentBadge({ status }: Pick<Appointment, 'status'>) {
  const { label, tone, icon } = APPOINTMENT_LOOKS[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

/** Only a page of the outside, never a script. */
const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url)

export function AppointmentDrawer({ appointment, onClose }: { appointment: Appointment; onClose(): void }) {
  const { status, video_url } = appointment
  const reached = APPOINTMENT_STEPS.indexOf(status as (typeof APPOINTMENT_STEPS)[number])
  return (
    <RecordDrawer id={appointment.id} list="certificate" label={appointment.product_name} where="Agendamento" onClose={onClose}>
      <section>
        <h2>{appointment.product_name}</h2>
        <p>{momentIn(appointment.scheduled_at, appointment.time_zone)}</p>
        <p className={styles.appointmentState}>
          <AppointmentBadge status={status} />
        </p>
      </section>
      <DrawerSection title="Atendimento">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Como">{TYPE_LABELS[appointment.appointment_type]}</Detail>
          <Detail name="Onde">{appointment.commercial_unit_name}</Detail>
          <Detail name="Vídeo">
            {video_url && isWebAddress(video_url) ? (
              <a href={video_url} target="_blank" rel="noopener noreferrer">
                Abrir a sala
              </a>
            ) : null}
          </Detail>
          <Detail name="Atendido">{appointment.name}</Detail>
          <Detail name="Titular">{formatDocument(appointment.document_number)}</Detail>
          <Detail name="E-mail">{appointment.email}</Detail>
          <Detail name="Telefone">{appointment.phone_number ? maskPhone(appointment.phone_number) : null}</Detail>
        </dl>
      </DrawerSection>
      {reached >= 0 ? (
        <DrawerSection title="Andamento">
          <ol className={styles.appointmentSteps}>
            {APPOINTMENT_STEPS.map((step, at) => (
              <li key={step} className={classNames(at <= reached && styles.done)} aria-current={at === reached ? 'step' : undefined}>
                <Icon name={at <= reached ? 'circle-check' : 'circle-dashed'} size="s" />
                {APPOINTMENT_LOOKS[step].label}
              </li>
            ))}
          </ol>
        </DrawerSection>
      ) : null}
    </RecordDrawer>
  )
}
