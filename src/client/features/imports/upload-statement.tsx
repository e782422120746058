// Sending a statement file.
import { FileField } from '#client/kit/form/file-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { RunsPage } from '#client/surfaces/asked/runs.tsx'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { useCompanyId, useScreenSearch } from '#client/surfaces/where.ts'
import { STATEMENT_FILES, StatementFileInput } from '#commands/imports.ts'
import type { Forms } from '#commands/kit/form.ts'
import { pathTo } from '#commands/screens.ts'
import { AccountField } from '../record-fields.tsx'

const MEGABYTE = 1024 * 1024

export function UploadStatement() {
  const list = { to: pathTo('statements.imports', { companyId: useCompanyId() }), search: { bank_account_id: undefined } }
  return <RunsPage command="import.upload" leaves={list} />
}

export function AskedStatementFile({ asking }: { asking: Asking<Forms['statement-file']> }) {
  const { bank_account_id = null } = useScreenSearch()
  return (
    <FormPage
      title="Importar extrato"
      lead="Envie o arquivo que o banco exporta. Antes de gravar, você confere linha por linha o que entra; o que já estava registrado não entra de novo."
    >
      <CommandForm
        asking={asking}
        schema={StatementFileInput}
        start={(_, { file }) => ({ bank_account_id, ...(file instanceof File ? { file } : {}) })}
      >
        <FileField name="file" label="Arquivo do extrato" accept={STATEMENT_FILES} max_bytes={30 * MEGABYTE} />
        <AccountField
          name="bank_account_id"
          label="Conta bancária"
          aside="opcional"
          help="Sem escolher, usamos a conta escrita no arquivo."
        />
      </CommandForm>
    </FormPage>
  )
}
