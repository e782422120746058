// The people of a company and their invitations, and beside them the roles: one list each.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type CompanyUser, roles, users } from '#contract/people.ts'
import { maskPhone } from '#domain/contact-points.ts'
import { INVITATION_STATUS_LABELS, USER_KIND_LABELS } from '#domain/labels.ts'
import { nameOf, StandingBadge, sinceWords } from './people-words.tsx'
import { RolesList } from './roles.tsx'

export { InviteUser } from './invite.tsx'
export { CreateRole } from './role-form.tsx'
export { UserDrawer } from './user-drawer.tsx'

const NONE: readonly never[] = []
const dash = <span className={textStyles.m}>—</span>

const columnsFor = (self: string | undefined): readonly RegisterColumn<CompanyUser>[] => [
  {
    id: 'name',
    title: 'Nome',
    least: 200,
    sort: nameOf,
    render: user => (
      <>
        <span className={textStyles.med}>{nameOf(user)}</span>
        {user.id === self ? <span className={textStyles.m}> · você</span> : null}
      </>
    ),
  },
  {
    id: 'role',
    title: 'Cargo',
    width: 168,
    sort: user => user.role.name,
    groupable: true,
    render: user => (
      <>
        {user.role.name}
        {user.owner_grants.length > 0 ? <span className={textStyles.m}> + concedido</span> : null}
      </>
    ),
  },
  {
    id: 'status',
    title: 'Situação',
    width: 176,
    sort: user => INVITATION_STATUS_LABELS[user.status],
    groupable: true,
    render: user => <StandingBadge status={user.status} />,
  },
  { id: 'since', title: 'Desde', width: 176, leaves: 3, sort: user => user.accepted_at ?? user.created_at, render: sinceWords },
  { id: 'email', title: 'E-mail', least: 180, leaves: 2, sort: user => user.email, render: user => user.email ?? dash },
  {
    id: 'phone',
    title: 'Telefone',
    width: 140,
    leaves: 1,
    render: user => <span className={textStyles.tabular}>{user.phone_number ? maskPhone(user.phone_number) : dash}</span>,
  },
]

const textOf = (user: CompanyUser): string =>
  [
    nameOf(user),
    user.email,
    user.phone_number,
    user.document_number,
    user.role.name,
    INVITATION_STATUS_LABELS[user.status],
    user.kind ? USER_KIND_LABELS[user.kind] : '',
  ].join(' ')

const UserCard = ({ user }: { user: CompanyUser }) => (
  <div className={listingScreen.registerCard}>
    <span className={listingScreen.name}>{nameOf(user)}</span>
    <StandingBadge status={user.status} />
    <span className={classNames(textStyles.m, textStyles.small)}>{user.role.name}</span>
    <span className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>{sinceWords(user)}</span>
  </div>
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
  const columns = useMemo(() => columnsFor(self), [self])
  const { people, known, head, showsRoles } = useLists(c)
  if (showsRoles && openId === undefined) return <RolesList reading={known} head={head} outlet={<Outlet />} />
  return (
    <ListingScreen
      label="Usuários"
      kind="user"
      noun={['pessoa', 'pessoas']}
      rows={people.data ?? NONE}
      reading={people}
      columns={columns}
      rowName={nameOf}
      textOf={textOf}
      card={user => <UserCard user={user} />}
      isMuted={user => user.status === 'INACTIVE'}
      filter={filter}
      onFilter={text => setSearch({ users: text })}
      placeholder="Filtrar por nome, cargo, situação, e-mail"
      toolbar="users.toolbar"
      openId={openId}
      addressOf={user => pathTo('users.detail', { companyId: c, userId: user.id })}
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
