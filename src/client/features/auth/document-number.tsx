// First access and forgotten password: document, code, new password. Every answer is the same for who is known here and who is not.
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useSession } from '#client/data/session.ts'
import type { TokenPair } from '#client/data/tokens.ts'
import button from '#client/kit/button.module.css'
import { classNames } from '#client/kit/class-names.ts'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import { Form } from '#client/kit/form/form.tsx'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import authLayout from '#client/kit/layout/auth-layout.module.css'
import { showToast } from '#client/kit/toast.ts'
import { wayIn } from '#commands/way-in.ts'
import { auth } from '#contract/auth.ts'
import styles from './auth.module.css'
import { AuthPage, SubmitButton } from './auth-page.tsx'
import { CodeForm, sentTo } from './code-form.tsx'
import { enter, useGoHome } from './enter.ts'
import { SignInDocument } from './login.tsx'
import { type FirstAccess, firstAccess, forgetCodes, keepFirstAccess, pendingCode } from './pending-code.ts'
import { problemsIn, WHOLE_FORM } from './refusals.ts'
import { withStepUp } from './step-up.tsx'

const documentSchema = z.object({ document_number: SignInDocument })
const passwordSchema = auth.changePassword.spec.body

export function DocumentNumberScreen() {
  const [state, setState] = useState<FirstAccess | undefined>(() => firstAccess(Date.now()))
  const move = (next: FirstAccess) => {
    keepFirstAccess(next)
    setState(next)
  }
  const startOver = () => {
    forgetCodes()
    setState(undefined)
  }
  if (state?.step === 'password') return <PasswordStep />
  if (state?.step === 'code') return <CodeStep state={state} onMove={move} onOver={startOver} />
  return <DocumentStep onMove={move} />
}

interface StepProps {
  onMove: (next: FirstAccess) => void
}

function DocumentStep({ onMove }: StepProps) {
  const submit = async (body: z.output<typeof documentSchema>) => {
    try {
      const { data } = await call(auth.firstAccess, { body })
      onMove({ step: 'code', code: pendingCode(data, Date.now()) })
    } catch (error) {
      return problemsIn(error, { 'rate.limited': WHOLE_FORM })
    }
  }
  return (
    <AuthPage title={wayIn['auth.document'].title} lead="Enviamos um código para confirmar que é você; depois, você cria a senha.">
      <Form key="document" schema={documentSchema} defaults={{ document_number: '' }} onSubmit={submit}>
        <DocumentField name="document_number" label="CPF ou CNPJ" autoComplete="username" autoFocus />
        <SubmitButton>Continuar</SubmitButton>
      </Form>
      <BackToLogin>Já tem senha?</BackToLogin>
    </AuthPage>
  )
}

function CodeStep({ state, onMove, onOver }: StepProps & { state: FirstAccess & { step: 'code' }; onOver: () => void }) {
  const { code } = state
  const open = async (tokens: TokenPair) => {
    await enter(tokens)
    onMove({ step: 'password' })
  }
  return (
    <AuthPage title="Digite o código" lead={`Se este documento tem cadastro, enviamos ${sentTo(code)}.`}>
      <CodeForm key="code" code={code} onCode={next => onMove({ step: 'code', code: next })} onTokens={open} onOver={onOver}>
        <SubmitButton>Confirmar</SubmitButton>
      </CodeForm>
      <p className={classNames(authLayout.or, styles.or)}>
        Documento errado?{' '}
        <button type="button" className={classNames(button.link, styles.link)} onClick={onOver}>
          Informar outro
        </button>
      </p>
    </AuthPage>
  )
}

function PasswordStep() {
  const goHome = useGoHome()
  const document = useSession(session => session.user?.document_number ?? '')
  const submit = async (body: z.output<typeof passwordSchema>) => {
    try {
      await withStepUp(() => call(auth.changePassword, { body }))
    } catch (error) {
      return problemsIn(error)
    }
    forgetCodes()
    showToast({ title: 'Senha criada', description: 'Nas próximas vezes, entre com ela.', variant: 'success' })
    await goHome()
  }
  return (
    <AuthPage title="Crie a sua senha" lead="É com ela que você entra daqui em diante.">
      <Form key="password" schema={passwordSchema} defaults={{ password: '' }} onSubmit={submit}>
        {/* so that password managers know whose password it is */}
        <input type="text" name="username" autoComplete="username" value={document} readOnly hidden />
        <PasswordField name="password" label="Nova senha" help="Ao menos 8 caracteres." autoComplete="new-password" autoFocus />
        <SubmitButton>Salvar e entrar</SubmitButton>
      </Form>
    </AuthPage>
  )
}

function BackToLogin({ children }: { children: ReactNode }) {
  return (
    <p className={classNames(authLayout.or, styles.or)}>
      {children}{' '}
      <Link to="/login" search={true} onClick={forgetCodes}>
        Entrar
      </Link>
    </p>
  )
}
