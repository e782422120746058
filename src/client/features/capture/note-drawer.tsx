// One received note: who issued it, what was bought, when it falls due, its files, and the bills made of it.
import { Fragment } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { FileLines } from '#client/surfaces/file-lines.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { targetOn } from '#commands/kit/command.ts'
import type { Attachment } from '#contract/attachments.ts'
import { productInvoices, serviceInvoices } from '#contract/invoices.ts'
import type { ReceivedNote } from '#contract/received-notes.ts'
import { dayInSaoPaulo, formatDay, formatMoment } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { maskNcm } from '#domain/fiscal/masks.ts'
import { DOUBTS, FATE_LABELS, NOT_ASKED } from '#domain/fiscal/note-checks.ts'
import { AUTHORITY_WORDS } from '#domain/fiscal/note-sources.ts'
import { PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { NoteChain } from './note-chain.tsx'
import { Manifestations } from './note-manifestations.tsx'
import { checkLook, isSummary, issuedDay, numberOf, STATE_LOOKS, spacedKey, stateOf } from './note-words.ts'

export function StateBadge({ note }: { note: ReceivedNote }) {
  const { label, tone, icon } = STATE_LOOKS[stateOf(note)]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

export function CheckBadge({ note }: { note: ReceivedNote }) {
  const { label, tone, icon } = checkLook(note)
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

export function NoteDrawer({ note, onClose }: { note: ReceivedNote; onClose(): void }) {
  const company = useWhereabouts(now => now.company)
  const state = stateOf(note)
  return (
    <ActsOn value={targetOn('captured_note', [note], { company, from: 'focus', centsOf: () => -note.amount_cents })}>
      <RecordDrawer
        id={note.id}
        list="capture"
        label={`Nota ${numberOf(note)}`}
        where="Nota recebida"
        onClose={onClose}
        footer={
          state === 'DOUBTED' ? (
            <Place at="captured_note.drawer" {...(isSummary(note) ? { begins: 'capture.acknowledge' } : {})} />
          ) : state === 'OPEN' ? (
            <>
              <CommandButton id="capture.book" variant="primary" short />
              <CommandButton id="capture.book-as" short />
            </>
          ) : note.entries.length > 0 ? (
            <CommandButton id="capture.bill" short variant="secondary" />
          ) : undefined
        }
      >
        <section>
          <h2>{note.issuer?.name}</h2>
          <div className={drawer.amountLine}>
            <span className={text.big}>{formatCents(note.amount_cents)}</span>
            <span className={text.grow} />
            <StateBadge note={note} />
          </div>
          {note.status === 'CANCELLED' ? <Ended note={note} /> : null}
        </section>
        <NoteChain note={note} />
        <DrawerSection title="Dados">
          <dl className={facts.kv} data-part="facts">
            <Detail name={INVOICE_KIND_LABELS[note.kind]}>{numberOf(note)}</Detail>
            <Detail name="Emissão">{formatDay(issuedDay(note))}</Detail>
            <Detail name="CNPJ">{note.issuer?.document_number ? formatDocument(note.issuer.document_number) : null}</Detail>
            <Detail name="Retido na fonte">
              {note.withheld_cents > 0 ? `${formatCents(note.withheld_cents)}, pagos à parte como imposto` : null}
            </Detail>
            <Detail name="Chave">{note.access_key ? <span className={text.tabular}>{spacedKey(note.access_key)}</span> : null}</Detail>
          </dl>
        </DrawerSection>
        <Check note={note} />
        {note.kind === 'PRODUCT' ? <Manifestations note={note} /> : null}
        <Letters note={note} />
        {note.lines.length > 0 ? <Lines note={note} /> : null}
        <Instalments note={note} />
        {note.kind === 'SERVICE' ? <ServiceFiles id={note.id} /> : <GoodsFiles id={note.id} />}
      </RecordDrawer>
    </ActsOn>
  )
}

/** A note that is no more, and whether that came too late for a bill. */
function Ended({ note: { fate, reason, replaced_by, cancelled_at, entries } }: { note: ReceivedNote }) {
  const words = [
    FATE_LABELS[fate ?? 'CANCELLED'],
    cancelled_at ? ` em ${formatDay(dayInSaoPaulo(Date.parse(cancelled_at)))}` : '',
    reason ? `: ${reason}` : '',
    replaced_by ? `. Em seu lugar: ${spacedKey(replaced_by)}` : '',
    entries.length > 0 ? '. A conta a pagar feita dela continua lançada.' : '',
  ]
  return <Note kind={entries.length > 0 ? 'danger' : 'info'}>{words.join('')}</Note>
}

/** What was verified of it, what could not be, and who answered for that. */
function Check({ note }: { note: ReceivedNote }) {
  const { check } = note
  if (!check) return null
  return (
    <DrawerSection title="Conferência">
      {check.doubts.length > 0 ? (
        check.doubts.map(doubt => (
          <Note kind="warning" key={doubt}>
            {DOUBTS[doubt]}
          </Note>
        ))
      ) : (
        <p>Assinatura, origem do certificado e identidade de quem assinou conferem.</p>
      )}
      {check.state === 'VERIFIED' && check.doubts.length > 0 ? (
        // Before origins were kept, only SEFAZ gave notes by itself.
        <p>{`Veio ${AUTHORITY_WORDS[check.origin ?? 'NFE'].from}, que responde por ela.`}</p>
      ) : null}
      <dl className={facts.kv} data-part="facts">
        <Detail name="Origem">{check.origin && AUTHORITY_WORDS[check.origin].name}</Detail>
        <Detail name="Assinada por">
          {check.signer
            ? [check.signer.name, check.signer.document ? formatDocument(check.signer.document) : ''].filter(Boolean).join(', ')
            : null}
        </Detail>
        <Detail name="Autoridade">{check.signer?.authority}</Detail>
        <Detail name="Decisão">
          {note.decision
            ? `${note.decision === 'ACCEPTED' ? 'Aceita' : 'Recusada'}${note.decision_reason ? `: ${note.decision_reason}` : ''}`
            : null}
        </Detail>
      </dl>
      <p className={classNames(text.m, text.small)}>{NOT_ASKED}</p>
    </DrawerSection>
  )
}

/** What its issuer corrected; the last says all of it. */
function Letters({ note: { letters } }: { note: ReceivedNote }) {
  if (letters.length === 0) return null
  return (
    <DrawerSection title={counted(letters.length, ['carta de correção', 'cartas de correção'])}>
      {letters.toReversed().map(({ id, sequence, text: said, registered_at, verified }, at) => (
        <Fragment key={id}>
          <div className={drawer.line}>
            <span>{`Carta ${sequence}${at > 0 ? ', substituída' : ''}`}</span>
            <span className={classNames(drawer.end, text.tabular)}>{formatMoment(registered_at)}</span>
          </div>
          <p className={at > 0 ? text.m : undefined}>{said}</p>
          {verified ? null : <Note kind="warning">A assinatura desta carta não pôde ser conferida.</Note>}
        </Fragment>
      ))}
    </DrawerSection>
  )
}

function Lines({ note }: { note: ReceivedNote }) {
  return (
    <DrawerSection title={note.kind === 'SERVICE' ? 'Serviço' : counted(note.lines.length, ['item', 'itens'])}>
      {note.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a note may have the same line twice, and its lines never move
        <div className={drawer.line} key={at}>
          <span>
            {line.name} {line.ncm ? <span className={classNames(text.m, text.small)}>NCM {maskNcm(line.ncm)}</span> : null}
          </span>
          <span className={classNames(drawer.end, text.tabular)}>{formatCents(line.total_cents)}</span>
        </div>
      ))}
    </DrawerSection>
  )
}

function Instalments({ note: { payment } }: { note: ReceivedNote }) {
  if (payment.due_dates.length === 0) return null
  return (
    <DrawerSection title={payment.due_dates.length === 1 ? 'Vencimento' : `${payment.due_dates.length} parcelas`}>
      {payment.due_dates.map((due, at) => (
        <div className={drawer.line} key={`${due}${payment.amount_cents[at]}`}>
          <span className={text.tabular}>{formatDay(due)}</span>
          <span className={text.m}>{payment.payment_method[at] ? PAYMENT_METHOD_LABELS[payment.payment_method[at]] : ''}</span>
          <span className={classNames(drawer.end, text.tabular)}>{formatCents(payment.amount_cents[at] ?? 0)}</span>
        </div>
      ))}
    </DrawerSection>
  )
}

function GoodsFiles({ id }: { id: string }) {
  return <Files files={useReading(productInvoices.attachments, { params: { id } }).data ?? []} />
}

function ServiceFiles({ id }: { id: string }) {
  return <Files files={useReading(serviceInvoices.attachments, { params: { id } }).data ?? []} />
}

const Files = ({ files }: { files: readonly Attachment[] }) =>
  files.length > 0 ? (
    <DrawerSection title="Arquivos">
      <FileLines files={files} />
    </DrawerSection>
  ) : null
