// 'Enter avança campo' follows the person to other devices.
import { useEffect } from 'react'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { setEnterAdvances } from '#client/kit/form/enter-advances.ts'
import { writeFailed } from '#client/surfaces/form-outcome.ts'
import { preferences } from '#contract/auth.ts'

const NAME = 'enter_advances'

export function saveEnterAdvances(on: boolean): void {
  setEnterAdvances(on)
  // Off is the default: nothing is kept of it.
  call(preferences.set, { body: { [NAME]: on || null } }).catch(writeFailed)
}

/** Takes what the person chose elsewhere. */
export function useServerEnterAdvances(): void {
  const kept = useReading(preferences.get).data
  useEffect(() => {
    if (kept) setEnterAdvances(kept[NAME] === true)
  }, [kept])
}
