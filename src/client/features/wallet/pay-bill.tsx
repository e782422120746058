// Paying one bill from where it is read: by its slip or its Pix key, to whom the bank names, out of the digital account, today or on a day
// to come.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { reading, useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { RadioGroup, Toggle } from '#client/kit/form/checkbox.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { currentContext } from '#client/surfaces/context.ts'
import { houseCommand } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { runCommand } from '#client/surfaces/runner.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import type { Bill } from '#contract/bills.ts'
import { digitalAccounts } from '#contract/digital-account.ts'
import { Day } from '#contract/kit/fields.ts'
import { type PlannedPayment, paymentOrders } from '#contract/payments.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { parseBoleto } from '#domain/payments/boleto.ts'
import { parseBrCode } from '#domain/payments/br-code.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'
import { isAhead, PayDayField, payVerb, plannedFor } from './pay-day.tsx'
import { PayeeCard } from './payee-card.tsx'
import styles from './wallet.module.css'

/** `own`: as the bill stands; `key`: its Pix key in the place of its slip; `other`: what is typed here. */
const WAYS = ['own', 'key', 'other'] as const

const PayForm = z.object({ way: z.enum(WAYS), other: z.string(), sure: z.boolean(), pay_on: Day })
type Paying = z.input<typeof PayForm>

/** Whole enough for the bank to be asked about it. */
const isReadable = (typed: string, today: string): boolean =>
  readPixKey(typed) !== undefined || parseBoleto(typed, today) !== undefined || parseBrCode(typed) !== undefined

interface Shown {
  line: PlannedPayment
  /** What another way than the bill's own was asked with. */
  given: string | undefined
}

export function AskedPayment({ asking }: { asking: Asking<Forms['pay-bill']> }) {
  const bill = asking.target.records[0] as Bill
  const c = companyIn(asking.target).id
  const [shown, setShown] = useState<Shown>()
  const account = useReading(digitalAccounts.get, { params: { c } })
  const isOpen = account.data?.status === 'ACTIVE'
  const today = useToday()
  const settle = () => {
    asking.leave()
    void runCommand(houseCommand('bill.settle'), { source: 'button', context: { ...currentContext('page'), target: asking.target } })
  }
  const isReady = (sure: boolean) => isOpen && shown !== undefined && shown.line.refusal === null && (shown.line.match !== 'OTHER' || sure)
  return (
    <CommandForm
      asking={asking}
      schema={PayForm}
      start={(): Paying => ({ way: 'own', other: '', sure: false, pay_on: today })}
      send={({ pay_on }) => ({ ...orderOf(bill, shown), pay_on })}
      disabled={form => !isReady(form.watch('sure'))}
      submitLabel={form =>
        [payVerb(isAhead(form.watch('pay_on'), today)), shown ? formatCents(shown.line.amount_cents) : ''].filter(Boolean).join(' ')
      }
      description={bill.contact?.name}
      footer={
        <Button variant="ghost" onClick={settle}>
          Já paguei
        </Button>
      }
    >
      {account.isSuccess && !isOpen ? <NoAccount waits={account.data?.status === 'PENDING'} /> : null}
      <Payment c={c} bill={bill} onShown={setShown} />
      {isOpen && account.data ? <Source c={c} account={account.data} line={shown?.line} /> : null}
    </CommandForm>
  )
}

/** A Pix by the bill's own way goes as the bill stands; anything else with what was shown. */
function orderOf({ id: bill_id }: Bill, shown: Shown | undefined): Forms['pay-bill'] {
  if (shown === undefined) throw new Error('nothing to pay')
  const { line, given } = shown
  if (line.kind !== 'BOLETO' && given === undefined) return { bill_ids: [bill_id] }
  return { payments: [{ ...targetOf(line, given), amount_cents: line.amount_cents, bill_id }] }
}

function targetOf({ kind, digitable_line, pix_key }: PlannedPayment, given: string | undefined) {
  if (kind === 'BOLETO') return { digitable_line: digitable_line ?? '' }
  return kind === 'PIX_QR' ? { emv_code: given ?? '' } : { pix_key: pix_key ?? '' }
}

function NoAccount({ waits }: { waits: boolean }) {
  if (waits) return <Note kind="info">O banco está abrindo a conta digital: leva alguns instantes.</Note>
  return (
    <>
      <Note kind="warning">Para pagar daqui, a empresa precisa de uma conta digital. Abre em instantes, e você volta para esta conta.</Note>
      <p>
        <CommandButton id="wallet.open" size="form" />
      </p>
    </>
  )
}

interface PaymentProps {
  c: string
  bill: Bill
  onShown(shown: Shown | undefined): void
}

function Payment({ c, bill, onShown }: PaymentProps) {
  const today = useToday()
  const [way, other, day] = useWatch<Paying, ['way', 'other', 'pay_on']>({ name: ['way', 'other', 'pay_on'] })
  const then = plannedFor(day, today)
  const own = useQuery({
    ...reading(paymentOrders.plan, { params: { c }, query: { bill_ids: bill.id, ...then } }),
    placeholderData: keepPreviousData,
  })
  const hasOwn = own.data?.[0]?.kind != null
  const isTyped = way === 'other' || (own.isSuccess && !hasOwn)
  const given = isTyped ? other.trim() : way === 'key' ? (bill.payment_details?.pix_key ?? undefined) : undefined
  const asks = given !== undefined && isReadable(given, today)
  const another = useQuery({
    ...reading(paymentOrders.plan, { params: { c }, query: { bill_ids: bill.id, way: given ?? '', ...then } }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  const plan = given === undefined ? own : another
  const line = given === undefined || asks ? plan.data?.[0] : undefined
  useEffect(() => onShown(line && { line, given }), [line, given, onShown])
  return (
    <>
      <Amount bill={bill} line={line} />
      {hasOwn ? <WayField own={ownWord(own.data?.[0])} both={Boolean(bill.payment_details?.pix_key)} /> : null}
      {isTyped ? (
        <TextField
          name="other"
          label="Pagar para"
          help="Chave Pix, código Pix copia e cola ou a linha do boleto"
          placeholder="Cole aqui"
          maxLength={512}
          autoFocus
        />
      ) : null}
      {plan.isError && (given === undefined || asks) ? <Note>{plan.error.message}</Note> : null}
      {line || plan.isFetching ? (
        <PayeeCard
          word={line}
          amount_cents={line?.amount_cents ?? bill.amount_cents}
          isSlip={line?.kind === 'BOLETO'}
          account={line && { to: line.bank_account, known: line.known_payee }}
        />
      ) : null}
      {line?.match === 'OTHER' ? (
        <Toggle
          name="sure"
          look="checkbox"
          label={`Sei que ${line.payee?.name ?? 'quem recebe'} não é ${line.payee_name ?? 'o fornecedor'} e quero pagar`}
        />
      ) : null}
    </>
  )
}

function Amount({ bill, line }: { bill: Bill; line: PlannedPayment | undefined }) {
  const { amount_cents, fine_cents, interest_cents } = line ?? { amount_cents: bill.amount_cents, fine_cents: 0, interest_cents: 0 }
  const parts = [
    formatAmount(amount_cents - fine_cents - interest_cents),
    fine_cents > 0 ? `multa ${formatAmount(fine_cents)}` : '',
    interest_cents > 0 ? `juros ${formatAmount(interest_cents)}` : '',
  ].filter(Boolean)
  return (
    <div>
      <p className={styles.toPay}>{formatCents(amount_cents)}</p>
      {parts.length > 1 ? <p className={text.m}>{parts.join(' + ')}</p> : null}
    </div>
  )
}

const ownWord = (line: PlannedPayment | undefined): string =>
  line?.kind === 'BOLETO' ? 'Boleto' : line?.kind === 'PIX_ACCOUNT' ? 'Dados bancários' : 'Pix'

function WayField({ own, both }: { own: string; both: boolean }) {
  const choices = [
    { value: 'own', label: own },
    ...(own === 'Boleto' && both ? [{ value: 'key', label: 'Pix' }] : []),
    { value: 'other', label: 'Outra chave ou boleto' },
  ]
  return <RadioGroup name="way" label="Pagar por" choices={choices} row />
}

interface SourceProps {
  c: string
  account: { account_number: string | null; bank_name: string | null }
  line: PlannedPayment | undefined
}

/** Out of which account, what is left in it, and when the bank pays. */
function Source({ c, account, line }: SourceProps) {
  const today = useToday()
  const balance = useReading(digitalAccounts.balance, { params: { c } }).data?.balance_cents
  const later = line !== undefined && line.payment_date > today
  const left = balance === undefined || line === undefined || later ? undefined : balance - line.amount_cents
  return (
    <>
      <dl className={facts.kv} data-part="facts">
        <Detail name="Sai de">{['Conta digital', account.account_number].filter(Boolean).join(' ')}</Detail>
        <Detail name="Saldo hoje">{balance === undefined ? null : formatCents(balance)}</Detail>
        {later ? (
          <Detail name="O banco paga em">{formatDay(line.payment_date)}</Detail>
        ) : (
          <Detail name="Fica em">
            {left === undefined ? null : <span className={left < 0 ? text.dang : undefined}>{formatCents(left)}</span>}
          </Detail>
        )}
      </dl>
      <PayDayField />
      {left !== undefined && left < 0 ? <Note>O saldo da conta digital não cobre este pagamento.</Note> : null}
    </>
  )
}
