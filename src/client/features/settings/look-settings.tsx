// How the product looks and types for this person: theme, density, and what Enter does in a form.
import { type ReactNode, useSyncExternalStore } from 'react'
import { asDensity, densityNow, setDensity, subscribeDensity } from '#client/kit/density.ts'
import text from '#client/kit/look/text.module.css'
import type { Theme } from '#client/kit/stored-theme.ts'
import { setTheme, useTheme } from '#client/kit/theme.ts'
import styles from './settings.module.css'

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Como o sistema' },
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
]

const DENSITY_CHOICES = [
  { value: 'compact', label: 'Compacta, linhas de 28' },
  { value: 'default', label: 'Normal, linhas de 34' },
  { value: 'comfortable', label: 'Folgada, linhas de 44' },
]

interface RadiosProps {
  legend: ReactNode
  name: string
  value: string
  choices: readonly { value: string; label: string }[]
  onChange(value: string): void
}

function Radios({ legend, name, value, choices, onChange }: RadiosProps) {
  return (
    <fieldset className={styles.setting}>
      <legend className={text.med}>{legend}</legend>
      <div className={styles.settingChoices}>
        {choices.map(choice => (
          <label key={choice.value}>
            <input type="radio" name={name} checked={value === choice.value} onChange={() => onChange(choice.value)} />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function LookSettings() {
  const theme = useTheme(state => state.theme)
  const density = useSyncExternalStore(subscribeDensity, densityNow)
  return (
    <>
      <Radios
        legend="Tema"
        name="theme"
        value={theme}
        choices={THEMES}
        onChange={value => {
          const chosen = THEMES.find(one => one.value === value)
          if (chosen) setTheme(chosen.value)
        }}
      />
      <Radios
        legend="Densidade das listas"
        name="density"
        value={density}
        choices={DENSITY_CHOICES}
        onChange={value => setDensity(asDensity(value))}
      />
    </>
  )
}
