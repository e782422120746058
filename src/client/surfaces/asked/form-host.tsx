// Draws the forms that are asked for over a page, and opens the one that the address names.
import { useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { noTarget } from '#commands/kit/command.ts'
import { currentContext, useWhereabouts } from '../context.ts'
import { houseOptions, useHouse } from '../house.ts'
import { runCommand } from '../runner.ts'
import { NO_FORM, type Search } from '../where.ts'
import { AskedForm } from './asked-form.tsx'
import { isNested, useAsking } from './asking.ts'
import { connectFormAddress } from './form-address.ts'
import { findHere, useRecordsHere } from './records-here.ts'

/** Runs the command that the address names, and leaves its form when the address does. */
function useFormOfAddress(): void {
  const { form, em } = useSearch({ strict: false }) as Search
  const command = useHouse(({ registry }) => (form === undefined ? undefined : registry.find(form)))
  const finders = useRecordsHere(state => state.finders)
  const company = useWhereabouts(now => now.company)
  const isReady = useWhereabouts(now => now.isRightsKnown)
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
    void runCommand(command, { source: 'address', context: { ...currentContext('page'), target } }).then(result => {
      if (result === 'refused' && latest.current.form === form) houseOptions().ports.go({ to: '.', search: NO_FORM }, { replace: true })
    })
  }, [form, em, command, finders, company, isReady])
}

export function FormHost() {
  const stack = useAsking(state => state.stack)
  useFormOfAddress()
  return (
    <Suspense>
      {stack
        .filter(({ form, key }) => isNested(key) || (form.stands ?? 'dialog') === 'dialog')
        .map(asking => (
          <AskedForm key={asking.key} asking={asking} />
        ))}
    </Suspense>
  )
}
