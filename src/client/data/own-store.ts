// What this device keeps for the session of this page and for its build: opened once, and never believed of another.
import { SealedStore } from './sealed-store.ts'
import { sessionName } from './tokens.ts'

/** The page's own script has a name made of its content: another build is another owner. */
const build = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

let opened: { owner: string; store: Promise<SealedStore> } | undefined

/** The store of this page's session; undefined without one. */
function ownStore(): Promise<SealedStore> | undefined {
  const session = sessionName()
  if (session === undefined) return undefined
  const owner = `${session} ${build()}`
  if (opened?.owner === owner) return opened.store
  const forget = () => {
    if (opened?.store === store) opened = undefined
  }
  const store = SealedStore.open(owner, forget)
  store.catch(forget)
  opened = { owner, store }
  return store
}

/** Asks for the store's answer; undefined, whatever went wrong. */
export async function tried<T>(work: (store: SealedStore) => Promise<T>): Promise<T | undefined> {
  try {
    const store = await ownStore()
    return store && (await work(store))
  } catch {
    return undefined
  }
}

/** A record's name, which tells nothing to who reads the disk. */
export async function nameOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}

export const textOf = (bytes: ArrayBuffer): unknown => JSON.parse(new TextDecoder().decode(bytes))
