// Our addresses, handed to the router. It types them by its route tree; ours are typed by screen and name before they come here.
import type { Search } from '#commands/search-text.ts'

interface Address {
  readonly to: string
  /** True keeps the search text as it is. */
  readonly search?: true | Search | ((before: Search) => Search)
  readonly replace?: boolean
}

/** For `Link`, `navigate` and `redirect`: the one place where the router's own types are put aside. */
export const asAddress = (address: Address) => address as never as { to: string }
