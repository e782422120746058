// From one company to another: area, period, filter and view stay; the open record, and every name of a record in the address, does not.
import { announce } from '#client/kit/announcer.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import type { Destination } from '#commands/kit/command.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { type CompanyScreen, nearestOpen, pathTo, type ScreenId, screens } from '#commands/screens.ts'
import type { Search } from '#commands/search-text.ts'

interface Outside {
  go(to: Destination, options?: { newTab?: boolean }): void
  /** The search text of the page. */
  search(): Search
  /** The person's rights in a company; undefined when they cannot be read now. */
  rights(companyId: string): Promise<Readonly<Record<string, string>> | undefined>
}

let outside: Outside = { go: () => {}, search: () => ({}), rights: async () => undefined }
export const connectJump = (next: Outside): void => {
  outside = next
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
/** Ways back and typed names of a form that is left behind. */
const OF_A_FORM = new Set(['backTo', 'nome', 'novo', 'dentro', 'url'])

/** A screen one goes to by itself: of a company, without a record, and no form over another. */
function isPlace(id: string): id is CompanyScreen {
  if (!(id in screens)) return false
  const screen: ScreenRecord = screens[id as ScreenId]
  return screen.icon !== undefined && screen.path.includes('$companyId') && !/\$(?!companyId)/.test(screen.path)
}

/** Undefined takes a name out of the address. */
const leftBehind = (search: Search): Search =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => OF_A_FORM.has(name) || ID.test(value ?? ''))
      .map(([name]) => [name, undefined]),
  )

/** The present screen in another company, or the list of its area, or the nearest one the person may see there; what hangs below it is left behind. */
export async function jumpTo(companyId: string, { newTab = false } = {}): Promise<void> {
  const { area, screen } = useWhereabouts.getState()
  const list: CompanyScreen = isPlace(screen) ? screen : area === 'statements' ? 'statements.imports' : isPlace(area) ? area : 'bills'
  const rights = await outside.rights(companyId)
  const open = rights ? nearestOpen(list, rights) : list
  outside.go({ to: pathTo(open, { companyId }), search: leftBehind(outside.search()) }, { newTab })
  if (newTab) return
  const instead = open === list ? '' : `. Sem acesso a ${screens[list].title} nesta empresa: aberta em ${screens[open].title}`
  announce(`Empresa trocada${instead}`, 'polite')
}
