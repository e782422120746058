// Going somewhere: one command per screen that needs no record, with the screen's own title, icon, keys and words.
import { companyIn, defineCommand } from './kit/command.ts'
import type { IconName } from './kit/icon-name.ts'
import { CALM_LAYERS } from './kit/when.ts'
import type { ScreenRecord } from './screen-record.ts'
import { pathTo, type ScreenId, type ScreenParam, screens } from './screens.ts'

/** Screens with an icon whose address names no record. */
export type OpenScreen = {
  [S in ScreenId]: (typeof screens)[S] extends { readonly icon: IconName } ? (ScreenParam<S> extends 'companyId' ? S : never) : never
}[ScreenId]

type OfCompany = { [S in OpenScreen]: [ScreenParam<S>] extends [never] ? never : S }[OpenScreen]
const isOfCompany = (id: OpenScreen): id is OfCompany => screens[id].path.includes('$companyId')

const isOpen = (id: ScreenId): id is OpenScreen => 'icon' in screens[id] && !/\$(?!companyId)/.test(screens[id].path)
export const openScreens: readonly OpenScreen[] = (Object.keys(screens) as ScreenId[]).filter(isOpen)

function going(id: OpenScreen) {
  const screen: ScreenRecord = screens[id]
  const inCompany = isOfCompany(id)
  const ofOffice = screen.rail === 'Escritório'
  return defineCommand({
    id: `go.${id}`,
    title: screen.title,
    takes: 'none',
    goes: true,
    ...(screen.icon ? { icon: screen.icon } : {}),
    ...(screen.keys ? { keys: screen.keys } : {}),
    ...(screen.words ? { words: screen.words } : {}),
    when: { layer: [...CALM_LAYERS, 'form'], ...(inCompany ? { company: true } : {}), ...(ofOffice ? { office: true } : {}) },
    run: async (_, target) => ({ go: isOfCompany(id) ? pathTo(id, { companyId: companyIn(target).id }) : pathTo(id) }),
  })
}

export const navigationCommands = openScreens.map(going)
