// Sign-up: who one is, document and password, the code; and the short form that leads into it.

import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError, call } from '#client/data/api.ts'
import { reachProblems } from '#client/data/reach.ts'
import type { TokenPair } from '#client/data/tokens.ts'
import { classNames } from '#client/kit/class-names.ts'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import { Form } from '#client/kit/form/form.tsx'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import { Icon, type IconName } from '#client/kit/icon.tsx'
import authLayout from '#client/kit/layout/auth-layout.module.css'
import { asAddress } from '#client/surfaces/address.ts'
import { useRouteParam, useScreenSearch } from '#client/surfaces/where.ts'
import { wayIn } from '#commands/way-in.ts'
import { auth } from '#contract/auth.ts'
import { isValidPhone } from '#domain/contact-points.ts'
import { USER_KINDS, type UserKind } from '#domain/enums.ts'
import { USER_KIND_LABELS } from '#domain/labels.ts'
import styles from './auth.module.css'
import { AuthPage, SubmitButton } from './auth-page.tsx'
import { CodeForm, sentTo } from './code-form.tsx'
import { enter, useGoHome } from './enter.ts'
import { SignInDocument } from './login.tsx'
import { pendingCode } from './pending-code.ts'
import { problemsIn, WHOLE_FORM } from './refusals.ts'
import { forgetSignUp, keepSignUp, type SignUp, signUp, type UserData } from './sign-up-draft.ts'

const reachSchema = z.object({
  name: z.string().trim().min(1, 'Informe o nome').max(200, 'Até 200 caracteres'),
  email: z.string().min(1, 'Informe o e-mail').pipe(z.email('E-mail inválido').max(254, 'Até 254 caracteres')),
  phone_number: z
    .string()
    .min(1, 'Informe o telefone')
    .refine(isValidPhone, { error: 'Telefone inválido', when: ({ issues }) => issues.length === 0 }),
})
const dataSchema = reachSchema.extend({ kind: z.enum(USER_KINDS, { error: 'Escolha como você vai usar' }) })
const accessSchema = z.object({
  document_number: SignInDocument,
  password: auth.changePassword.spec.body.shape.password,
})

const KIND_HELP: Record<UserKind, string> = {
  SOLO_USER: 'A sua própria empresa, MEI ou autônomo.',
  COMPANY_MEMBER: 'Uma empresa que convidou você.',
  ACCOUNT_MANAGER: 'Empresas de um escritório de contabilidade.',
  ORGANIZATION_MANAGER: 'O escritório, a equipe e as empresas atendidas.',
}
const KINDS = USER_KINDS.map(value => ({ value, label: USER_KIND_LABELS[value], help: KIND_HELP[value] }))

/** The fields of both first forms. */
function ReachFields() {
  return (
    <>
      <TextField name="name" label="Nome" autoComplete="name" maxLength={200} autoFocus />
      <EmailField name="email" label="E-mail" maxLength={254} />
      <PhoneField name="phone_number" label="Celular" help="O código chega por SMS." />
    </>
  )
}

const HasAccount = () => (
  <p className={classNames(authLayout.or, styles.or)}>
    Já tem conta?{' '}
    <Link to="/login" search={true}>
      Entrar
    </Link>
  </p>
)

const blank = (data: Partial<UserData> = {}) => ({ name: data.name ?? '', email: data.email ?? '', phone_number: data.phone_number ?? '' })

/** A landing of campaigns: `?name=&email=&phone=` fill it, and sign-up goes on from there. */
export function LeadScreen() {
  const navigate = useNavigate()
  const given = useScreenSearch()
  const [start] = useState(() =>
    blank({ name: given.name ?? '', email: given.email ?? '', phone_number: given.phone ?? given.phone_number ?? '' }),
  )
  const submit = async (data: z.output<typeof reachSchema>) => {
    keepSignUp({ step: 'data', data })
    // Personal data does not stay in the address.
    const search = { name: undefined, email: undefined, phone: undefined, phone_number: undefined }
    await navigate(asAddress({ to: wayIn['auth.sign-up'].path, search: before => ({ ...before, ...search }) }))
  }
  return (
    <AuthPage title={wayIn['auth.lead'].title} lead="Diga como falar com você e siga para criar a conta.">
      <Form schema={reachSchema} defaults={start} onSubmit={submit}>
        <ReachFields />
        <SubmitButton>Continuar</SubmitButton>
      </Form>
      <HasAccount />
    </AuthPage>
  )
}

export function UserDataScreen() {
  const navigate = useNavigate()
  const [kept] = useState(() => signUp(Date.now())?.data)
  const submit = async (data: UserData) => {
    try {
      const problems = await reachProblems(data)
      if (problems.length > 0) return problems
    } catch (error) {
      return problemsIn(error, { 'rate.limited': WHOLE_FORM })
    }
    keepSignUp({ step: 'access', data })
    await navigate({ to: '/signup/user-access', search: true })
    return undefined
  }
  return (
    <AuthPage title={wayIn['auth.sign-up'].title} lead="1 de 3 · Quem é você">
      <Form schema={dataSchema} defaults={{ ...blank(kept), kind: kept?.kind }} onSubmit={submit}>
        <ReachFields />
        <RadioGroup name="kind" label="Como você vai usar" choices={KINDS} />
        <SubmitButton>Continuar</SubmitButton>
      </Form>
      <HasAccount />
    </AuthPage>
  )
}

export function UserAccessScreen() {
  const navigate = useNavigate()
  const [state] = useState(() => signUp(Date.now()))
  // the route sends away who has not filled in the first step
  if (state?.step !== 'access') return null
  const { data } = state
  const submit = async (access: z.output<typeof accessSchema>) => {
    try {
      const answer = await call(auth.register, { body: { ...data, ...access } })
      keepSignUp({ step: 'code', data, code: pendingCode(answer.data, Date.now()) })
    } catch (error) {
      return problemsIn(error, { 'rate.limited': WHOLE_FORM, 'provider.unavailable': WHOLE_FORM })
    }
    await navigate({ to: '/signup/verify-otp', search: true })
    return undefined
  }
  return (
    <AuthPage title={wayIn['auth.sign-up-access'].title} lead="2 de 3 · Com que documento e senha você entra">
      <Form schema={accessSchema} defaults={{ document_number: '', password: '' }} onSubmit={submit}>
        <DocumentField name="document_number" label="Seu CPF ou CNPJ" autoComplete="username" autoFocus />
        <PasswordField name="password" label="Senha" help="Ao menos 8 caracteres." autoComplete="new-password" />
        <SubmitButton>Criar conta</SubmitButton>
      </Form>
      <p className={classNames(authLayout.or, styles.or)}>
        Errou algum dado?{' '}
        <Link to="/signup/user-data" search={true}>
          Voltar
        </Link>
      </p>
    </AuthPage>
  )
}

export function SignUpCodeScreen() {
  const navigate = useNavigate()
  const [state, setState] = useState(() => signUp(Date.now()))
  if (state?.step !== 'code') return null
  const { code, data } = state
  const keep = (next: SignUp) => {
    keepSignUp(next)
    setState(next)
  }
  const feedback = (status: FeedbackStatus) =>
    navigate({ to: '/signup/user-data/feedback/$status', params: { status }, search: true, replace: true })
  const open = async (tokens: TokenPair) => {
    await enter(tokens)
    forgetSignUp()
    if (data.kind === 'COMPANY_MEMBER') await feedback('success')
    else await navigate({ to: '/signup/company-document-number', search: true, replace: true })
  }
  const refused = (error: unknown) => {
    if (!(error instanceof ApiError) || error.id !== 'conflict.already_exists') return false
    forgetSignUp()
    void feedback('already-registered')
    return true
  }
  return (
    <AuthPage title="Digite o código" lead={`3 de 3 · Enviamos ${sentTo(code)}.`}>
      <CodeForm
        code={code}
        onCode={next => keep({ step: 'code', data, code: next })}
        onTokens={open}
        onRefused={refused}
        onOver={() => void feedback('expired')}
      >
        <SubmitButton>Confirmar</SubmitButton>
      </CodeForm>
      <p className={classNames(authLayout.or, styles.or)}>
        Telefone errado?{' '}
        <Link to="/signup/user-data" search={true}>
          Corrigir os dados
        </Link>
      </p>
    </AuthPage>
  )
}

const FEEDBACK = {
  success: {
    title: 'Conta criada',
    icon: 'circle-check',
    lead: 'A sua conta está pronta. Veja os convites que esperam por você.',
    action: 'Continuar',
  },
  'already-registered': {
    title: 'Este documento já tem conta',
    icon: 'info',
    lead: 'Entre com a sua senha. Se não lembra, crie outra pelo primeiro acesso.',
    action: 'Entrar',
  },
  expired: {
    title: 'O código venceu',
    icon: 'clock-3',
    lead: 'Os seus dados continuam aqui: confirme a senha e enviaremos outro código.',
    action: 'Tentar de novo',
  },
  error: {
    title: 'Não foi possível criar a conta',
    icon: 'circle-x',
    lead: 'Nada foi perdido. Confira os dados e tente de novo.',
    action: 'Tentar de novo',
  },
} as const satisfies Record<string, { title: string; icon: IconName; lead: string; action: string }>
type FeedbackStatus = keyof typeof FEEDBACK

const isFeedback = (status: string): status is FeedbackStatus => status in FEEDBACK

/** How a sign-up ended, and the way on from there. */
export function FeedbackScreen() {
  const status = useRouteParam('status') ?? ''
  const goHome = useGoHome()
  const navigate = useNavigate()
  const known = isFeedback(status) ? status : 'error'
  const { title, icon, lead, action } = FEEDBACK[known]
  const submit = async () => {
    if (known === 'success') await goHome()
    else await navigate({ to: known === 'already-registered' ? '/login' : '/signup/user-data', search: true })
  }
  return (
    <AuthPage
      title={title}
      lead={
        <span className={styles.feedback} data-status={known}>
          <Icon name={icon} size="l" />
          <span>{lead}</span>
        </span>
      }
    >
      <Form schema={z.object({})} defaults={{}} onSubmit={submit}>
        <SubmitButton>{action}</SubmitButton>
      </Form>
      {known === 'already-registered' ? (
        <p className={classNames(authLayout.or, styles.or)}>
          Esqueceu a senha?{' '}
          <Link to="/login/document-number" search={true}>
            Criar outra
          </Link>
        </p>
      ) : null}
    </AuthPage>
  )
}
