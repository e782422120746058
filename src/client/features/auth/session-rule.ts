// The session rule (SPEC.md, Session), for `beforeLoad`: a finished or failed session without a user goes to the sign-in, which leads back here.

import { redirect } from '@tanstack/react-router'
import { loadSession, useSession } from '#client/data/session.ts'
import { asAddress } from '#client/surfaces/address.ts'
import type { Asked } from '#client/surfaces/landing.ts'
import { readSearch } from '#commands/search-text.ts'
import { firstAccess, forgetCodes, signInCode } from './pending-code.ts'
import { type SignUp, signUp } from './sign-up-draft.ts'

interface Coming {
  location: { href: string; pathname: string; search: object }
}

const user = () => useSession.getState().user
/** Where one lands is asked of the screens, which the way in does without. */
const landing = () => import('#client/surfaces/landing.ts')

/** Nobody signed in: to the sign-in, with the address asked for as `url`. Its own search text travels inside that address. */
export async function requireSession({ location }: Coming): Promise<void> {
  await loadSession()
  if (user()) return
  const cleared = Object.fromEntries(Object.keys(location.search).map(name => [name, undefined]))
  throw redirect({ to: '/login', search: { ...cleared, ...(location.pathname === '/' ? {} : { url: location.href }) } })
}

/** The pages of the way in, for someone who is in already. */
export async function requireNobody(): Promise<void> {
  await loadSession()
  if (user()) throw redirect({ to: '/', search: true })
}

/** Only with a code on its way. */
export async function requireCode(): Promise<void> {
  await requireNobody()
  if (!signInCode(Date.now())) throw redirect({ to: '/login', search: true })
}

/** Who was let in by a code to choose a password stays until it is chosen. */
export async function requireFirstAccess(): Promise<void> {
  await loadSession()
  if (firstAccess(Date.now())?.step !== 'password') return requireNobody()
  if (!user()) forgetCodes()
}

/** A step of the sign-up needs what the step before it kept. */
export function requireSignUp(step: SignUp['step']): () => Promise<void> {
  return async () => {
    await requireNobody()
    if (signUp(Date.now())?.step !== step) throw redirect({ to: '/signup/user-data', search: true })
  }
}

const AREA = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/i

/** `/go-to?area=cash-flow`: that area in the company used last, with the rest of the search text. */
export async function goToArea(coming: Coming): Promise<void> {
  await requireSession(coming)
  const who = user()
  if (!who) return
  const { knownCompany, landingOf, lastCompany } = await landing()
  const { area, ...search } = readSearch(coming.location.search)
  const companyId = knownCompany(who, lastCompany())
  if (companyId === undefined || area === undefined || !AREA.test(area)) throw redirect({ href: landingOf(who, {}, lastCompany()) })
  throw redirect(asAddress({ to: `/company/${companyId}/${area}`, search: { ...search, area: undefined } }))
}

/** The index (SPEC.md, Sign-in): never shown, it always redirects. */
export async function leaveIndex({ location }: Coming): Promise<void> {
  await loadSession()
  const who = user()
  if (!who) throw redirect({ to: '/login', search: true })
  const { landingOf, lastCompany } = await landing()
  throw redirect({ href: landingOf(who, location.search as Asked, lastCompany()) })
}
