// The form of a bank account: new (also from a selector, over another form) and edited in its drawer.
import { useMemo } from 'react'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { knownBank } from '#client/kit/bank-mark.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import type { ComboItem } from '#client/kit/picker/filter-items.ts'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import { type BankAccount, institutions } from '#contract/bank-accounts.ts'
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
type AccountInput = z.input<typeof AccountForm>
type AccountValues = z.output<typeof AccountForm>

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

function AccountFields({ starting }: { starting?: boolean }) {
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
      <div className={form.two}>
        <TextField name="branch_number" label="Agência" inputMode="numeric" maxLength={10} />
        <TextField name="account_number" label="Conta com dígito" maxLength={20} />
      </div>
      <div className={form.two}>
        <AmountField name="initial_balance_amount_cents" label="Saldo inicial" />
        <DayField name="date_initial_balance" label="Data do saldo" bias="past" help="Vazia: antes de todos os lançamentos" />
      </div>
    </>
  )
}

/** What was typed in a selector is taken for a number of the account when it looks like one. */
const numberIn = (typed: unknown): string => (typeof typed === 'string' && /^\d{1,20}-?\w?$/.test(typed) ? typed : '')

/** A new account, and one that is changed in its drawer. */
export function AskedAccount({ asking }: { asking: Asking<Forms['account']> }) {
  return (
    <CommandForm
      asking={asking}
      schema={AccountForm}
      start={({ records: [account] }, { typed }) =>
        account ? accountDefaults(account as BankAccount) : { ...accountDefaults(), account_number: numberIn(typed) }
      }
      send={accountBody}
    >
      <AccountFields starting />
    </CommandForm>
  )
}
