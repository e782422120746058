// One received note: who issued it to whom, what it holds, how it is paid, and the decision.

import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note as Notice } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { maskNcm } from '#domain/fiscal/masks.ts'
import { DOUBTS } from '#domain/fiscal/note-checks.ts'
import { INVOICE_STATUS_LABELS, PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { Decision, issuedOn, type Note, noteName } from './notes.tsx'
import styles from './office.module.css'

/** Lines of a note never change places, and two of them may say the same. */
const rowKey = (what: string | undefined, at: number): string => `${what ?? ''} ${at}`

export function NoteDrawer({ note, onClose }: { note: Note; onClose(): void }) {
  return (
    <RecordDrawer
      id={note.id}
      list="organization.fiscal-documents"
      label={noteName(note)}
      where="Nota recebida"
      onClose={onClose}
      footer={<Place at="received_note.drawer" />}
    >
      <section>
        <h2>{note.issuer?.name ?? 'Emitente desconhecido'}</h2>
        <p className={text.m}>{`para ${note.company_name}`}</p>
        <div className={drawer.amountLine}>
          <span className={text.big}>{formatCents(note.amount_cents)}</span>
          <span className={text.grow} />
          <Decision note={note} />
        </div>
        {note.check?.doubts.map(doubt => (
          <Notice kind="warning" key={doubt}>{`Não conferida. ${DOUBTS[doubt]}`}</Notice>
        ))}
        {note.decision === 'REJECTED' && note.decision_reason ? <Notice kind="danger">{`Recusada: ${note.decision_reason}`}</Notice> : null}
        {note.entries.length > 0 ? <Notice kind="info">Já lançada em conta a pagar: para recusar, exclua a conta antes.</Notice> : null}
      </section>
      <DrawerSection title="Dados">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Tipo">{INVOICE_KIND_LABELS[note.kind]}</Detail>
          <Detail name="Número e série">{[note.number, note.serie].filter(Boolean).join(' · ')}</Detail>
          <Detail name="Emissão">{issuedOn(note)}</Detail>
          <Detail name="Situação">{INVOICE_STATUS_LABELS[note.status]}</Detail>
          <Detail name="CNPJ">{note.issuer?.document_number ? formatDocument(note.issuer.document_number) : null}</Detail>
          <Detail name="Chave de acesso">{note.access_key ? <span className={text.tabular}>{note.access_key}</span> : null}</Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title={note.kind === 'SERVICE' ? 'Serviço' : counted(note.lines.length, ['item', 'itens'])}>
        <ul className={styles.officeLines}>
          {note.lines.map((line, at) => (
            <li key={rowKey(line.name, at)}>
              <span>
                {line.name} {line.ncm ? <span className={classNames(text.m, text.small)}>NCM {maskNcm(line.ncm)}</span> : null}
              </span>
              <span className={text.tabular}>{formatAmount(line.total_cents)}</span>
            </li>
          ))}
        </ul>
      </DrawerSection>
      {note.payment.amount_cents.length > 0 ? (
        <DrawerSection title="Pagamento">
          <ul className={styles.officeLines}>
            {note.payment.amount_cents.map((cents, at) => {
              const due = note.payment.due_dates[at]
              const method = note.payment.payment_method[at]
              return (
                <li key={rowKey(due, at)}>
                  <span>
                    {[due ? `vence em ${formatDay(due)}` : 'à vista', method ? PAYMENT_METHOD_LABELS[method] : '']
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  <span className={text.tabular}>{formatAmount(cents)}</span>
                </li>
              )
            })}
          </ul>
        </DrawerSection>
      ) : null}
    </RecordDrawer>
  )
}
