// From one company to another: area, period, filter and view stay; the open record does not.
import { announce } from '#client/kit/announcer.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { pathTo, type ScreenId, screens } from '#commands/screens.ts'

type Go = (to: string) => void
let go: Go = () => {}
export const connectJump = (next: Go): void => {
  go = next
}

/** The list of the present area in another company: what hangs below it (a drawer, a dialog) is left behind. */
export function jumpTo(companyId: string): void {
  const { area } = useWhereabouts.getState()
  const list: ScreenId =
    area in screens && screens[area as ScreenId].path.includes('$companyId') && !/\$(?!companyId)/.test(screens[area as ScreenId].path)
      ? (area as ScreenId)
      : area === 'statements'
        ? 'statements.imports'
        : 'bills'
  go(pathTo(list, { companyId }))
  announce('Empresa trocada', 'polite')
}
