// The manual: one page for each screen of the rail, found by the screen a person is on.
import type { AnyCommand } from '../kit/command.ts'
import { ANY_LAYER, keysWhen, overlaps, type Screen } from '../kit/when.ts'
import { type ScreenId, screens } from '../screens.ts'
import { companyPages } from './company.ts'
import { everywherePages } from './everywhere.ts'
import { moneyPages } from './money.ts'
import { officePages } from './office.ts'
import type { ManualPage, RailScreen } from './page.ts'

export const manual: Readonly<Record<RailScreen, ManualPage>> & Readonly<Partial<Record<ScreenId, ManualPage>>> = {
  ...everywherePages,
  ...moneyPages,
  ...companyPages,
  ...officePages,
}

/** What is the same everywhere, then the others in the order of the screens. */
export const manualScreens: readonly ScreenId[] = [
  'manual',
  ...(Object.keys(screens) as ScreenId[]).filter(id => id !== 'manual' && manual[id] !== undefined),
]

export const manualTitle = (id: ScreenId): string => manual[id]?.title ?? screens[id].title

/** Areas whose work is told on the page of another screen. */
const TOLD_BY: Readonly<Record<string, ScreenId>> = { statements: 'statements.imports', profile: 'settings' }

/** The screen whose page tells of this one: itself, else that of its area. */
export function manualScreenOf(id: ScreenId): ScreenId | undefined {
  if (manual[id] !== undefined) return id
  const { area } = screens[id]
  return manualScreens.find(screen => screen === area) ?? TOLD_BY[area]
}

/** What can be done on this screen and not everywhere, as its page lists it: where the keys count, it belongs. */
export const commandsOn = (id: ScreenId, commands: readonly AnyCommand[]): readonly AnyCommand[] =>
  commands.filter(command => {
    const where = keysWhen(command)
    const isHere = overlaps(where, { screen: id as Screen, layer: ANY_LAYER })
    const isEverywhere = overlaps(where, { area: 'manual', layer: ANY_LAYER, company: true })
    return isHere && !isEverywhere && command.goes !== true && command.unlisted !== true
  })
