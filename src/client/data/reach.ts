// Whether an e-mail and a phone can be reached at all, as the server checks them (spec §7), said beside the fields.
import { auth } from '#contract/auth.ts'
import { call } from './api.ts'

interface Problem {
  field: string
  message: string
}

interface Reach {
  email: string
  phone_number: string
}

/** An empty one is not asked about. */
export async function reachProblems({ email, phone_number }: Reach): Promise<Problem[]> {
  const [mail, phone] = await Promise.all([
    email === '' ? undefined : call(auth.validEmail, { params: { email } }),
    phone_number === '' ? undefined : call(auth.validPhone, { params: { phone: phone_number } }),
  ])
  return [
    ...(mail?.data.valid === false ? [{ field: 'email', message: 'E-mail inválido' }] : []),
    ...(phone?.data.valid === false ? [{ field: 'phone_number', message: 'Telefone inválido' }] : []),
  ]
}
