// A short closed list: letters jump, Alt+Down opens. Long or searchable lists are pickers.
import { Select as Radix } from 'radix-ui'
import { classNames } from '../class-names.ts'
import floating from '../floating.module.css'
import { Icon } from '../icon.tsx'
import { styleNonce } from '../nonce.ts'
import type { Choice } from './checkbox.tsx'
import styles from './choices.module.css'
import { type ControlAttributes, FieldFrame, type FieldProps, useField } from './field.tsx'
import form from './form.module.css'

interface SelectProps {
  control?: ControlAttributes | undefined
  label?: string | undefined
  name?: string | undefined
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  choices: readonly Choice[]
  placeholder?: string | undefined
  disabled?: boolean | undefined
  buttonRef?: ((element: HTMLElement | null) => void) | undefined
}

export function Select({
  control,
  label,
  name,
  value,
  onChange,
  onBlur,
  choices,
  placeholder = 'Escolher',
  disabled = false,
  buttonRef,
}: SelectProps) {
  const bad = control?.['aria-invalid']
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled}>
      <Radix.Trigger
        {...control}
        ref={buttonRef}
        name={name}
        aria-label={label}
        className={classNames(form.inp, bad && form.bad, disabled && form.off)}
        data-part="input"
        onBlur={onBlur}
      >
        <span className={form.value}>
          <Radix.Value placeholder={placeholder} />
        </span>
        <Icon name="chevron-down" size="s" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classNames(floating.pop, floating.floating, styles.selectList)}
          position="popper"
          sideOffset={4}
          collisionPadding={8}
        >
          <Radix.Viewport nonce={styleNonce}>
            {choices.map(choice => (
              <Radix.Item key={choice.value} value={choice.value} className={styles.option} disabled={choice.disabled ?? false}>
                <Radix.ItemText>{choice.label}</Radix.ItemText>
                <Radix.ItemIndicator asChild>
                  <Icon name="check" size="s" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface SelectFieldProps extends FieldProps {
  choices: readonly Choice[]
  placeholder?: string | undefined
  onChosen?: ((value: string) => void) | undefined
}

export function SelectField({ choices, placeholder, onChosen, ...field }: SelectFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <Select
          control={control}
          name={field.name}
          value={typeof value === 'string' ? value : ''}
          onChange={next => {
            set(next)
            onChosen?.(next)
          }}
          onBlur={blur}
          choices={choices}
          placeholder={placeholder}
          disabled={field.disabled}
          buttonRef={ref}
        />
      )}
    </FieldFrame>
  )
}
