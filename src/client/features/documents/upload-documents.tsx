// Files of the company itself, several at once.
import { SelectField } from '#client/kit/form/select-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { FilesField, useRefusedFiles } from '#client/surfaces/asked/refused-files.tsx'
import { DocumentsInput } from '#commands/documents.ts'
import type { Forms } from '#commands/kit/form.ts'
import { PAPERS } from '#resources/document.ts'

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

export function AskedDocuments(props: { asking: Asking<Forms['documents']> }) {
  const { asking, refused } = useRefusedFiles(props.asking)
  return (
    <CommandForm asking={asking} schema={DocumentsInput} start={() => ({ paper: 'other' })}>
      <FilesField accept={ACCEPTED} refused={refused} />
      <SelectField name="paper" label="O que é" choices={PAPERS} />
    </CommandForm>
  )
}
