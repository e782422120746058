// The palette drawn out of sight in idle time, with what costs most typed into it: the first opening and the first keys find what they run
// compiled, and the letters shaped.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { pause } from '#client/kit/idle.ts'
import styles from './palette.module.css'

/** What is typed in it: nothing, a broad letter, and a word that nothing begins with, which looks for what is one letter away. */
const TYPED = ['', 'p', 'pagra', '']
/** Hidden trees are drawn when the browser has nothing else to do: none says when it was. */
const EACH_MS = 400
/** The part that the palette is while it is closed. */
export const RESTING = 'palette-resting'

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

/** What a palette that is closed to everybody does for practice. */
interface Rehearsal {
  /** What is typed into it; undefined until it is to be drawn. */
  typed: string | undefined
  /** Whether it is open for nobody: for the moment between two statements, in which no frame is painted. */
  opened: boolean
}

/** One page rehearses once. */
export function useRehearsal(shown: boolean): Rehearsal {
  const [typed, setTyped] = useState(rehearsed ? '' : undefined)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (shown || rehearsed) return
    let left = false
    void (async () => {
      for (const typed of TYPED) {
        await new Promise(done => setTimeout(done, EACH_MS))
        await pause()
        if (left) return
        setTyped(typed)
      }
      await new Promise(done => setTimeout(done, EACH_MS))
      await layOut(document.querySelector(`[data-part="${RESTING}"]`))
      await pause()
      if (left) return
      rehearsed = true
      flushSync(() => setOpened(true))
      flushSync(() => setOpened(false))
    })()
    return () => {
      left = true
    }
  }, [shown])
  return { typed, opened }
}
