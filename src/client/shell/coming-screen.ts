// Keys pressed while the next screen is on its way are for that screen: they wait for it.
import { router } from '#client/router.tsx'
import { waitForScreen } from '#client/surfaces/held-keys.ts'

type Matches = ReturnType<typeof router.matchRoutes>

/** The list that an address shows, whatever stands over it. */
const listOf = (matches: Matches) => matches.map(({ staticData: { over, screen } }) => over ?? screen).findLast(Boolean)

/** Returns the way to stop. */
export function holdKeysForScreens(): () => void {
  let arrive: (() => void) | undefined
  const stops = [
    router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
      if (fromLocation === undefined || listOf(router.matchRoutes(fromLocation)) === listOf(router.matchRoutes(toLocation))) return
      arrive?.()
      waitForScreen(
        new Promise<void>(resolve => {
          arrive = resolve
        }),
      )
    }),
    router.subscribe('onResolved', () => arrive?.()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
