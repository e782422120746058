// A route that does not exist, and one that failed: said plainly, with a way on.
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { setPageTitle } from '#client/kit/brand.ts'
import frame from '#client/kit/layout/frame.module.css'
import text from '#client/kit/look/text.module.css'
import { Empty, ErrorState } from '#client/kit/states.tsx'
import { useTellMissing } from '#client/surfaces/missing.ts'
import { isMissingCode, reloadOnce } from './missing-code.ts'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const reason = error instanceof Error ? error : new Error(String(error))
  const isMissing = isMissingCode(reason)
  if (isMissing && reloadOnce()) return null
  return <ErrorState title="Não foi possível abrir esta tela" error={reason} onRetry={isMissing ? () => location.reload() : reset} />
}

export const NOT_FOUND_TITLE = 'Não encontrado'

/** Inside a company's frame. */
export function NotFound() {
  useTellMissing(true)
  return (
    <Empty
      icon="search"
      title="Página não encontrada"
      text="O endereço não existe ou mudou."
      actions={<Link to="/">Ir para o início</Link>}
    />
  )
}

/** Where there is no frame: outside every company, and in one that is not one's own. */
export function NotFoundPage() {
  useLayoutEffect(() => setPageTitle(NOT_FOUND_TITLE), [])
  return (
    <main className={frame.frameless}>
      <h1 className={text.vh}>{NOT_FOUND_TITLE}</h1>
      <NotFound />
    </main>
  )
}
