// The roles of a company: the six fixed ones and its own, each with what it may do.

import { type ReactNode, useState } from 'react'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { type ListingReading, ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { targetOn } from '#commands/kit/command.ts'
import type { Role } from '#contract/people.ts'
import { RESOURCE_LABELS, RESOURCES } from '#domain/permissions.ts'
import styles from './people.module.css'
import { RightsMatrix } from './rights-matrix.tsx'
import { useRightsRows } from './role-form.tsx'

const NONE: readonly never[] = []

/** 'Contas a pagar, Contas a receber e mais 12': what a role reaches. */
function reachOf({ rights }: Role): string {
  const reached = RESOURCES.filter(resource => rights[resource])
  if (reached.length === RESOURCES.length) return 'Tudo'
  const first = reached.slice(0, 2).map(resource => RESOURCE_LABELS[resource])
  const more = reached.length - first.length
  return more > 0 ? `${first.join(', ')} e mais ${more}` : first.join(' e ')
}

const KindBadge = ({ role }: { role: Role }) =>
  role.preset === null ? <Badge tone="info">Da empresa</Badge> : <Badge tone="muted">Fixo</Badge>

const columns: readonly RegisterColumn<Role>[] = [
  { id: 'name', title: 'Cargo', least: 180, sort: role => role.name, render: role => <span className={textStyles.med}>{role.name}</span> },
  { id: 'kind', title: 'Tipo', width: 120, sort: role => role.preset ?? '', render: role => <KindBadge role={role} /> },
  { id: 'reach', title: 'Alcança', least: 240, leaves: 1, render: reachOf },
  {
    id: 'give',
    title: 'Você pode dar',
    width: 140,
    leaves: 2,
    render: role => (role.may_give ? 'sim' : <span className={textStyles.m}>não</span>),
  },
]

interface RolesListProps {
  reading: ListingReading & { data: readonly Role[] | undefined }
  head: ReactNode
  outlet: ReactNode
}

export function RolesList({ reading, head, outlet }: RolesListProps) {
  const setSearch = useSetSearch()
  const { roles: filter = '' } = useScreenSearch()
  const [openId, setOpenId] = useState<string>()
  const rows = reading.data ?? NONE
  const open = rows.find(role => role.id === openId)
  return (
    <ListingScreen
      label="Cargos"
      kind="role"
      noun={['cargo', 'cargos']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={role => role.name}
      textOf={role => `${role.name} ${reachOf(role)}`}
      card={role => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{role.name}</span>
          <KindBadge role={role} />
          <span className={classNames(textStyles.m, textStyles.small)}>{reachOf(role)}</span>
        </div>
      )}
      filter={filter}
      onFilter={text => setSearch({ roles: text })}
      placeholder="Filtrar por cargo ou recurso"
      toolbar="roles.toolbar"
      openId={openId}
      onOpen={role => setOpenId(role.id)}
      head={head}
      primary={<Place at="roles.page" />}
      empty={{ title: 'Cargo não encontrado' }}
    >
      {open ? <RoleDrawer role={open} onClose={() => setOpenId(undefined)} /> : null}
      {outlet}
    </ListingScreen>
  )
}

function RoleDrawer({ role, onClose }: { role: Role; onClose(): void }) {
  const c = useCompanyId()
  const { rows, isError, refetch } = useRightsRows(c)
  const company = useWhereabouts(now => now.company)
  return (
    <ActsOn value={targetOn('role', [role], { company, from: 'focus' })}>
      <RecordDrawer
        id={role.id}
        list="users"
        label={role.name}
        where="Cargo"
        onClose={onClose}
        footer={role.preset === null ? <Place at="role.drawer" /> : undefined}
      >
        <section>
          <h2>{role.name}</h2>
          <p className={textStyles.m}>
            {role.preset === null ? 'Cargo criado nesta empresa.' : 'Cargo fixo: existe em toda empresa e não muda.'}
          </p>
        </section>
        <section className={styles.narrowRights}>
          {isError ? (
            <ErrorState title="Não foi possível carregar os direitos" onRetry={refetch} />
          ) : rows === undefined ? (
            <Skeleton rows={8} />
          ) : (
            <RightsMatrix label={`Direitos de ${role.name}`} rows={rows} value={role.rights} />
          )}
        </section>
      </RecordDrawer>
    </ActsOn>
  )
}
