// Sending the A1 certificate: the file and its password go in once; only what may be told of it comes back.

import { useReading } from '#client/data/queries.ts'
import { useLocalEnvironment } from '#client/data/runtime-config.ts'
import { Note } from '#client/kit/drawer.tsx'
import { FileField } from '#client/kit/form/file-field.tsx'
import { PasswordField } from '#client/kit/form/password-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CertificateInput } from '#commands/certificate.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { certificates } from '#contract/certificates.ts'
import { companies } from '#contract/companies.ts'

const MAX_BYTES = 64 * 1024

export function AskedCertificate({ asking }: { asking: Asking<Forms['certificate']> }) {
  const params = { c: companyIn(asking.target).id }
  const { outbox } = useLocalEnvironment()
  const document_number = useReading(companies.profile, { params }).data?.document_number
  const before = useReading(certificates.get, { params }).data
  return (
    <CommandForm
      asking={asking}
      schema={CertificateInput}
      start={() => ({ password: '' })}
      submitLabel={before ? 'Substituir' : asking.form.submit}
    >
      {before ? <Note kind="info">Toma o lugar do certificado de {before.name}.</Note> : null}
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
    </CommandForm>
  )
}
