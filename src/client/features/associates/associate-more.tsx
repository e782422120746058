// What a partner's drawer says below the facts: pay and what is withheld of it, dependents and files.
import { Link } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import choices from '#client/kit/form/choices.module.css'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Associate, associates, type Dependent, dependents } from '#contract/associates.ts'
import { formatCents } from '#domain/money.ts'
import { KINSHIP_LABELS } from '#domain/taxes/dependents.ts'
import { counted } from '#domain/text.ts'
import { AssociateFiles } from './associate-files.tsx'
import styles from './associates.module.css'

export function AssociateMore({ id }: { id: string }) {
  const associate = useReading(associates.list, { params: { c: useCompanyId() } }).data?.find(one => one.id === id)
  if (associate === undefined) return null
  return (
    <>
      <PaySection associate={associate} />
      <DependentsSection associate={associate} />
      <AssociateFiles associate={associate} />
    </>
  )
}

/** From the gross to what the partner receives this month. */
function PaySection({ associate: { pro_labore_amount_cents, withholdings, employer_inss_cents } }: { associate: Associate }) {
  const { inss_cents, irrf_cents, dependents_deduction_cents, net_cents } = withholdings
  return (
    <DrawerSection title="Pró-labore do mês">
      {pro_labore_amount_cents === 0 ? (
        <p className={classNames(text.m, choices.m, text.small)}>Sem pró-labore.</p>
      ) : (
        <dl className={classNames(facts.kv, styles.payLines)} data-part="facts">
          <Detail name="Bruto">{formatCents(pro_labore_amount_cents)}</Detail>
          <Detail name="INSS retido">{formatCents(-inss_cents)}</Detail>
          <Detail name="IRRF retido">{formatCents(-irrf_cents)}</Detail>
          <Detail name="Líquido">
            <strong>{formatCents(net_cents)}</strong>
          </Detail>
          <Detail name="Dedução">
            {dependents_deduction_cents > 0 ? `${formatCents(dependents_deduction_cents)} por dependentes` : null}
          </Detail>
          <Detail name="INSS patronal">{employer_inss_cents > 0 ? `${formatCents(employer_inss_cents)}, da empresa` : null}</Detail>
        </dl>
      )}
    </DrawerSection>
  )
}

function DependentsSection({ associate: { company_id: c, id } }: { associate: Associate }) {
  const rows = useReading(dependents.list, { params: { c }, query: { associate_id: id } }).data
  return (
    <DrawerSection title="Dependentes" action={<CommandButton id="associate.dependent" variant="ghost" short />}>
      {rows === undefined ? null : rows.length === 0 ? (
        <p className={classNames(text.m, choices.m, text.small)}>Nenhum dependente.</p>
      ) : (
        <ul>
          {rows.map(dependent => (
            <DependentLine key={dependent.id} dependent={dependent} />
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}

function DependentLine({ dependent }: { dependent: Dependent }) {
  const { company_id, associate_id, id, name, kinship, age, is_deductible } = dependent
  return (
    <li className={styles.dependent}>
      <Link to={pathTo('associates.dependent-detail', { companyId: company_id, associateId: associate_id, dependentId: id })}>{name}</Link>
      <span className={classNames(text.m, choices.m)}>
        {KINSHIP_LABELS[kinship]}, {counted(age, ['ano', 'anos'])}
      </span>
      {is_deductible ? (
        <Badge tone="ok" icon="check">
          deduz IR
        </Badge>
      ) : (
        <Badge tone="quiet">não deduz</Badge>
      )}
    </li>
  )
}
