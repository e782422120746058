// A screen that is one form, opened by who may not send it: the reason stands where the form would.
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { Empty, Skeleton } from '#client/kit/states.tsx'
import { type AnyCommand, formOf, noTarget } from '#commands/kit/command.ts'
import { lacksRight } from '#commands/kit/gate.ts'
import { ERRORS } from '#contract/errors.ts'
import { useWhereabouts } from '../context.ts'
import { useHouse } from '../house.ts'

/** The commands whose forms are all there is at an address. */
function useFormsAlone(path: string, companyId: string): readonly AnyCommand[] {
  const commands = useHouse(({ registry }) => registry.commands)
  return useMemo(() => {
    const company = noTarget({ id: companyId, name: '' })
    return commands.filter(command => {
      const form = formOf(command)
      if (form?.how !== 'screen' || !form.alone) return false
      const at = form.at?.(company)
      return (typeof at === 'string' ? at : at?.to) === path
    })
  }, [commands, path, companyId])
}

export function FormScreen({ companyId, title, children }: { companyId: string; title: string; children: ReactNode }) {
  const path = useMatches({ select: matches => matches.at(-1)?.pathname ?? '' })
  const can = useWhereabouts(now => now.can)
  const isKnown = useWhereabouts(now => now.isRightsKnown)
  const forms = useFormsAlone(path, companyId)
  if (forms.length === 0) return children
  // Not a reading is asked for by who will be refused.
  if (!isKnown) return <Skeleton />
  const refused = forms.every(command => lacksRight(command, can))
  return refused ? <Empty icon="lock" title={title} text={ERRORS['permission.denied'].message} /> : children
}
