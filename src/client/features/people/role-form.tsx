// A new role of the company: its name, a role to start from, and its rights within those of who creates it.
import { useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { FieldFrame } from '#client/kit/form/field.tsx'
import form from '#client/kit/form/form.module.css'
import { Select } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { type Role, roles } from '#contract/people.ts'
import { counted } from '#domain/text.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import { type ChosenRights, countRights, type RightsRow, rightsRows, startingFrom } from './rights-model.ts'

const NONE: readonly never[] = []

const RoleForm = z.object({
  name: z.string().trim().min(1, 'Informe o nome do cargo').max(60, 'Até 60 caracteres'),
  rights: z.custom<ChosenRights>().refine(rights => countRights(rights) > 0, 'Escolha ao menos um direito'),
})

/** The rows of the matrix for the person of the page. */
export function useRightsRows(c: string) {
  const resources = useReading(auth.resources)
  const own = useReading(companies.permissions, { params: { c } })
  const rows = resources.data && own.data ? rightsRows(resources.data, own.data.rights) : undefined
  return { rows, error: resources.error, refetch: () => void resources.refetch() }
}

export function AskedRole({ asking }: { asking: Asking<Forms['role']> }) {
  const c = companyIn(asking.target).id
  const { rows, error, refetch } = useRightsRows(c)
  const known = useReading(roles.list, { params: { c } }).data ?? NONE
  return (
    <CommandForm asking={asking} schema={RoleForm} start={() => ({ name: '', rights: {} })} width="wide">
      {error ? (
        <ErrorState title="Não foi possível carregar os direitos" error={error} onRetry={refetch} />
      ) : rows === undefined ? (
        <Skeleton rows={8} />
      ) : (
        <RoleFields rows={rows} known={known} />
      )}
    </CommandForm>
  )
}

export const CreateRole = () => <RunsNew command="role.create" list="users" />

function RoleFields({ rows, known }: { rows: readonly RightsRow[]; known: readonly Role[] }) {
  const { setValue } = useFormContext()
  const { field, fieldState } = useController({ name: 'rights' })
  const copy = (id: string) => {
    const role = known.find(one => one.id === id)
    if (role) setValue('rights', startingFrom(role.rights, rows), { shouldDirty: true, shouldValidate: true })
  }
  const count = countRights(field.value)
  return (
    <>
      <div className={form.two}>
        <TextField name="name" label="Nome do cargo" placeholder="Assistente financeiro" maxLength={60} autoFocus />
        <FieldFrame label="Começar de" aside="opcional">
          {control => (
            <Select
              control={control}
              value=""
              onChange={copy}
              placeholder="Copiar os direitos de um cargo"
              choices={known.map(role => ({ value: role.id, label: role.name }))}
            />
          )}
        </FieldFrame>
      </div>
      <FieldFrame
        name="rights"
        label="Direitos"
        group
        aside={<span className={text.tabular}>{counted(count, ['direito', 'direitos'])}</span>}
        error={fieldState.error?.message}
        help="Setas andam, espaço marca; o nome da linha ou da coluna marca tudo."
      >
        {() => <RightsMatrix label="Direitos do cargo" rows={rows} value={field.value} onChange={field.onChange} />}
      </FieldFrame>
    </>
  )
}
