// The status of a tax and how near its due date is, as badges.
import { Badge } from '#client/kit/chip.tsx'
import type { Tax } from '#contract/taxes.ts'
import { TAX_STATUS_LABELS } from '#domain/labels.ts'
import { TAX_LOOKS, taxDue } from './tax-words.ts'

export function TaxStatusBadge({ tax }: { tax: Pick<Tax, 'status'> }) {
  const { tone, icon } = TAX_LOOKS[tax.status]
  return (
    <Badge tone={tone} icon={icon}>
      {TAX_STATUS_LABELS[tax.status]}
    </Badge>
  )
}

export function DueBadge({ tax, today }: { tax: Tax; today: string }) {
  const { level, words } = taxDue(tax, today)
  if (level === 'plain') return null
  return (
    <Badge tone={level} icon={level === 'danger' ? 'triangle-alert' : 'clock-3'}>
      {words}
    </Badge>
  )
}
