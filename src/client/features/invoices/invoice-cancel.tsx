// Cancelling notes: what the authority still takes, and the reason it asks for.
import { useState } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import dialog from '#client/kit/dialog.module.css'
import { Dialog } from '#client/kit/dialog.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CancelInput } from '#commands/invoice-forms.ts'
import type { Forms } from '#commands/kit/form.ts'
import { cancelRefusal, JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'
import { formatCents } from '#domain/money.ts'
import type { Invoice } from './invoice-kind.ts'
import { partyName } from './invoice-words.ts'
import styles from './invoices.module.css'

export const refusalOf = (invoice: Invoice, now: number): string | undefined =>
  invoice.source === 'CAPTURE'
    ? 'Uma nota recebida só pode ser cancelada por quem a emitiu.'
    : cancelRefusal(invoice.kind, invoice.status, invoice.issued_at === null ? undefined : Date.parse(invoice.issued_at), now)

const CancelForm = CancelInput.pick({ reason: true })

export function AskedCancel({ asking }: { asking: Asking<Forms['cancel-notes']> }) {
  const [now] = useState(() => Date.now())
  const invoices = asking.target.records as readonly Invoice[]
  const late = invoices.filter(invoice => refusalOf(invoice, now) !== undefined)
  const open = invoices.filter(invoice => !late.includes(invoice))
  const reasons = late.map(invoice => refusalOf(invoice, now))
  const [only] = open
  const notes = [...new Set(reasons)].map(reason => (
    <Note key={reason} kind="warning">
      {only ? `${reasons.filter(one => one === reason).length} fora: ${reason}` : reason}
    </Note>
  ))
  if (only === undefined)
    return (
      <Dialog open onClose={asking.leave} title="Esta nota não pode ser cancelada">
        <div className={classNames(dialog.body, styles.cancelNote)}>{notes}</div>
      </Dialog>
    )
  const many = open.length > 1
  return (
    <CommandForm
      asking={asking}
      schema={CancelForm}
      start={() => ({ reason: '' })}
      send={({ reason }) => ({ reason, late: late.map(({ id }) => id) })}
      submitLabel={many ? `Cancelar ${open.length} notas` : 'Cancelar nota'}
      back={{ label: 'Voltar', run: asking.leave }}
    >
      <p>
        {many
          ? `${formatCents(open.reduce((sum, invoice) => sum + invoice.amount_cents, 0))} em notas emitidas.`
          : `${partyName(only)}, ${formatCents(only.amount_cents)}.`}{' '}
        O pedido vai para a autoridade fiscal e não se desfaz.
      </p>
      {notes}
      <TextAreaField
        name="reason"
        label="Justificativa"
        maxLength={JUSTIFICATION.max}
        autoFocus
        help={`A autoridade a guarda com a nota: de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres.`}
      />
    </CommandForm>
  )
}
