// The sections of a note's drawer.

import { useQuery } from '@tanstack/react-query'
import { useReading } from '#client/data/queries.ts'
import button from '#client/kit/button.module.css'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { openFile } from '#client/surfaces/save-file.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import type { Attachment } from '#contract/attachments.ts'
import { invoiceCorrections } from '#contract/fiscal-events.ts'
import { serviceInvoices } from '#contract/invoices.ts'
import { formatDay, formatMonth, monthOf } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { groupKey } from '#domain/fiscal/access-key.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { INVOICE_SOURCE_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { fileSizeText } from '#domain/text.ts'
import { refusalOf } from './invoice-cancel.tsx'
import { GoodsSections, ServiceSections } from './invoice-content.tsx'
import { filesReading, type Invoice, isService, type KindOfNote } from './invoice-kind.ts'
import { EventStatusBadge, NoteStatus } from './invoice-status.tsx'
import { dayOfNote, numberText, partyName, partyOf } from './invoice-words.ts'
import styles from './invoices.module.css'
import { type Step, stepsOf } from './timeline.ts'

export function NoteBody({ note, invoice }: { note: KindOfNote; invoice: Invoice }) {
  return (
    <>
      <Head note={note} invoice={invoice} />
      <DrawerSection title="Andamento">
        <Timeline steps={stepsOf(invoice)} />
      </DrawerSection>
      <HandOn invoice={invoice} />
      <KeySection invoice={invoice} />
      <DrawerSection title="Dados">
        <dl className={facts.kv} data-part="facts">
          <Detail name={invoice.source === 'CAPTURE' ? 'Emitente' : note.party}>{partyName(invoice)}</Detail>
          <Detail name="Documento">
            {partyOf(invoice)?.document_number ? formatDocument(partyOf(invoice)?.document_number ?? '') : null}
          </Detail>
          <Detail name="Número">{numberText(invoice)}</Detail>
          {isService(invoice) ? <Detail name="Nº da DPS">{invoice.rps_number}</Detail> : null}
          <Detail name={invoice.issued_at ? 'Emissão' : 'Escrita em'}>{formatDay(dayOfNote(invoice))}</Detail>
          {isService(invoice) ? <Detail name="Competência">{formatMonth(monthOf(invoice.competence_date))}</Detail> : null}
          <Detail name="Origem">{INVOICE_SOURCE_LABELS[invoice.source]}</Detail>
        </dl>
      </DrawerSection>
      {isService(invoice) ? <ServiceSections invoice={invoice} /> : <GoodsSections invoice={invoice} />}
      {invoice.kind === 'PRODUCT' && invoice.source === 'LOCAL' ? <Letters id={invoice.id} /> : null}
      <Titles invoice={invoice} />
      <Files note={note} invoice={invoice} />
      {isService(invoice) && invoice.source === 'LOCAL' ? <CityStatus id={invoice.id} /> : null}
    </>
  )
}

function Head({ note, invoice }: { note: KindOfNote; invoice: Invoice }) {
  const refusal = invoice.status === 'ISSUED' ? refusalOf(invoice, Date.now()) : undefined
  return (
    <section>
      <h2>{partyName(invoice)}</h2>
      <p className={text.m}>
        {INVOICE_KIND_LABELS[invoice.kind]} {numberText(invoice)}
      </p>
      <div className={drawer.amountLine}>
        <span className={text.big}>{formatCents(invoice.amount_cents)}</span>
        <span className={text.grow} />
        <NoteStatus invoice={invoice} />
      </div>
      {invoice.status === 'REJECTED' ? (
        <Note>
          {invoice.reason_code ? `${invoice.reason_code}: ` : ''}
          {invoice.reason ?? 'A autoridade rejeitou a nota.'}
        </Note>
      ) : null}
      {invoice.status === 'ISSUED' && invoice.reason ? (
        <Note kind="warning">
          Cancelamento recusado. {invoice.reason_code ? `${invoice.reason_code}: ` : ''}
          {invoice.reason}
        </Note>
      ) : null}
      {invoice.waiting_transmission ? <Note kind="warning">Preparada: espera quem pode transmitir.</Note> : null}
      {refusal && invoice.source === 'LOCAL' && note.kind !== 'SERVICE' ? (
        <p className={classNames(text.m, text.small, styles.cancelWindow)}>{refusal}</p>
      ) : null}
    </section>
  )
}

function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.noteSteps}>
      {steps.map(step => (
        <li key={step.title} className={styles[step.state]}>
          <Icon name={step.state === 'failed' ? 'circle-x' : step.state === 'now' ? 'clock-3' : 'circle-check'} size="s" />
          <span>
            <span className={text.med}>{step.title}</span>
            {step.when ? <span className={classNames(text.m, text.tabular)}> {step.when}</span> : null}
            {step.detail ? <span className={classNames(text.m, text.small, styles.detail)}>{step.detail}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The note on its way to the customer, by whichever way one writes to them. */
function HandOn({ invoice }: { invoice: Invoice }) {
  if (invoice.source !== 'LOCAL' || invoice.status !== 'ISSUED') return null
  return (
    <DrawerSection title="Para o cliente">
      <p className={drawer.line}>
        <CommandButton id="invoice.email" short icon />
        <CommandButton id="invoice.link" short icon />
      </p>
    </DrawerSection>
  )
}

function KeySection({ invoice }: { invoice: Invoice }) {
  if (invoice.access_key === null) return null
  return (
    <DrawerSection title="Chave de acesso" action={<CommandButton id="invoice.copy-key" variant="ghost" short />}>
      <p className={classNames(styles.accessKey, text.tabular)}>{groupKey(invoice.access_key)}</p>
    </DrawerSection>
  )
}

/** The last registered one stands in the place of those before. */
function Letters({ id }: { id: string }) {
  const letters = useReading(invoiceCorrections.list, { params: { id } }).data?.corrections ?? []
  if (letters.length === 0) return null
  return (
    <DrawerSection title="Cartas de correção" action={<CommandButton id="invoice.letter" variant="ghost" label="Nova carta" />}>
      {letters.map(letter => (
        <div key={letter.id} className={styles.letter}>
          <p className={drawer.line}>
            <span className={text.med}>Carta {letter.sequence}</span>
            <span className={drawer.end}>
              <EventStatusBadge status={letter.status} />
            </span>
          </p>
          <p className={styles.serviceWords}>{letter.text}</p>
          {letter.reason ? (
            <p className={classNames(text.m, text.small)}>{[letter.reason_code, letter.reason].filter(Boolean).join(': ')}</p>
          ) : null}
        </div>
      ))}
    </DrawerSection>
  )
}

function Titles({ invoice }: { invoice: Invoice }) {
  const c = useCompanyId()
  const { go } = houseOptions().ports
  if (invoice.entries.length === 0) return null
  return (
    <DrawerSection title="Lançada como">
      {invoice.entries.map(({ id, kind }, at) => (
        <p className={drawer.line} key={id}>
          <Icon name={kind === 'BILL' ? 'receipt-text' : 'hand-coins'} size="s" />
          <button
            type="button"
            className={button.link}
            onClick={() =>
              go(
                kind === 'BILL'
                  ? pathTo('bills.detail', { companyId: c, billId: id })
                  : pathTo('receivables.detail', { companyId: c, receivableId: id }),
              )
            }
          >
            {kind === 'BILL' ? 'Conta a pagar' : 'Conta a receber'}
            {invoice.entries.length > 1 ? ` ${at + 1} de ${invoice.entries.length}` : ''}
          </button>
        </p>
      ))}
    </DrawerSection>
  )
}

const fileName = ({ content_type, name }: Attachment, print: string): string =>
  content_type === 'application/pdf' ? `${print} em PDF` : name.endsWith('-cancelamento.xml') ? 'XML do cancelamento' : 'XML da nota'

function Files({ note, invoice }: { note: KindOfNote; invoice: Invoice }) {
  const files = useQuery<readonly Attachment[]>(filesReading(invoice.kind, invoice.id) as never)
  return (
    <DrawerSection
      title="Arquivos"
      action={
        files.data?.length ? (
          <>
            <CommandButton id="invoice.xml" variant="ghost" short />
            <CommandButton id="invoice.pdf" variant="ghost" short />
          </>
        ) : undefined
      }
    >
      {files.data?.map(file => (
        <div className={drawer.line} key={file.id}>
          <Icon name={file.content_type === 'application/pdf' ? 'printer' : 'file-text'} size="s" />
          <Button variant="ghost" onClick={() => void openFile(file)}>
            {fileName(file, note.print)}
          </Button>
          <span className={classNames(text.m, drawer.end)}>{fileSizeText(file.size_bytes)}</span>
        </div>
      ))}
      {files.isError ? <p className={classNames(text.m, text.small)}>Não foi possível ler os arquivos: {files.error.message}</p> : null}
      {files.data?.length === 0 ? (
        <p className={classNames(text.m, text.small)}>
          {invoice.status === 'ISSUED' || invoice.status === 'CANCELLED'
            ? 'Nenhum arquivo guardado.'
            : 'XML e PDF chegam com a autorização.'}
        </p>
      ) : null}
    </DrawerSection>
  )
}

function CityStatus({ id }: { id: string }) {
  const city = useReading(serviceInvoices.municipalStatus, { params: { id } })
  if (!city.data && !city.isError) return null
  return (
    <DrawerSection title="Emissor do município">
      {city.data ? (
        <p className={drawer.line}>
          <Icon name={city.data.available ? 'circle-check' : 'triangle-alert'} size="s" />
          <span>
            {city.data.city_name ?? 'Município não informado'}: {city.data.available ? 'disponível' : 'fora do ar'}
            <span className={classNames(text.m, text.small, styles.detail)}>{city.data.message}</span>
          </span>
        </p>
      ) : (
        <p className={classNames(text.m, text.small)}>O emissor não respondeu agora.</p>
      )}
    </DrawerSection>
  )
}
