// Files dropped anywhere on a company's screens, led to the command that takes their kind. A drop zone under the pointer comes first.
import { useEffect, useState } from 'react'
import { Icon } from '#client/kit/icon.tsx'
import { showToast } from '#client/kit/toast.ts'
import type { CommandId } from '#commands/index.ts'
import type { PartialAnswers } from '#commands/kit/command.ts'
import { useAsking } from './asked/asking.ts'
import styles from './file-drop.module.css'
import { houseCommand } from './house.ts'
import { runCommand } from './runner.ts'

interface Way {
  ends: RegExp
  command: CommandId
  /** How its form calls what it takes. */
  answers(files: readonly File[]): object
}

const several = (files: readonly File[]) => ({ files })
const single = ([file]: readonly File[]) => ({ file })

const WAYS: readonly Way[] = [
  { ends: /\.(?:pdf|jpe?g|png|webp|gif|heic|heif|avif|bmp)$/i, command: 'bill.from-paper', answers: several },
  { ends: /\.xml$/i, command: 'capture.upload', answers: several },
  { ends: /\.(?:ofx|qfx)$/i, command: 'import.upload', answers: single },
  { ends: /\.(?:csv|txt|xlsx)$/i, command: 'bill.import', answers: single },
]

/** The way of the first file that has one; files of another kind dropped along with it are told. */
export function takeIn(files: readonly File[]): void {
  const way = WAYS.find(({ ends }) => files.some(file => ends.test(file.name)))
  if (way === undefined) {
    showToast({
      id: 'file-drop',
      title: 'Arquivo de tipo desconhecido',
      description: 'Solte PDF, foto, XML, OFX ou planilha.',
      variant: 'warning',
    })
    return
  }
  const mine = files.filter(file => way.ends.test(file.name))
  const others = files.filter(file => !mine.includes(file))
  if (others.length > 0)
    showToast({
      id: 'file-drop',
      title: 'Um tipo de arquivo de cada vez',
      description: `Ficou de fora: ${others.map(file => file.name).join(', ')}`,
      variant: 'warning',
    })
  void runCommand(houseCommand(way.command), { source: 'button', answers: way.answers(mine) as PartialAnswers })
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
/** A form that is open has its own place for files, or none. */
const isAsking = (): boolean => useAsking.getState().stack.length > 0

export function FileDrop() {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return setOver(false)
      // Without this the browser would leave the page for the file.
      event.preventDefault()
      setOver(!isAsking())
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      const files = Array.from(event.dataTransfer?.files ?? [])
      if (files.length > 0 && !isAsking()) takeIn(files)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  if (!isOver) return null
  return (
    <div className={styles.drop} aria-hidden="true">
      <p>
        <Icon name="file-up" size="l" />
        Solte para ler: boleto, foto, PDF, XML de nota ou extrato
      </p>
    </div>
  )
}
