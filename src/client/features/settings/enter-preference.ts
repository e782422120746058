// 'Enter avança campo' follows the person to other devices.
import { setEnterAdvances, useEnterAdvances } from '#client/kit/form/enter-advances.ts'
import { following } from './following-preference.ts'

export const enterPreference = following({
  name: 'enter_advances',
  // Off is the default: nothing is kept of it.
  now: () => useEnterAdvances.getState().on || null,
  read: value => value === true || null,
  adopt: on => setEnterAdvances(on === true),
})

export function saveEnterAdvances(on: boolean): void {
  setEnterAdvances(on)
  enterPreference.changed()
}
