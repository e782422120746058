// The tax that a bill pays: what it costs today, beside a bill that says its amount without fine and interest.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection } from '#client/kit/drawer.tsx'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { pathTo } from '#commands/screens.ts'
import type { Bill } from '#contract/bills.ts'
import { type Tax, taxes } from '#contract/taxes.ts'
import { formatCents, wholeAmounts } from '#domain/money.ts'
import { besideBill, taxName } from '#resources/tax.ts'
import styles from './titles.module.css'

/** The tax that a bill's own record names, to whoever may see taxes. */
export function useTaxOf(bill: Pick<Bill, 'company_id' | 'tax_id'> | undefined): Tax | undefined {
  const mayRead = useWhereabouts(now => now.can)('taxes:v')
  const params = { c: bill?.company_id ?? '', taxId: bill?.tax_id ?? '' }
  return useQuery({ ...reading(taxes.detail, { params }), enabled: mayRead && params.taxId !== '' }).data
}

export function TaxSection({ record }: { record: Bill }) {
  const { company_id: c, amount_cents } = record
  const tax = useTaxOf(record)
  if (!tax) return null
  const why = besideBill(tax, amount_cents)
  return (
    <DrawerSection title="Imposto">
      <div className={classNames(drawer.line, styles.line)}>
        <Icon name="badge-percent" size="s" />
        <Link to={pathTo('taxes.detail', { companyId: c, taxId: tax.id })}>{taxName(tax)}</Link>
        <span className={classNames(drawer.end, styles.end, text.tabular)}>{formatCents(tax.total_cents)}</span>
      </div>
      {why === '' ? null : <p className={classNames(text.m, text.small, styles.small)}>{wholeAmounts(why)}</p>}
    </DrawerSection>
  )
}
