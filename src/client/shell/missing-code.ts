// After a deploy the code of a screen not opened yet is gone: one reload brings the new one, never two within half a minute.

const RELOADED = 'razao.reloaded-at'
const RELOAD_PAUSE_MS = 30_000
const MISSING = 'MissingCode'

/** Names the failure of every import, so that nobody else (the router has a reload of its own) takes it for theirs; once, at the start. */
export function nameMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = MISSING
    payload.message = 'Esta parte do Razão não pôde ser carregada: há uma versão nova, ou a conexão falhou.'
  })
}

export const isMissingCode = (error: Error): boolean => error.name === MISSING

let isLeaving = false

/** True when the page is on its way out, however often it is asked. What was typed in open forms is kept in the tab. */
export function reloadOnce(): boolean {
  if (isLeaving) return true
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - last < RELOAD_PAUSE_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  isLeaving = true
  location.reload()
  return true
}
