// Files the server sent, handed to the browser to keep or to show: the answers to the intents 'file.save' and 'files.save'.
import { fetchFile } from '#client/data/api.ts'
import type { NamedFile } from '#commands/intents.ts'
import { zipParts } from '#domain/zip.ts'
import { sayFailure } from './failure.ts'
import { onIntent } from './intents.ts'

/** How long the browser may take to read a file it was given. */
const KEPT_MS = 60_000

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}

/** A stored file in a tab of its own, fetched with the session, for its address alone opens to nobody; saved where a browser cannot show it. */
export async function openFile({ bucket_url, name }: { bucket_url: string; name: string }, shown = true): Promise<void> {
  try {
    const file = await fetchFile(bucket_url)
    if (!shown) return saveFile(file, name)
    const url = URL.createObjectURL(file)
    window.open(url, '_blank', 'noopener')
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
  } catch (error) {
    sayFailure(error)
  }
}

/** One file as it is, several in one archive. */
async function saveFiles(files: readonly NamedFile[], archive: string): Promise<void> {
  const blobs = files.flatMap(({ file, name }) => (file instanceof Blob ? [{ file, name }] : []))
  const [only] = blobs
  if (blobs.length === 1 && only) return saveFile(only.file, only.name)
  const members = await Promise.all(blobs.map(async ({ file, name }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) })))
  saveFile(new Blob([...zipParts(members)] as BlobPart[], { type: 'application/zip' }), archive)
}

export function answerFileMoves(): () => void {
  const stops = [
    onIntent('file.save', ({ file, name }) => {
      if (file instanceof Blob) saveFile(file, name)
    }),
    onIntent('files.save', ({ files, archive }) => void saveFiles(files, archive)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
