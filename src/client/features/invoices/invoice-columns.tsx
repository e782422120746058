// The columns of the notes, by kind and side.

import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import type { RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { formatDay } from '#domain/days.ts'
import { maskServiceCode } from '#domain/fiscal/masks.ts'
import { INVOICE_FINALITY_LABELS, INVOICE_PAYMENT_KIND_LABELS } from '#domain/labels.ts'
import { formatAmount } from '#domain/money.ts'
import { type Invoice, isService, type KindOfNote } from './invoice-kind.ts'
import { NoteStatus, noteStatusText } from './invoice-status.tsx'
import { dayOfNote, partyName } from './invoice-words.ts'

const dash = <span className={text.m}>—</span>

const number: RegisterColumn<Invoice> = {
  id: 'number',
  title: 'Nº e série',
  width: 108,
  sort: row => row.number,
  render: row =>
    row.number === null ? (
      dash
    ) : (
      <span className={text.tabular}>
        {row.number}
        <span className={text.m}> · {row.serie ?? '—'}</span>
      </span>
    ),
}
const day: RegisterColumn<Invoice> = {
  id: 'day',
  title: 'Emissão',
  width: 100,
  sort: dayOfNote,
  render: row => <span className={row.issued_at ? text.tabular : classNames(text.tabular, text.m)}>{formatDay(dayOfNote(row))}</span>,
}
const amount = (title: string): RegisterColumn<Invoice> => ({
  id: 'amount',
  title,
  width: 124,
  align: 'right',
  sort: row => row.amount_cents,
  sums: formatAmount,
  render: row => formatAmount(row.amount_cents),
})
const status: RegisterColumn<Invoice> = {
  id: 'status',
  title: 'Situação',
  width: 204,
  sort: noteStatusText,
  groupable: true,
  render: row => <NoteStatus invoice={row} />,
}
const booked: RegisterColumn<Invoice> = {
  id: 'booked',
  title: 'Lançada',
  width: 96,
  leaves: 2,
  sort: row => row.entries.length,
  render: row => (row.entries.length === 0 ? dash : row.entries.length === 1 ? 'sim' : `${row.entries.length} parcelas`),
}

const service: RegisterColumn<Invoice> = {
  id: 'service',
  title: 'Serviço',
  least: 180,
  leaves: 3,
  sort: row => (isService(row) ? row.municipal_service.code : null),
  render: row =>
    isService(row) ? (
      <>
        <span className={classNames(text.tabular, text.m)}>{maskServiceCode(row.municipal_service.code)}</span> {row.description}
      </>
    ) : null,
}
const net: RegisterColumn<Invoice> = {
  id: 'net',
  title: 'Líquido (R$)',
  width: 116,
  align: 'right',
  leaves: 1,
  sort: row => (isService(row) ? row.net_amount_cents : null),
  sums: formatAmount,
  render: row => (isService(row) ? formatAmount(row.net_amount_cents) : null),
}
const finality: RegisterColumn<Invoice> = {
  id: 'finality',
  title: 'Finalidade',
  width: 104,
  leaves: 1,
  sort: row => (isService(row) ? null : row.finality),
  render: row => (isService(row) ? null : INVOICE_FINALITY_LABELS[row.finality]),
}
const payment: RegisterColumn<Invoice> = {
  id: 'payment',
  title: 'Pagamento',
  width: 104,
  leaves: 3,
  sort: row => (isService(row) ? null : row.invoice_payment.kind),
  render: row => (isService(row) ? null : INVOICE_PAYMENT_KIND_LABELS[row.invoice_payment.kind]),
}

export function columnsOf({ kind, party: side }: KindOfNote, captured: boolean): readonly RegisterColumn<Invoice>[] {
  const party: RegisterColumn<Invoice> = {
    id: 'party',
    title: captured ? 'Emitente' : side,
    least: 200,
    sort: partyName,
    groupable: true,
    render: row => <span className={text.med}>{partyName(row)}</span>,
  }
  return kind === 'SERVICE'
    ? [number, day, party, service, amount('Valor (R$)'), net, status, booked]
    : [number, day, party, finality, payment, amount('Total (R$)'), status, booked]
}
