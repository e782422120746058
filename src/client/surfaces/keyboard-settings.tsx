// The body of Preferências → Teclado: single keys on, in the grid only, or off; and the keys of every command.
import { useState } from 'react'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { changePreferences, type SingleKeys, useHouse } from './house.ts'
import keymap from './keymap.module.css'
import { KeymapTable } from './keymap-table.tsx'

const CHOICES: readonly { value: SingleKeys; label: string; help: string }[] = [
  { value: 'on', label: 'Ligado', help: 'Letras e sequências com g valem em toda a tela, fora dos campos de texto.' },
  { value: 'grid', label: 'Só com foco na grade', help: 'Letras valem apenas enquanto a grade ou a bancada tem o foco.' },
  { value: 'off', label: 'Desligado', help: 'Só a paleta e os atalhos com Ctrl (⌘ no macOS).' },
]

export function KeyboardSettings() {
  const preferences = useHouse(state => state.preferences)
  const [query, setQuery] = useState('')
  const changed = Object.keys(preferences.overrides).length
  return (
    <div className={keymap.keyboardSettings}>
      <fieldset>
        <legend className={text.med}>Atalhos de uma tecla</legend>
        {CHOICES.map(({ value, label, help }) => (
          <label key={value} className={keymap.singleKeys}>
            <input
              type="radio"
              name="single-keys"
              value={value}
              checked={preferences.singleKeys === value}
              onChange={() => changePreferences({ ...preferences, singleKeys: value })}
            />
            <span>
              {label}
              <span className={classNames(text.m, text.small, keymap.small)}>{help}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className={keymap.keymapHead}>
        <input
          type="search"
          className={keymap.keymapSearch}
          aria-label="Buscar comando ou tecla"
          placeholder="Buscar comando ou tecla"
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
        {changed > 0 ? (
          <Button variant="ghost" icon="rotate-ccw" onClick={() => changePreferences({ ...preferences, overrides: {} })}>
            Voltar às teclas padrão ({changed})
          </Button>
        ) : null}
      </div>
      <KeymapTable query={query} all />
    </div>
  )
}
