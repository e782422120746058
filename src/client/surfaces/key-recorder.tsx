// Records new keys for one command: react-hotkeys-hook listens, the registry says whether they are free, Salvar keeps them.
import { useEffect, useMemo } from 'react'
import { useHotkeysContext, useRecordHotkeys } from 'react-hotkeys-hook'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import type { AnyCommand } from '#commands/kit/command.ts'
import { type Chord, normalizeChord, type Platform, shownChord } from '#commands/kit/keys.ts'
import { checkRebind } from '#commands/kit/registry.ts'
import { changePreferences, platformNow, useHouse } from './house.ts'
import { COMMANDS } from './key-scopes.tsx'
import keymap from './keymap.module.css'

const MODIFIERS: Readonly<Record<string, string>> = {
  control: 'ctrl',
  ctrl: 'ctrl',
  meta: 'meta',
  alt: 'alt',
  shift: 'shift',
  altgraph: 'altgr',
}

/** The chord behind the keys pressed since recording began: modifiers and one key, or up to three plain keys in sequence. */
export function recordedChord(keys: Iterable<string>, platform: Platform): Chord | undefined {
  const mods = new Set<string>()
  const plain: string[] = []
  for (const key of keys) {
    const modifier = MODIFIERS[key]
    if (modifier === undefined) plain.push(key === '' ? 'space' : key)
    else mods.add(modifier)
  }
  if (mods.has('altgr')) for (const mod of ['altgr', 'ctrl', 'alt']) mods.delete(mod)
  const named = [...mods].map(mod => (mod === (platform === 'mac' ? 'meta' : 'ctrl') ? 'mod' : mod))
  if (plain.length === 0 || plain.length > 3 || (named.length > 0 && plain.length > 1)) return undefined
  try {
    return normalizeChord(plain.map(key => [...named, key].join('+')).join(' '))
  } catch {
    return undefined
  }
}

interface KeyRecorderProps {
  command: AnyCommand
  onDone: () => void
}

/** Mounted while keys are being recorded; commands do not run meanwhile. */
export function KeyRecorder({ command, onDone }: KeyRecorderProps) {
  const { registry, preferences } = useHouse()
  const [pressed, { start, stop, resetKeys }] = useRecordHotkeys(true, ['escape', 'tab', 'enter'])
  const { enableScope, disableScope } = useHotkeysContext()
  useEffect(() => {
    disableScope(COMMANDS)
    start()
    return () => {
      stop()
      enableScope(COMMANDS)
    }
  }, [start, stop, enableScope, disableScope])
  const chord = recordedChord(pressed, platformNow())
  const problems = useMemo(() => (chord === undefined ? [] : checkRebind(registry, command, [chord])), [chord, registry, command])
  const change = (chords: readonly Chord[] | undefined) => {
    const { [command.id]: _old, ...others } = preferences.overrides
    changePreferences({ ...preferences, overrides: chords === undefined ? others : { ...others, [command.id]: chords } })
    onDone()
  }
  return (
    <fieldset className={keymap.recorder}>
      <legend className={text.vh}>Teclas de {command.title}</legend>
      <span role="status">
        {chord === undefined ? <span className={text.m}>Aperte a nova tecla…</span> : <Kbd chord={shownChord(chord)} split />}
      </span>
      {problems[0] ? (
        <span className={classNames(text.dang, text.small)} data-part="problem">
          {problems[0].why}
        </span>
      ) : null}
      <span className={text.grow} />
      <Button
        variant="primary"
        aria-disabled={chord === undefined || problems.length > 0 || undefined}
        onClick={() => chord !== undefined && problems.length === 0 && change([chord])}
      >
        Salvar
      </Button>
      <Button onClick={resetKeys}>Limpar</Button>
      <Button variant="ghost" onClick={() => change([])}>
        Sem tecla
      </Button>
      {command.id in preferences.overrides ? (
        <Button variant="ghost" onClick={() => change(undefined)}>
          Padrão
        </Button>
      ) : null}
      <Button variant="ghost" onClick={onDone}>
        Voltar
      </Button>
    </fieldset>
  )
}
