// The roles of a company: the six fixed ones and its own, each with what it may do.

import { type ReactNode, useState } from 'react'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { type ListingReading, ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { listed } from '#client/surfaces/resource/list.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { Role } from '#contract/people.ts'
import { role as described } from '#resources/user.ts'
import styles from './people.module.css'
import { RightsMatrix } from './rights-matrix.tsx'
import { useRightsRows } from './role-form.tsx'

const NONE: readonly never[] = []

const list = listed(described, {
  cells: { give: role => (role.may_give ? 'sim' : <span className={text.m}>não</span>) },
})

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
      {...list}
      label="Cargos"
      kind="role"
      rows={rows}
      reading={reading}
      filter={filter}
      onFilter={roles => setSearch({ roles })}
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
  const { rows, error, refetch } = useRightsRows(c)
  return (
    <ActsOnRecord kind="role" record={role}>
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
          <p className={text.m}>
            {role.preset === null ? 'Cargo criado nesta empresa.' : 'Cargo fixo: existe em toda empresa e não muda.'}
          </p>
        </section>
        <section className={styles.narrowRights}>
          {error ? (
            <ErrorState title="Não foi possível carregar os direitos" error={error} onRetry={refetch} />
          ) : rows === undefined ? (
            <Skeleton rows={8} />
          ) : (
            <RightsMatrix label={`Direitos de ${role.name}`} rows={rows} value={role.rights} />
          )}
        </section>
      </RecordDrawer>
    </ActsOnRecord>
  )
}
