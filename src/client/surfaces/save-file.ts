// Files the server sent, handed to the browser to keep or to show: the answers to the moves 'file.save' and 'files.save' of commands.
import { fetchFile } from '#client/data/api.ts'
import { zipOf } from '#client/kit/zip.ts'
import { onUiAction } from './ui-actions.ts'

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; the memory is given back.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A stored file in a tab of its own. */
export async function openFile(path: string): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(path))
  window.open(url, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

interface NamedFile {
  file: unknown
  name: string
}

/** One file as it is, several in one archive. */
async function saveFiles(files: readonly NamedFile[], archive: string): Promise<void> {
  const blobs = files.flatMap(({ file, name }) => (file instanceof Blob ? [{ file, name }] : []))
  const [only] = blobs
  if (blobs.length === 1 && only) return saveFile(only.file, only.name)
  const members = await Promise.all(blobs.map(async ({ file, name }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) })))
  saveFile(zipOf(members), archive)
}

export function answerFileMoves(): () => void {
  const stops = [
    onUiAction('file.save', detail => {
      const { file, name } = detail as NamedFile
      if (file instanceof Blob) saveFile(file, name)
    }),
    onUiAction('files.save', detail => {
      const { files, archive } = detail as { files: readonly NamedFile[]; archive: string }
      void saveFiles(files, archive)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
