// Keys pressed while the next screen is on its way are for that screen: they wait for it.
import { router } from '#client/router.tsx'
import { waitForScreen } from '#client/surfaces/held-keys.ts'
import { listUnder, screenOf } from './screen-of.ts'

const listOf = (matches: Parameters<typeof screenOf>[0]) => listUnder(matches) ?? screenOf(matches)

/** Returns the way to stop. */
export function holdKeysForScreens(): () => void {
  let arrive: (() => void) | undefined
  const stops = [
    router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return
      const [next] = router.getMatchedRoutes(toLocation.pathname)
      if (listOf(router.state.matches) !== listOf(next.map(({ options }) => options))) arrive = waitForScreen()
    }),
    router.subscribe('onResolved', () => arrive?.()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
