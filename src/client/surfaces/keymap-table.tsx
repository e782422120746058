// The table of keys that the cheat sheet and the preferences share: key, action, where, and a button to change it.
import { Fragment, useMemo, useState } from 'react'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import type { AnyCommand } from '#commands/kit/command.ts'
import { available, type Context } from '#commands/kit/gate.ts'
import { keymapSections, whereOf } from '#commands/kit/keymap-doc.ts'
import { shownChord } from '#commands/kit/keys.ts'
import type { Registry } from '#commands/kit/registry.ts'
import { fold } from '#domain/text.ts'
import { useContextNow } from './context.ts'
import { useHouse } from './house.ts'
import { KeyRecorder } from './key-recorder.tsx'
import styles from './keymap.module.css'

interface Section {
  readonly title: string
  readonly commands: readonly AnyCommand[]
}

/** Sections whose commands answer to the words: in title, synonyms, place or keys. */
export function filterSections(sections: readonly Section[], query: string, registry: Registry): readonly Section[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return sections
  return sections.flatMap(({ title, commands }) => {
    const kept = commands.filter(command => {
      const hay = fold(
        [command.title, command.short ?? '', ...(command.words ?? []), title, whereOf(command), ...registry.chordsOf(command)].join(' '),
      )
      return words.every(word => hay.includes(word))
    })
    return kept.length === 0 ? [] : [{ title, commands: kept }]
  })
}

interface KeymapTableProps {
  query: string
  /** Also the commands without keys, to give them one. */
  all?: boolean | undefined
}

export function KeymapTable({ query, all }: KeymapTableProps) {
  const now = useContextNow()
  const registry = useHouse(state => state.registry)
  const [recording, setRecording] = useState<{ readonly id: string; readonly context: Context }>()
  // While keys are recorded no command changes its section: the recorder would begin anew, and forget what was pressed.
  const context = recording?.context ?? now
  const sections = useMemo(() => {
    const keyed = keymapSections(registry)
    const keyless = all === true ? registry.commands.filter(command => registry.chordsOf(command).length === 0) : []
    return keyless.length > 0 ? [...keyed, { title: 'Sem tecla própria', commands: keyless }] : keyed
  }, [registry, all])
  const here = (command: AnyCommand) =>
    command.goes !== true && available(command, context).state !== 'hidden' && command.when !== undefined
  const usable = sections.flatMap(section => section.commands.filter(command => here(command) && registry.chordsOf(command).length > 0))
  const rest = sections
    .map(({ title, commands }) => ({ title, commands: commands.filter(command => !usable.includes(command)) }))
    .filter(section => section.commands.length > 0)
  const shown = filterSections([...(usable.length > 0 ? [{ title: 'Nesta tela', commands: usable }] : []), ...rest], query, registry)

  if (shown.length === 0) return <p className={text.m}>Nenhum atalho para ‘{query.trim()}’</p>
  return (
    <table className={styles.keymap} data-keys="told">
      <thead>
        <tr>
          <th scope="col">Tecla</th>
          <th scope="col">Ação</th>
          <th scope="col">Onde</th>
          <th scope="col">
            <span className={text.vh}>Mudar</span>
          </th>
        </tr>
      </thead>
      {shown.map(({ title, commands }) => (
        <tbody key={title}>
          <tr>
            <th className={styles.section} colSpan={4} scope="colgroup">
              {title}
            </th>
          </tr>
          {commands.map(command => (
            <Fragment key={command.id}>
              <tr data-command={command.id}>
                <td className={styles.chords}>
                  {registry.chordsOf(command).map((chord, at) => (
                    <Fragment key={chord}>
                      {at > 0 ? <span className={text.m}> ou </span> : null}
                      <span className={text.nw}>
                        <Kbd chord={shownChord(chord)} split />
                      </span>
                    </Fragment>
                  ))}
                </td>
                <td>{command.title}</td>
                <td className={classNames(text.m, text.small)}>{whereOf(command)}</td>
                <td>
                  <Button
                    variant="ghost"
                    aria-label={`Mudar a tecla de ${command.title}`}
                    onClick={() => setRecording(recording?.id === command.id ? undefined : { id: command.id, context: now })}
                  >
                    Mudar
                  </Button>
                </td>
              </tr>
              {recording?.id === command.id ? (
                <tr>
                  <td colSpan={4}>
                    <KeyRecorder command={command} onDone={() => setRecording(undefined)} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      ))}
    </table>
  )
}
