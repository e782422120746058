// Files on disk under generated names, by content hash: the names people gave are data, never paths.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface StoredFile {
  /** '<company>/<two hex>/<sha256>': where `get` finds it. */
  storage_key: string
  sha256: string
}

export interface FileStore {
  put(companyId: string, bytes: Uint8Array): Promise<StoredFile>
  /** Throws `FileLost` when the file is not there or is not what was put, `FileStoreError` when the store does not answer. */
  get(storageKey: string): Promise<Uint8Array>
}

/** The place of the files does not answer, or has no room. */
export class FileStoreError extends Error {}

/** The database names a file that its store does not have, or has with another content. */
export class FileLost extends Error {
  override name = 'FileLost'
  constructor(
    readonly storageKey: string,
    readonly reason: 'missing' | 'damaged',
  ) {
    super(`file ${reason}: ${storageKey}`)
  }

  /** As people know the file. */
  shownAs = ''
}

/** Reads a file that a record names; what it is called is told if it is lost. */
export async function fileOf(files: FileStore, { storage_key, name }: { storage_key: string; name: string }): Promise<Uint8Array> {
  try {
    return await files.get(storage_key)
  } catch (error) {
    if (error instanceof FileLost) error.shownAs = name
    throw error
  }
}

/** What a file is kept as: its name is its content. */
export function storedAs(companyId: string, bytes: Uint8Array): StoredFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { storage_key: `${companyId}/${sha256.slice(0, 2)}/${sha256}`, sha256 }
}

/** The bytes when they are those of the name, else `FileLost`. */
export function undamaged(storageKey: string, bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new FileLost(storageKey, 'missing')
  if (!storageKey.endsWith(`/${createHash('sha256').update(bytes).digest('hex')}`)) throw new FileLost(storageKey, 'damaged')
  return bytes
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

export function diskFiles(dir: string): FileStore {
  return {
    async put(companyId, bytes) {
      const stored = storedAs(companyId, bytes)
      const path = join(dir, stored.storage_key)
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeWhole(path, bytes)
      } catch (error) {
        throw new FileStoreError(`file store: ${codeOf(error)} on writing`, { cause: error })
      }
      return stored
    },
    async get(storageKey) {
      const bytes = await readFile(join(dir, storageKey)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined
        throw new FileStoreError(`file store: ${codeOf(error)} on reading`, { cause: error })
      })
      return undamaged(storageKey, bytes)
    },
  }
}

/** Written aside, synced and renamed: neither a crash nor a power cut leaves half a file under the name of a whole one. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const aside = join(dirname(path), `.${randomUUID()}`)
  try {
    const handle = await open(aside, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(aside, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {})
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
