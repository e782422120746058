// The role of who is invited: one that the person may give.
import { useMemo } from 'react'
import { unreadOf, useReading } from '#client/data/queries.ts'
import type { FieldProps } from '#client/kit/form/field.tsx'
import { RolePicker } from '#client/kit/picker/pickers.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { roles } from '#contract/people.ts'

const NONE: readonly never[] = []

export function RoleField(field: FieldProps) {
  const known = useReading(roles.list, { params: { c: useCompanyId() } })
  const given = useMemo(() => known.data?.filter(role => role.may_give) ?? NONE, [known.data])
  return <RolePicker {...field} roles={given} unread={unreadOf(known)} placeholder="O que a pessoa pode fazer" />
}
