// The form that stands in the drawer of its record; left with the drawer, the form is left too and its draft stays.
import { useEffect, useMemo } from 'react'
import { AskedForm } from './asked-form.tsx'
import { type Asking, useAsking } from './asking.ts'
import { FormWorkContext } from './form-work.ts'

/** The form asked for in the drawer of this record, if one is. */
export const useAskedInDrawer = (kind: string, id: string): Asking | undefined =>
  useAsking(({ stack }) => stack.find(({ form, target }) => form.stands === 'drawer' && target.kind === kind && target.ids[0] === id))

export function AskedInDrawer({ asking, onDirty }: { asking: Asking; onDirty(dirty: boolean): void }) {
  useEffect(() => {
    let gone = false
    return () => {
      gone = true
      // StrictMode mounts twice: only a form that stays away is left.
      setTimeout(() => gone && asking.leave())
    }
  }, [asking])
  const work = useMemo(() => ({ onDirty }), [onDirty])
  return (
    <FormWorkContext.Provider value={work}>
      <AskedForm asking={asking} />
    </FormWorkContext.Provider>
  )
}
