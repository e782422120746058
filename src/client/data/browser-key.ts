// A key of this browser that no script can copy (RFC 9449, DPoP): a session opened with it is renewed nowhere else.
import { type Endpoint, pathOf } from '#contract/kit/endpoint.ts'

const DATABASE = 'razao'
const STORE = 'keys'
const NAME = 'session'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
  return settled(request)
}

async function loadPair(): Promise<CryptoKeyPair> {
  const database = await open()
  try {
    const read = () => settled<CryptoKeyPair | undefined>(database.transaction(STORE).objectStore(STORE).get(NAME))
    const known = await read()
    if (known) return known
    const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    // Another tab may have made one meanwhile: the first stays.
    await settled(database.transaction(STORE, 'readwrite').objectStore(STORE).add(made, NAME)).catch(() => {})
    return (await read()) ?? made
  } finally {
    database.close()
  }
}

let pair: Promise<CryptoKeyPair> | undefined

function keyPair(): Promise<CryptoKeyPair> {
  pair ??= loadPair().catch(error => {
    pair = undefined
    throw error
  })
  return pair
}

const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const utf8 = (text: string) => new TextEncoder().encode(text)
const part = (value: object): string => base64url(utf8(JSON.stringify(value)))

/** A proof over a call and the token or challenge it uses up; undefined where the browser keeps no keys, as without HTTPS. */
export async function proofOver(row: Endpoint, params: Record<string, string> | undefined, used: string): Promise<string | undefined> {
  try {
    const { publicKey, privateKey } = await keyPair()
    const ath = base64url(await crypto.subtle.digest('SHA-256', utf8(used)))
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
    const htu = new URL(pathOf(row, params), location.origin).href
    const claims = { htm: row.method, htu, ath, jti: crypto.randomUUID(), iat: Math.floor(Date.now() / 1000) }
    const said = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })}.${part(claims)}`
    return `${said}.${base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, utf8(said)))}`
  } catch {
    return undefined
  }
}
