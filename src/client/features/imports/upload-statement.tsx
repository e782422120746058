// Sending a statement file.
import { useFormContext } from 'react-hook-form'
import { useRegisters } from '#client/data/registers.ts'
import { FileField } from '#client/kit/form/file-field.tsx'
import { AccountPicker } from '#client/kit/picker/pickers.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { RunsPage } from '#client/surfaces/asked/runs.tsx'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { useCompanyId, useScreenSearch } from '#client/surfaces/where.ts'
import { STATEMENT_FILES, StatementFileInput } from '#commands/imports.ts'
import type { Forms } from '#commands/kit/form.ts'
import { pathTo } from '#commands/screens.ts'
import { useNestedForms } from '../nested-forms.tsx'

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
        <AccountOfFile aside="opcional" help="Sem escolher, usamos a conta escrita no arquivo." />
      </CommandForm>
    </FormPage>
  )
}

interface AccountOfFileProps {
  aside?: string
  help?: string
  autoFocus?: boolean
  /** What a new account is called when nothing was typed. */
  named?: string | undefined
}

/** The account a statement is of, within a form; a new one is asked for over it. */
export function AccountOfFile({ named = '', ...props }: AccountOfFileProps) {
  const { accounts, loading } = useRegisters(useCompanyId())
  const { setValue } = useFormContext<{ bank_account_id: string | null }>()
  const add = useNestedForms().ask('account', id => setValue('bank_account_id', id, { shouldDirty: true, shouldValidate: true }))
  return (
    <AccountPicker
      name="bank_account_id"
      label="Conta bancária"
      accounts={accounts}
      loading={loading}
      onAdd={typed => add(typed || named)}
      {...props}
    />
  )
}
