// Sending what the bank gave for its API Pix: it goes in once, and only what may be told of it comes back.
import { Note } from '#client/kit/drawer.tsx'
import { FileField } from '#client/kit/form/file-field.tsx'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import { PixCredentialsInput } from '#commands/pix-agreements.ts'
import type { PixAgreement } from '#contract/pix-agreements.ts'

const MAX_BYTES = 64 * 1024

export function AskedPixCredentials({ asking }: { asking: Asking<Forms['pix-credentials']> }) {
  const [agreement] = asking.target.records as readonly PixAgreement[]
  return (
    <CommandForm
      asking={asking}
      schema={PixCredentialsInput}
      start={() => ({ client_id: agreement?.client_id ?? '', client_secret: '', password: '' })}
      submitLabel={agreement?.client_id ? 'Substituir' : asking.form.submit}
    >
      {agreement?.client_id ? <Note kind="info">Tomam o lugar das que estão guardadas.</Note> : null}
      <TextField name="client_id" label="Client id" />
      <PasswordField name="client_secret" label="Client secret" />
      <FileField name="file" label="Certificado" accept={['.pfx', '.p12', '.pem']} max_bytes={MAX_BYTES} />
      <PasswordField name="password" label="Senha do certificado" help="Só se o arquivo tem; usada agora para abri-lo, não é guardada" />
    </CommandForm>
  )
}
