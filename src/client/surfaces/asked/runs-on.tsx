// The address of something done with one record: its command runs as soon as the record is read.
import { useMemo } from 'react'
import type { CommandId } from '#commands/index.ts'
import { type RecordName, type Records, targetOn } from '#commands/kit/command.ts'
import { type CompanyScreen, pathTo, type RecordScreen, recordPath } from '#commands/screens.ts'
import { useWhereabouts } from '../context.ts'
import { useCompanyId } from '../where.ts'
import { Runs } from './runs.tsx'

interface RunsOnProps<K extends RecordName> {
  command: CommandId
  kind: K
  /** Undefined until it is read: nothing is asked. */
  record: (Records[K] & { readonly id: string }) | undefined
  /** Where it leads when it was left: a list, or a record it stands over. */
  list: CompanyScreen | readonly [RecordScreen, id: string]
}

export function RunsOn<K extends RecordName>({ command, kind, record, list }: RunsOnProps<K>) {
  const company = useWhereabouts(now => now.company)
  const companyId = useCompanyId()
  const target = useMemo(() => record && targetOn(kind, [record], { company, from: 'focus' }), [kind, record, company])
  const leaves = typeof list === 'string' ? pathTo(list, { companyId }) : recordPath(list[0], companyId, list[1])
  return <Runs command={command} target={target} leaves={leaves} />
}
