// A new transfer between two accounts of the company.
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useRegisters } from '#client/data/registers.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { TextField } from '#client/kit/form/text-field.tsx'
import { AccountPicker } from '#client/kit/picker/pickers.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { useAskFor } from '#client/surfaces/asked/nested.ts'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { today } from '#client/surfaces/where.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { isDay } from '#domain/days.ts'

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

const send = ({ additional_information, ...values }: z.output<typeof TransferForm>): Forms['transfer'] => ({
  ...values,
  ...(additional_information === '' ? {} : { additional_information }),
})

export function AskedTransfer({ asking }: { asking: Asking<Forms['transfer']> }) {
  return (
    <CommandForm asking={asking} schema={TransferForm} start={() => ({ date: today(), additional_information: '' })} send={send}>
      <TransferFields c={companyIn(asking.target).id} />
    </CommandForm>
  )
}

function TransferFields({ c }: { c: string }) {
  const { accounts } = useRegisters(c)
  const { setValue } = useFormContext()
  const askFor = useAskFor()
  const add = (field: string) => (typed: string) => askFor('account.create', { typed }, id => setValue(field, id, { shouldDirty: true }))
  return (
    <>
      <AccountPicker name="from_bank_account_id" label="Da conta" accounts={accounts} onAdd={add('from_bank_account_id')} autoFocus />
      <AccountPicker name="to_bank_account_id" label="Para a conta" accounts={accounts} onAdd={add('to_bank_account_id')} />
      <div className={form.two}>
        <AmountField name="amount_cents" label="Valor" />
        <DayField name="date" label="Data" bias="past" help="Em dia futuro, a transferência fica em aberto até lá." />
      </div>
      <TextField name="additional_information" label="Descrição" aside="opcional" />
    </>
  )
}

export const CreateTransfer = () => <RunsNew command="transfer.create" list="transfers" />
