// Free text, e-mail and long text.
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import form from './form.module.css'

export interface TextFieldProps extends FieldProps {
  type?: HTMLInputTypeAttribute | undefined
  placeholder?: string | undefined
  icon?: IconName | undefined
  maxLength?: number | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  inputMode?: 'text' | 'numeric' | 'email' | 'tel' | 'url' | undefined
  /** what an emptied field means in the record */
  blank?: '' | null | undefined
}

export function TextField({
  type = 'text',
  placeholder,
  icon,
  maxLength,
  autoComplete = 'off',
  inputMode,
  blank = '',
  ...field
}: TextFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <label className={classNames(form.inp, error && form.bad, field.disabled && form.off)} data-part="input" htmlFor={control.id}>
          {icon ? <Icon name={icon} size="s" /> : null}
          <input
            {...control}
            ref={ref}
            type={type}
            name={field.name}
            value={typeof value === 'string' ? value : ''}
            placeholder={placeholder}
            maxLength={maxLength}
            autoComplete={autoComplete}
            inputMode={inputMode}
            disabled={field.disabled}
            data-autofocus={field.autoFocus || undefined}
            // biome-ignore lint/a11y/noAutofocus: a form that was asked for starts at its first field
            autoFocus={field.autoFocus}
            onChange={event => set(event.target.value === '' ? blank : event.target.value)}
            onBlur={blur}
          />
        </label>
      )}
    </FieldFrame>
  )
}

export function EmailField(props: Omit<TextFieldProps, 'type' | 'inputMode'>) {
  return <TextField autoComplete="email" {...props} type="email" inputMode="email" />
}
