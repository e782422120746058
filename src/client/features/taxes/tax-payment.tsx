// Paying a tax: its slip sent from the digital account, or the payment made elsewhere recorded with fine and interest. Either way its bill is settled.
import { useFormContext } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { useNestedForms } from '#client/features/nested-forms.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { SlipLine } from '#client/kit/pay-codes.tsx'
import { AccountPicker } from '#client/kit/picker/pickers.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { taxName } from '#commands/taxes.ts'
import { bills } from '#contract/bills.ts'
import { digitalAccounts } from '#contract/digital-account.ts'
import { boleto } from '#contract/payments.ts'
import { type TaxDetail, type TaxSlip, taxes } from '#contract/taxes.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { lateDifferences, PaymentForm, type PaymentInput, type PaymentValues } from './payment-model.ts'
import { useTaxWays } from './tax-dialogs.tsx'
import { isPayable } from './tax-words.ts'

/** The line of the slip, where the digital account may pay it. */
function useSlipPayment(c: string, slip: TaxSlip | undefined): string | undefined {
  const can = useWhereabouts(now => now.can)
  const account = useReading(digitalAccounts.get, { params: { c } }).data
  const line = slip?.digitable_line
  return can('payments:c') && account?.status === 'ACTIVE' && line ? line : undefined
}

/** The bill that pays the tax, made first where there is none; every batch it took, oldest first. */
async function billOf(tax: TaxDetail): Promise<{ bill_id: string; batches: (string | undefined)[] }> {
  if (tax.bill_id !== null) return { bill_id: tax.bill_id, batches: [] }
  const { data, batch_id } = await call(taxes.makeBill, { params: { c: tax.company_id, taxId: tax.id } })
  return { bill_id: data.bill_id ?? '', batches: [batch_id] }
}

export function PayTax() {
  const { c, tax, back } = useTaxWays()
  const today = useToday()
  const slip = tax?.slip && isPayable(tax.slip, today) ? tax.slip : undefined
  const line = useSlipPayment(c, slip)
  if (!tax) return <Spinner />
  const name = taxName(tax)
  const save = async (values: PaymentValues) => {
    const { bill_id, batches } = await billOf(tax)
    if (values.how === 'SLIP' && line) {
      await houseOptions().ports.call(boleto.pay, {
        body: { company_id: tax.company_id, digitable_line: line, bill_id, description: name },
      })
      settleWrite({ say: `${name} enviado para pagamento` })
    } else {
      const { bank_account_id, date } = values
      const { batch_id } = await call(bills.conciliate, {
        params: { c: tax.company_id },
        body: { bill_ids: [bill_id], bank_account_id, date, differences: lateDifferences(values) },
      })
      settleWrite({ say: `${name} pago`, batch_id: [...batches, batch_id], focus: tax.id })
    }
    back()
  }
  const defaults: PaymentInput = {
    how: line ? 'SLIP' : 'ELSEWHERE',
    bank_account_id: null,
    date: today,
    fine_cents: tax.fine_cents || null,
    interest_cents: tax.interest_cents || null,
  }
  return (
    <FormDialog
      key={line}
      title={`Pagar ${name}`}
      schema={PaymentForm}
      defaults={defaults}
      submitLabel={line ? 'Pagar' : 'Registrar pagamento'}
      onSubmit={save}
      onClose={back}
    >
      <dl className="kv">
        <Detail name="Vencimento">{formatDay(tax.due_date)}</Detail>
        <Detail name="Total hoje">{formatCents(tax.total_cents)}</Detail>
        <Detail name="Guia">{slip ? `${formatCents(slip.amount_cents)} até ${formatDay(slip.pay_until)}` : null}</Detail>
      </dl>
      {slip?.digitable_line ? (
        <SlipLine
          digitable_line={slip.digitable_line}
          barcode={slip.barcode}
          action={<CommandButton id="tax.copy-line" variant="ghost" short icon />}
        />
      ) : null}
      <PaymentFields c={tax.company_id} bySlip={line !== undefined} />
    </FormDialog>
  )
}

const WAYS = [
  { value: 'SLIP', label: 'Pela conta digital, agora', help: 'O boleto da guia sai da conta digital da empresa' },
  { value: 'ELSEWHERE', label: 'Já foi pago em outro banco', help: 'Só registra: o dinheiro não sai daqui' },
]

function PaymentFields({ c, bySlip }: { c: string; bySlip: boolean }) {
  const { watch, setValue } = useFormContext<PaymentInput>()
  const { accounts } = useRegisters(c)
  const nested = useNestedForms(c)
  const take = (id: string) => setValue('bank_account_id', id, { shouldDirty: true })
  return (
    <>
      {bySlip ? <RadioGroup name="how" label="Como pagar" choices={WAYS} /> : null}
      {watch('how') === 'ELSEWHERE' ? (
        <>
          <AccountPicker name="bank_account_id" label="Conta bancária" accounts={accounts} onAdd={nested.ask('account', take)} autoFocus />
          <DayField name="date" label="Pago em" bias="past" />
          <div className="two">
            <AmountField name="fine_cents" label="Multa" />
            <AmountField name="interest_cents" label="Juros" />
          </div>
        </>
      ) : null}
      {nested.sheet}
    </>
  )
}
