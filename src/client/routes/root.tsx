// The root of all routes: search text is plain and stays between screens; every route says which screen it is.
import { createRootRoute } from '@tanstack/react-router'
import { RootFrame } from '#client/shell/root-frame.tsx'
import { NotFoundPage } from '#client/shell/route-states.tsx'
import type { ScreenId } from '#commands/screens.ts'
import { readSearch, type SearchName } from '#commands/search-text.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The record of this screen; null for a layout that is no screen of its own. */
    screen: ScreenId | null
    /** The list it stands over, where that is not its area's own. */
    over?: ScreenId
  }
}

/** Names that belong to one navigation and do not follow to the next screen. */
const PASSING: ReadonlySet<string> = new Set<SearchName>(['url', 'backTo', 'certificate', 'copia', 'area', 'form', 'em'])

export const rootRoute = createRootRoute({
  staticData: { screen: null },
  validateSearch: readSearch,
  search: {
    middlewares: [
      ({ search, next }) => {
        const kept = Object.fromEntries(Object.entries(search).filter(([name]) => !PASSING.has(name)))
        return { ...kept, ...next(search) }
      },
    ],
  },
  component: RootFrame,
  notFoundComponent: NotFoundPage,
})
