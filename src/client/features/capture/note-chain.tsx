// What became of a note, link by link: its bill, how that was paid, and the line of the bank statement that proves it.
import { Link } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Bill, bills } from '#contract/bills.ts'
import type { ReceivedNote } from '#contract/received-notes.ts'
import { formatDay } from '#domain/days.ts'
import { BILL_STATUS_LABELS, PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'

export function NoteChain({ note: { entries } }: { note: ReceivedNote }) {
  if (entries.length === 0) return null
  return (
    <DrawerSection title="Da nota ao extrato">
      {entries.map(({ id }) => (
        <BillChain key={id} id={id} />
      ))}
    </DrawerSection>
  )
}

function BillChain({ id }: { id: string }) {
  const c = useCompanyId()
  const bill = useReading(bills.get, { params: { c, id } }).data
  if (!bill) return null
  return (
    <>
      <p className={drawer.line}>
        <Link to={pathTo('bills.detail', { companyId: c, billId: id })}>{`Conta a pagar de ${formatDay(bill.due_date)}`}</Link>
        <Badge tone="muted">{BILL_STATUS_LABELS[bill.status]}</Badge>
        <span className={classNames(drawer.end, text.tabular)}>{formatCents(bill.amount_cents)}</span>
      </p>
      {bill.status === 'PAID' ? <Payment bill={bill} /> : null}
    </>
  )
}

function Payment({ bill }: { bill: Bill }) {
  const c = useCompanyId()
  const group = useReading(bills.conciliation, { params: { c, id: bill.id } }).data
  const lines = group?.bank_statement_entries ?? []
  const method = bill.payment_method ? `, ${PAYMENT_METHOD_LABELS[bill.payment_method]}` : ''
  return (
    <>
      <p className={drawer.line}>{`Paga em ${formatDay(bill.date)}${method}`}</p>
      {lines.map(line => (
        <p className={drawer.line} key={line.id}>
          <Link to={pathTo('statements', { companyId: c, bankAccountId: line.bank_account_id })}>
            {`Extrato de ${formatDay(line.date)}: ${line.description}`}
          </Link>
          <span className={classNames(drawer.end, text.tabular)}>{formatCents(line.amount_cents)}</span>
        </p>
      ))}
      {lines.length === 0 && group !== undefined ? <p className={text.m}>Ainda sem linha do extrato.</p> : null}
    </>
  )
}
