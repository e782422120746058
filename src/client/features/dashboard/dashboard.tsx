// The home: the month in a sentence and in a picture, and the month's other figures below.
import { Outlet } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import text from '#client/kit/look/text.module.css'
import { ErrorState } from '#client/kit/states.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { dashboard, type Home } from '#contract/dashboard.ts'
import { type FirstStepsState, firstSteps } from '#contract/first-steps.ts'
import { users } from '#contract/people.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import { monthOf } from '#domain/days.ts'
import { currentStep, takesHome } from '#domain/first-steps.ts'
import { wholeAmounts } from '#domain/money.ts'
import { monthSentence, weekdayAndDay } from '#domain/month-sentence.ts'
import { capitalized } from '#domain/text.ts'
import { BalanceRegion } from './balance-region.tsx'
import { BankCard } from './bank-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { FirstStepsRow } from './first-steps-row.tsx'
import styles from './home.module.css'
import { HomeSkeleton } from './home-skeleton.tsx'
import { LateRegion } from './late-region.tsx'
import { movedOn, To } from './links.tsx'
import { MoreNumbers } from './more-numbers.tsx'
import { SpendingRegion } from './spending-region.tsx'
import { WeekRegion } from './week-region.tsx'

export function DashboardScreen() {
  const c = useCompanyId()
  const page = usePageFocus<HTMLElement>()
  const reading = useReading(dashboard.home, { params: { c } })
  const guide = useGuide(c)
  return (
    <>
      <div className={styles.body}>
        <section ref={page} tabIndex={-1} className={styles.page} aria-label="Início" aria-busy={reading.isFetching}>
          {guide === undefined ? (
            <HomeSkeleton />
          ) : guide !== null && takesHome(guide.steps) ? (
            <FirstSteps c={c} state={guide} />
          ) : reading.data ? (
            <>
              {guide === null ? null : <FirstStepsRow steps={guide.steps} />}
              <Picture c={c} home={reading.data} />
              <MoreNumbers c={c} />
            </>
          ) : reading.isError ? (
            <ErrorState title="Não foi possível carregar o painel" error={reading.error} onRetry={() => void reading.refetch()} />
          ) : (
            <HomeSkeleton />
          )}
        </section>
        <Outlet />
      </div>
      <Foot>
        <HintBar />
      </Foot>
    </>
  )
}

/** The guide while it has something to offer to whoever may see it through; null where it has not, undefined until that is known. */
function useGuide(c: string): FirstStepsState | null | undefined {
  const mayInvite = useWhereabouts(now => now.can)(users.create.spec.needs)
  const { data, isPending } = useReading(firstSteps.get, { params: { c } })
  if (!mayInvite) return null
  if (data === undefined) return isPending ? undefined : null
  return data.hidden || currentStep(data.steps) === undefined ? null : data
}

function Picture({ c, home }: { c: string; home: Home }) {
  const mayConciliate = useWhereabouts(now => now.can)(reconciliation.certain.spec.needs)
  return (
    <div className={styles.picture}>
      <Sentence c={c} home={home} />
      <BalanceRegion c={c} home={home} />
      <div className={styles.week}>
        {mayConciliate ? <BankCard c={c} /> : null}
        <WeekRegion c={c} home={home} />
      </div>
      <div className={styles.cost}>
        <SpendingRegion c={c} home={home} />
        <LateRegion c={c} home={home} />
      </div>
    </div>
  )
}

function Sentence({ c, home }: { c: string; home: Home }) {
  const said = monthSentence(home)
  const place =
    said.about === 'shortage'
      ? movedOn(home.lowest?.day ?? home.today, home.today)
      : { screen: 'reports.cash-flow' as const, search: { periodo: monthOf(home.today) } }
  return (
    <p className={styles.say}>
      <span className={text.m}>{`${capitalized(weekdayAndDay(home.today))}, pelo que entrou e saiu das contas`}</span>
      {said.before}
      <To c={c} place={place}>
        {said.figure}
      </To>
      {wholeAmounts(said.after)}
    </p>
  )
}
