// The one-time code: six boxes drawn over one real input, so that paste, autofill and screen readers find a single field.
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choices.module.css'
import { FieldFrame, type FieldProps, useField } from './field.tsx'

const LENGTH = 6
const BOXES = Array.from({ length: LENGTH }, (_, at) => at)

interface OtpFieldProps extends FieldProps {
  /** called once with the six digits */
  onComplete?: ((code: string) => void) | undefined
}

export function OtpField({ onComplete, ...field }: OtpFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  const [focused, setFocused] = useState(false)
  const code = typeof value === 'string' ? value : ''
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <div className={classNames(styles.otp, error && styles.bad)} data-part="otp">
          {BOXES.map(at => (
            <span
              key={at}
              aria-hidden="true"
              className={classNames(styles.digit, focused && at === Math.min(code.length, LENGTH - 1) && styles.now)}
            >
              {code[at]}
            </span>
          ))}
          <input
            {...control}
            ref={ref}
            name={field.name}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            disabled={field.disabled}
            data-autofocus={field.autoFocus || undefined}
            // biome-ignore lint/a11y/noAutofocus: the code is the only thing to type on its page
            autoFocus={field.autoFocus}
            onFocus={event => {
              setFocused(true)
              const { length } = event.target.value
              event.target.setSelectionRange(length, length)
            }}
            onBlur={() => {
              setFocused(false)
              blur()
            }}
            onChange={event => {
              const next = event.target.value.replace(/\D/g, '').slice(0, LENGTH)
              set(next)
              if (next.length === LENGTH && next !== code) onComplete?.(next)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
