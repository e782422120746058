// What every form field shares: its place in the form's state, and the label, help and error around its control.
import { type ReactNode, type Ref, useId } from 'react'
import { useController } from 'react-hook-form'
import { Icon } from '../icon.tsx'
import styles from './form.module.css'

export interface FieldProps {
  /** path of the value in the form, as in the schema: 'amount_cents', 'address.city' */
  name: string
  label: string
  help?: ReactNode
  /** at the right end of the label: a link, or 'opcional' */
  aside?: ReactNode
  disabled?: boolean | undefined
  autoFocus?: boolean | undefined
}

export interface BoundField {
  name: string
  value: unknown
  set: (value: unknown) => void
  blur: () => void
  ref: (element: HTMLElement | null) => void
  error: string | undefined
}

/** Connects a control with the surrounding form. */
export function useField(name: string): BoundField {
  const { field, fieldState } = useController({ name })
  // an object of several parts reports its error at one of them
  const error = fieldState.error?.message ?? (fieldState.error ? 'Confira este campo' : undefined)
  return { name, value: field.value, set: field.onChange, blur: field.onBlur, ref: field.ref, error }
}

/** The ids and states that a control must carry so that its label, help and error are read with it. */
export interface ControlAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** What an input that holds one value takes, in a form or as the editor of a cell. */
export interface InputProps<Value> {
  value: Value | null
  onChange: (value: Value | null) => void
  control?: ControlAttributes | undefined
  label?: string | undefined
  name?: string | undefined
  disabled?: boolean | undefined
  bad?: boolean | undefined
  autoFocus?: boolean | undefined
  /** The initial text, when a typed character opened the editor. */
  startText?: string | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

interface FieldFrameProps {
  name?: string | undefined
  label: string
  help?: ReactNode
  aside?: ReactNode
  error?: string | undefined
  /** a group of controls (radios, one-time code) takes its name from its legend instead of a label */
  group?: boolean | undefined
  children: (control: ControlAttributes) => ReactNode
}

export function FieldFrame({ name, label, help, aside, error, group, children }: FieldFrameProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined
  const control: ControlAttributes = { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy }
  return (
    <div className={styles.field} data-field={name}>
      <div className={styles.lab}>
        {group ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </div>
      {children(control)}
      {error ? (
        <p className={styles.err} id={`${id}-error`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      ) : null}
      {help ? (
        <p className={styles.help} id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  )
}
