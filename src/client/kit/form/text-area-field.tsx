// Text of several lines: Enter breaks the line, the form's own chord saves.
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import form from './form.module.css'

interface TextAreaFieldProps extends FieldProps {
  rows?: number | undefined
  maxLength?: number | undefined
  placeholder?: string | undefined
}

export function TextAreaField({ rows = 3, maxLength, placeholder, ...field }: TextAreaFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <label
          className={classNames(form.inp, form.area, error && form.bad, field.disabled && form.off)}
          data-part="input"
          htmlFor={control.id}
        >
          <textarea
            {...control}
            ref={ref}
            name={field.name}
            rows={rows}
            value={typeof value === 'string' ? value : ''}
            maxLength={maxLength}
            placeholder={placeholder}
            disabled={field.disabled}
            data-autofocus={field.autoFocus || undefined}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        </label>
      )}
    </FieldFrame>
  )
}
