// What somebody sees behind the link of a month: the page itself, to read and to print, and no way further.
import { useLayoutEffect } from 'react'
import { ApiError } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { pageBrand, setPageTitle } from '#client/kit/brand.ts'
import { BrandName } from '#client/kit/brand-mark.tsx'
import { Button } from '#client/kit/button.tsx'
import { Empty, ErrorState, Spinner } from '#client/kit/states.tsx'
import { useRouteParam } from '#client/surfaces/where.ts'
import { type MonthPage, monthPage } from '#contract/month-page.ts'
import { monthTitle } from '#domain/month-page.ts'
import styles from './month.module.css'
import { MonthPaper } from './month-paper.tsx'

export function PublicMonth() {
  const token = useRouteParam('token') ?? ''
  const reading = useReading(monthPage.open, { params: { token } })
  return (
    <main className={styles.public} id="main">
      {reading.data ? (
        <Shown page={reading.data} />
      ) : reading.isPending ? (
        <Spinner />
      ) : (
        <Closed error={reading.error} onRetry={() => void reading.refetch()} />
      )}
    </main>
  )
}

function Shown({ page }: { page: MonthPage }) {
  useLayoutEffect(() => setPageTitle(`${monthTitle(page.month)} · ${page.company_name}`), [page])
  return (
    <>
      <div className={styles.publicBar}>
        <BrandName brand={pageBrand()} size={20} />
        <Button icon="printer" onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      <MonthPaper page={page} headline="h1" />
    </>
  )
}

/** What ran out, was taken back or never was looks the same; only a broken connection is worth another try. */
function Closed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  useLayoutEffect(() => setPageTitle('Este link não está mais disponível'), [])
  return error instanceof ApiError && error.status === 404 ? (
    <Empty
      icon="link-2"
      title="Este link não está mais disponível"
      text="Ele pode ter vencido ou sido retirado. Peça um novo a quem mandou este."
    />
  ) : (
    <ErrorState title="Não foi possível abrir a página" error={error} onRetry={onRetry} />
  )
}
