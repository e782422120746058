// The addresses of what is done with a partner: each runs its command over the partner's drawer.
import { useReading } from '#client/data/queries.ts'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import { associates, dependents } from '#contract/associates.ts'

function RunsOnAssociate({ command }: { command: 'associate.attach' | 'associate.dependent' }) {
  const associateId = useRouteParam('associateId') ?? ''
  const associate = useReading(associates.list, { params: { c: useCompanyId() } }).data?.find(one => one.id === associateId)
  return <RunsOn command={command} kind="associate" record={associate} list={['associates.detail', associateId]} />
}

export const AttachToAssociate = () => <RunsOnAssociate command="associate.attach" />
export const NewDependent = () => <RunsOnAssociate command="associate.dependent" />

export function EditDependent() {
  const associateId = useRouteParam('associateId') ?? ''
  const id = useRouteParam('dependentId') ?? ''
  const reading = useReading(dependents.get, { params: { c: useCompanyId(), id } })
  useTellMissing(reading.isLoadingError && isNotFound(reading.error))
  return <RunsOn command="dependent.edit" kind="dependent" record={reading.data} list={['associates.detail', associateId]} />
}
