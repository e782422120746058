// What every frame shares: skip link, top bar, rail, the screen and the foot; and that the focus is never lost to the page.
import { useMatches, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useFocusHome } from '#client/kit/focus-keeper.ts'
import frame from '#client/kit/layout/frame.module.css'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { Away } from '#client/surfaces/away.tsx'
import { FOOT_ID } from '#client/surfaces/foot.tsx'
import { useIsMissing } from '#client/surfaces/missing.ts'
import type { ScreenId } from '#commands/screens.ts'
import { listUnder, screenOf } from './screen-of.ts'

/** The screen of the innermost route; undefined at an address that leads nowhere: no area is current then. */
export function useScreen(home: ScreenId): ScreenId | undefined {
  const matches = useMatches()
  const missing = useIsMissing()
  if (missing) return undefined
  return screenOf(matches) ?? home
}

/** The screen whose list is on the page: what stands over the list of another area belongs to that one. */
export function useListScreen(screen: ScreenId | undefined): ScreenId | undefined {
  const over = useMatches({ select: listUnder })
  return screen && (over ?? screen)
}

interface FrameProps {
  top: ReactNode
  rail: ReactNode
  /** What the person may do here is not known yet. */
  busy: boolean
  children: ReactNode
}

export function Frame({ top, rail, busy, children }: FrameProps) {
  return (
    <TooltipProvider>
      <div className={frame.app}>
        <a className={frame.skip} href="#main">
          Ir para o conteúdo
        </a>
        {top}
        <Away />
        {rail}
        <main className={frame.main} id="main" tabIndex={-1} aria-busy={busy || undefined}>
          {children}
        </main>
        <footer className={frame.foot} id={FOOT_ID} data-region="foot" />
      </div>
    </TooltipProvider>
  )
}

/** After a navigation that took the focused element away, the screen has the focus, or the main region where nothing of it takes it. */
export function useFocusKept(): void {
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  const opened = useRef(path)
  opened.current ??= path
  const takeMain = () => {
    if (opened.current !== path) document.getElementById('main')?.focus({ preventScroll: true })
  }
  useFocusHome(takeMain, { revision: path })
}
