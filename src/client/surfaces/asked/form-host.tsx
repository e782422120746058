// Draws the forms that are asked for over a page, and opens the one that the address names.
import { Suspense, useEffect, useRef, useState } from 'react'
import { type AnyCommand, noTarget } from '#commands/kit/command.ts'
import { available } from '#commands/kit/gate.ts'
import type { Search } from '#commands/search-text.ts'
import { currentContext, useWhereabouts } from '../context.ts'
import { houseOptions, useHouse } from '../house.ts'
import { runCommand } from '../runner.ts'
import { NO_FORM, useScreenSearch } from '../where.ts'
import { AskedForm } from './asked-form.tsx'
import { isNested, useAsking } from './asking.ts'
import { connectFormAddress } from './form-address.ts'
import { findHere, useRecordsHere } from './records-here.ts'
import { Reason, reasonAgainst } from './runs.tsx'

interface Refused {
  readonly command: AnyCommand
  readonly reason: string
}

/** Runs the command that the address names, and leaves its form when the address does. Answers why it may not run, if so. */
function useFormOfAddress(): Refused | undefined {
  const { form, em } = useScreenSearch()
  const command = useHouse(({ registry }) => (form === undefined ? undefined : registry.find(form)))
  const finders = useRecordsHere(state => state.finders)
  const company = useWhereabouts(now => now.company)
  const isReady = useWhereabouts(now => now.isRightsKnown)
  const [refused, setRefused] = useState<Refused>()
  const seen = useRef<string>(undefined)
  const latest = useRef<Search>({})
  latest.current = { form, em }
  useEffect(() => connectFormAddress(() => latest.current), [])
  useEffect(() => {
    const [outer] = useAsking.getState().stack
    if (form === undefined) {
      // Gone back: the form goes, its draft stays.
      if (outer !== undefined && seen.current === outer.command.id) outer.leave()
      seen.current = undefined
      return
    }
    seen.current = form
    if (outer?.command.id === form || command === undefined || !isReady) return
    const target = em === undefined ? noTarget(company) : findHere(finders, em)
    if (target === undefined) return
    const context = { ...currentContext('page'), target }
    const reason = reasonAgainst(available(command, context))
    setRefused(reason === undefined ? undefined : { command, reason })
    if (reason === undefined) void runCommand(command, { source: 'address', context })
  }, [form, em, command, finders, company, isReady])
  return refused?.command === command ? refused : undefined
}

export function FormHost() {
  const stack = useAsking(state => state.stack)
  const refused = useFormOfAddress()
  return (
    <Suspense>
      {refused ? (
        <Reason
          title={refused.command.title}
          reason={refused.reason}
          onClose={() => houseOptions().ports.go({ to: '.', search: NO_FORM }, { replace: true })}
        />
      ) : null}
      {stack
        .filter(({ form, key }) => isNested(key) || (form.stands ?? 'dialog') === 'dialog')
        .map(asking => (
          <AskedForm key={asking.key} asking={asking} />
        ))}
    </Suspense>
  )
}
