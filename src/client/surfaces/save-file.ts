// A file the server sent, handed to the browser to keep: the answer to the move 'file.save' of commands.
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

export function answerFileMoves(): () => void {
  return onUiAction('file.save', detail => {
    const { file, name } = detail as { file: unknown; name: string }
    if (file instanceof Blob) saveFile(file, name)
  })
}
