// The last step of a sign-up: the company, found by its CNPJ or among those of a CPF; or later.
import { Link } from '@tanstack/react-router'
import { classNames } from '#client/kit/class-names.ts'
import authLayout from '#client/kit/layout/auth-layout.module.css'
import { wayIn } from '#commands/way-in.ts'
import styles from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { CreateCompany } from './create-company.tsx'

export function SignUpCompanyScreen() {
  return (
    <AuthPage title={wayIn['auth.sign-up-company'].title} lead="Digite o CNPJ, ou o CPF de um sócio para escolher entre as empresas dele.">
      <CreateCompany />
      <p className={classNames(authLayout.or, styles.or)}>
        Ainda não tem empresa?{' '}
        <Link to="/" search={true}>
          Fazer isso depois
        </Link>
      </p>
    </AuthPage>
  )
}
