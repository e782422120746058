// Whether the person works in an accounting office, and what they may do there.
import { useReading } from '#client/data/queries.ts'
import { auth } from '#contract/auth.ts'
import { type Action, mayInOrganization, type OrganizationResource } from '#domain/permissions.ts'

export interface Office {
  /** False as well until the profile is known. */
  isOffice: boolean
  known: boolean
  mayOffice(resource: OrganizationResource, action: Action): boolean
}

export function useOffice(): Office {
  const kind = useReading(auth.profile).data?.kind
  const mayOffice: Office['mayOffice'] = (resource, action) => kind !== undefined && mayInOrganization(kind, resource, action)
  return { isOffice: mayOffice('companies', 'v'), known: kind !== undefined, mayOffice }
}
