// The addresses of a described register: its list, its records, and what is made, imported and deleted over them.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Register, Registered } from '#client/surfaces/resource/records.tsx'
import type { RegisterArea } from '#commands/places.ts'
import { COMPANY_PATH, type ScreenId, screens } from '#commands/screens.ts'
import { screenRoute } from './money.tsx'

type Surfaces = typeof import('#client/surfaces/resource/index.ts')

const surfaces = () => import('#client/surfaces/resource/index.ts')
const drawn = (draw: (from: Surfaces) => React.ComponentType) =>
  lazyRouteComponent(() => surfaces().then(from => ({ Drawn: draw(from) })), 'Drawn')
const VERBS = { create: 'create', upload: 'import', delete: 'delete' } as const

/** `by` hands an address a component of the register's own. */
export function resourceRoutes<P extends AnyRoute, Row extends Registered>(
  company: P,
  of: Register<Row>,
  by: Partial<Record<ScreenId, ReturnType<typeof lazyRouteComponent>>> = {},
) {
  const area: RegisterArea = of.area
  const root = screens[area].path
  const list = screenRoute(
    company,
    root.slice(COMPANY_PATH.length),
    area,
    drawn(({ ResourceScreen }) => () => <ResourceScreen of={of} />),
  )
  const children = (Object.keys(screens) as ScreenId[]).filter(id => id.startsWith(`${area}.`))
  return list.addChildren(
    children.map(id => {
      const verb = VERBS[id.slice(area.length + 1) as keyof typeof VERBS]
      const component =
        by[id] ??
        drawn(
          ({ ResourceDrawer, ResourceRuns }) =>
            () =>
              verb ? <ResourceRuns of={of} verb={verb} /> : <ResourceDrawer of={of} />,
        )
      return screenRoute(list, screens[id].path.slice(root.length), id, component)
    }),
  )
}
