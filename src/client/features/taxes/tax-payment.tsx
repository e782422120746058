// Paying a tax: its slip sent from the digital account, or the payment made elsewhere recorded with fine and interest. Either way its bill is settled.
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { useReading } from '#client/data/queries.ts'
import { AccountField } from '#client/features/record-fields.tsx'
import facts from '#client/kit/facts.module.css'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { SlipLine } from '#client/kit/pay-codes.tsx'
import { useToday } from '#client/kit/today.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { currentContext, useWhereabouts } from '#client/surfaces/context.ts'
import { houseCommand } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { runCommand } from '#client/surfaces/runner.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { digitalAccounts } from '#contract/digital-account.ts'
import { type TaxDetail, type TaxSlip, taxes } from '#contract/taxes.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { PaymentForm, type PaymentInput, type PaymentValues, paymentBody } from './payment-model.ts'
import { isPayable } from './tax-words.ts'

/** The line of the slip, where the digital account may pay it. */
function useSlipPayment(c: string, slip: TaxSlip | undefined): string | undefined {
  const can = useWhereabouts(now => now.can)
  const account = useReading(digitalAccounts.get, { params: { c } }).data
  const line = slip?.digitable_line
  return can('payments:c') && account?.status === 'ACTIVE' && line ? line : undefined
}

export function AskedPayment({ asking }: { asking: Asking<Forms['tax-payment']> }) {
  const { target } = asking
  const c = companyIn(target).id
  const tax = useReading(taxes.detail, { params: { c, taxId: target.ids[0] ?? '' } }).data
  const slip = useSlipOf(tax)
  const line = useSlipPayment(c, slip)
  return tax ? <Payment key={line} asking={asking} tax={tax} slip={slip} bySlip={line !== undefined} /> : null
}

function useSlipOf(tax: TaxDetail | undefined): TaxSlip | undefined {
  const today = useToday()
  return tax?.slip && isPayable(tax.slip, today) ? tax.slip : undefined
}

interface PaymentProps {
  asking: Asking<Forms['tax-payment']>
  tax: TaxDetail
  slip: TaxSlip | undefined
  bySlip: boolean
}

function Payment({ asking, tax, slip, bySlip }: PaymentProps) {
  const today = useToday()
  // Money leaves only by the slip, which is a command of its own; the form goes once it was sent.
  const paying = useMemo(
    (): Asking<PaymentValues> => ({
      ...asking,
      async submit(values, another) {
        if (values.how === 'ELSEWHERE') return asking.submit(paymentBody(values), another)
        const context = { ...currentContext('page'), target: asking.target }
        const ok = (await runCommand(houseCommand('tax.pay-slip'), { source: 'button', context })) === 'done'
        if (ok) asking.leave()
        return { ok }
      },
    }),
    [asking],
  )
  const start = (): PaymentInput => ({
    how: bySlip ? 'SLIP' : 'ELSEWHERE',
    bank_account_id: null,
    date: today,
    fine_cents: tax.fine_cents || null,
    interest_cents: tax.interest_cents || null,
  })
  return (
    <CommandForm asking={paying} schema={PaymentForm} start={start} submitLabel={bySlip ? 'Pagar' : asking.form.submit}>
      <dl className={facts.kv} data-part="facts">
        <Detail name="Vencimento">{formatDay(tax.due_date)}</Detail>
        <Detail name="Total hoje">{formatCents(tax.total_cents)}</Detail>
        <Detail name="Guia">{slip ? `${formatCents(slip.amount_cents)} até ${formatDay(slip.pay_until)}` : null}</Detail>
      </dl>
      {slip?.digitable_line ? (
        <ActsOnRecord kind="tax" record={tax}>
          <SlipLine
            digitable_line={slip.digitable_line}
            barcode={slip.barcode}
            action={<CommandButton id="tax.copy-line" variant="ghost" short icon />}
          />
        </ActsOnRecord>
      ) : null}
      <PaymentFields bySlip={bySlip} />
    </CommandForm>
  )
}

const WAYS = [
  { value: 'SLIP', label: 'Pela conta digital, agora', help: 'O boleto da guia sai da conta digital da empresa' },
  { value: 'ELSEWHERE', label: 'Já foi pago em outro banco', help: 'Só registra: o dinheiro não sai daqui' },
]

function PaymentFields({ bySlip }: { bySlip: boolean }) {
  const { watch } = useFormContext<PaymentInput>()
  return (
    <>
      {bySlip ? <RadioGroup name="how" label="Como pagar" choices={WAYS} /> : null}
      {watch('how') === 'ELSEWHERE' ? (
        <>
          <AccountField name="bank_account_id" label="Conta bancária" autoFocus />
          <DayField name="date" label="Pago em" bias="past" />
          <div className={form.two}>
            <AmountField name="fine_cents" label="Multa" />
            <AmountField name="interest_cents" label="Juros" />
          </div>
        </>
      ) : null}
    </>
  )
}
