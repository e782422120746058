// XML files of received notes, several at once: those that are right come in, the others stay with their reason.
import { useState } from 'react'
import { z } from 'zod'
import { ApiError, call } from '#client/data/api.ts'
import { FileField } from '#client/kit/form/file-field.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { fiscalDocuments } from '#contract/fiscal-documents.ts'
import '#client/surfaces/sheet-import.css'

const MOST = 50
const UploadForm = z.object({
  files: z.array(z.instanceof(File), { error: 'Escolha os arquivos' }).min(1, 'Escolha os arquivos').max(MOST, `Até ${MOST} de cada vez`),
})

interface Refused {
  file: File
  message: string
}

export function UploadNotes({ c, onClose }: { c: string; onClose(): void }) {
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const send = async ({ files }: z.output<typeof UploadForm>) => {
    const batches: (string | undefined)[] = []
    const ids: string[] = []
    const out: Refused[] = []
    for (const file of files) {
      try {
        const { data, batch_id } = await call(fiscalDocuments.capture, { params: { c }, form: { file } as never })
        batches.push(batch_id)
        ids.push(data.id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        out.push({ file, message: error.message })
      }
    }
    if (ids.length > 0)
      settleWrite({ say: ids.length === 1 ? '1 nota recebida' : `${ids.length} notas recebidas`, batch_id: batches, focus: ids })
    if (out.length === 0) return onClose()
    setRefused(out)
    return [{ field: 'files', message: out.length === 1 ? '1 arquivo não entrou' : `${out.length} arquivos não entraram` }]
  }
  return (
    <FormDialog
      title="Enviar XML"
      description="O XML de NF-e emitidas para a empresa, ou do cancelamento de uma já recebida."
      schema={UploadForm}
      defaults={{}}
      submitLabel="Enviar"
      onSubmit={send}
      onClose={onClose}
    >
      <FileField name="files" label="Arquivos" accept={['.xml']} multiple />
      {refused.length > 0 ? (
        <ul className="sheet-problems" aria-label="Arquivos que não entraram">
          {refused.map(({ file, message }) => (
            <li key={`${file.name}${file.lastModified}`}>
              <span className="med">{file.name}</span> {message}
            </li>
          ))}
        </ul>
      ) : null}
    </FormDialog>
  )
}
