// Sign-in, second step: the code that was sent opens the session.
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { TokenPair } from '#client/data/tokens.ts'
import { classNames } from '#client/kit/class-names.ts'
import authLayout from '#client/kit/layout/auth-layout.module.css'
import styles from './auth.module.css'
import { AuthPage, SubmitButton } from './auth-page.tsx'
import { CodeForm, sentTo } from './code-form.tsx'
import { enter, useGoHome } from './enter.ts'
import { forgetCodes, keepSignInCode, type PendingCode, signInCode } from './pending-code.ts'

export function VerifyOtpScreen() {
  const navigate = useNavigate()
  const goHome = useGoHome()
  const [code, setCode] = useState(() => signInCode(Date.now()))
  // the route sends away who has no code on its way; it may run out while the page's code is loading
  if (!code) return null

  const keep = (next: PendingCode) => {
    keepSignInCode(next)
    setCode(next)
  }
  const open = async (tokens: TokenPair) => {
    await enter(tokens)
    forgetCodes()
    await goHome()
  }
  const startOver = () => {
    forgetCodes()
    void navigate({ to: '/login', search: true })
  }
  return (
    <AuthPage title="Digite o código" lead={`Enviamos ${sentTo(code)}.`}>
      <CodeForm code={code} onCode={keep} onTokens={open} onOver={startOver}>
        <SubmitButton>Confirmar</SubmitButton>
      </CodeForm>
      <p className={classNames(authLayout.or, styles.or)}>
        Não é você?{' '}
        <Link to="/login" search={true} onClick={forgetCodes}>
          Entrar com outro documento
        </Link>
      </p>
    </AuthPage>
  )
}
