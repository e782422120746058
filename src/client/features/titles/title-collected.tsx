// How the customer may pay a receivable: its charges and boletos, where each stands, and what one does to the other.
import { Link } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { ChargeBadge, SlipBadge } from '#client/surfaces/collected-badges.tsx'
import { pathTo } from '#commands/screens.ts'
import { billings } from '#contract/billings.ts'
import type { Bill } from '#contract/bills.ts'
import { bankSlips } from '#contract/collection.ts'
import { besideWords } from '#domain/collection/beside.ts'
import styles from './titles.module.css'

const CHARGE_NAMES = { PIX: 'Cobrança por Pix', BOLETO: 'Cobrança por boleto' } as const

export function CollectedSection({ record: { id: receivable_id, company_id: c } }: { record: Pick<Bill, 'id' | 'company_id'> }) {
  const charges = useReading(billings.list, { query: { companyId: c, receivable_id } }).data ?? []
  const slips = useReading(bankSlips.list, { params: { c }, query: { receivable_id } }).data ?? []
  if (charges.length + slips.length === 0) return null
  const beside = besideWords(charges, slips)
  return (
    <DrawerSection title="Como o cliente paga">
      {charges.map(charge => (
        <div className={classNames(drawer.line, styles.line)} key={charge.id}>
          <Icon name="qr-code" size="s" />
          <Link to={pathTo('billings.detail', { companyId: c, billingId: charge.id })}>{CHARGE_NAMES[charge.payment_method]}</Link>
          <span className={classNames(drawer.end, styles.end)}>
            <ChargeBadge charge={charge} />
          </span>
        </div>
      ))}
      {slips.map(slip => (
        <div className={classNames(drawer.line, styles.line)} key={slip.id}>
          <Icon name="barcode" size="s" />
          <Link to={pathTo('bank_slips.detail', { companyId: c, bankSlipId: slip.id })}>{`Boleto, ${slip.agreement_name}`}</Link>
          <span className={classNames(drawer.end, styles.end)}>
            <SlipBadge slip={slip} />
          </span>
        </div>
      ))}
      {beside ? <Note kind={beside.level}>{beside.words}</Note> : null}
    </DrawerSection>
  )
}
