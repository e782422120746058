// The palette drawn once where nobody sees it, in idle time: the first opening and the first keys find what they run compiled.
import { Activity, useEffect, useState } from 'react'
import { pause } from '#client/kit/idle.ts'
import styles from './palette.module.css'
import { PaletteSearch } from './palette-search.tsx'

/** What is typed in it: nothing, a broad letter, and a word that nothing begins with, which looks for what is one letter away. */
const TYPED = ['', 'p', 'pagra', '']
/** Hidden trees are drawn when the browser has nothing else to do: none says when it was. */
const EACH_MS = 400
const STAGE = 'palette-rehearsal'

/** Lays a copy of what was drawn out for a frame, unseen: a hidden tree has no letters shaped and no styles told. */
async function layOut(drawn: Element | null): Promise<void> {
  if (drawn === null) return
  const stage = document.createElement('div')
  stage.className = styles.palette ?? ''
  stage.style.visibility = 'hidden'
  stage.inert = true
  stage.ariaHidden = 'true'
  stage.append(...[...drawn.children].map(child => child.cloneNode(true)))
  document.body.append(stage)
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
  stage.remove()
}

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
      await layOut(document.querySelector(`[data-part="${STAGE}"]`))
      setQuery(undefined)
    })()
    return () => {
      left = true
    }
  }, [])
  return query === undefined ? null : (
    <Activity mode="hidden">
      <div data-part={STAGE}>
        <PaletteSearch rehearses={query} />
      </div>
    </Activity>
  )
}
