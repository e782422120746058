// Numbers of goods' notes that nobody took, those that were voided, and whether NF-e go to the authority that stands in.
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { Awaited } from '#client/kit/states.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type InvoiceIssuance, invoiceSettings } from '#contract/fiscal-documents.ts'
import { type InvoiceVoid, invoiceVoids } from '#contract/fiscal-events.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import { formatInstant, formatMoment } from '#domain/days.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { EventStatusBadge } from './invoice-status.tsx'
import styles from './invoices.module.css'

type Gap = Answer<typeof invoiceVoids.gaps>[number]

export function NumberingScreen() {
  const params = { c: useCompanyId() }
  const gaps = useReading(invoiceVoids.gaps, { params })
  const voids = useReading(invoiceVoids.list, { params })
  const settings = useReading(invoiceSettings.get, { params })
  return (
    <FormPage title="Numeração e contingência" lead="NF-e e NFC-e seguem sem pular números: o que nenhuma nota tomou se inutiliza.">
      <div className={styles.numbering}>
        <h3>Números que nenhuma nota tomou</h3>
        <Awaited of={gaps} failed="Não foi possível ler a numeração">
          {read => <Gaps gaps={read} />}
        </Awaited>
        <h3>Inutilizados</h3>
        <Awaited of={voids} failed="Não foi possível ler as inutilizações">
          {read => <Voids voids={read} />}
        </Awaited>
        <h3>Contingência da NF-e</h3>
        <Awaited of={settings} failed="Não foi possível ler a contingência">
          {read => <Contingency contingency={read.contingency} />}
        </Awaited>
      </div>
    </FormPage>
  )
}

const spanText = ({ kind, serie_number, first_number, last_number }: Gap): string => {
  const numbers = first_number === last_number ? `número ${first_number}` : `números ${first_number} a ${last_number}`
  return `${INVOICE_KIND_LABELS[kind]}, série ${serie_number}, ${numbers}`
}

function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  return (
    <>
      {gaps.length === 0 ? <p className={text.m}>Nenhum: a numeração está completa.</p> : null}
      <ul className={styles.checks}>
        {gaps.map(gap => (
          <li key={spanText(gap)}>
            <span className={styles.what}>
              <span className={text.med}>{spanText(gap)}</span>
              <span className={classNames(text.m, text.small)}>Se é de uma nota rejeitada, corrija-a e transmita; senão, inutilize.</span>
            </span>
            <CommandButton id="invoice.void" short answers={{ ...gap }} />
          </li>
        ))}
      </ul>
      {gaps.length === 0 ? (
        <p>
          <CommandButton id="invoice.void" />
        </p>
      ) : null}
    </>
  )
}

function Voids({ voids }: { voids: readonly InvoiceVoid[] }) {
  if (voids.length === 0) return <p className={text.m}>Nenhum número inutilizado.</p>
  return (
    <ul className={styles.checks}>
      {voids.map(each => (
        <li key={each.id}>
          <EventStatusBadge status={each.status} />
          <span className={styles.what}>
            <span className={text.med}>{spanText(each)}</span>
            <span className={classNames(text.m, text.small)}>
              {each.status === 'REJECTED' ? [each.reason_code, each.reason].filter(Boolean).join(': ') : each.justification}
            </span>
            <span className={classNames(text.m, text.small)}>
              {[formatInstant(each.registered_at ?? each.created_at), each.protocol && `protocolo ${each.protocol}`]
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          {each.status === 'REGISTERED' ? (
            <Button icon="download" onClick={() => void sendInput('invoice.void-xml', { id: each.id, name: fileOf(each) })}>
              XML
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const fileOf = ({ kind, serie_number, first_number }: InvoiceVoid): string =>
  `inutilizacao-${kind === 'PRODUCT' ? 'nfe' : 'nfce'}-${serie_number}-${first_number}.xml`

function Contingency({ contingency }: Pick<InvoiceIssuance, 'contingency'>) {
  return (
    <ul className={styles.checks}>
      <li>
        <Badge icon={contingency ? 'triangle-alert' : 'circle-check'} tone={contingency ? 'warning' : 'ok'}>
          {contingency ? 'Em contingência' : 'Normal'}
        </Badge>
        <span className={styles.what}>
          <span className={text.med}>
            {contingency
              ? `Pela ${contingency.authority.replace('_', '-')} desde ${formatMoment(contingency.since)}`
              : 'As NF-e vão para a autoridade do estado'}
          </span>
          {contingency ? <span className={classNames(text.m, text.small)}>{contingency.reason}</span> : null}
        </span>
        <CommandButton id={contingency ? 'invoice.contingency-end' : 'invoice.contingency'} short />
      </li>
    </ul>
  )
}
