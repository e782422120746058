// Where a signed-in person lands: the certificate or the address asked for, else the default page of the company used last, else the page without a company.

import { safeUrl } from '#client/data/safe-url.ts'
import { pathTo } from '#commands/screens.ts'
import type { Profile } from '#contract/auth.ts'

const LAST_COMPANY = 'razao.company'

export const lastCompany = (): string | null => localStorage.getItem(LAST_COMPANY)
export const rememberCompany = (id: string): void => localStorage.setItem(LAST_COMPANY, id)

/** Managers of many companies start at the money's movements; the others at the whole of their own. */
export function defaultPage(kind: Profile['kind'] | undefined, companyId: string): string {
  const manages = kind === 'ACCOUNT_MANAGER' || kind === 'ORGANIZATION_MANAGER'
  return pathTo(manages ? 'entries' : 'dashboard', { companyId })
}

/** The index, the sign-in and the sign-up would only send round in a circle. */
const isWayIn = (url: string): boolean => /^\/((login|signup)(\/.*)?|lead)?$/.test(url.split(/[?#]/)[0] ?? '')

/** The last used company while it is still one's own, else the first; undefined without any. */
export function knownCompany(user: Pick<Profile, 'companies'>, last: string | null): string | undefined {
  return (user.companies.find(company => company.id === last) ?? user.companies[0])?.id
}

/** What the index is asked for in its query. */
export interface Asked {
  url?: string | undefined
  certificate?: string | undefined
}

export function landingOf(user: Pick<Profile, 'kind' | 'companies'>, { url, certificate }: Asked, last: string | null): string {
  const companyId = knownCompany(user, last)
  if (companyId === undefined) return pathTo('auth.unknown-company')
  if (certificate === 'true') return pathTo('certificate', { companyId })
  const asked = safeUrl(url)
  return asked !== undefined && !isWayIn(asked) ? asked : defaultPage(user.kind, companyId)
}
