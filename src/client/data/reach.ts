// Whether the server accepts an e-mail and a phone (the two `…/valid` calls), shown beside their fields.
import { auth } from '#contract/auth.ts'
import { call } from './api.ts'

interface Problem {
  field: string
  message: string
}

interface Reach {
  email?: string | null | undefined
  phone_number?: string | null | undefined
}

/** Empty values are not checked. */
export async function reachProblems({ email, phone_number }: Reach): Promise<Problem[]> {
  const [mail, phone] = await Promise.all([
    email ? call(auth.validEmail, { params: { email } }) : undefined,
    phone_number ? call(auth.validPhone, { params: { phone: phone_number } }) : undefined,
  ])
  return [
    ...(mail?.data.valid === false ? [{ field: 'email', message: 'E-mail inválido' }] : []),
    ...(phone?.data.valid === false ? [{ field: 'phone_number', message: 'Telefone inválido' }] : []),
  ]
}
