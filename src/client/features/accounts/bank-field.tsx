// The bank of an account, picked from all of the country.
import { useMemo } from 'react'
import { unreadOf, useReading } from '#client/data/queries.ts'
import type { FieldProps } from '#client/kit/form/field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import type { ComboItem } from '#client/kit/picker/filter-items.ts'
import { institutions } from '#contract/bank-accounts.ts'
import { knownBank } from '#domain/banks.ts'

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

export function BankField(field: FieldProps) {
  const banks = useReading(institutions.list)
  const items = useMemo(() => bankItems(banks.data ?? []), [banks.data])
  return <ComboboxField {...field} items={items} empty="Banco não encontrado" placeholder="Nome ou código" unread={unreadOf(banks)} />
}
