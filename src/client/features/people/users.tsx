// The people of a company and their invitations, and beside them the roles: one list each.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import text from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { listed } from '#client/surfaces/resource/list.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { roles, users } from '#contract/people.ts'
import { user } from '#resources/user.ts'
import { RolesList } from './roles.tsx'

export { InviteUser } from './invite.tsx'
export { CreateRole } from './role-form.tsx'
export { UserDrawer } from './user-drawer.tsx'

const NONE: readonly never[] = []

/** Who looks at the list is told which line is their own. */
const listFor = (self: string | undefined) =>
  listed(
    { ...user, aside: one => (one.id === self ? 'você' : null) },
    {
      cells: {
        role: ({ role, owner_grants }) => (
          <>
            {role.name}
            {owner_grants.length > 0 ? <span className={text.m}> + concedido</span> : null}
          </>
        ),
      },
    },
  )

/** Tabs of the head: which of the two lists is open stands in the address. */
function useLists(c: string) {
  const setSearch = useSetSearch()
  const { lista = '' } = useScreenSearch()
  const people = useReading(users.list, { params: { c } })
  const known = useReading(roles.list, { params: { c } })
  const tabs = [
    { id: '', title: 'Pessoas', count: people.data?.length },
    { id: 'cargos', title: 'Cargos', count: known.data?.length },
  ]
  const head = <Tabs label="Listas" tabs={tabs} value={lista} onChange={id => setSearch({ lista: id })} />
  return { people, known, head, showsRoles: lista === 'cargos' }
}

export function UsersScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { users: filter = '' } = useScreenSearch()
  const openId = useRouteParam('userId')
  const self = useSession(session => session.user?.id)
  const list = useMemo(() => listFor(self), [self])
  const { people, known, head, showsRoles } = useLists(c)
  if (showsRoles && openId === undefined) return <RolesList reading={known} head={head} outlet={<Outlet />} />
  return (
    <ListingScreen
      {...list}
      label="Pessoas"
      kind="user"
      rows={people.data ?? NONE}
      reading={people}
      filter={filter}
      onFilter={users => setSearch({ users })}
      toolbar="users.toolbar"
      openId={openId}
      addressOf={one => pathTo('users.detail', { companyId: c, userId: one.id })}
      head={head}
      primary={<Place at="users.page" />}
      bar={<Place at="users.bar" />}
      empty={{
        title: 'Ninguém por aqui',
        text: 'Convide quem trabalha com esta empresa e diga o que cada pessoa pode fazer.',
        actions: <Place at="users.empty" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}
