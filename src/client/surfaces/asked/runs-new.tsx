// The address of a form that makes a record: by itself, or for a selector of the page that `backTo` names.
import type { CommandId } from '#commands/index.ts'
import { type CompanyScreen, pathTo } from '#commands/screens.ts'
import { type NestedKind, useBackTo } from '../back-to.ts'
import { overOpenList } from '../over-list.ts'
import { useCompanyId } from '../where.ts'
import { Runs } from './runs.tsx'

interface RunsNewProps {
  command: CommandId
  /** Where it leads when it was left. */
  list: CompanyScreen
  /** What a waiting selector is told it got. */
  kind?: NestedKind
  given?: Readonly<Record<string, unknown>>
}

export function RunsNew({ command, list, kind, given }: RunsNewProps) {
  const back = useBackTo()
  const leaves = overOpenList(pathTo(list, { companyId: useCompanyId() }))
  return (
    <Runs
      command={command}
      given={{ ...given, ...(back.typed === '' ? {} : { typed: back.typed }) }}
      leaves={leaves}
      onLeft={back.nested ? () => back.leave(leaves) : undefined}
      onDone={back.nested && kind ? id => back.leave(leaves, { kind, id }) : undefined}
    />
  )
}
