// The own profile: data, password, and the sessions that are open.
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { reachProblems } from '#client/data/reach.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { sendInput, sendsInput } from '#client/surfaces/asked/on-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { targetOn } from '#commands/kit/command.ts'
import { auth, type Profile } from '#contract/auth.ts'
import { isValidPhone } from '#domain/contact-points.ts'
import { formatInstant, isDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { USER_KIND_LABELS } from '#domain/labels.ts'
import styles from './profile.module.css'

const ProfileForm = z.object({
  name: z.string().trim().min(1, 'Informe o nome').max(200, 'Até 200 caracteres'),
  email: z.email('E-mail inválido').max(254, 'Até 254 caracteres'),
  phone_number: z.string().refine(isValidPhone, 'Telefone inválido'),
  birth_date: z.string().refine(isDay, 'Data inválida').nullable(),
})

const PasswordForm = z
  .object({ password: auth.changePassword.spec.body.shape.password, again: z.string() })
  .refine(form => form.password === form.again, { path: ['again'], message: 'As senhas não são iguais' })

export function ProfileScreen() {
  const reading = useReading(auth.profile)
  if (reading.isError)
    return <ErrorState title="Não foi possível abrir o perfil" error={reading.error} onRetry={() => void reading.refetch()} />
  return (
    <FormPage title="Perfil" lead={reading.data ? <Who profile={reading.data} /> : undefined}>
      {reading.data ? (
        <div className={styles.profile}>
          <OwnData key={reading.data.id} profile={reading.data} />
          <ChangePassword profile={reading.data} />
          <Sessions />
          <OwnCopy />
        </div>
      ) : (
        <Skeleton rows={8} />
      )}
    </FormPage>
  )
}

const Who = ({ profile }: { profile: Profile }) => (
  <>
    {profile.document_number ? `${formatDocument(profile.document_number)} · ` : ''}
    {USER_KIND_LABELS[profile.kind]}
  </>
)

function OwnData({ profile }: { profile: Profile }) {
  const save = async (values: z.output<typeof ProfileForm>) => {
    const problems = await reachProblems(values)
    return problems.length > 0 ? problems : (await sendInput('profile.update', values)).problems
  }
  const defaults = {
    name: profile.name ?? '',
    email: profile.email ?? '',
    phone_number: profile.phone_number ?? '',
    birth_date: profile.birth_date,
  }
  return (
    <section aria-labelledby="own-data">
      <h3 id="own-data">Seus dados</h3>
      <Form schema={ProfileForm} defaults={defaults} onSubmit={save} label="Seus dados">
        <TextField name="name" label="Nome" maxLength={200} autoComplete="name" />
        <div className={formStyles.two}>
          <EmailField name="email" label="E-mail" maxLength={254} />
          <PhoneField name="phone_number" label="Telefone" />
        </div>
        <DayField name="birth_date" label="Data de nascimento" bias="past" aside="opcional" />
        <p className={classNames(text.m, text.small)}>Mudar e-mail ou telefone pede um código: é para lá que os próximos vão.</p>
        <FormFooter submitLabel="Salvar dados" />
      </Form>
    </section>
  )
}

const sendPassword = sendsInput<z.output<typeof PasswordForm>>('profile.password', {
  toInput: ({ password }) => ({ password }),
  after: ({ reset }) => reset(),
})

function ChangePassword({ profile }: { profile: Profile }) {
  return (
    <section aria-labelledby="password">
      <h3 id="password">Senha</h3>
      <Form schema={PasswordForm} defaults={{ password: '', again: '' }} onSubmit={sendPassword} label="Senha">
        {/* so that password managers know whose password it is */}
        <input type="text" name="username" autoComplete="username" value={profile.document_number ?? ''} readOnly hidden />
        <div className={formStyles.two}>
          <PasswordField name="password" label="Nova senha" autoComplete="new-password" help="Ao menos 8 caracteres." />
          <PasswordField name="again" label="Repita a nova senha" autoComplete="new-password" />
        </div>
        <FormFooter submitLabel="Trocar senha" />
      </Form>
    </section>
  )
}

const OwnCopy = () => (
  <section aria-labelledby="own-copy">
    <h3 id="own-copy">Privacidade</h3>
    <div className={styles.copy}>
      <p className={classNames(text.m, text.small)}>Tudo o que o Razão guarda de você, em um arquivo (LGPD, art. 18).</p>
      <CommandButton id="profile.copy" />
    </div>
  </section>
)

function Sessions() {
  const reading = useReading(auth.sessions)
  const company = useWhereabouts(now => now.company)
  return (
    <section aria-labelledby="sessions">
      <h3 id="sessions">Onde você está conectado</h3>
      {reading.isError ? (
        <ErrorState title="Não foi possível carregar as sessões" error={reading.error} onRetry={() => void reading.refetch()} />
      ) : reading.data ? (
        <ul className={styles.sessions}>
          {reading.data.map(session => (
            <li key={session.id}>
              <Icon name="monitor" />
              <span className={classNames(text.grow, styles.grow)}>
                <span className={text.med}>{session.device}</span>
                <span className={classNames(text.m, text.small)}>
                  desde {formatInstant(session.created_at)} · último uso {formatInstant(session.last_used_at)}
                </span>
              </span>
              {session.current ? (
                <Badge tone="ok" icon="circle-check">
                  Esta
                </Badge>
              ) : (
                <ActsOn value={targetOn('session', [session], { company, from: 'focus' })}>
                  <CommandButton id="session.revoke" variant="ghost" short />
                </ActsOn>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton rows={3} />
      )}
    </section>
  )
}
