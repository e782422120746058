// The digital certificate of the company, what it says and how long it lasts, and the appointments to issue another.
import { useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type Appointment, certificateAppointments } from '#contract/certificate-appointments.ts'
import { type Certificate, certificates } from '#contract/certificates.ts'
import { formatInstant } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { momentIn } from '#domain/moments.ts'
import { AppointmentBadge, AppointmentDrawer } from './appointment-drawer.tsx'
import { APPOINTMENT_LOOKS, expiryOf, TYPE_LABELS } from './certificate-words.ts'

const NONE: readonly never[] = []

const columns: readonly RegisterColumn<Appointment>[] = [
  {
    id: 'scheduled_at',
    title: 'Horário',
    width: 160,
    sort: one => one.scheduled_at,
    render: one => <span className={textStyles.tabular}>{momentIn(one.scheduled_at, one.time_zone)}</span>,
  },
  { id: 'product', title: 'Certificado', width: 176, sort: one => one.product_name, render: one => one.product_name },
  { id: 'name', title: 'Atendido', least: 180, sort: one => one.name, render: one => <span className={textStyles.med}>{one.name}</span> },
  { id: 'type', title: 'Atendimento', width: 116, leaves: 2, render: one => TYPE_LABELS[one.appointment_type] },
  {
    id: 'unit',
    title: 'Unidade',
    width: 200,
    leaves: 1,
    sort: one => one.commercial_unit_name,
    groupable: true,
    render: one => one.commercial_unit_name,
  },
  {
    id: 'status',
    title: 'Situação',
    width: 200,
    sort: one => APPOINTMENT_LOOKS[one.status].label,
    groupable: true,
    render: one => <AppointmentBadge status={one.status} />,
  },
]

const textOf = (one: Appointment): string =>
  [one.product_name, one.name, one.commercial_unit_name, APPOINTMENT_LOOKS[one.status].label].join(' ')

const AppointmentCard = ({ one }: { one: Appointment }) => (
  <div className={listingScreen.registerCard}>
    <span className={listingScreen.name}>{one.product_name}</span>
    <AppointmentBadge status={one.status} />
    <span className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>{momentIn(one.scheduled_at, one.time_zone)}</span>
    <span className={classNames(textStyles.m, textStyles.small)}>{one.commercial_unit_name}</span>
  </div>
)

function CertificateSummary({ certificate }: { certificate: Certificate }) {
  const expiry = expiryOf(certificate, useToday())
  return (
    <>
      <section className={summary.summary} aria-label="Certificado digital">
        <span className={summary.who}>
          <Icon name="shield-check" size="m" />
          {certificate.name}
        </span>
        <Badge tone={expiry.tone} icon={expiry.tone === 'ok' ? 'circle-check' : 'triangle-alert'}>
          {expiry.badge}
        </Badge>
        <span className={classNames(summary.fact, textStyles.tabular)}>
          <span className={classNames(textStyles.m, summary.m)}>CNPJ</span>
          {formatDocument(certificate.document_number)}
        </span>
        <span className={classNames(summary.fact, textStyles.tabular)}>
          <span className={classNames(textStyles.m, summary.m)}>Validade</span>
          {formatInstant(certificate.valid_from)} a {formatInstant(certificate.valid_to)}
        </span>
        <span className={summary.fact}>
          <span className={classNames(textStyles.m, summary.m)}>Emitido por</span>
          {certificate.issuer}
        </span>
        <span
          className={classNames(summary.fact, textStyles.tabular, textStyles.cut)}
          title={`Número de série ${certificate.serial_number}. Impressão digital ${certificate.fingerprint}`}
        >
          <span className={classNames(textStyles.m, summary.m)}>Série</span>
          {certificate.serial_number}
        </span>
        <span className={summary.end}>
          <CommandButton id="certificate.upload" short icon />
          <CommandButton id="certificate.delete" variant="ghost" short />
        </span>
      </section>
      {expiry.warning ? <Note kind={expiry.tone === 'danger' ? 'danger' : 'warning'}>{expiry.warning}</Note> : null}
    </>
  )
}

function NoCertificate() {
  const maySend = useWhereabouts(now => now.can)('certificate:c')
  return (
    <section className={summary.summary} aria-label="Certificado digital">
      <span className={summary.who}>
        <Icon name="key-round" size="m" />
        Nenhum certificado digital
      </span>
      <span className={textStyles.m}>
        {maySend
          ? 'O e-CNPJ A1 assina as notas. Se a empresa já tem um, envie o arquivo; se não, agende a emissão.'
          : 'O e-CNPJ A1 assina as notas. Quem cuida da empresa o envia aqui, ou agenda a emissão de um.'}
      </span>
      <span className={summary.end}>
        <CommandButton id="certificate.upload" variant="primary" icon />
      </span>
    </section>
  )
}

export function CertificateScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { certificate: filter = '' } = useScreenSearch()
  const certificate = useReading(certificates.get, { params: { c } })
  const reading = useReading(certificateAppointments.ofCompany, { params: { c } })
  const [openId, setOpenId] = useState<string>()
  const rows = reading.data ?? NONE
  const open = rows.find(one => one.id === openId)
  return (
    <>
      <div className={summary.stack}>
        {certificate.data === null ? <NoCertificate /> : certificate.data ? <CertificateSummary certificate={certificate.data} /> : null}
        {certificate.isError ? <Note>{certificate.error.message}</Note> : null}
        <ListingScreen
          label="Agendamentos"
          kind="appointment"
          noun={['agendamento', 'agendamentos']}
          rows={rows}
          reading={reading}
          columns={columns}
          rowName={one => `${one.product_name}, ${momentIn(one.scheduled_at, one.time_zone)}`}
          textOf={textOf}
          card={one => <AppointmentCard one={one} />}
          isMuted={one => one.status === 'ISSUED' || one.status === 'MISSED'}
          selectable={false}
          filter={filter}
          onFilter={text => setSearch({ certificate: text })}
          placeholder="Filtrar agendamentos"
          toolbar="certificate.toolbar"
          openId={openId}
          onOpen={one => setOpenId(one.id)}
          primary={<CommandButton id="appointment.create" variant={certificate.data === null ? 'secondary' : 'primary'} icon />}
          empty={{
            title: 'Nenhum agendamento',
            text: 'A emissão é com hora marcada, por vídeo ou em uma unidade perto de você.',
            actions: <Place at="certificate.empty" />,
          }}
        />
      </div>
      {open ? <AppointmentDrawer key={open.id} appointment={open} onClose={() => setOpenId(undefined)} /> : null}
    </>
  )
}
