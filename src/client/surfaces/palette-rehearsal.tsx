// The palette drawn once where nobody sees it, in idle time: the first opening and the first keys find what they run compiled.
import { Activity, useEffect, useState } from 'react'
import { pause } from '#client/kit/idle.ts'
import { PaletteSearch } from './palette-search.tsx'

/** What is typed in it: nothing, a broad letter, and a word that nothing begins with, which looks for what is one letter away. */
const TYPED = ['', 'p', 'pagra', '']
/** Hidden trees are drawn when the browser has nothing else to do: none says when it was. */
const EACH_MS = 400

let rehearsed = false

/** Mounted while the palette is closed; one page rehearses once. */
export function PaletteRehearsal() {
  const [query, setQuery] = useState<string>()
  useEffect(() => {
    if (rehearsed) return
    let left = false
    void (async () => {
      for (const typed of TYPED) {
        await new Promise(done => setTimeout(done, EACH_MS))
        await pause()
        if (left) return
        setQuery(typed)
      }
      await new Promise(done => setTimeout(done, EACH_MS))
      rehearsed = true
      setQuery(undefined)
    })()
    return () => {
      left = true
    }
  }, [])
  return query === undefined ? null : (
    <Activity mode="hidden">
      <PaletteSearch rehearses={query} />
    </Activity>
  )
}
