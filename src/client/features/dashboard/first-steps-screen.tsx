// The guide at its own address: always there, also once it was put away or is done.
import { useReading } from '#client/data/queries.ts'
import { ErrorState } from '#client/kit/states.tsx'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { firstSteps } from '#contract/first-steps.ts'
import { FirstSteps } from './first-steps.tsx'
import styles from './home.module.css'
import { HomeSkeleton } from './home-skeleton.tsx'

export function FirstStepsScreen() {
  const c = useCompanyId()
  const page = usePageFocus<HTMLElement>()
  const reading = useReading(firstSteps.get, { params: { c } })
  return (
    <>
      <section ref={page} tabIndex={-1} className={styles.page} aria-label="Primeiros passos" aria-busy={reading.isFetching}>
        {reading.data ? (
          <FirstSteps c={c} state={reading.data} />
        ) : reading.isError ? (
          <ErrorState title="Não foi possível carregar os primeiros passos" error={reading.error} onRetry={() => void reading.refetch()} />
        ) : (
          <HomeSkeleton />
        )}
      </section>
      <Foot>
        <HintBar />
      </Foot>
    </>
  )
}
