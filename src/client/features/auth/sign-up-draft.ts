// How far a sign-up has come, kept for this tab only: a reload at any step loses nothing but the password, which is never kept.
import type { z } from 'zod'
import type { auth } from '#contract/auth.ts'
import { isAlive, type PendingCode, read } from './pending-code.ts'

type Registration = z.input<typeof auth.register.spec.body>
export type UserData = Required<Pick<Registration, 'name' | 'email' | 'phone_number' | 'kind'>>

/** `data`: typed so far. `access`: document and password are next. `code`: registered, the code is on its way. */
export type SignUp =
  | { step: 'data'; data: Partial<UserData> }
  | { step: 'access'; data: UserData }
  | { step: 'code'; data: UserData; code: PendingCode }

const KEY = 'razao.sign-up'

export function signUp(now: number): SignUp | undefined {
  const kept = read<SignUp>(KEY)
  return kept?.step === 'code' && !isAlive(kept.code, now) ? { step: 'access', data: kept.data } : kept
}

export const keepSignUp = (state: SignUp): void => sessionStorage.setItem(KEY, JSON.stringify(state))
export const forgetSignUp = (): void => sessionStorage.removeItem(KEY)
