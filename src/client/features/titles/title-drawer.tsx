// One bill or receivable, read first: amount, dates, payment, conciliation and attachments, with its actions below.

import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'react'
import { reading, useReading } from '#client/data/queries.ts'
import { shortAccount, useRegisters } from '#client/data/registers.ts'
import { BankMark } from '#client/kit/bank-mark.tsx'
import { StatusChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { Drawer, DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { asAddress } from '#client/surfaces/address.ts'
import { ClientAnswers } from '#client/surfaces/client-answers.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { FileLines } from '#client/surfaces/file-lines.tsx'
import { useEscape, useLayer } from '#client/surfaces/focus-stack.ts'
import { intend, useIntent } from '#client/surfaces/intents.ts'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { OrderBadge } from '#client/surfaces/order-badge.tsx'
import { overOpenList } from '#client/surfaces/over-list.ts'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import type { CommandId } from '#commands/index.ts'
import { type AnyTarget, targetOn } from '#commands/kit/command.ts'
import { pathTo, type RecordScreen, recordPath } from '#commands/screens.ts'
import type { Bill } from '#contract/bills.ts'
import type { InvoiceRef } from '#contract/entry.ts'
import { paymentOrders } from '#contract/payments.ts'
import { formatDay, formatMonth, monthOf } from '#domain/days.ts'
import { dueState } from '#domain/due.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import {
  DIFFERENCE_KIND_LABELS,
  FREQUENCY_INTERVAL_LABELS,
  INVOICE_SOURCE_LABELS,
  INVOICE_STATUS_LABELS,
  PAYMENT_METHOD_LABELS,
} from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { formatDigitableLine } from '#domain/payments/boleto.ts'
import { scheduledDay } from '#domain/payments/pay-day.ts'
import { formatPixKey } from '#domain/payments/pix-key.ts'
import { capitalized } from '#domain/text.ts'
import { TaxSection } from './bill-tax.tsx'
import { CollectedSection } from './title-collected.tsx'
import { kindOf, type TitleKind } from './title-kind.ts'
import styles from './titles.module.css'

export function useTitleRoute(): { kind: TitleKind; id: string; c: string; close(): void; back(): void } {
  const c = useCompanyId()
  const billId = useRouteParam('billId')
  const receivableId = useRouteParam('receivableId')
  const path = useRouterState({ select: state => state.location.pathname })
  const navigate = useNavigate()
  const kind = kindOf({ billId, receivableId }, path)
  const id = billId ?? receivableId ?? ''
  const list = pathTo(kind.area, { companyId: c })
  return {
    kind,
    id,
    c,
    close: () => void navigate(asAddress({ to: overOpenList(list) })),
    back: () => void navigate(asAddress({ to: overOpenList(id === '' ? list : recordPath(`${kind.area}.detail`, c, id)) })),
  }
}

export function TitleDrawer() {
  const { kind, id, c, close } = useTitleRoute()
  const title = useReading(kind.rows.get, { params: { c, id } })
  useTellMissing(title.isLoadingError && isNotFound(title.error))
  // The list's cursor comes along, so that keys act on what is read.
  useLayoutEffect(() => {
    intend('focus.record', id)
  }, [id])
  const toList = () => {
    close()
    intend('focus.record', id)
  }
  useIntent('drawer.close', toList)
  // Before the filter and the marks of the list beside it.
  useEscape('dialog', () => {
    toList()
    return true
  })
  const step = (by: 1 | -1) => () => void intend('drawer.step', { id, by })
  const record = title.data
  const company = useWhereabouts(now => now.company)
  const target = useMemo(() => record && targetOf(kind, record, company), [kind, record, company])
  useKeysOn(target)
  return (
    <ActsOn value={target}>
      <Drawer
        label={record?.additional_information ?? kind.one}
        where={kind.title}
        onClose={toList}
        onPrevious={step(-1)}
        onNext={step(1)}
        footer={
          record ? (
            <>
              <Place at={`${kind.record}.drawer`} leads={record.status !== kind.settled} begins={firstAction(record)} />
              <span className={text.grow} />
              <MoreActions at={`${kind.record}.row`} />
            </>
          ) : undefined
        }
      >
        {title.isError ? (
          <ErrorState title="Não foi possível abrir a conta" error={title.error} onRetry={() => void title.refetch()} />
        ) : record ? (
          <TitleBody kind={kind} record={record} />
        ) : (
          <Skeleton rows={8} />
        )}
      </Drawer>
      <Outlet />
    </ActsOn>
  )
}

/** Over its own list keys act on the row in focus, which is the same record; a row of another list is of another kind. */
function useKeysOn(target: AnyTarget | undefined): void {
  const isElsewhere = useWhereabouts(now => now.list.split('.', 1)[0] !== now.area)
  useLayer('grid', target ? { target: () => target, picked: () => 0, revision: target } : {}, isElsewhere && target !== undefined)
}

/** What an open title asks for: a bill to be paid, an overdue receivable to be charged. */
function firstAction({ status }: { status: string }): CommandId | undefined {
  if (status === 'PENDING' || status === 'APPROVED') return 'bill.pay_now'
  return status === 'OVERDUE' ? 'receivable.charge' : undefined
}

export const targetOf = (kind: TitleKind, record: Bill, company: AnyTarget['company']): AnyTarget =>
  targetOn(kind.record, [record], { company, from: 'focus', centsOf: () => kind.sign * record.amount_cents })

function TitleBody({ kind, record }: { kind: TitleKind; record: Bill }) {
  const today = useToday()
  const { categoryName } = useRegisters(record.company_id)
  const settled = record.status === kind.settled
  const due = dueState({ due_date: record.due_date, settled }, today)
  return (
    <>
      <section>
        <h2>{record.additional_information ?? kind.one}</h2>
        {record.contact ? <p className={text.m}>{record.contact.name}</p> : null}
        <div className={drawer.amountLine}>
          <span className={text.big}>{formatCents(record.amount_cents)}</span>
          <span className={classNames(text.m, drawer.m)}>{kind.direction}</span>
          <span className={text.grow} />
          <StatusChip {...kind.status(record.status)} />
        </div>
        {due.words !== '' ? (
          <Note kind={due.level === 'danger' ? 'danger' : 'warning'}>{`${capitalized(due.words)}, em ${formatDay(record.due_date)}`}</Note>
        ) : null}
      </section>
      <ClientAnswers c={record.company_id} of={{ entry_id: record.id }} categoryName={categoryName} use={`question.use-${kind.record}`} />
      <DrawerSection title="Dados" action={<Place at={`${kind.record}.facts`} />}>
        <dl className={facts.kv} data-part="facts">
          <Row name="Vencimento">{formatDay(record.due_date)}</Row>
          <Row name={settled ? `${capitalized(kind.settledWord)} em` : 'Data prevista'}>{formatDay(record.date)}</Row>
          <Row name="Competência">{formatMonth(monthOf(record.competence_date))}</Row>
          <Row name="Emissão">{record.issue_date ? formatDay(record.issue_date) : null}</Row>
          <Row name="Categoria">{record.category?.name}</Row>
          <Row name="Conta bancária">{record.bank_account ? <AccountFact account={record.bank_account} /> : null}</Row>
          <Row name="Forma">{record.payment_method ? PAYMENT_METHOD_LABELS[record.payment_method] : null}</Row>
          <Row name="Nº documento">{record.document_number}</Row>
          <Row name="Série">{seriesText(record)}</Row>
          <Row name="Linha digitável">{formatDigitableLine(record.payment_details?.boleto?.digitable_line ?? '')}</Row>
          <Row name="Chave Pix">{formatPixKey(record.payment_details?.pix_key ?? '')}</Row>
        </dl>
      </DrawerSection>
      {record.status === 'WAITING_PAYMENT' ? <PaymentSection record={record} /> : null}
      {kind.record === 'bill' ? <TaxSection record={record} /> : <CollectedSection record={record} />}
      <ConciliationSection kind={kind} record={record} />
      <NotesSection record={record} />
      <DrawerSection title="Anexos" action={<CommandButton id={`${kind.record}.attach`} variant="ghost" short />}>
        {record.attachments?.length ? (
          <FileLines files={record.attachments} />
        ) : (
          <p className={classNames(text.m, text.small, styles.small)}>Nenhum arquivo anexado.</p>
        )}
      </DrawerSection>
    </>
  )
}

/** The order that pays it, and on which day; to whoever may see payments. */
function PaymentSection({ record: { id, company_id: c } }: { record: Bill }) {
  const mayRead = useWhereabouts(now => now.can)('payments:v')
  const orders = useQuery({ ...reading(paymentOrders.list, { params: { c }, query: { bill_id: id } }), enabled: mayRead })
  const order = orders.data?.[0]
  if (!order) return null
  return (
    <DrawerSection title="Pagamento">
      <div className={classNames(drawer.line, styles.line)}>
        <Icon name="send" size="s" />
        <Link {...asAddress({ to: recordPath('payments.detail', c, order.id) })}>{order.title ?? 'Ordem de pagamento'}</Link>
        <span className={classNames(drawer.end, styles.end)}>
          <OrderBadge status={order.status} day={scheduledDay(order)} />
        </span>
      </div>
    </DrawerSection>
  )
}

const NOTE_SCREENS = {
  SERVICE: 'service_invoices.detail',
  PRODUCT: 'product_invoices.detail',
  CONSUMER: 'consumer_invoices.detail',
} as const satisfies Record<InvoiceRef['kind'], RecordScreen>

/** The notes it was booked from or settled with, each a way to the note. */
function NotesSection({ record }: { record: Bill }) {
  const notes = [...(record.service_invoices ?? []), ...(record.product_invoices ?? [])]
  if (notes.length === 0) return null
  return (
    <DrawerSection title={notes.length === 1 ? 'Nota' : 'Notas'}>
      {notes.map(({ id, kind, source, status, number, amount_cents }) => (
        <div className={classNames(drawer.line, styles.line)} key={id}>
          <Icon name="file-text" size="s" />
          <Link {...asAddress({ to: recordPath(NOTE_SCREENS[kind], record.company_id, id) })}>
            {`${INVOICE_KIND_LABELS[kind]} ${number ?? 'sem número'}`}
          </Link>
          <span className={classNames(text.m, text.small)}>
            {status === 'ISSUED' ? INVOICE_SOURCE_LABELS[source].toLowerCase() : INVOICE_STATUS_LABELS[status].toLowerCase()}
          </span>
          <span className={classNames(drawer.end, styles.end, text.tabular)}>{formatCents(amount_cents)}</span>
        </div>
      ))}
    </DrawerSection>
  )
}

/** '3 de 12, mensal'. */
function seriesText({ scheduled_recurrence, recurrence_index }: Bill): string | null {
  if (scheduled_recurrence === null) return null
  const { frequency_unit, frequency_interval } = scheduled_recurrence
  return `${(recurrence_index ?? 0) + 1} de ${frequency_unit}, ${FREQUENCY_INTERVAL_LABELS[frequency_interval].toLowerCase()}`
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const AccountFact = ({ account }: { account: NonNullable<Bill['bank_account']> }) => (
  <>
    <BankMark routing_number={account.routing_number} name={account.institution_name} disabled={account.status === 'ARCHIVED'} />{' '}
    {shortAccount(account)}
  </>
)

function ConciliationSection({ kind, record }: { kind: TitleKind; record: Bill }) {
  const c = useCompanyId()
  const group = useReading(kind.rows.conciliation, { params: { c, id: record.id } }).data
  if (!record.conciliation_id) {
    return (
      <DrawerSection title="Conciliação">
        <p className={classNames(text.m, text.small, styles.small)}>
          {record.status === kind.settled ? 'Baixada à mão, sem linha do extrato.' : 'Ainda sem linha do extrato.'}
        </p>
      </DrawerSection>
    )
  }
  return (
    <DrawerSection title="Conciliação" action={<CommandButton id={`${kind.record}.unconciliate`} variant="ghost" />}>
      {group?.bank_statement_entries.map(line => (
        <div className={classNames(drawer.line, styles.line)} key={line.id}>
          <Icon name="link-2" size="s" />
          <span>{`Extrato ${formatDay(line.date)}, ${line.description}`}</span>
          <span className={classNames(drawer.end, styles.end, text.tabular)}>{formatCents(line.amount_cents)}</span>
        </div>
      ))}
      {group?.titles
        .filter(title => title.difference_kind !== null)
        .map(title => (
          <div className={classNames(drawer.line, styles.line)} key={title.id}>
            <span className={text.m}>{title.difference_kind ? DIFFERENCE_KIND_LABELS[title.difference_kind] : ''}</span>
            <span className={classNames(drawer.end, styles.end, text.tabular)}>{formatCents(title.amount_cents)}</span>
          </div>
        ))}
    </DrawerSection>
  )
}
