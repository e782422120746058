// Many bills as one order, for today or a day to come: each line with its way to be paid, what stays out and why, one confirmation, one code.
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { reading, useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import dialog from '#client/kit/dialog.module.css'
import { Dialog } from '#client/kit/dialog.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { Checkbox } from '#client/kit/form/checkbox.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useBillsToPay } from '#client/surfaces/payment-moves.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { slices } from '#commands/slices.ts'
import { digitalAccounts } from '#contract/digital-account.ts'
import { Day } from '#contract/kit/fields.ts'
import { type PlannedPayment, paymentOrders } from '#contract/payments.ts'
import { formatDay } from '#domain/days.ts'
import { PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { formatPixKey, readPixKey } from '#domain/payments/pix-key.ts'
import { counted } from '#domain/text.ts'
import { bankDataText } from '#resources/kit/bank-data.ts'
import { ChooseBills } from './choose-bills.tsx'
import { isAhead, PayDayField, payVerb, plannedFor } from './pay-day.tsx'
import { PayeeMarks } from './payee-card.tsx'
import styles from './wallet.module.css'

/** What one question of a plan takes. */
const ASKED_AT_ONCE = 100
const OrderForm = z.object({ title: z.string().max(140, 'Até 140 caracteres'), pay_on: Day })

const contas = (count: number): string => counted(count, ['conta', 'contas'])
const sumOf = (lines: readonly PlannedPayment[]): number => lines.reduce((sum, line) => sum + line.amount_cents, 0)

export function PayBills() {
  const c = useCompanyId()
  const today = useToday()
  const { ids, day: said = today } = useBillsToPay(c)
  const [day, setDay] = useState(said)
  const then = plannedFor(day, today)
  const plans = useQueries({
    queries: [...slices(ids, ASKED_AT_ONCE)].map(some => ({
      ...reading(paymentOrders.plan, { params: { c }, query: { bill_ids: some.join(';'), ...then } }),
      placeholderData: keepPreviousData,
    })),
  })
  const failed = plans.find(plan => plan.isError)
  const leave = () => houseOptions().ports.go(pathTo(ids.length > 0 ? 'bills' : 'payments', { companyId: c }))
  if (ids.length === 0) return <ChooseBills c={c} onLeave={leave} />
  if (failed === undefined && plans.every(plan => plan.isSuccess))
    return <Sheet c={c} lines={plans.flatMap(plan => plan.data ?? [])} day={day} onDay={setDay} onLeave={leave} />
  return (
    <Dialog open onClose={leave} title="Pagar contas" width="wide">
      <div className={dialog.body}>
        {failed ? (
          <ErrorState title="Não foi possível preparar a ordem" error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
    </Dialog>
  )
}

interface SheetProps {
  c: string
  lines: readonly PlannedPayment[]
  /** The one the lines are planned for. */
  day: string
  onDay(day: string): void
  onLeave(): void
}

function Sheet({ c, lines, day, onDay, onLeave }: SheetProps) {
  const ahead = isAhead(day, useToday())
  const account = useReading(digitalAccounts.get, { params: { c } })
  const limits = useReading(digitalAccounts.limits, { params: { c } })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  // What the server refused line by line when it was asked to pay.
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const why = (line: PlannedPayment) => line.refusal ?? refused.get(line.bill_id) ?? null
  const payable = lines.filter(line => why(line) === null)
  const paid = payable.filter(line => !left.has(line.bill_id))
  const total = sumOf(paid)
  const toggle = (id: string) => setLeft(before => new Set(before.has(id) ? [...before].filter(one => one !== id) : [...before, id]))

  const pay = async ({ title, pay_on }: z.output<typeof OrderForm>) => {
    const body = { bill_ids: paid.map(line => line.bill_id), pay_on, ...(title === '' ? {} : { title }) }
    const { problems = [] } = await sendInput('payment_order.pay', body)
    const asked = new Set(body.bill_ids)
    setRefused(
      before => new Map([...before, ...problems.flatMap(({ field, message }) => (asked.has(field) ? [[field, message] as const] : []))]),
    )
    return problems.filter(({ field }) => !asked.has(field))
  }

  return (
    <FormDialog
      title={paid.length === 0 ? 'Pagar contas' : `${payVerb(ahead)} ${contas(paid.length)}, ${formatCents(total)}`}
      description="Confira cada linha. O que o banco paga não se desfaz."
      width="wide"
      schema={OrderForm}
      defaults={{ title: '', pay_on: day }}
      submitLabel={`${payVerb(ahead)} ${formatCents(total)}`}
      disabled={paid.length === 0 || account.data?.status !== 'ACTIVE'}
      onSubmit={pay}
      onClose={onLeave}
    >
      <Warnings
        account={account.data === undefined || account.data?.status === 'ACTIVE'}
        unpayable={lines.length - payable.length}
        unapproved={paid.filter(line => !line.approved).length}
        newPayees={paid.filter(line => !line.known_payee).length}
        others={paid.filter(line => line.match === 'OTHER').length}
        beyond={
          !ahead && limits.data?.available_now_cents != null && total > limits.data.available_now_cents
            ? limits.data.available_now_cents
            : null
        }
      />
      {/* The focus begins here: Enter alone pays nothing. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard */}
      <ul className={classNames(styles.paymentList, styles.pick)} data-autofocus tabIndex={0} aria-label="Contas desta ordem">
        {lines.map(line => (
          <Line key={line.bill_id} line={line} why={why(line)} on={!left.has(line.bill_id)} onToggle={() => toggle(line.bill_id)} />
        ))}
      </ul>
      <PayDayField />
      <DayHeard onDay={onDay} />
      <TextField name="title" label="Nome da ordem" aside="opcional" placeholder="Fornecedores da semana" maxLength={140} />
    </FormDialog>
  )
}

/** Tells the day in the form to whoever asks the bank for the lines. */
function DayHeard({ onDay }: Pick<SheetProps, 'onDay'>) {
  const day: string = useWatch({ name: 'pay_on' }) ?? ''
  useEffect(() => onDay(day), [day, onDay])
  return null
}

interface WarningsProps {
  account: boolean
  unpayable: number
  unapproved: number
  newPayees: number
  /** Whom the bank names is not the bill's contact. */
  others: number
  /** What may still leave now, when the total is more. */
  beyond: number | null
}

function Warnings({ account, unpayable, unapproved, newPayees, others, beyond }: WarningsProps) {
  return (
    <div className={styles.payNotes}>
      {account ? null : <Note kind="danger">A empresa ainda não tem conta digital aberta: abra-a para pagar.</Note>}
      {beyond === null ? null : <Note kind="danger">Acima do limite de agora: cada pagamento pode levar {formatCents(beyond)}.</Note>}
      {unpayable === 0 ? null : (
        <Note kind="warning">{counted(unpayable, ['conta fica de fora', 'contas ficam de fora'])}: o motivo está na linha.</Note>
      )}
      {unapproved === 0 ? null : (
        <Note kind="info">{contas(unapproved)} sem aprovação: acima do seu limite, a ordem espera por outra pessoa.</Note>
      )}
      {others === 0 ? null : (
        <Note kind="danger">{counted(others, ['conta vai', 'contas vão'])} para quem não é o fornecedor: confira antes de pagar.</Note>
      )}
      {newPayees === 0 ? null : <Note kind="info">Há quem receba pela primeira vez: será pedido um código, um só para tudo.</Note>}
    </div>
  )
}

/** 'Pix para o e-mail financeiro@…', 'Boleto 34191.79001 …'. */
function wayText({ kind, pix_key, digitable_line, bank_account }: PlannedPayment): string {
  if (bank_account) return `Conta de ${bank_account.name} · ${bankDataText(bank_account)}`
  if (kind === 'BOLETO') return `Boleto ${digitable_line?.slice(0, 10) ?? ''}…`
  const type = readPixKey(pix_key ?? '')?.type
  return kind === null ? 'Sem forma de pagar' : `Pix · ${type ? PIX_KEY_TYPE_LABELS[type] : 'chave'} ${formatPixKey(pix_key ?? '')}`
}

interface LineProps {
  line: PlannedPayment
  why: string | null
  on: boolean
  onToggle(): void
}

function Line({ line, why, on, onToggle }: LineProps) {
  const name = line.payee_name ?? line.description ?? 'Sem fornecedor'
  return (
    <li className={why === null && on ? undefined : styles.out}>
      <Checkbox
        checked={why === null && on}
        disabled={why !== null}
        onChange={onToggle}
        label={`Pagar ${name}, ${formatCents(line.amount_cents)}`}
      />
      <span className={styles.name}>{name}</span>
      <span className={classNames(text.tabular, styles.tabular, text.med)}>{formatCents(line.amount_cents)}</span>
      <span className={classNames(text.m, text.small, styles.small, text.cut)}>
        {wayText(line)} · vence {formatDay(line.due_date)}
      </span>
      {line.payee ? (
        <span className={styles.whyNot}>
          <span className={classNames(text.m, text.small)}>
            recebe {line.payee.name}, {line.payee.document_number}
          </span>
          <PayeeMarks word={line} amount_cents={line.amount_cents} />
        </span>
      ) : null}
      {why === null ? null : <span className={classNames(styles.whyNot, text.dang, text.small, styles.small)}>{why}</span>}
    </li>
  )
}
