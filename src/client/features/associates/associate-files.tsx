// The files of a partner: those kept, opened and removed, and the dialog that keeps one more.

import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import choices from '#client/kit/form/choices.module.css'
import { FileField } from '#client/kit/form/file-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { openFile } from '#client/surfaces/save-file.ts'
import { AssociateFileInput } from '#commands/associates.ts'
import type { Forms } from '#commands/kit/form.ts'
import type { Associate } from '#contract/associates.ts'
import { type Attachment, attachments } from '#contract/attachments.ts'
import { fileSizeText } from '#domain/text.ts'
import styles from './associates.module.css'

export function AssociateFiles({ associate: { company_id: c, id } }: { associate: Associate }) {
  const files = useReading(attachments.list, { params: { c }, query: { associate_id: id } }).data
  return (
    <DrawerSection title="Anexos" action={<CommandButton id="associate.attach" variant="ghost" short />}>
      {files === undefined ? null : files.length === 0 ? (
        <p className={classNames(text.m, choices.m, text.small)}>Nenhum arquivo anexado.</p>
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
      <li className={styles.associateFile}>
        <Icon name="paperclip" size="s" />
        <Button variant="ghost" onClick={() => void openFile(file)}>
          {file.name}
        </Button>
        <span className={classNames(text.m, choices.m, styles.end)}>
          {[about, fileSizeText(file.size_bytes)].filter(Boolean).join(' · ')}
        </span>
        <CommandButton id="associate_file.delete" iconOnly variant="ghost" />
      </li>
    </ActsOnRecord>
  )
}

/** What a file is said to be is optional, and short. */
const FileForm = AssociateFileInput.extend({ about: z.string().trim().max(200, 'Até 200 caracteres') })

export function AskedFile({ asking }: { asking: Asking<Forms['associate-file']> }) {
  return (
    <CommandForm asking={asking} schema={FileForm} start={() => ({ about: '' })}>
      <FileField name="file" label="Arquivo" />
      <TextField name="about" label="O que é" placeholder="RG, comprovante de residência…" maxLength={200} />
    </CommandForm>
  )
}
