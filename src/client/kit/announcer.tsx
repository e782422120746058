// The application's two live regions, and the one way to speak through them.
import { create } from 'zustand'
import { classNames } from './class-names.ts'
import textStyles from './look/text.module.css'

export type Politeness = 'polite' | 'assertive'

const useSpoken = create<Record<Politeness, string>>(() => ({ polite: '', assertive: '' }))

/** Says a sentence to screen readers. A repeated sentence is spoken again, because a trailing no-break space makes it differ. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  useSpoken.setState(spoken => ({ [politeness]: spoken[politeness] === text ? `${text}\u00a0` : text }))
}

const spoken = classNames(textStyles.vh, textStyles.spoken)

/** Mounted once, by the shell, before anything that speaks. */
export function Announcer() {
  const { polite, assertive } = useSpoken()
  return (
    <>
      <div className={spoken} role="status" aria-live="polite" data-announcer="polite">
        {polite}
      </div>
      <div className={spoken} role="alert" aria-live="assertive" data-announcer="assertive">
        {assertive}
      </div>
    </>
  )
}
