// Fields that pick a record of another register, and make a new one without leaving the form.
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useRegisters } from '#client/data/registers.ts'
import type { FieldProps } from '#client/kit/form/field.tsx'
import { AccountPicker, type AccountRecord, CategoryPicker, ContactPicker } from '#client/kit/picker/pickers.tsx'
import type { NestedKind } from '#client/surfaces/back-to.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { CategoryKind } from '#domain/enums.ts'
import { useNestedForms } from './nested-forms.tsx'

const KINDS: Readonly<Record<string, readonly CategoryKind[]>> = { CREDIT: ['CREDIT'], DEBIT: ['DEBIT', 'CHARGE'] }
const MADE = {
  CREDIT: { categoryKind: 'CREDIT', contactKind: 'CUSTOMER' },
  DEBIT: { categoryKind: 'DEBIT', contactKind: 'SUPPLIER' },
} as const

/** Of a form that says where money goes, what is picked goes there too. */
function useRecordField({ name }: FieldProps, kind: NestedKind) {
  const { watch, setValue } = useFormContext()
  const direction: unknown = watch('direction')
  const nested = useNestedForms(direction === 'CREDIT' || direction === 'DEBIT' ? MADE[direction] : {})
  return {
    ...useRegisters(useCompanyId()),
    kinds: KINDS[String(direction)],
    onAdd: nested.ask(kind, id => setValue(name, id, { shouldDirty: true, shouldValidate: true })),
  }
}

/** Of a form that asks for the account's bank too, the account that is picked tells it. */
function useBankOf({ name }: FieldProps, accounts: readonly AccountRecord[]) {
  const { watch, getValues, setValue } = useFormContext()
  const picked: unknown = watch(name)
  const bank = accounts.find(each => each.id === picked)?.routing_number
  useEffect(() => {
    if (bank && 'bank_code' in getValues()) setValue('bank_code', bank, { shouldDirty: true })
  }, [bank, getValues, setValue])
}

/** `named`: what a new account is called when nothing was typed. */
export function AccountField({ named = '', ...field }: FieldProps & { named?: string | undefined }) {
  const { accounts, unread, onAdd } = useRecordField(field, 'account')
  useBankOf(field, accounts)
  return <AccountPicker {...field} accounts={accounts} unread={unread} onAdd={typed => onAdd(typed || named)} />
}

export function CategoryField(field: FieldProps) {
  const { categories, kinds, unread, onAdd } = useRecordField(field, 'category')
  return <CategoryPicker {...field} categories={categories} kinds={kinds} unread={unread} onAdd={onAdd} />
}

export function ContactField(field: FieldProps) {
  const { contacts, unread, onAdd } = useRecordField(field, 'contact')
  return <ContactPicker {...field} contacts={contacts} unread={unread} onAdd={onAdd} />
}
