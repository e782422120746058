// One month of a plan being typed, in its cell: Enter saves, Tab saves and goes on, Esc leaves it as it was.
import { useRef, useState } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { useEscape, useLayer } from '#client/surfaces/focus-stack.ts'
import { formatPlainAmount, parseAmount } from '#domain/money.ts'
import styles from './reports.module.css'

interface BudgetCellProps {
  label: string
  value: number | null
  onSave(amount_cents: number | null, then: 'stay' | 'next' | 'previous'): void
  onLeave(): void
}

export function BudgetCell({ label, value, onSave, onLeave }: BudgetCellProps) {
  const [text, setText] = useState(value === null ? '' : formatPlainAmount(value))
  const [wrong, setWrong] = useState(false)
  // Enter and Tab take the input away, which some browsers tell as a blur.
  const done = useRef(false)
  useLayer('editor', { mode: 'EDITAR' })
  useEscape('editor', () => {
    onLeave()
    return true
  })
  const save = (then: 'stay' | 'next' | 'previous') => {
    const cents = text.trim() === '' ? null : parseAmount(text)
    if (cents === undefined || (cents !== null && cents < 0)) return setWrong(true)
    done.current = true
    return onSave(cents, then)
  }
  return (
    <input
      className={classNames(styles.monthCell, styles.editing)}
      aria-label={label}
      aria-invalid={wrong || undefined}
      title={wrong ? 'Informe um valor maior ou igual a zero' : undefined}
      inputMode="decimal"
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: the editor was asked for here
      autoFocus
      value={text}
      onFocus={event => event.target.select()}
      onChange={event => {
        setText(event.target.value)
        setWrong(false)
      }}
      onBlur={() => done.current || onLeave()}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== 'Tab') return
        event.preventDefault()
        event.stopPropagation()
        save(event.key === 'Enter' ? 'stay' : event.shiftKey ? 'previous' : 'next')
      }}
    />
  )
}
