// Conciliation from the record: the bench for its line, or a settlement by hand.
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useRegisters } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { AccountPicker } from '#client/kit/picker/pickers.tsx'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { type AnyTarget, companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { pathTo } from '#commands/screens.ts'
import type { Bill } from '#contract/bills.ts'
import { type Day, isDay } from '#domain/days.ts'
import { useNestedForms } from '../nested-forms.tsx'

const SettleForm = z.object({
  bank_account_id: z.string({ error: 'Escolha a conta bancária' }),
  date: z.string({ error: 'Informe a data' }).refine(isDay, 'Informe a data'),
})

function startOf({ records: [one] }: AnyTarget, today: Day) {
  const { bank_account_id, due_date } = one as Bill
  return { bank_account_id: bank_account_id ?? undefined, date: due_date <= today ? due_date : today }
}

export function AskedSettle({ asking }: { asking: Asking<Forms['settle-title']> }) {
  const { target } = asking
  const today = useToday()
  const companyId = companyIn(target).id
  const toBench = () => houseOptions().ports.go({ to: pathTo('conciliation', { companyId }), search: { titulo: target.ids[0] } })
  return (
    <CommandForm asking={asking} schema={SettleForm} start={now => startOf(now, today)}>
      <p>
        <Button icon="link-2" onClick={toBench}>
          Procurar a linha do extrato
        </Button>
      </p>
      <SettleAccount companyId={companyId} />
      <DayField name="date" label={target.kind === 'bill' ? 'Paga em' : 'Recebida em'} bias="past" />
    </CommandForm>
  )
}

function SettleAccount({ companyId }: { companyId: string }) {
  const { accounts } = useRegisters(companyId)
  const { setValue } = useFormContext<z.input<typeof SettleForm>>()
  const nested = useNestedForms()
  const take = (id: string) => setValue('bank_account_id', id, { shouldDirty: true })
  return <AccountPicker name="bank_account_id" label="Conta bancária" accounts={accounts} onAdd={nested.ask('account', take)} />
}
