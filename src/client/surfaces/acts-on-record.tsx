// What is under it acts on one record: the buttons of a drawer or a dialog, whatever the list beside has in focus.
import { type ReactNode, useMemo } from 'react'
import { type RecordName, type Records, targetOn } from '#commands/kit/command.ts'
import { ActsOn, useWhereabouts } from './context.ts'

interface ActsOnRecordProps<R extends RecordName> {
  kind: R
  record: (Records[R] & { readonly id: string }) | undefined
  children: ReactNode
}

export function ActsOnRecord<R extends RecordName>({ kind, record, children }: ActsOnRecordProps<R>) {
  const company = useWhereabouts(now => now.company)
  const target = useMemo(() => record && targetOn(kind, [record], { company, from: 'focus' }), [kind, record, company])
  return <ActsOn value={target}>{children}</ActsOn>
}
