// The note as its customer will read it, drawn while it is typed, and what happens when it is issued.
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Icon, type IconName } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { Company } from '#contract/companies.ts'
import type { Contact } from '#contract/contacts.ts'
import { invoiceSettings } from '#contract/fiscal-documents.ts'
import type { MunicipalService } from '#contract/services.ts'
import { formatDay, isDay } from '#domain/days.ts'
import { documentKind, formatDocument } from '#domain/documents.ts'
import { isSimples } from '#domain/fiscal/codes.ts'
import { formatRate, maskServiceCode, parseRate } from '#domain/fiscal/masks.ts'
import type { ServiceTotals } from '#domain/fiscal/taxes.ts'
import { TAX_REGIME_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { type ServiceNoteInput, serviceSummary, WITHHOLDING_LABELS, withheldOf } from './service-model.ts'
import styles from './service-note.module.css'

interface PreviewProps {
  company: Company | undefined
  contact: Contact | undefined
  item: MunicipalService | undefined
  transmits: boolean
}

export function ServicePreview({ company, contact, item, transmits }: PreviewProps) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <button type="button" className={styles.look} aria-expanded={shown} onClick={() => setShown(!shown)}>
        <Icon name="eye" size="s" />
        <span className={text.med}>Ver como o cliente vai ver</span>
        <Icon name={shown ? 'chevron-down' : 'chevron-right'} size="s" />
      </button>
      <div className={styles.preview} data-shown={shown || undefined}>
        <p className={classNames(styles.caption, text.m, text.small)}>
          <span>Como o cliente vai ver</span>
          <span>muda enquanto você digita</span>
        </p>
        <Paper company={company} contact={contact} item={item} />
        <Next transmits={transmits} />
      </div>
    </>
  )
}

const documentText = (document: string | null | undefined) =>
  document ? `${documentKind(document)} ${formatDocument(document)}` : undefined

function Paper({ company, contact, item }: Omit<PreviewProps, 'transmits'>) {
  const { watch } = useFormContext<ServiceNoteInput>()
  const today = useToday()
  const form = watch()
  const regime = company?.tax_regime ?? 'SIMPLES_NACIONAL'
  const city = useReading(invoiceSettings.get, { params: { c: useCompanyId() } }).data?.address
  const totals = serviceSummary(form, regime, today)
  const place = city ? `${city.city}, ${city.state}` : '—'
  return (
    <div className={styles.paper}>
      <header>
        <span className={styles.heading}>
          <b>Nota fiscal de serviço</b>
          <span className={text.m}>{city ? `Prefeitura de ${city.city}, padrão nacional` : 'NFS-e de padrão nacional'}</span>
        </span>
        <span className={styles.number}>
          <span className={text.m}>Número</span>
          <span>ao emitir</span>
        </span>
      </header>
      <dl className={styles.parties}>
        <Party title="Prestador" lines={[company?.name, documentText(company?.document_number), TAX_REGIME_LABELS[regime]]} />
        <Party title="Tomador" isTyped lines={[contact?.name ?? '—', documentText(contact?.document_number), contact?.email]} />
        <Party title="Competência" lines={[isDay(form.competence_date) ? formatDay(form.competence_date) : '—']} plain />
        <Party title="Onde o serviço foi feito" lines={[place]} plain />
      </dl>
      <table>
        <tbody>
          <tr>
            <td>
              <span className={styles.words}>{form.description || '—'}</span>
              <span className={text.m}>{item ? `${maskServiceCode(item.code)} ${item.description}` : 'Serviço da lista a escolher'}</span>
            </td>
            <td>{amountText(form.amount_cents)}</td>
          </tr>
          <Taxes form={form} totals={totals} simples={isSimples(regime)} />
        </tbody>
      </table>
      <p className={styles.total}>
        <span>Líquido a receber</span>
        <b className={styles.typedAmount}>{totals ? formatCents(totals.net_cents) : '—'}</b>
      </p>
    </div>
  )
}

const amountText = (cents: number | null): string => (cents === null || Number.isNaN(cents) ? '—' : formatAmount(cents))

interface PartyProps {
  title: string
  lines: readonly (string | null | undefined)[]
  /** Lights up while it is being typed. */
  isTyped?: boolean
  plain?: boolean
}

function Party({ title, lines, isTyped, plain }: PartyProps) {
  const [first, ...rest] = lines.filter(Boolean)
  return (
    <div>
      <dt>{title}</dt>
      <dd className={isTyped ? styles.typedParty : undefined}>
        {plain ? first : <b>{first}</b>}
        {rest.map(line => (
          <span key={line}>{line}</span>
        ))}
      </dd>
    </div>
  )
}

function Taxes({ form, totals, simples }: { form: ServiceNoteInput; totals: ServiceTotals | undefined; simples: boolean }) {
  const rate = formatRate(parseRate(form.iss_rate) ?? 0)
  const discount = form.discount_amount_cents ?? 0
  const withheld = withheldOf(form)
  return (
    <>
      {discount > 0 ? <TaxRow name="Desconto incondicional" value={formatAmount(-discount)} /> : null}
      <TaxRow
        name={
          form.iss_withheld ? `ISS ${rate}, retido por quem paga` : simples ? `ISS pelo Simples, ${rate}, dentro do DAS` : `ISS ${rate}`
        }
        value={totals ? formatAmount(totals.iss_cents) : '—'}
      />
      {withheld.length === 0 && !form.iss_withheld ? <TaxRow name="Retenções do tomador" value="nenhuma" /> : null}
      {withheld.map(name => (
        <TaxRow
          key={name}
          name={`${WITHHOLDING_LABELS[name]}, retido por quem paga`}
          value={totals ? formatAmount(-(totals.withholdings[name] ?? 0)) : '—'}
        />
      ))}
      {totals?.ibs_cbs ? (
        <>
          <TaxRow name="IBS (teste de 2026)" value={formatAmount(totals.ibs_cbs.ibs_cents)} />
          <TaxRow name="CBS (teste de 2026)" value={formatAmount(totals.ibs_cbs.cbs_cents)} />
        </>
      ) : null}
    </>
  )
}

const TaxRow = ({ name, value }: { name: string; value: string }) => (
  <tr className={text.m}>
    <td>{name}</td>
    <td>{value}</td>
  </tr>
)

/** What issuing sets off, in the order it happens. */
function Next({ transmits }: { transmits: boolean }) {
  const { watch } = useFormContext<ServiceNoteInput>()
  const [after, email] = watch(['after', 'email_to'])
  const steps: readonly [IconName, string, string][] = transmits
    ? [
        ['circle-check', 'A autoridade numera a nota', 'em instantes'],
        ['file-text', 'O XML e o PDF ficam guardados nela', 'na hora'],
        after === 'EMAIL'
          ? ['mail', `O e-mail sai para ${email || 'o cliente'}`, 'em seguida']
          : ['mail', 'Da nota, um e-mail ou um link ao cliente', 'quando quiser'],
      ]
    : [['clock-3', 'A nota espera quem pode transmitir', 'avisado na lista']]
  return (
    <div className={styles.next}>
      <p className={text.med}>Ao emitir</p>
      <ol>
        {steps.map(([icon, what, when]) => (
          <li key={what}>
            <Icon name={icon} size="s" />
            {what}
            <span className={text.m}>{when}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
