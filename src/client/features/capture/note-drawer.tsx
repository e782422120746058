// One received note: who issued it, what was bought, when it falls due, its files, and the bills made of it.
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { FileLines } from '#client/surfaces/file-lines.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { targetOn } from '#commands/kit/command.ts'
import { type ProductInvoice, productInvoices } from '#contract/invoices.ts'
import { formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { maskNcm } from '#domain/fiscal/masks.ts'
import { PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { issuedDay, numberOf, STATE_LOOKS, spacedKey, stateOf } from './note-words.ts'

export function StateBadge({ note }: { note: ProductInvoice }) {
  const { label, tone, icon } = STATE_LOOKS[stateOf(note)]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

export function NoteDrawer({ note, onClose }: { note: ProductInvoice; onClose(): void }) {
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
          state === 'OPEN' ? (
            <>
              <CommandButton id="capture.book" variant="primary" short />
              <CommandButton id="capture.book-as" short />
            </>
          ) : state === 'BOOKED' ? (
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
          {note.reason ? <p className={text.m}>{note.reason}</p> : null}
        </section>
        <DrawerSection title="Dados">
          <dl className={facts.kv} data-part="facts">
            <Detail name="Nota">{numberOf(note)}</Detail>
            <Detail name="Emissão">{formatDay(issuedDay(note))}</Detail>
            <Detail name="CNPJ">{note.issuer?.document_number ? formatDocument(note.issuer.document_number) : null}</Detail>
            <Detail name="Chave">{note.access_key ? <span className={text.tabular}>{spacedKey(note.access_key)}</span> : null}</Detail>
          </dl>
        </DrawerSection>
        <DrawerSection title={counted(note.invoice_products.length, ['item', 'itens'])}>
          {note.invoice_products.map((product, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a note may have the same line twice, and its lines never move
            <div className={drawer.line} key={at}>
              <span>
                {product.name} <span className={classNames(text.m, text.small)}>NCM {maskNcm(product.ncm)}</span>
              </span>
              <span className={classNames(drawer.end, text.tabular)}>{formatCents(product.total_amount_cents)}</span>
            </div>
          ))}
        </DrawerSection>
        <Instalments note={note} />
        <Files id={note.id} />
      </RecordDrawer>
    </ActsOn>
  )
}

function Instalments({ note: { invoice_payment: payment } }: { note: ProductInvoice }) {
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

function Files({ id }: { id: string }) {
  const files = useReading(productInvoices.attachments, { params: { id } }).data ?? []
  return files.length > 0 ? (
    <DrawerSection title="Arquivos">
      <FileLines files={files} />
    </DrawerSection>
  ) : null
}
