// A new role of the company: its name, a role to start from, and its rights within those of who creates it.
import { useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { FieldFrame } from '#client/kit/form/field.tsx'
import { Select } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { type Role, roles } from '#contract/people.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import { type ChosenRights, countRights, type RightsRow, rightsRows, startingFrom } from './rights-model.ts'
import './people.css'

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
  return { rows, isError: resources.isError, refetch: () => void resources.refetch() }
}

export function CreateRole() {
  const c = useCompanyId()
  const { rows, isError, refetch } = useRightsRows(c)
  const known = useReading(roles.list, { params: { c } }).data ?? NONE
  const close = () => houseOptions().ports.go({ to: pathTo('users', { companyId: c }), search: { lista: 'cargos' } })
  const save = async (body: z.output<typeof RoleForm>) => {
    const { data, batch_id } = await call(roles.create, { params: { c }, body })
    settleWrite({ say: `Cargo ${data.name} criado`, batch_id })
    close()
  }
  return (
    <FormDialog
      title="Novo cargo"
      description="Um cargo pode, no máximo, o que você pode nesta empresa."
      width="wide"
      schema={RoleForm}
      defaults={{ name: '', rights: {} }}
      submitLabel="Criar cargo"
      onSubmit={save}
      onClose={close}
    >
      {isError ? (
        <ErrorState title="Não foi possível carregar os direitos" onRetry={refetch} />
      ) : rows === undefined ? (
        <Skeleton rows={8} />
      ) : (
        <RoleFields rows={rows} known={known} />
      )}
    </FormDialog>
  )
}

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
      <div className="two">
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
        aside={<span className="tabular">{count === 1 ? '1 direito' : `${count} direitos`}</span>}
        error={fieldState.error?.message}
        help="Setas andam, espaço marca; o nome da linha ou da coluna marca tudo."
      >
        {() => <RightsMatrix label="Direitos do cargo" rows={rows} value={field.value} onChange={field.onChange} />}
      </FieldFrame>
    </>
  )
}
