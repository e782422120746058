// The address of something done with one record: its command runs as soon as the record is read.
import { useMemo } from 'react'
import type { CommandId } from '#commands/index.ts'
import { type RecordName, type Records, targetOn } from '#commands/kit/command.ts'
import { pathTo, type ScreenId } from '#commands/screens.ts'
import { useWhereabouts } from '../context.ts'
import { useCompanyId } from '../where.ts'
import { Runs } from './runs.tsx'

interface RunsOnProps<K extends RecordName> {
  command: CommandId
  kind: K
  /** Undefined until it is read: nothing is asked. */
  record: (Records[K] & { readonly id: string }) | undefined
  /** Where it leads when it was left. */
  list: ScreenId
  /** Of that address, besides the company. */
  params?: Readonly<Record<string, string>>
}

export function RunsOn<K extends RecordName>({ command, kind, record, list, params }: RunsOnProps<K>) {
  const company = useWhereabouts(now => now.company)
  const companyId = useCompanyId()
  const target = useMemo(() => record && targetOn(kind, [record], { company, from: 'focus' }), [kind, record, company])
  return <Runs command={command} target={target} leaves={pathTo(list, { companyId, ...params })} />
}
