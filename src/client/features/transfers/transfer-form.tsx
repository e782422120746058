// A new transfer between two accounts of the company.
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useRegisters } from '#client/data/registers.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { Form, FormFooter, type SubmitIntent } from '#client/kit/form/form.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { AccountPicker } from '#client/kit/picker/pickers.tsx'
import { useToday } from '#client/kit/today.tsx'
import { useCreated } from '#client/surfaces/back-to.ts'
import { formFailed, settleWrite } from '#client/surfaces/form-outcome.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { transfers } from '#contract/transfers.ts'
import { isDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'

const account = (message: string) => z.string({ error: message }).min(1, message)

const TransferForm = z
  .object({
    from_bank_account_id: account('Escolha a conta de origem'),
    to_bank_account_id: account('Escolha a conta de destino'),
    amount_cents: z.number({ error: 'Informe o valor' }).int().positive('Deve ser maior que zero'),
    date: z.string({ error: 'Informe a data' }).refine(isDay, 'Data inválida'),
    additional_information: z.string().max(2000),
  })
  .refine(transfer => transfer.from_bank_account_id !== transfer.to_bank_account_id, {
    path: ['to_bank_account_id'],
    message: 'Escolha duas contas diferentes',
  })
type TransferValues = z.output<typeof TransferForm>

export function CreateTransfer() {
  const c = useCompanyId()
  const today = useToday()
  const { accounts } = useRegisters(c)
  const [created, setCreated] = useState<string>()
  useCreated('account', setCreated)
  const { go } = houseOptions().ports
  const leave = () => go(pathTo('transfers', { companyId: c }))
  const add = (typed: string) =>
    go({ to: pathTo('accounts.create', { companyId: c }), search: { backTo: `${location.pathname}${location.search}`, nome: typed } })
  const defaults = useMemo(
    () => ({
      from_bank_account_id: null as unknown as string,
      to_bank_account_id: (created ?? null) as unknown as string,
      amount_cents: null as unknown as number,
      date: today,
      additional_information: '',
    }),
    [created, today],
  )
  const save = async ({ additional_information, ...values }: TransferValues, { another, reset }: SubmitIntent) => {
    const body = { ...values, ...(additional_information === '' ? {} : { additional_information }) }
    try {
      const { data, batch_id } = await call(transfers.create, { params: { c }, body })
      settleWrite({ say: `Transferência de ${formatCents(data.amount_cents)} criada`, batch_id, focus: data.id })
      if (another) reset()
      else leave()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <FormPage title="Nova transferência" lead="O dinheiro sai de uma conta da empresa e entra em outra. Não é receita nem despesa.">
      <Form key={created ?? ''} schema={TransferForm} defaults={defaults} label="Nova transferência" onSubmit={save} onEscape={leave}>
        <AccountPicker name="from_bank_account_id" label="Da conta" accounts={accounts} onAdd={add} autoFocus />
        <AccountPicker name="to_bank_account_id" label="Para a conta" accounts={accounts} onAdd={add} />
        <div className="two">
          <AmountField name="amount_cents" label="Valor" />
          <DayField name="date" label="Data" bias="past" help="Em dia futuro, a transferência fica em aberto até lá." />
        </div>
        <TextField name="additional_information" label="Descrição" aside="opcional" />
        <FormFooter submitLabel="Criar transferência" onCancel={leave} />
      </Form>
    </FormPage>
  )
}
