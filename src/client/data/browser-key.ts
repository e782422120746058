// A key of this browser that no script can copy (RFC 9449, DPoP): a session opened with it is renewed nowhere else.
import { exportJWK, SignJWT } from 'jose'
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

/** A proof over a call and the token or challenge it uses up; undefined where the browser keeps no keys, as without HTTPS. */
export async function proofOver(row: Endpoint, params: Record<string, string> | undefined, used: string): Promise<string | undefined> {
  try {
    const { publicKey, privateKey } = await keyPair()
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(used))
    const ath = btoa(String.fromCharCode(...new Uint8Array(digest)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
    return await new SignJWT({ htm: row.method, htu: new URL(pathOf(row, params), location.origin).href, ath, jti: crypto.randomUUID() })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: await exportJWK(publicKey) })
      .setIssuedAt()
      .sign(privateKey)
  } catch {
    return undefined
  }
}
