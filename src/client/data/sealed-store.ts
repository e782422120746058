// Records on this device, sealed with AES-GCM under a key that no script can copy. All of them belong to one owner: whoever opens the store
// in another name finds it empty.
import { dropKeptLists, KEPT_LISTS } from './kept-place.ts'

const KEYS = 'keys'
const SEALED = 'sealed'
const USES = 'uses'
const STORES = [KEYS, SEALED, USES] as const

/** What all records may take; the longest unused give way. */
const MOST_BYTES = 192 * 1024 * 1024
const MOST_RECORDS = 48
const NONCE_BYTES = 12

interface Owned {
  owner: string
  key: CryptoKey
}
interface Sealed {
  nonce: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}
interface Use {
  used_at: number
  bytes: number
}

export const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

export class SealedStore {
  private constructor(
    private readonly database: IDBDatabase,
    private readonly owned: Owned,
  ) {}

  /** Opens the store for an owner. Throws where the browser keeps nothing. `onGone` is told when it was dropped or closed from outside. */
  static async open(owner: string, onGone: () => void): Promise<SealedStore> {
    const request = indexedDB.open(KEPT_LISTS, 1)
    request.onupgradeneeded = () => {
      for (const name of STORES) request.result.createObjectStore(name)
    }
    const database = await settled(request)
    database.onversionchange = () => {
      database.close()
      onGone()
    }
    database.onclose = onGone
    try {
      return new SealedStore(database, await ownedBy(database, owner))
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** The bytes of one part of a record; undefined when there is none. Throws when they were cut, changed or sealed for something else. */
  async read(name: string, part: string): Promise<ArrayBuffer | undefined> {
    const sealed = await settled<Sealed | undefined>(this.database.transaction(SEALED).objectStore(SEALED).get(`${name}.${part}`))
    if (!sealed) return undefined
    const { nonce, bytes } = sealed
    return crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: this.bound(name, part) }, this.owned.key, bytes)
  }

  /** Writes all parts of a record or none; what was longest unused leaves for it. A device without room loses all that is kept. */
  async write(name: string, parts: Readonly<Record<string, Uint8Array<ArrayBuffer>>>, now: number): Promise<void> {
    const sealed = await Promise.all(
      Object.entries(parts).map(async ([part, bytes]) => ({ part, sealed: await this.seal(name, part, bytes) })),
    )
    try {
      const transaction = this.database.transaction([SEALED, USES], 'readwrite')
      const done = finished(transaction)
      const own = sealed.reduce((sum, each) => sum + each.sealed.bytes.byteLength, 0)
      const uses = transaction.objectStore(USES)
      const names = uses.getAllKeys()
      const known = uses.getAll()
      known.onsuccess = () => {
        const others = (known.result as Use[])
          .map((use, at) => ({ ...use, name: String(names.result[at]) }))
          .filter(use => use.name !== name)
          .sort((one, other) => other.used_at - one.used_at)
        let room = MOST_BYTES - own
        others.forEach((use, at) => {
          room -= use.bytes
          if (room < 0 || at >= MOST_RECORDS - 1) remove(transaction, use.name)
        })
        remove(transaction, name)
        for (const each of sealed) transaction.objectStore(SEALED).put(each.sealed, `${name}.${each.part}`)
        uses.put({ used_at: now, bytes: own } satisfies Use, name)
      }
      await done
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') dropKeptLists()
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    const transaction = this.database.transaction([SEALED, USES], 'readwrite')
    const done = finished(transaction)
    remove(transaction, name)
    await done
  }

  private async seal(name: string, part: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    return {
      nonce,
      bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: this.bound(name, part) }, this.owned.key, bytes),
    }
  }

  private bound(name: string, part: string): Uint8Array<ArrayBuffer> {
    return new TextEncoder().encode(`${this.owned.owner}|${name}|${part}`)
  }
}

function remove(transaction: IDBTransaction, name: string): void {
  transaction.objectStore(SEALED).delete(IDBKeyRange.bound(`${name}.`, `${name}.\uffff`))
  transaction.objectStore(USES).delete(name)
}

/** The owner's key, made where there is none; what another owner left goes with its key. */
async function ownedBy(database: IDBDatabase, owner: string): Promise<Owned> {
  const read = () => settled<Owned | undefined>(database.transaction(KEYS).objectStore(KEYS).get('own'))
  const known = await read()
  if (known?.owner === owner) return known
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const transaction = database.transaction(STORES, 'readwrite')
  const done = finished(transaction)
  const found = transaction.objectStore(KEYS).get('own') as IDBRequest<Owned | undefined>
  found.onsuccess = () => {
    // Another page of the same owner may have made one meanwhile: the first stays.
    if (found.result?.owner === owner) return
    for (const name of STORES) transaction.objectStore(name).clear()
    transaction.objectStore(KEYS).put({ owner, key } satisfies Owned, 'own')
  }
  await done
  const made = await read()
  if (made?.owner !== owner) throw new Error('the store belongs to another owner')
  return made
}
