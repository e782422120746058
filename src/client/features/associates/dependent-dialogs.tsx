// A dependent of a partner, new or known, as a dialog over the partner's drawer.
import { useParams } from '@tanstack/react-router'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Note } from '#client/kit/drawer.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { dependents } from '#contract/associates.ts'
import { formatCents } from '#domain/money.ts'
import { DEPENDENT_DEDUCTION_CENTS } from '#domain/taxes/tables.ts'
import { DependentFields } from './associate-fields.tsx'
import { DependentForm, type DependentValues, dependentBody, dependentDefaults } from './associate-model.ts'

function useDependentRoute() {
  const c = useCompanyId()
  const { associateId = '', dependentId = '' } = useParams({ strict: false }) as { associateId?: string; dependentId?: string }
  const back = () => houseOptions().ports.go(pathTo('associates.detail', { companyId: c, associateId }))
  return { c, associateId, dependentId, back }
}

export function NewDependent() {
  const { c, associateId, back } = useDependentRoute()
  const save = async (values: DependentValues, { another, reset }: { another: boolean; reset(): void }) => {
    const { data, batch_id } = await call(dependents.create, {
      params: { c },
      body: { ...dependentBody(values), associate_id: associateId },
    })
    settleWrite({ say: `Dependente ${data.name} criado`, batch_id, focus: associateId })
    if (another) reset()
    else back()
  }
  return (
    <FormDialog
      title="Novo dependente"
      description={`Cada dependente aceito pelo imposto de renda deduz ${formatCents(DEPENDENT_DEDUCTION_CENTS)} por mês do pró-labore.`}
      schema={DependentForm}
      defaults={dependentDefaults()}
      submitLabel="Criar dependente"
      onSubmit={save}
      onClose={back}
    >
      <DependentFields />
    </FormDialog>
  )
}

export function EditDependent() {
  const { c, dependentId, back } = useDependentRoute()
  const reading = useReading(dependents.get, { params: { c, id: dependentId } })
  useTellMissing(reading.isLoadingError && isNotFound(reading.error))
  const dependent = reading.data
  if (!dependent) return reading.isError ? null : <Spinner />
  const save = async (values: DependentValues) => {
    const { data, batch_id } = await call(dependents.update, {
      params: { c, id: dependentId },
      body: { ...dependentBody(values), version: dependent.version },
    })
    settleWrite({ say: `Dependente ${data.name} alterado`, batch_id, focus: dependent.associate_id })
    back()
  }
  return (
    <ActsOnRecord kind="dependent" record={dependent}>
      <FormDialog
        key={dependent.version}
        title={dependent.name}
        schema={DependentForm}
        defaults={dependentDefaults(dependent)}
        submitLabel="Salvar"
        onSubmit={save}
        onClose={back}
        footer={<CommandButton id="dependent.delete" variant="ghost" size="form" short />}
      >
        <Note kind={dependent.is_deductible ? 'ok' : 'info'}>
          {dependent.is_deductible ? 'Deduz do imposto de renda do sócio' : 'Não deduz do imposto de renda na idade de hoje'}
        </Note>
        <DependentFields />
      </FormDialog>
    </ActsOnRecord>
  )
}
