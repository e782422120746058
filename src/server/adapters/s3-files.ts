// Files in an S3-compatible store, under the same names as on disk: by content, under the company.
import { type FileStore, FileStoreError, storedAs, undamaged } from './files.ts'
import { askS3, type S3Settings } from './s3-request.ts'

export function s3Files(settings: S3Settings, now: () => number = Date.now): FileStore {
  return {
    async put(companyId, bytes) {
      const stored = storedAs(companyId, bytes)
      await askS3(settings, { method: 'PUT', key: stored.storage_key, body: bytes }, now)
      return stored
    },
    async get(storageKey) {
      const answer = await askS3(settings, { method: 'GET', key: storageKey }, now)
      return undamaged(storageKey, answer && (await bytesOf(answer)))
    },
  }
}

async function bytesOf(answer: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await answer.arrayBuffer())
  } catch (error) {
    throw new FileStoreError('file store: an answer was cut', { cause: error })
  }
}
