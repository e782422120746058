// One person of the company: who they are, their role and standing, and what the owner granted beside it. Changes are commands.

import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { RegisterDrawer, useListed } from '#client/surfaces/register-drawer.tsx'
import { Sections } from '#client/surfaces/resource/drawer.tsx'
import { cell } from '#client/surfaces/resource/records.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type CompanyUser, users } from '#contract/people.ts'
import { formatInstant } from '#domain/days.ts'
import { GRANTS_OF, OWNER_GRANT_LABELS } from '#domain/permissions.ts'
import { user } from '#resources/user.ts'
import styles from './people.module.css'

export function UserDrawer() {
  const listed = useListed('userId', useReading(users.list, { params: { c: useCompanyId() } }))
  return (
    <RegisterDrawer
      {...listed}
      list="users"
      kind="user"
      noun="Usuário"
      nameOf={user.nameOf}
      missing="Esta pessoa não faz mais parte da empresa"
      failed="Não foi possível abrir a pessoa"
      footer={one => <Footer record={one} />}
      detail={one => <UserDetail record={one} />}
    />
  )
}

function Footer({ record: { status, accepted_at } }: { record: CompanyUser }) {
  if (status === 'INACTIVE')
    return <CommandButton id={accepted_at === null ? 'user.invite-again' : 'user.activate'} variant="secondary" short />
  return (
    <>
      <CommandButton id="user.role" variant="secondary" short />
      <span className={drawer.end}>
        <CommandButton id="user.deactivate" variant="ghost" short />
        <MoreActions at="user.row" />
      </span>
    </>
  )
}

function UserDetail({ record }: { record: CompanyUser }) {
  const { id, status, role, kind, accepted_at, expires_at, owner_grants, may_grant } = record
  const self = useSession(session => session.user?.id)
  const grantable = kind === null ? [] : GRANTS_OF[kind]
  return (
    <>
      <section>
        <h2>{user.nameOf(record)}</h2>
        <p className={styles.badges}>
          {cell(user, 'status', record)}
          <Badge tone="muted">{role.name}</Badge>
        </p>
        {id === self ? <Note kind="info">É você. O próprio acesso, outra pessoa muda.</Note> : null}
        {status === 'WAITING_ACCEPT' && expires_at !== null ? (
          <Note kind="info">O convite espera a resposta até {formatInstant(expires_at)}.</Note>
        ) : null}
        {status === 'INACTIVE' && accepted_at === null ? <Note kind="warning">O convite venceu, foi recusado ou retirado.</Note> : null}
      </section>
      <Sections of={user} record={record} />
      {grantable.length > 0 ? (
        <DrawerSection title="Além do cargo">
          <p className={classNames(text.m, text.small)}>Quem é do escritório tem, de qualquer cargo, até o que Contador pode.</p>
          <ul className={styles.grants}>
            {grantable.map(grant => (
              <li key={grant}>
                <span>{OWNER_GRANT_LABELS[grant].allow}</span>
                <Badge tone={owner_grants.includes(grant) ? 'ok' : 'quiet'} icon={owner_grants.includes(grant) ? 'check' : 'ban'}>
                  {owner_grants.includes(grant) ? 'Permitido' : 'Não permitido'}
                </Badge>
                {may_grant ? (
                  <CommandButton id={grant === 'payments.x' ? 'user.grant-payments' : 'user.grant-certificate'} variant="ghost" iconOnly />
                ) : null}
              </li>
            ))}
          </ul>
        </DrawerSection>
      ) : null}
    </>
  )
}
