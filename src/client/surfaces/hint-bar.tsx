// The lowest line of the frame: mode, at most seven hints that hold here and now (once a key was used), and the last action with its undo.
import type { ReactNode } from 'react'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import type { CommandId } from '#commands/index.ts'
import type { AnyCommand } from '#commands/kit/command.ts'
import { available } from '#commands/kit/gate.ts'
import { shownChord } from '#commands/kit/keys.ts'
import { useContextNow, useWhereabouts } from './context.ts'
import { useKeyboard } from './dispatcher.ts'
import { nearest } from './focus-stack.ts'
import styles from './hints.module.css'
import { useHouse } from './house.ts'
import { takeBack } from './take-back.ts'
import { useUndo } from './undo.ts'

export const MOST_HINTS = 7

export type HintWords = Partial<Record<CommandId, string>>

interface HintBarProps {
  /** Ids in the order of worth; those that do not exist here are passed over. Without it, the commands of the area. */
  ids?: readonly CommandId[] | undefined
  /** Shown even before the first shortcut was pressed. */
  always?: boolean | undefined
  /** What a command is called here, where it does something of this screen's own. */
  words?: HintWords | undefined
  /** At the right, before the last action. */
  end?: ReactNode
}

/** The word a hint says: the short name, else the title in lower case. */
const wordOf = (command: AnyCommand): string => command.short ?? command.title.charAt(0).toLowerCase() + command.title.slice(1)

export function HintBar({ ids, always, words, end }: HintBarProps) {
  const context = useContextNow()
  const used = useKeyboard(state => state.used)
  const registry = useHouse(state => state.registry)
  const company = useWhereabouts(state => state.company)
  const last = useUndo(state => state.done[company?.id ?? '']?.at(-1))
  const silent = !used && always !== true
  if (silent && last === undefined) return null
  const offered =
    ids === undefined
      ? registry.commands.filter(command => command.short !== undefined && command.goes !== true)
      : ids.flatMap(id => registry.get(id) ?? [])
  const hints = offered
    .filter(command => registry.chordsHere(command, context.facts).length > 0 && available(command, context).state === 'ready')
    .slice(0, MOST_HINTS)
  return (
    <div className={styles.hints} data-part="hints">
      {silent ? null : <span className={styles.mode}>{nearest('mode') ?? 'NAVEGAR'}</span>}
      {(silent ? [] : hints).map(command => (
        <span key={command.id}>
          <Kbd chord={shownChord(registry.chordsHere(command, context.facts)[0] ?? '')} />
          {words?.[command.id as CommandId] ?? wordOf(command)}
        </span>
      ))}
      {end}
      {last ? (
        <button type="button" className={styles.last} onClick={() => void takeBack('undo')}>
          <span className={text.cut}>Última ação: {last.label}</span> <Kbd chord="z" /> desfaz
        </button>
      ) : null}
    </div>
  )
}
