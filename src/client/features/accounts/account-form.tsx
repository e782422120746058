// The form of a bank account: new (also from a selector, over another form) and edited in its drawer.
import { useMemo } from 'react'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { knownBank } from '#client/kit/bank-mark.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import type { ComboItem } from '#client/kit/picker/filter-items.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { type BankAccount, bankAccounts, institutions } from '#contract/bank-accounts.ts'
import { isDay } from '#domain/days.ts'
import { BANK_ACCOUNT_KINDS } from '#domain/enums.ts'
import { BANK_ACCOUNT_KIND_LABELS } from '#domain/labels.ts'

const KINDS = BANK_ACCOUNT_KINDS.map(value => ({ value, label: BANK_ACCOUNT_KIND_LABELS[value] }))

export const AccountForm = z.object({
  routing_number: z.string({ error: 'Escolha o banco' }).min(1, 'Escolha o banco'),
  kind: z.enum(BANK_ACCOUNT_KINDS, { error: 'Escolha o tipo da conta' }),
  branch_number: z.string().max(10, 'Até 10 caracteres'),
  account_number: z.string().max(20, 'Até 20 caracteres'),
  initial_balance_amount_cents: z
    .number({ error: 'Valor inválido' })
    .int()
    .min(0, 'O saldo inicial não pode ser negativo')
    .nullable()
    .transform(cents => cents ?? 0),
  date_initial_balance: z
    .string()
    .nullable()
    .refine(day => day === null || day === '' || isDay(day), 'Data inválida'),
})
export type AccountInput = z.input<typeof AccountForm>
export type AccountValues = z.output<typeof AccountForm>

export const accountDefaults = (account?: BankAccount): AccountInput => ({
  routing_number: account?.routing_number ?? '',
  kind: account?.kind ?? 'CHECKING',
  branch_number: account?.branch_number ?? '',
  account_number: account?.account_number ?? '',
  initial_balance_amount_cents: account?.initial_balance_amount_cents ?? 0,
  date_initial_balance: account?.date_initial_balance ?? null,
})

/** The banks people know first, by the name they say; the register's own name finds them too. */
function bankItems(banks: readonly { routing_number: string; name: string }[]): ComboItem[] {
  const items = banks.map(bank => {
    const known = knownBank(bank.routing_number)
    return {
      id: bank.routing_number,
      label: `${bank.routing_number} · ${known ?? bank.name}`,
      search: bank.name,
      known: known !== undefined,
    }
  })
  return items.sort((a, b) => Number(b.known) - Number(a.known))
}

/** What is sent: a bank people know is called as they call it. */
export function accountBody({ date_initial_balance, ...values }: AccountValues) {
  const institution_name = knownBank(values.routing_number)
  return { ...values, date_initial_balance: date_initial_balance || null, ...(institution_name ? { institution_name } : {}) }
}

export function AccountFields({ starting }: { starting?: boolean }) {
  const banks = useReading(institutions.list)
  const items = useMemo(() => bankItems(banks.data ?? []), [banks.data])
  return (
    <>
      <ComboboxField
        name="routing_number"
        label="Banco"
        items={items}
        empty="Banco não encontrado"
        placeholder="Nome ou código"
        loading={banks.isPending}
        autoFocus={starting === true}
      />
      <SelectField name="kind" label="Tipo" choices={KINDS} />
      <div className="two">
        <TextField name="branch_number" label="Agência" inputMode="numeric" maxLength={10} />
        <TextField name="account_number" label="Conta com dígito" maxLength={20} />
      </div>
      <div className="two">
        <AmountField name="initial_balance_amount_cents" label="Saldo inicial" />
        <DayField name="date_initial_balance" label="Data do saldo" bias="past" help="Vazia: antes de todos os lançamentos" />
      </div>
    </>
  )
}

interface NewAccountProps {
  c: string
  /** What was typed in the selector that asked for it. */
  typed?: string | undefined
  onCreated(id: string): void
  onClose(): void
}

/** A dialog of its own, so that any form may open it over itself and go on with the new account selected. */
export function NewAccount({ c, typed = '', onCreated, onClose }: NewAccountProps) {
  const save = async (values: AccountValues) => {
    const reply = await call(bankAccounts.create, { params: { c }, body: accountBody(values) })
    settleWrite({ say: `Conta ${reply.data.institution_name} criada`, batch_id: reply.batch_id, focus: reply.data.id })
    onCreated(reply.data.id)
  }
  const digits = /^\d{1,20}-?\w?$/.test(typed) ? typed : ''
  return (
    <FormDialog
      title="Nova conta bancária"
      schema={AccountForm}
      defaults={{ ...accountDefaults(), account_number: digits }}
      submitLabel="Criar conta"
      onSubmit={save}
      onClose={onClose}
    >
      <AccountFields starting />
    </FormDialog>
  )
}
