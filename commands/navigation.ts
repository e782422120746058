// Going somewhere: one command per screen that needs no record, with the screen's own title, icon, keys and words.
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import { CALM_LAYERS } from './kit/when.ts'
import { pathTo, type ScreenId, type ScreenRecord, screens } from './screens.ts'

const isOpenTo = ([id, screen]: [string, ScreenRecord]) =>
  screen.icon !== undefined && !/\$(?!companyId)/.test(screen.path) && !id.startsWith('auth.')

function going([id, screen]: [string, ScreenRecord]): AnyCommand {
  const inCompany = screen.path.includes('$companyId')
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
    run: async (_, target) => ({ go: pathTo(id as ScreenId, inCompany ? { companyId: companyIn(target).id } : {}) }),
  })
}

export const navigationCommands: readonly AnyCommand[] = (Object.entries(screens) as [string, ScreenRecord][]).filter(isOpenTo).map(going)
