// Cancelling notes: what the authority still takes, the reason it asks for, and the question before it leaves the house.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { Dialog } from '#client/kit/dialog.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { settleWrite, writeFailed } from '#client/surfaces/form-outcome.ts'
import { customerInvoices, productInvoices, serviceInvoices } from '#contract/invoices.ts'
import { cancelRefusal, JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'
import { formatCents } from '#domain/money.ts'
import { type Invoice, type KindOfNote, noteReading, useNoteRoute } from './invoice-kind.ts'
import { numberText, partyName } from './invoice-words.ts'

const CancelForm = z.object({
  reason: z
    .string()
    .trim()
    .min(JUSTIFICATION.min, `A justificativa tem de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres`)
    .max(JUSTIFICATION.max, `A justificativa tem de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres`),
})

const cancelOne = ({ kind, company_id: c, id }: Invoice, reason: string) => {
  if (kind === 'SERVICE') return call(serviceInvoices.cancel, { params: { id }, query: { reason } })
  if (kind === 'PRODUCT') return call(productInvoices.cancel, { params: { c, id }, query: { reason } })
  return call(customerInvoices.cancel, { params: { id }, query: { reason } })
}

export const refusalOf = (invoice: Invoice, now: number): string | undefined =>
  invoice.source === 'CAPTURE'
    ? 'Uma nota recebida só pode ser cancelada por quem a emitiu.'
    : cancelRefusal(invoice.kind, invoice.status, invoice.issued_at === null ? undefined : Date.parse(invoice.issued_at), now)

interface CancelNotesProps {
  note: KindOfNote
  invoices: readonly Invoice[]
  onClose(): void
}

export function CancelNotes({ note, invoices: opened, onClose }: CancelNotesProps) {
  // As they were when it was asked: a note that moves on meanwhile is refused by the server.
  const [invoices] = useState(opened)
  const [now] = useState(() => Date.now())
  const refused = invoices.map(invoice => refusalOf(invoice, now)).filter(reason => reason !== undefined)
  const open = invoices.filter(invoice => refusalOf(invoice, now) === undefined)
  const [only] = open
  const many = open.length > 1
  const save = async ({ reason }: z.output<typeof CancelForm>) => {
    let asked = 0
    try {
      for (const invoice of open) {
        await cancelOne(invoice, reason)
        asked++
      }
      settleWrite({ say: asked === 1 ? 'Cancelamento pedido' : `Cancelamento de ${asked} notas pedido` })
    } catch (error) {
      writeFailed(error)
      if (asked === 0) return
    }
    onClose()
  }
  const title =
    only === undefined
      ? 'Esta nota não pode ser cancelada'
      : many
        ? `Cancelar ${open.length} notas?`
        : `Cancelar a nota ${numberText(only)}?`
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="body cancel-note">
        {only ? (
          <p>
            {many
              ? `${formatCents(open.reduce((sum, invoice) => sum + invoice.amount_cents, 0))} em notas emitidas.`
              : `${partyName(only)}, ${formatCents(only.amount_cents)}.`}{' '}
            O pedido vai para a autoridade fiscal e não se desfaz.
          </p>
        ) : null}
        {[...new Set(refused)].map(reason => (
          <Note key={reason} kind="warning">
            {many || (only && refused.length > 0) ? `${refused.filter(one => one === reason).length} fora: ${reason}` : reason}
          </Note>
        ))}
        {only ? (
          <Form schema={CancelForm} defaults={{ reason: '' }} onSubmit={save} label={`Cancelar ${note.one}`}>
            <TextAreaField
              name="reason"
              label="Justificativa"
              maxLength={JUSTIFICATION.max}
              autoFocus
              help={`A autoridade a guarda com a nota: de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres.`}
            />
            <FormFooter submitLabel={many ? `Cancelar ${open.length} notas` : 'Cancelar nota'} cancelLabel="Voltar" onCancel={onClose} />
          </Form>
        ) : null}
      </div>
    </Dialog>
  )
}

/** At the note's own address. */
export function CancelNote() {
  const { note, id, toNote } = useNoteRoute()
  const invoice = useQuery<Invoice>(noteReading(note.kind, id) as never).data
  return invoice ? <CancelNotes key={id} note={note} invoices={[invoice]} onClose={() => toNote(id)} /> : <Spinner />
}
