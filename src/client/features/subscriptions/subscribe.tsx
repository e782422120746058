// The plans, side by side for each audience, with what they hold and what they cost.
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Skeleton } from '#client/kit/states.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { CHECKOUT_DRAFT } from '#commands/subscriptions.ts'
import { companies } from '#contract/companies.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import type { SubscriptionReference } from '#domain/enums.ts'
import { SUBSCRIPTION_REFERENCE_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { AUDIENCE_LABELS, AUDIENCES, audienceOf, holdsOf, PLANS, type Plan } from '#domain/payments/plans.ts'
import styles from './subscriptions.module.css'

export function ChoosePlan() {
  const c = useCompanyId()
  const profile = useReading(companies.profile, { params: { c } })
  const list = useReading(subscriptions.list, { params: { c } })
  const regime = profile.data?.tax_regime
  const running = list.data?.find(one => one.status !== 'CANCELLED')
  const own = regime === undefined ? undefined : regime === 'MEI' ? 'MEI' : 'ME'
  // The company's own kind comes first.
  const audiences = [...AUDIENCES].sort((a, b) => Number(b === own) - Number(a === own))
  const choose = (plano: SubscriptionReference) =>
    houseOptions().ports.go({ to: pathTo('subscription.checkout', { companyId: c }), search: { ...CHECKOUT_DRAFT, plano } })
  if (profile.isPending || list.isPending)
    return (
      <FormPage title="Escolher plano" wide>
        <Skeleton />
      </FormPage>
    )
  return (
    <FormPage
      title="Escolher plano"
      lead={
        running
          ? `A empresa assina ${running.title}. Para trocar, cancele a assinatura atual e assine outro plano.`
          : 'Cobrança mensal, por cartão ou Pix. Cancela quando quiser.'
      }
      wide
    >
      {audiences.map(audience => (
        <section key={audience} className={styles.plans} aria-label={AUDIENCE_LABELS[audience]}>
          <h3>{AUDIENCE_LABELS[audience]}</h3>
          <ul>
            {PLANS.filter(plan => audienceOf(plan.reference) === audience).map(plan => (
              <PlanCard
                key={plan.reference}
                plan={plan}
                isCurrent={plan.reference === running?.reference}
                isBusy={running !== undefined}
                onChoose={() => choose(plan.reference)}
              />
            ))}
          </ul>
        </section>
      ))}
    </FormPage>
  )
}

interface PlanCardProps {
  plan: Plan
  isCurrent: boolean
  /** A subscription runs already. */
  isBusy: boolean
  onChoose(): void
}

function PlanCard({ plan, isCurrent, isBusy, onChoose }: PlanCardProps) {
  const may = useWhereabouts(now => now.can)('subscription:c')
  return (
    <li className={styles.plan}>
      <p className={styles.planHead}>
        <span className={textStyles.med}>{plan.title}</span>
        <span className={classNames(textStyles.m, textStyles.small)}>{SUBSCRIPTION_REFERENCE_LABELS[plan.reference]}</span>
      </p>
      <p>
        <span className={styles.planPrice}>{formatCents(plan.amount_cents)}</span> <span className={textStyles.m}>por mês</span>
      </p>
      <ul className={styles.planHolds}>
        {holdsOf(plan).map(text => (
          <li key={text}>
            <Icon name="check" size="s" />
            {text}
          </li>
        ))}
      </ul>
      {isCurrent ? (
        <Badge tone="ok" icon="circle-check">
          Plano atual
        </Badge>
      ) : (
        <Button size="form" disabled={!may || isBusy} onClick={onChoose} aria-label={`Assinar ${plan.title}`}>
          Assinar
        </Button>
      )}
    </li>
  )
}
