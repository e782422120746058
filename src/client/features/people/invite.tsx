// Inviting a person: tied to a document and a role, sent by e-mail or phone. Nobody's account is made here.
import { useReading } from '#client/data/queries.ts'
import { reachProblems } from '#client/data/reach.ts'
import { Skeleton } from '#client/kit/states.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { Fields } from '#client/surfaces/resource/fields.tsx'
import { useCompanyId, useScreenSearch } from '#client/surfaces/where.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { type CompanyUser, roles, users } from '#contract/people.ts'
import { invitation } from '#resources/user.ts'

/** The document a lapsed invitation was tied to is known only in part: it is asked for again. */
const startFrom = (again: CompanyUser | undefined) => invitation.start(again && { ...again, document_number: '', role_id: again.role.id })

export function AskedInvitation({ asking }: { asking: Asking<Forms['invitation']> }) {
  const known = useReading(roles.list, { params: { c: companyIn(asking.target).id } })
  return (
    <CommandForm
      asking={asking}
      schema={invitation.typed}
      start={({ records: [again] }) => startFrom(again as CompanyUser | undefined)}
      check={reachProblems}
    >
      {known.isPending ? <Skeleton rows={4} /> : <Fields of={invitation} creating />}
    </CommandForm>
  )
}

/** `?convite=` names the person whose invitation lapsed. */
export function InviteUser() {
  const { convite } = useScreenSearch()
  const people = useReading(users.list, { params: { c: useCompanyId() } }).data
  if (convite === undefined) return <RunsNew command="user.invite" list="users" />
  return <RunsOn command="user.invite-again" kind="user" record={people?.find(user => user.id === convite)} list="users" />
}
