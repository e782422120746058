// Checkbox, switch and radios: the controls one presses.
import { Checkbox as RadixCheckbox, RadioGroup as RadixRadio, Switch } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './choices.module.css'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import form from './form.module.css'

interface CheckboxProps {
  checked: boolean | 'indeterminate'
  onChange: (checked: boolean) => void
  label: string
  disabled?: boolean | undefined
  tabIndex?: number | undefined
}

/** A bare checkbox with an invisible name, for rows and heads of lists. */
export function Checkbox({ checked, onChange, label, disabled = false, tabIndex }: CheckboxProps) {
  return (
    <RadixCheckbox.Root
      className={styles.cb}
      data-part="box"
      checked={checked}
      disabled={disabled}
      aria-label={label}
      tabIndex={tabIndex}
      onCheckedChange={next => onChange(next === true)}
    >
      <RadixCheckbox.Indicator asChild>
        <span>
          <Icon name={checked === 'indeterminate' ? 'minus' : 'check'} />
        </span>
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
}

interface ToggleProps extends Omit<FieldProps, 'aside'> {
  /** a switch turns something on at once; a checkbox states something */
  look?: 'switch' | 'checkbox' | undefined
}

export function Toggle({ name, label, help, disabled = false, look = 'switch' }: ToggleProps) {
  const { value, set, blur, ref, error } = useField(name)
  const id = useId()
  const shared = {
    id,
    ref,
    disabled,
    checked: value === true,
    onBlur: blur,
    'aria-describedby': help || error ? `${id}-help` : undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={form.field} data-field={name}>
      <label className={classNames(styles.choice, disabled && styles.off)} data-part="choice" htmlFor={id}>
        {look === 'switch' ? (
          <Switch.Root className={styles.switch} {...shared} onCheckedChange={set}>
            <Switch.Thumb />
          </Switch.Root>
        ) : (
          <RadixCheckbox.Root className={styles.cb} data-part="box" {...shared} onCheckedChange={next => set(next === true)}>
            <RadixCheckbox.Indicator asChild>
              <span>
                <Icon name="check" />
              </span>
            </RadixCheckbox.Indicator>
          </RadixCheckbox.Root>
        )}
        <span>
          {label}
          {help ? (
            <span className={styles.help} id={`${id}-help`}>
              {help}
            </span>
          ) : null}
        </span>
      </label>
      {error ? (
        <p className={form.err} id={help ? undefined : `${id}-help`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      ) : null}
    </div>
  )
}

export interface Choice<Value extends string = string> {
  value: Value
  label: string
  help?: ReactNode
  disabled?: boolean | undefined
}

interface RadioGroupProps extends FieldProps {
  choices: readonly Choice[]
  /** side by side instead of one below the other */
  row?: boolean | undefined
}

export function RadioGroup({ choices, row, ...field }: RadioGroupProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  return (
    <FieldFrame {...field} error={error} group>
      {control => (
        <RadixRadio.Root
          ref={ref}
          className={classNames(styles.radios, row && styles.row)}
          data-part="radios"
          aria-labelledby={`${control.id}-label`}
          aria-describedby={control['aria-describedby']}
          value={typeof value === 'string' ? value : ''}
          onValueChange={set}
          onBlur={blur}
        >
          {choices.map((choice, at) => (
            <label
              key={choice.value}
              className={classNames(styles.choice, choice.disabled && styles.off)}
              data-part="choice"
              htmlFor={`${control.id}-${choice.value}`}
            >
              <RadixRadio.Item
                id={`${control.id}-${choice.value}`}
                className={styles.rd}
                value={choice.value}
                disabled={field.disabled || choice.disabled || false}
                aria-invalid={at === 0 ? control['aria-invalid'] : undefined}
              />
              <span>
                {choice.label}
                {choice.help ? <span className={styles.help}>{choice.help}</span> : null}
              </span>
            </label>
          ))}
        </RadixRadio.Root>
      )}
    </FieldFrame>
  )
}
