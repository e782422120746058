// The files of a partner: those kept, opened and removed, and the dialog that keeps one more.
import { useParams } from '@tanstack/react-router'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { DrawerSection } from '#client/kit/drawer.tsx'
import { FileField, fileSizeText } from '#client/kit/form/file-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { openFile } from '#client/surfaces/save-file.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import type { Associate } from '#contract/associates.ts'
import { type Attachment, attachments } from '#contract/attachments.ts'

export function AssociateFiles({ associate: { company_id: c, id } }: { associate: Associate }) {
  const files = useReading(attachments.list, { params: { c }, query: { associate_id: id } }).data
  return (
    <DrawerSection title="Anexos" keys="a" action={<CommandButton id="associate.attach" variant="ghost" short />}>
      {files === undefined ? null : files.length === 0 ? (
        <p className="m small">Nenhum arquivo anexado.</p>
      ) : (
        <ul>
          {files.map(file => (
            <FileLine key={file.id} file={file} />
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}

function FileLine({ file }: { file: Attachment }) {
  const about = typeof file.metadata?.descricao === 'string' ? file.metadata.descricao : ''
  return (
    <ActsOnRecord kind="associate_file" record={file}>
      <li className="associate-file">
        <Icon name="paperclip" size="s" />
        <Button variant="ghost" onClick={() => void openFile(file)}>
          {file.name}
        </Button>
        <span className="m end">{[about, fileSizeText(file.size_bytes)].filter(Boolean).join(' · ')}</span>
        <CommandButton id="associate_file.delete" iconOnly variant="ghost" />
      </li>
    </ActsOnRecord>
  )
}

const FileForm = z.object({
  file: z.instanceof(File, { error: 'Escolha um arquivo' }),
  about: z.string().trim().max(200, 'Até 200 caracteres'),
})

export function AttachToAssociate() {
  const c = useCompanyId()
  const { associateId: id = '' } = useParams({ strict: false }) as { associateId?: string }
  const back = () => houseOptions().ports.go(pathTo('associates.detail', { companyId: c, associateId: id }))
  const save = async ({ file, about }: z.output<typeof FileForm>) => {
    const metadata = about === '' ? {} : { metadata: JSON.stringify({ descricao: about }) }
    const { batch_id } = await call(attachments.create, { params: { c }, form: { file, associate_id: id, ...metadata } })
    settleWrite({ say: `${file.name} anexado`, batch_id, focus: id })
    back()
  }
  return (
    <FormDialog
      title="Anexar arquivo"
      description="Documentos do sócio: PDF, imagem, XML ou planilha de até 10 MB."
      schema={FileForm}
      defaults={{ about: '' }}
      submitLabel="Anexar"
      onSubmit={save}
      onClose={back}
    >
      <FileField name="file" label="Arquivo" />
      <TextField name="about" label="O que é" placeholder="RG, comprovante de residência…" maxLength={200} />
    </FormDialog>
  )
}
