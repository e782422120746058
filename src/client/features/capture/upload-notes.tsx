// XML files of received notes, several at once: those that are right come in, the others stay with their reason.
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { FilesField, useRefusedFiles } from '#client/surfaces/asked/refused-files.tsx'
import { NotesInput } from '#commands/capture.ts'
import type { Forms } from '#commands/kit/form.ts'

const XML = ['.xml']

export function AskedNotes(props: { asking: Asking<Forms['received-notes']> }) {
  const { asking, refused } = useRefusedFiles(props.asking)
  return (
    <CommandForm asking={asking} schema={NotesInput} start={(_, { files }) => (Array.isArray(files) ? { files } : {})}>
      <FilesField accept={XML} refused={refused} />
    </CommandForm>
  )
}
