// Files: a drop zone and a real file input; size and type are checked before anything leaves the machine.

import { useState } from 'react'
import { fileSizeText } from '#domain/text.ts'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import text from '../look/text.module.css'
import styles from './choices.module.css'
import { FieldFrame, type FieldProps, useField } from './field.tsx'

const MEGABYTE = 1024 * 1024

function matchesKind(file: File, accept: readonly string[]): boolean {
  if (accept.length === 0) return true
  const name = file.name.toLowerCase()
  return accept.some(kind =>
    kind.startsWith('.')
      ? name.endsWith(kind.toLowerCase())
      : kind.endsWith('/*')
        ? file.type.startsWith(kind.slice(0, -1))
        : file.type === kind,
  )
}

/** Why a file is refused, or null. `accept` contains extensions ('.ofx') and media types ('application/pdf', 'image/*'). */
export function fileProblem(file: File, accept: readonly string[], max_bytes: number): string | null {
  if (!matchesKind(file, accept)) return `${file.name}: tipo de arquivo não aceito`
  if (file.size > max_bytes) return `${file.name}: passa de ${fileSizeText(max_bytes)}`
  if (file.size === 0) return `${file.name}: arquivo vazio`
  return null
}

interface FileFieldProps extends FieldProps {
  /** extensions and media types: ['.ofx', '.csv', 'application/pdf'] */
  accept?: readonly string[] | undefined
  max_bytes?: number | undefined
  multiple?: boolean | undefined
}

/** The value is a `File | null`, or a `File[]` when `multiple`. */
export function FileField({ accept = [], max_bytes = 10 * MEGABYTE, multiple = false, ...field }: FileFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const files = Array.isArray(value) ? value.filter(item => item instanceof File) : value instanceof File ? [value] : []

  const take = (list: FileList | null) => {
    const incoming = Array.from(list ?? [])
    const good = incoming.filter(file => fileProblem(file, accept, max_bytes) === null)
    const bad = incoming.find(file => !good.includes(file))
    setRefused(bad ? (fileProblem(bad, accept, max_bytes) ?? undefined) : undefined)
    if (good.length > 0) set(multiple ? [...files, ...good] : good[0])
  }
  const drop = (file: File) => set(multiple ? files.filter(other => other !== file) : null)
  const kinds = accept.filter(kind => kind.startsWith('.')).map(kind => kind.slice(1).toUpperCase())

  return (
    <FieldFrame {...field} error={refused ?? error}>
      {control => (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's short cut; the input inside does the same by keyboard */}
          <div
            className={classNames(styles.drop, over && styles.over, (refused ?? error) && styles.bad)}
            onDragOver={event => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={event => {
              event.preventDefault()
              setOver(false)
              take(event.dataTransfer.files)
            }}
          >
            <Icon name="upload" size="l" />
            <p>
              Solte {multiple ? 'os arquivos' : 'o arquivo'} aqui ou{' '}
              <label htmlFor={control.id}>{multiple ? 'escolha arquivos' : 'escolha um arquivo'}</label>
            </p>
            <p className={classNames(text.small, text.m)}>
              {kinds.length > 0 ? `${kinds.join(', ')}, ` : ''}até {fileSizeText(max_bytes)}
            </p>
            <input
              {...control}
              ref={ref}
              type="file"
              name={field.name}
              accept={accept.join(',') || undefined}
              multiple={multiple}
              disabled={field.disabled}
              onBlur={blur}
              onChange={event => {
                take(event.target.files)
                // lets the person choose the same file again after removing it
                event.target.value = ''
              }}
            />
          </div>
          {files.length > 0 ? (
            <ul className={styles.files}>
              {files.map(file => (
                <li key={`${file.name}${file.size}${file.lastModified}`}>
                  <Icon name="paperclip" size="s" />
                  <span className={text.cut}>{file.name}</span>
                  <span className={classNames(text.m, styles.m, text.num)}>{fileSizeText(file.size)}</span>
                  <IconButton icon="x" label={`Remover ${file.name}`} onClick={() => drop(file)} />
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
    </FieldFrame>
  )
}
