// Without a company: answer an invitation, found a company, or leave. Who has companies chooses one here.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import button from '#client/kit/button.module.css'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import form from '#client/kit/form/form.module.css'
import { Icon } from '#client/kit/icon.tsx'
import authLayout from '#client/kit/layout/auth-layout.module.css'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { landingOf, rememberCompany } from '#client/surfaces/landing.ts'
import { wayIn } from '#commands/way-in.ts'
import type { Profile } from '#contract/auth.ts'
import { companies, type Invitation } from '#contract/companies.ts'
import { formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import styles from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { CreateCompany } from './create-company.tsx'
import { useAnswers } from './invitation-answers.ts'

export function UnknownCompanyScreen() {
  const user = useSession(session => session.user)
  const invitations = useReading(companies.invitations)
  const [asked, setAsked] = useState(false)
  if (!user) return null
  const waiting = invitations.data ?? []
  const hasChoice = user.companies.length > 0 || waiting.length > 0
  const mayCreate = user.kind !== 'COMPANY_MEMBER'
  if (mayCreate && (asked || (invitations.isSuccess && !hasChoice)))
    return (
      <AuthPage title="Criar empresa" lead="Quem cria a empresa é o proprietário dela." footer={<SignOut />}>
        <CreateCompany />
        {hasChoice ? (
          <p className={classNames(authLayout.or, styles.or)}>
            Já tem empresa?{' '}
            <button type="button" className={classNames(button.link, styles.link)} onClick={() => setAsked(false)}>
              Voltar à lista
            </button>
          </p>
        ) : null}
      </AuthPage>
    )
  return (
    <AuthPage title={wayIn['auth.unknown-company'].title} lead={leadOf(user, waiting.length, invitations.isSuccess)} footer={<SignOut />}>
      {invitations.isError ? <FailedInvitations onRetry={() => void invitations.refetch()} /> : null}
      {waiting.length > 0 ? <Invitations invitations={waiting} /> : null}
      {user.companies.length > 0 ? <OwnCompanies user={user} /> : null}
      {mayCreate && !invitations.isPending ? (
        <p className={classNames(authLayout.or, styles.or)}>
          Não está aqui?{' '}
          <button type="button" className={classNames(button.link, styles.link)} onClick={() => setAsked(true)}>
            Criar empresa
          </button>
        </p>
      ) : null}
    </AuthPage>
  )
}

function leadOf({ companies: own }: Profile, invitations: number, isRead: boolean): string | undefined {
  if (invitations > 0) return invitations === 1 ? 'Um convite espera a sua resposta.' : `${invitations} convites esperam a sua resposta.`
  if (own.length > 0 || !isRead) return undefined
  return 'Você ainda não faz parte de nenhuma. Peça um convite a quem administra a empresa.'
}

function SignOut() {
  return (
    <span className={styles.leave}>
      <CommandButton id="session.sign-out" variant="ghost" icon />
    </span>
  )
}

function OwnCompanies({ user }: { user: Profile }) {
  const navigate = useNavigate()
  const open = (id: string) => {
    rememberCompany(id)
    void navigate({ href: landingOf(user, {}, id) })
  }
  return (
    <section className={styles.choose} aria-label="Suas empresas">
      <h2>Suas empresas</h2>
      <ul className={styles.scrolls}>
        {user.companies.map(({ id, name, document_number }) => (
          <li key={id}>
            <button type="button" className={styles.company} onClick={() => open(id)}>
              <span className={styles.name}>{name}</span>
              <span className={text.m}>{formatDocument(document_number)}</span>
              <Icon name="chevron-right" size="s" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FailedInvitations({ onRetry }: { onRetry: () => void }) {
  return (
    <section className={styles.choose}>
      <p className={form.err} role="alert">
        <Icon name="circle-alert" />
        Não foi possível carregar os convites.
      </p>
      <p>
        <Button onClick={onRetry}>Tentar de novo</Button>
      </p>
    </section>
  )
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { busy, accept, reject } = useAnswers()
  return (
    <section className={styles.choose} aria-label="Convites">
      <h2>Convites</h2>
      <ul>
        {invitations.map(invitation => (
          <li key={invitation.id} className={styles.invitation}>
            <div>
              <p className={styles.name}>{invitation.company_name}</p>
              <p className={classNames(text.m, text.small)}>
                {invitation.role_name === '' ? '' : `${invitation.role_name} · `}vale até {formatDay(invitation.expires_at.slice(0, 10))}
              </p>
            </div>
            <div className={styles.answers}>
              <Button variant="ghost" onClick={() => void reject(invitation)} disabled={busy !== undefined}>
                Recusar
              </Button>
              <Button
                variant={invitations.length === 1 ? 'primary' : 'secondary'}
                onClick={() => void accept(invitation)}
                busy={busy === invitation.id}
              >
                Aceitar
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
