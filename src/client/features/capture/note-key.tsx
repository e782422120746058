// The key of one note, typed, pasted or read by a barcode reader, which types as well.
import { Note } from '#client/kit/drawer.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { NoteKeyInput } from '#commands/capture.ts'
import type { Forms } from '#commands/kit/form.ts'

export function AskedNoteKey({ asking }: { asking: Asking<Forms['note-key']> }) {
  return (
    <CommandForm asking={asking} schema={NoteKeyInput} start={() => ({ access_key: '' })}>
      <TextField
        name="access_key"
        label="Chave de acesso"
        icon="barcode"
        maxLength={200}
        autoFocus
        help="Os 44 dígitos, com ou sem espaços; um leitor de código de barras os escreve aqui."
      />
      <Note kind="info">A SEFAZ responde até 20 consultas por hora e guarda as notas por três meses.</Note>
    </CommandForm>
  )
}
