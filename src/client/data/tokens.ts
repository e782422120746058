// The tokens in local storage under our fixed keys, and the device id by which the server recognises a browser.
const ACCESS = 'razao.access-token'
const REFRESH = 'razao.refresh-token'
const DEVICE = 'razao.device'

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

export const accessToken = (): string | null => localStorage.getItem(ACCESS)
export const refreshToken = (): string | null => localStorage.getItem(REFRESH)

/** A person may be signed in here: whether they are, the server says. */
export const mayBeSignedIn = (): boolean => accessToken() !== null || refreshToken() !== null

export function storeTokens({ accessToken: access, refreshToken: refresh }: TokenPair): void {
  localStorage.setItem(ACCESS, access)
  localStorage.setItem(REFRESH, refresh)
}

export function clearTokens(): void {
  localStorage.removeItem(ACCESS)
  localStorage.removeItem(REFRESH)
}

export function deviceId(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = crypto.randomUUID()
  localStorage.setItem(DEVICE, made)
  return made
}

/** The session that the access token speaks for, as one name; undefined when nobody is signed in. Not a proof: the server checks the token. */
export function sessionName(): string | undefined {
  try {
    const [, payload = ''] = (accessToken() ?? '').split('.')
    const { sub, sid } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>
    return typeof sub === 'string' && typeof sid === 'string' ? `${sub} ${sid}` : undefined
  } catch {
    return undefined
  }
}
