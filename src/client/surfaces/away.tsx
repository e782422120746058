// Says that what is on screen may be old: over the screen, and again within a dialog, whose scrim and sheet hide the line over the screen.
import { useIsOffline, useIsSilent } from '#client/data/connection.ts'
import dialog from '#client/kit/dialog.module.css'
import { Note } from '#client/kit/drawer.tsx'
import frame from '#client/kit/layout/frame.module.css'

/** Undefined while the server answers. */
function useAway(): string | undefined {
  const isOffline = useIsOffline()
  const isSilent = useIsSilent()
  const why = isOffline ? 'Você está sem conexão' : isSilent ? 'O servidor não está respondendo' : undefined
  return why && `${why}: na tela está o que se sabia, e o que você digitou fica.`
}

export function Away() {
  const away = useAway()
  return (
    <div role="status" className={away ? frame.away : frame.here}>
      {away}
    </div>
  )
}

export function AwayInDialog() {
  const away = useAway()
  return (
    <div role="status" className={dialog.told}>
      {away ? <Note kind="warning">{away}</Note> : null}
    </div>
  )
}
