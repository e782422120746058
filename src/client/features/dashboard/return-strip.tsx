// On the screen a step of the guide led to: which step it is, whether it is done, and the way back.
import { useReading } from '#client/data/queries.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { firstSteps } from '#contract/first-steps.ts'
import { STEP_TITLES } from './first-step-words.ts'
import styles from './first-steps.module.css'
import { endGuideWay, type GuideWay, useGuideWay } from './guide-way.ts'
import { To } from './links.tsx'

export function ReturnStrip({ companyId }: { companyId: string }) {
  const way = useGuideWay(state => state.way)
  const area = useWhereabouts(now => now.area)
  return way?.companyId === companyId && area !== 'dashboard' ? <Strip way={way} /> : null
}

function Strip({ way: { companyId: c, step } }: { way: GuideWay }) {
  const isDone = useReading(firstSteps.get, { params: { c } }).data?.steps.some(one => one.step === step && one.done) ?? false
  return (
    <section className={styles.row} aria-label="Primeiros passos">
      <Icon name={isDone ? 'circle-check' : 'list-checks'} />
      <span role="status">{isDone ? `Feito: ${STEP_TITLES[step]}.` : `Primeiros passos: ${STEP_TITLES[step]}.`}</span>
      <Button asChild>
        <To c={c} place={{ screen: 'dashboard.first-steps' }}>
          Voltar aos passos
        </To>
      </Button>
      <IconButton icon="x" variant="ghost" label="Fechar" onClick={endGuideWay} />
    </section>
  )
}
