// Sending the A1 certificate: the file and its password go in once; only what may be told of it comes back.
import { z } from 'zod'
import { ApiError } from '#client/data/api.ts'
import { useLocalEnvironment } from '#client/data/local-environment.ts'
import { Note } from '#client/kit/drawer.tsx'
import { FileField } from '#client/kit/form/file-field.tsx'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { certificates } from '#contract/certificates.ts'

const UploadForm = z.object({
  file: z.instanceof(File, { error: 'Escolha o arquivo do certificado' }),
  password: z.string().max(200, 'Até 200 caracteres'),
})
const MAX_BYTES = 64 * 1024

interface UploadCertificateProps {
  c: string
  document_number: string | undefined
  /** One takes the other's place. */
  replaces: boolean
  onClose(): void
}

export function UploadCertificate({ c, document_number, replaces, onClose }: UploadCertificateProps) {
  const { outbox } = useLocalEnvironment()
  const save = async (form: z.output<typeof UploadForm>) => {
    try {
      // The port asks for the code the server wants before it keeps a key.
      await houseOptions().ports.call(certificates.create, { params: { c }, form })
      settleWrite({ say: replaces ? 'Certificado digital substituído' : 'Certificado digital enviado' })
      onClose()
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError) || !error.id.startsWith('certificate.')) throw error
      return [{ field: error.id === 'certificate.password_wrong' ? 'password' : 'file', message: error.message }]
    }
  }
  return (
    <FormDialog
      title={replaces ? 'Substituir certificado' : 'Enviar certificado'}
      description="O certificado A1 da empresa: o arquivo .pfx ou .p12 que a certificadora entregou, e a senha escolhida na emissão."
      schema={UploadForm}
      defaults={{ password: '' }}
      submitLabel={replaces ? 'Substituir' : 'Enviar'}
      onSubmit={save}
      onClose={onClose}
    >
      <FileField name="file" label="Arquivo" accept={['.pfx', '.p12']} max_bytes={MAX_BYTES} />
      <PasswordField name="password" label="Senha do certificado" help="Usada agora para abrir o arquivo; não é guardada" />
      {outbox && document_number ? (
        <Note kind="info">
          Ambiente local: baixe um{' '}
          <a href={`/dev/certificate.pfx?cnpj=${document_number}`} download>
            certificado de teste
          </a>{' '}
          desta empresa, senha razao.
        </Note>
      ) : null}
    </FormDialog>
  )
}
