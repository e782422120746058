// The month in one page on the screen: the sheet on a desk, what can be done with it above, and the links that open it beside.
import { useReading } from '#client/data/queries.ts'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { useAnswer, useIntent } from '#client/surfaces/intents.ts'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { useCompanyId, usePeriod } from '#client/surfaces/where.ts'
import { monthPage } from '#contract/month-page.ts'
import { monthOf } from '#domain/days.ts'
import styles from './month.module.css'
import { MonthLinks } from './month-links.tsx'
import { MonthPaper } from './month-paper.tsx'

export function MonthScreen() {
  const c = useCompanyId()
  const page = usePageFocus<HTMLElement>()
  const query = useMonth()
  const reading = useReading(monthPage.get, { params: { c }, query })
  useIntent('report.print', () => window.print())
  useAnswer('month.shown', () => reading.data?.month)
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <CommandButton id="month.share" variant="primary" icon short />
        <CommandButton id="month.pdf" variant="secondary" icon short />
        <CommandButton id="report.print" variant="secondary" icon short />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it */}
      <section ref={page} tabIndex={0} className={styles.desk} aria-label="O mês em uma página" aria-busy={reading.isFetching}>
        {reading.data ? (
          <>
            <MonthPaper page={reading.data} headline="h2" />
            <MonthLinks c={c} month={reading.data.month} />
          </>
        ) : reading.isError ? (
          <ErrorState title="Não foi possível carregar o mês" error={reading.error} onRetry={() => void reading.refetch()} />
        ) : (
          <Skeleton rows={12} />
        )}
      </section>
      <Foot>
        <HintBar />
      </Foot>
    </div>
  )
}

/** The month the period of the frame ends in; this one where it has no end. */
export function useMonth(): { date?: string } {
  const { end } = usePeriod()
  return end === undefined ? {} : { date: `${monthOf(end)}-01` }
}
