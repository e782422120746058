// Passwords, hidden until the person asks to see them.
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import form from './form.module.css'

interface PasswordFieldProps extends FieldProps {
  /** new-password where a new one is chosen, so that password managers offer one */
  autoComplete?: 'current-password' | 'new-password' | undefined
}

export function PasswordField({ autoComplete = 'current-password', ...field }: PasswordFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <div className={classNames(form.inp, error && form.bad, field.disabled && form.off)} data-part="input">
          <input
            {...control}
            ref={ref}
            type={shown ? 'text' : 'password'}
            name={field.name}
            value={typeof value === 'string' ? value : ''}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            disabled={field.disabled}
            data-autofocus={field.autoFocus || undefined}
            // biome-ignore lint/a11y/noAutofocus: a form that was asked for starts at its first field
            autoFocus={field.autoFocus}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
          <button
            type="button"
            className={form.inside}
            aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
