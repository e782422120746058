// Conciliation from the record: the bench for its line, or a settlement by hand.
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { Dialog } from '#client/kit/dialog.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { AccountPicker } from '#client/kit/picker/pickers.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { formFailed, settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { pathTo } from '#commands/screens.ts'
import { isDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { type NestedForms, useNestedForms } from '../nested-forms.tsx'
import { useTitleRoute } from './title-drawer.tsx'

const SettleForm = z.object({
  bank_account_id: z.string({ error: 'Escolha a conta bancária' }),
  date: z.string({ error: 'Informe a data' }).refine(isDay, 'Informe a data'),
})

/** Conciliation from the record: the bench for its line, or a settlement by hand. */
export function ConciliateTitle() {
  const { kind, id, c, back } = useTitleRoute()
  const record = useReading(kind.rows.get, { params: { c, id } }).data
  const registers = useRegisters(c)
  const today = useToday()
  const nested = useNestedForms(c)
  if (!record) return <Spinner />
  const save = async (values: z.output<typeof SettleForm>) => {
    const ids = kind.record === 'bill' ? { bill_ids: [id] } : { receivable_ids: [id] }
    try {
      const { batch_id } = await call(kind.rows.conciliate, { params: { c }, body: { ...ids, ...values } as never })
      settleWrite({ say: `Conta ${kind.settledWord}`, batch_id, focus: id })
      back()
    } catch (error) {
      formFailed(error)
    }
  }
  return (
    <Dialog
      open
      onClose={back}
      title={`Conciliar ${formatCents(record.amount_cents)}`}
      description="Com uma linha do extrato a prova é do banco; sem extrato, registre aqui quando o dinheiro andou."
    >
      <p>
        <Button
          icon="link-2"
          onClick={() => houseOptions().ports.go({ to: pathTo('conciliation', { companyId: c }), search: { titulo: id } })}
        >
          Procurar a linha do extrato
        </Button>
      </p>
      <Form
        schema={SettleForm}
        defaults={{ bank_account_id: record.bank_account_id ?? undefined, date: record.due_date <= today ? record.due_date : today }}
        onSubmit={save}
        label="Baixar à mão"
      >
        <SettleAccount registers={registers} ask={nested.ask} />
        <DayField name="date" label={kind.record === 'bill' ? 'Paga em' : 'Recebida em'} bias="past" />
        <FormFooter submitLabel={kind.record === 'bill' ? 'Marcar como paga' : 'Marcar como recebida'} onCancel={back} />
      </Form>
      {nested.sheet}
    </Dialog>
  )
}

function SettleAccount({ registers, ask }: { registers: Registers; ask: NestedForms['ask'] }) {
  const { setValue } = useFormContext<z.input<typeof SettleForm>>()
  const take = (id: string) => setValue('bank_account_id', id, { shouldDirty: true })
  return <AccountPicker name="bank_account_id" label="Conta bancária" accounts={registers.accounts} onAdd={ask('account', take)} />
}
