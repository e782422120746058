// Checkbox, switch and radios: the controls one presses.
import { Checkbox as RadixCheckbox, RadioGroup as RadixRadio, Switch } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import './choices.css'

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
      className="cb"
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
    <div className="field" data-field={name}>
      <label className={classNames('choice', disabled && 'off')} htmlFor={id}>
        {look === 'switch' ? (
          <Switch.Root className="switch" {...shared} onCheckedChange={set}>
            <Switch.Thumb />
          </Switch.Root>
        ) : (
          <RadixCheckbox.Root className="cb" {...shared} onCheckedChange={next => set(next === true)}>
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
            <span className="help" id={`${id}-help`}>
              {help}
            </span>
          ) : null}
        </span>
      </label>
      {error ? (
        <p className="err" id={help ? undefined : `${id}-help`}>
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
          className={classNames('radios', row && 'row')}
          aria-labelledby={`${control.id}-label`}
          aria-describedby={control['aria-describedby']}
          value={typeof value === 'string' ? value : ''}
          onValueChange={set}
          onBlur={blur}
        >
          {choices.map((choice, at) => (
            <label key={choice.value} className={classNames('choice', choice.disabled && 'off')} htmlFor={`${control.id}-${choice.value}`}>
              <RadixRadio.Item
                id={`${control.id}-${choice.value}`}
                className="rd"
                value={choice.value}
                disabled={field.disabled || choice.disabled || false}
                aria-invalid={at === 0 ? control['aria-invalid'] : undefined}
              />
              <span>
                {choice.label}
                {choice.help ? <span className="help">{choice.help}</span> : null}
              </span>
            </label>
          ))}
        </RadixRadio.Root>
      )}
    </FieldFrame>
  )
}
