// A form of several files: those that are accepted leave it, the others stay with their reasons.
import { useEffect, useMemo, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FileField } from '#client/kit/form/file-field.tsx'
import type { FieldProblem } from '#client/kit/form/problems.ts'
import text from '#client/kit/look/text.module.css'
import styles from '../resource/resource.module.css'
import type { Asking } from './asking.ts'

const NONE: readonly FieldProblem[] = []

/** The asking, with what was refused of its files beside the field that holds them. */
export function useRefusedFiles<Input>(asking: Asking<Input>): { asking: Asking<Input>; refused: readonly FieldProblem[] } {
  const [refused, setRefused] = useState(NONE)
  const sending = useMemo(
    (): Asking<Input> => ({
      ...asking,
      async submit(input, another) {
        const done = await asking.submit(input, another)
        const { problems = NONE, message = '' } = done
        setRefused(problems)
        return problems.length > 0 ? { ...done, problems: [{ field: 'files', message }] } : done
      },
    }),
    [asking],
  )
  return { asking: sending, refused }
}

export function FilesField({ accept, refused }: { accept: readonly string[]; refused: readonly FieldProblem[] }) {
  const { getValues, setValue } = useFormContext<{ files?: readonly File[] }>()
  // What was kept is not sent a second time.
  useEffect(() => {
    if (refused.length === 0) return
    const names = new Set(refused.map(one => one.field))
    setValue(
      'files',
      getValues('files')?.filter(file => names.has(file.name)),
      { shouldDirty: true },
    )
  }, [refused, getValues, setValue])
  return (
    <>
      <FileField name="files" label="Arquivos" accept={accept} multiple />
      {refused.length > 0 ? (
        <ul className={styles.refused} aria-label="Arquivos que não entraram">
          {refused.map(({ field, message }) => (
            <li key={`${field}${message}`}>
              <span className={text.med}>{field}</span> {message}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
