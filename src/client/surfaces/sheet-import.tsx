// Records from a sheet, all or nothing: the file, and the rows that were refused, by line.
import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '#client/data/api.ts'
import { FileField } from '#client/kit/form/file-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { settleWrite } from './form-outcome.ts'
import './sheet-import.css'

const SheetForm = z.object({ file: z.instanceof(File, { error: 'Escolha um arquivo' }) })
const SHOWN_PROBLEMS = 50
const SHEETS = ['.csv', '.txt', '.xlsx']

interface SheetImportProps {
  title: string
  /** Which columns it has. */
  description: string
  send(file: File): Promise<{ data: { imported: number }; batch_id: string | undefined }>
  /** '12 produtos importados' */
  say(count: number): string
  onClose(): void
}

export function SheetImport({ title, description, send, say, onClose }: SheetImportProps) {
  const [problems, setProblems] = useState<readonly { field: string; message: string }[]>([])
  const save = async ({ file }: z.output<typeof SheetForm>) => {
    setProblems([])
    try {
      const { data, batch_id } = await send(file)
      settleWrite({ say: say(data.imported), batch_id })
      onClose()
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError) || error.id !== 'import.row_errors') throw error
      setProblems(error.details)
      return [{ field: 'file', message: error.message }]
    }
  }
  return (
    <FormDialog
      title={title}
      description={description}
      schema={SheetForm}
      defaults={{}}
      submitLabel="Importar"
      onSubmit={save}
      onClose={onClose}
    >
      <FileField name="file" label="Planilha" accept={SHEETS} />
      {problems.length > 0 ? (
        <ul className="sheet-problems" aria-label="Linhas com erro">
          {problems.slice(0, SHOWN_PROBLEMS).map(problem => (
            <li key={`${problem.field}${problem.message}`}>
              <span className="med">{problem.field}</span> {problem.message}
            </li>
          ))}
          {problems.length > SHOWN_PROBLEMS ? <li className="m">e mais {problems.length - SHOWN_PROBLEMS}</li> : null}
        </ul>
      ) : null}
    </FormDialog>
  )
}
