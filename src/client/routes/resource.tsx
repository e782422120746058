// The addresses of every described register: its list, its records, and what is made, imported and deleted over them.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Register, Registered } from '#client/surfaces/resource/records.tsx'
import { COMPANY_PATH } from '#commands/screen-record.ts'
import { type ScreenId, screens } from '#commands/screens.ts'
import { type RegisterArea, registers } from '#resources/index.ts'
import { screenRoute } from './money.tsx'

type Surfaces = typeof import('#client/surfaces/resource/index.ts')

const surfaces = () => import('#client/surfaces/resource/index.ts')
const drawn = (draw: (from: Surfaces) => React.ComponentType) =>
  lazyRouteComponent(() => surfaces().then(from => ({ Drawn: draw(from) })), 'Drawn')
const contactForms = () => import('#client/features/contacts/contact-forms.tsx')
const associateAddresses = () => import('#client/features/associates/associate-addresses.tsx')
/** Where a register has a component of its own. */
const OWN: Partial<Record<ScreenId, ReturnType<typeof lazyRouteComponent>>> = {
  'associates.attach': lazyRouteComponent(associateAddresses, 'AttachToAssociate'),
  'associates.dependent': lazyRouteComponent(associateAddresses, 'NewDependent'),
  'associates.dependent-detail': lazyRouteComponent(associateAddresses, 'EditDependent'),
  'contacts.create': lazyRouteComponent(contactForms, 'CreateContact'),
  'contacts.create-reach': lazyRouteComponent(contactForms, 'CreateContact'),
  'contacts.create-address': lazyRouteComponent(contactForms, 'CreateContact'),
}
const VERBS = { create: 'create', upload: 'import', delete: 'delete' } as const

function routesOf<P extends AnyRoute, Row extends Registered>(company: P, of: Register<Row>) {
  const area: RegisterArea = of.area
  const root = screens[area].path
  const list = screenRoute(
    company,
    root.slice(COMPANY_PATH.length),
    area,
    drawn(({ ResourceScreen }) => () => <ResourceScreen of={of} />),
  )
  const record: ScreenId = `${area}.detail`
  const recordPath = screens[record].path
  const component = (id: ScreenId) => {
    const verb = VERBS[id.slice(area.length + 1) as keyof typeof VERBS]
    return (
      OWN[id] ??
      drawn(
        ({ ResourceDrawer, ResourceRuns }) =>
          () =>
            verb ? <ResourceRuns of={of} verb={verb} /> : <ResourceDrawer of={of} />,
      )
    )
  }
  const drawer = screenRoute(list, recordPath.slice(root.length), record, component(record))
  const children = (Object.keys(screens) as ScreenId[]).filter(id => id.startsWith(`${area}.`) && id !== record)
  /** What a register does by itself below a record's address stands over its drawer. */
  const over = children.filter(id => OWN[id] && screens[id].path.startsWith(`${recordPath}/`))
  return list.addChildren([
    drawer.addChildren(over.map(id => screenRoute(drawer, screens[id].path.slice(recordPath.length), id, component(id)))),
    ...children.filter(id => !over.includes(id)).map(id => screenRoute(list, screens[id].path.slice(root.length), id, component(id))),
  ])
}

export const resourceRoutes = <P extends AnyRoute>(company: P) => Object.values<Register<never>>(registers).map(of => routesOf(company, of))
