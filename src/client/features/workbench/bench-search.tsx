// A search field of the bench, there because its key asked for it: Enter and the arrow lead from it into what was found.
import type { ReactNode } from 'react'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import styles from './workbench.module.css'

interface BenchSearchProps {
  part: 'choice-search' | 'line-search'
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  onEnter: () => void
  onBlur?: () => void
  /** What stands after the field: how much was found. */
  children?: ReactNode
}

export function BenchSearch({ part, label, placeholder, value, onChange, onEnter, onBlur, children }: BenchSearchProps) {
  return (
    <search className={styles.wbSearch} data-part={part}>
      <Icon name="search" size="s" />
      <input
        type="text"
        aria-label={label}
        placeholder={placeholder}
        // biome-ignore lint/a11y/noAutofocus: the search was asked for
        autoFocus
        value={value}
        onFocus={event => event.target.select()}
        onChange={event => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={event => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onEnter()
        }}
        autoComplete="off"
        spellCheck={false}
      />
      {children}
      <Kbd chord="Escape" />
    </search>
  )
}
