// Picks an analytic account of the office's chart, by name, classification or reduced code.
import { useMemo } from 'react'
import { unreadOf, useReading } from '#client/data/queries.ts'
import type { FieldProps } from '#client/kit/form/field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { chartAccounts } from '#contract/chart-accounts.ts'

export function ChartAccountField(field: FieldProps) {
  const c = useWhereabouts(now => now.company?.id ?? '')
  const accounts = useReading(chartAccounts.list, { params: { c } })
  const { data } = accounts
  const items = useMemo(
    () =>
      (data ?? [])
        .filter(account => account.analytic && account.missing_since === null)
        .map(({ id, code, reduced, name }) => ({
          id,
          label: `${code} · ${name}`,
          detail: reduced === null ? undefined : `reduzido ${reduced}`,
          search: `${code.replace(/\D/g, '')} ${reduced ?? ''}`,
        })),
    [data],
  )
  return (
    <ComboboxField
      {...field}
      items={items}
      unread={unreadOf(accounts)}
      empty={data?.length === 0 ? 'Importe antes o plano de contas do escritório' : 'Conta analítica não encontrada'}
      wide
    />
  )
}
