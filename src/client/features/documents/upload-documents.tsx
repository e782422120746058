// Files of the company itself, several at once.
import { z } from 'zod'
import { ApiError, call } from '#client/data/api.ts'
import { FileField } from '#client/kit/form/file-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { attachments } from '#contract/attachments.ts'
import { PAPERS } from './document-model.ts'

const MOST = 20
const ACCEPTED = [
  '.pdf',
  '.png',
  '.jpg',
  '.jpeg',
  '.webp',
  '.gif',
  '.heic',
  '.xml',
  '.csv',
  '.txt',
  '.xlsx',
  '.xls',
  '.docx',
  '.doc',
  '.zip',
]
const UploadForm = z.object({
  files: z.array(z.instanceof(File), { error: 'Escolha os arquivos' }).min(1, 'Escolha os arquivos').max(MOST, `Até ${MOST} de cada vez`),
  paper: z.string(),
})

export function UploadDocuments() {
  const c = useCompanyId()
  const close = () => houseOptions().ports.go(pathTo('documents', { companyId: c }))
  const send = async ({ files, paper }: z.output<typeof UploadForm>) => {
    const sent: { id: string; batch_id: string | undefined }[] = []
    const refused: string[] = []
    for (const file of files) {
      try {
        const { data, batch_id } = await call(attachments.create, { params: { c }, form: { file, metadata: JSON.stringify({ paper }) } })
        sent.push({ id: data.id, batch_id })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refused.push(`${file.name}: ${error.message}`)
      }
    }
    if (sent.length > 0)
      settleWrite({
        say: sent.length === 1 ? '1 documento enviado' : `${sent.length} documentos enviados`,
        batch_id: sent.map(one => one.batch_id),
        focus: sent.map(one => one.id),
      })
    if (refused.length === 0) return close()
    return [{ field: 'files', message: refused.join(' ') }]
  }
  return (
    <FormDialog
      title="Enviar documentos"
      description="PDF, imagem, planilha ou XML, de até 10 MB cada. O que é de uma conta, anexe na própria conta."
      schema={UploadForm}
      defaults={{ paper: 'other' }}
      submitLabel="Enviar"
      onSubmit={send}
      onClose={close}
    >
      <FileField name="files" label="Arquivos" accept={ACCEPTED} multiple />
      <SelectField name="paper" label="O que é" choices={PAPERS} />
    </FormDialog>
  )
}
