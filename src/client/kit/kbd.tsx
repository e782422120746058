// Key caps: a chord such as 'mod+K', 'g p' or 'Shift+a', written as on the person's keyboard.
import { classNames } from './class-names.ts'
import styles from './kbd.module.css'

export type Platform = 'mac' | 'other'

const MAC: Record<string, string> = { mod: '⌘', ctrl: '⌃', meta: '⌘', alt: '⌥', shift: '⇧' }
const OTHER: Record<string, string> = { mod: 'Ctrl', ctrl: 'Ctrl', meta: 'Win', alt: 'Alt', shift: 'Shift' }
const NAMED: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  esc: 'Esc',
  escape: 'Esc',
  enter: 'Enter',
  space: 'Espaço',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Del',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}
const ARIA: Record<string, string> = {
  ctrl: 'Control',
  alt: 'Alt',
  shift: 'Shift',
  meta: 'Meta',
  esc: 'Escape',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
}

export function currentPlatform(): Platform {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform) ? 'mac' : 'other'
}

// '+' joins modifiers, and is itself a key at the end of a step: 'Shift++'.
function parts(step: string): string[] {
  return step.endsWith('++') ? [...step.slice(0, -2).split('+').filter(Boolean), '+'] : step === '+' ? ['+'] : step.split('+')
}

function stepText(step: string, platform: Platform): string {
  const names = parts(step)
  const last = names.length - 1
  const hasModifier = last > 0
  const shown = names.map((name, at) => {
    const key = name.toLowerCase()
    const modifier = (platform === 'mac' ? MAC : OTHER)[key]
    if (at < last && modifier) return modifier
    const named = NAMED[key] ?? modifier
    if (named) return named
    return hasModifier && name.length === 1 ? name.toUpperCase() : name
  })
  return shown.join(platform === 'mac' && hasModifier ? '' : ' ')
}

/** A chord's steps as words, e.g. ['Ctrl K'] or ['g', 'p']; one item per step of a sequence. */
export function chordSteps(chord: string, platform: Platform = currentPlatform()): string[] {
  return chord
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(step => stepText(step, platform))
}

/** The chord in the form of `aria-keyshortcuts` ('Control+K'); undefined for a sequence, which ARIA cannot express. */
export function ariaChord(chord: string, platform: Platform = currentPlatform()): string | undefined {
  const steps = chord.trim().split(/\s+/)
  if (steps.length !== 1 || !steps[0]) return undefined
  return parts(steps[0])
    .map(name => {
      const key = name.toLowerCase()
      if (key === 'mod') return platform === 'mac' ? 'Meta' : 'Control'
      return ARIA[key] ?? (name.length === 1 ? name.toUpperCase() : name)
    })
    .join('+')
}

interface KbdProps {
  chord: string
  /** one cap per step of a sequence (palette) instead of one cap for all steps (rail, hints) */
  split?: boolean | undefined
  /** without fill: on the rail, and in layers that do not listen now */
  bare?: boolean | undefined
  className?: string | undefined
}

export function Kbd({ chord, split, bare, className }: KbdProps) {
  const steps = chordSteps(chord)
  const style = classNames(bare && styles.bare, className) || undefined
  if (!split || steps.length < 2) return <kbd className={style}>{steps.join(' ')}</kbd>
  const seen = new Map<string, number>()
  return (
    <span className={styles.keys} data-part="keys">
      {steps.map(step => {
        const times = (seen.get(step) ?? 0) + 1
        seen.set(step, times)
        return (
          <kbd key={`${step}${times}`} className={style}>
            {step}
          </kbd>
        )
      })}
    </span>
  )
}
