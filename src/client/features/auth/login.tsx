// Sign-in, first step: document and password; the answer is a code on its way.
import { Link, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { classNames } from '#client/kit/class-names.ts'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import { Form } from '#client/kit/form/form.tsx'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import authLayout from '#client/kit/layout/auth-layout.module.css'
import text from '#client/kit/look/text.module.css'
import { auth } from '#contract/auth.ts'
import { DocumentNumber } from '#contract/kit/fields.ts'
import styles from './auth.module.css'
import { AuthPage, SubmitButton } from './auth-page.tsx'
import { keepSignInCode, pendingCode } from './pending-code.ts'
import { problemsIn, WHOLE_FORM } from './refusals.ts'

export const SignInDocument = z.string().min(1, 'Informe o CPF ou o CNPJ').pipe(DocumentNumber)
const schema = z.object({ document_number: SignInDocument, password: z.string().min(1, 'Informe a senha').max(256, 'Até 256 caracteres') })
const FIELD_OF = { 'auth.invalid_credentials': 'password', 'auth.locked': WHOLE_FORM, 'rate.limited': WHOLE_FORM } as const

export function LoginScreen() {
  const navigate = useNavigate()
  const submit = async (body: z.output<typeof schema>) => {
    try {
      const { data } = await call(auth.authenticate, { body })
      keepSignInCode(pendingCode(data, Date.now()))
    } catch (error) {
      return problemsIn(error, FIELD_OF)
    }
    await navigate({ to: '/login/verify-otp', search: true })
  }
  return (
    <AuthPage title="Entrar" lead="Use o seu CPF ou o CNPJ da empresa.">
      <Form schema={schema} defaults={{ document_number: '', password: '' }} onSubmit={submit}>
        <DocumentField name="document_number" label="CPF ou CNPJ" autoComplete="username" autoFocus />
        <PasswordField
          name="password"
          label="Senha"
          aside={
            <Link to="/login/document-number" search={true}>
              Esqueci a senha
            </Link>
          }
        />
        <SubmitButton>Continuar</SubmitButton>
        <p className={classNames(text.m, text.small)}>Em seguida, enviamos um código para confirmar.</p>
      </Form>
      <p className={classNames(authLayout.or, styles.or)}>
        Primeiro acesso?{' '}
        <Link to="/login/document-number" search={true}>
          Criar a senha
        </Link>
      </p>
      <p className={classNames(authLayout.or, styles.or)}>
        Ainda não usa?{' '}
        <Link to="/signup/user-data" search={true}>
          Criar conta
        </Link>
      </p>
    </AuthPage>
  )
}
