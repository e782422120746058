// One person of the company: who they are, their role and standing, and what the owner granted beside it. Changes are commands.

import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import { Badge } from '#client/kit/chip.tsx'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { useTellAbsent } from '#client/surfaces/missing.ts'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import { targetOn } from '#commands/kit/command.ts'
import { type CompanyUser, users } from '#contract/people.ts'
import { maskPhone } from '#domain/contact-points.ts'
import { formatInstant } from '#domain/days.ts'
import { USER_KIND_LABELS } from '#domain/labels.ts'
import { GRANTS_OF, OWNER_GRANT_LABELS } from '#domain/permissions.ts'
import styles from './people.module.css'
import { nameOf, StandingBadge } from './people-words.tsx'

export function UserDrawer() {
  const c = useCompanyId()
  const id = useRouteParam('userId') ?? ''
  const reading = useReading(users.list, { params: { c } })
  const user = reading.data?.find(one => one.id === id)
  const missing = reading.isSuccess && user === undefined
  useTellAbsent(reading, user)
  const company = useWhereabouts(now => now.company)
  return (
    <ActsOn value={user && targetOn('user', [user], { company, from: 'focus' })}>
      <RecordDrawer id={id} list="users" label={user ? nameOf(user) : 'Usuário'} where="Usuário" footer={user && <Footer user={user} />}>
        {reading.isError || missing ? (
          <ErrorState
            title={missing ? 'Esta pessoa não faz mais parte da empresa' : 'Não foi possível abrir a pessoa'}
            text={reading.error?.message}
            onRetry={() => void reading.refetch()}
          />
        ) : user === undefined ? (
          <Skeleton rows={6} />
        ) : (
          <UserDetail user={user} />
        )}
      </RecordDrawer>
    </ActsOn>
  )
}

function Footer({ user }: { user: CompanyUser }) {
  if (user.status === 'INACTIVE')
    return <CommandButton id={user.accepted_at === null ? 'user.invite-again' : 'user.activate'} variant="secondary" short />
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

function UserDetail({ user }: { user: CompanyUser }) {
  const self = useSession(session => session.user?.id)
  const grantable = user.kind === null ? [] : GRANTS_OF[user.kind]
  return (
    <>
      <section>
        <h2>{nameOf(user)}</h2>
        <p className={styles.badges}>
          <StandingBadge status={user.status} />
          <Badge tone="muted">{user.role.name}</Badge>
        </p>
        {user.id === self ? <Note kind="info">É você. O próprio acesso, outra pessoa muda.</Note> : null}
        {user.status === 'WAITING_ACCEPT' && user.expires_at !== null ? (
          <Note kind="info">O convite espera a resposta até {formatInstant(user.expires_at)}.</Note>
        ) : null}
        {user.status === 'INACTIVE' && user.accepted_at === null ? (
          <Note kind="warning">O convite venceu, foi recusado ou retirado.</Note>
        ) : null}
      </section>
      <DrawerSection title="Dados">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Documento">{user.document_number}</Detail>
          <Detail name="E-mail">{user.email ? <a href={`mailto:${user.email}`}>{user.email}</a> : null}</Detail>
          <Detail name="Telefone">
            {user.phone_number ? <a href={`tel:${user.phone_number}`}>{maskPhone(user.phone_number)}</a> : null}
          </Detail>
          <Detail name="Tipo">{user.kind ? USER_KIND_LABELS[user.kind] : null}</Detail>
          <Detail name="Convidado em">{formatInstant(user.created_at)}</Detail>
          <Detail name="Aceito em">{user.accepted_at ? formatInstant(user.accepted_at) : null}</Detail>
        </dl>
      </DrawerSection>
      {grantable.length > 0 ? (
        <DrawerSection title="Além do cargo">
          <ul className={styles.grants}>
            {grantable.map(grant => (
              <li key={grant}>
                <span>{OWNER_GRANT_LABELS[grant].allow}</span>
                <Badge tone={user.owner_grants.includes(grant) ? 'ok' : 'quiet'} icon={user.owner_grants.includes(grant) ? 'check' : 'ban'}>
                  {user.owner_grants.includes(grant) ? 'Permitido' : 'Não permitido'}
                </Badge>
                {user.may_grant ? (
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
