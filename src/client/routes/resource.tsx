// The addresses of every described register: its list, its records, and what is made, imported and deleted over them.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Register } from '#client/surfaces/resource/records.tsx'
import { COMPANY_PATH } from '#commands/screen-record.ts'
import { type ScreenId, screens } from '#commands/screens.ts'
import { REGISTER_AREAS, type RegisterArea } from '#resources/names.ts'
import { screenRoute } from './money.tsx'

type Surfaces = typeof import('#client/surfaces/resource/index.ts')

const surfaces = () => import('#client/surfaces/resource/index.ts')
const registerOf = async (area: RegisterArea): Promise<Register<never>> => (await import('#resources/index.ts')).registers[area]
const drawn = (area: RegisterArea, draw: (from: Surfaces, of: Register<never>) => React.ComponentType) =>
  lazyRouteComponent(() => Promise.all([surfaces(), registerOf(area)]).then(([from, of]) => ({ Drawn: draw(from, of) })), 'Drawn')
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

function routesOf<P extends AnyRoute>(company: P, area: RegisterArea) {
  const root = screens[area].path
  const list = screenRoute(
    company,
    root.slice(COMPANY_PATH.length),
    area,
    drawn(area, ({ ResourceScreen }, of) => () => <ResourceScreen of={of} />),
  )
  const record: ScreenId = `${area}.detail`
  const recordPath = screens[record].path
  const component = (id: ScreenId) => {
    const verb = VERBS[id.slice(area.length + 1) as keyof typeof VERBS]
    return (
      OWN[id] ??
      drawn(
        area,
        ({ ResourceDrawer, ResourceRuns }, of) =>
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

export const resourceRoutes = <P extends AnyRoute>(company: P) => REGISTER_AREAS.map(area => routesOf(company, area))
