// Which records the screen holds, so that an address naming one can act on it once it is read.
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { type AnyTarget, type RecordName, type Records, targetOn } from '#commands/kit/command.ts'
import { useWhereabouts } from '../context.ts'

type Find = (id: string) => AnyTarget | undefined

export const useRecordsHere = create<{ finders: readonly Find[] }>(() => ({ finders: [] }))

/** While mounted, the records of this screen can be found by id; `find` must keep its identity until the records change. */
export function useHoldsRecords(find: Find): void {
  useEffect(() => {
    useRecordsHere.setState(({ finders }) => ({ finders: [...finders, find] }))
    return () => useRecordsHere.setState(({ finders }) => ({ finders: finders.filter(one => one !== find) }))
  }, [find])
}

/** The rows of a list, found by the id that an address names. */
export function useHoldsRows<K extends RecordName>(kind: K, rows: readonly (Records[K] & { readonly id: string })[]): void {
  const find = useMemo(
    () => (id: string) => {
      const row = rows.find(one => one.id === id)
      return row && targetOn(kind, [row], { company: useWhereabouts.getState().company, from: 'focus' })
    },
    [kind, rows],
  )
  useHoldsRecords(find)
}

export const findHere = (finders: readonly Find[], id: string): AnyTarget | undefined => {
  for (const find of finders) {
    const found = find(id)
    if (found !== undefined) return found
  }
  return undefined
}
