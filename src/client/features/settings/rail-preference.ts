// The shape of the rail follows the person to other devices.
import { type RailShape, readRailShape, setRailShape, useRailShape } from '#client/surfaces/rail-shape.ts'
import { following } from './following-preference.ts'

export const railPreference = following({
  name: 'rail',
  now: () => useRailShape.getState().shape,
  read: readRailShape,
  adopt: setRailShape,
})

export function saveRailShape(shape: RailShape): void {
  setRailShape(shape)
  railPreference.changed()
}
