// Files on disk under generated names, by content hash: the names people gave are data, never paths.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface StoredFile {
  /** '<company>/<two hex>/<sha256>': where `get` finds it. */
  storage_key: string
  sha256: string
}

export interface FileStore {
  put(companyId: string, bytes: Uint8Array): Promise<StoredFile>
  get(storageKey: string): Promise<Uint8Array>
}

export function diskFiles(dir: string): FileStore {
  return {
    async put(companyId, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const folder = join(companyId, sha256.slice(0, 2))
      await mkdir(join(dir, folder), { recursive: true })
      const storage_key = `${companyId}/${sha256.slice(0, 2)}/${sha256}`
      // Written aside and renamed: a crash leaves no half file under the name of a whole one.
      const aside = join(dir, folder, `.${randomUUID()}`)
      await writeFile(aside, bytes)
      await rename(aside, join(dir, storage_key))
      return { storage_key, sha256 }
    },
    get: storageKey => readFile(join(dir, storageKey)),
  }
}
