// Amounts: typed the way people write them, stored as integer cents.
import { useState } from 'react'
import { formatAmount, parseAmount } from '#domain/money.ts'
import { classNames } from '../class-names.ts'
import textStyles from '../look/text.module.css'
import { FieldFrame, type FieldProps, type InputProps, useField } from './field.tsx'
import form from './form.module.css'
import { Hint } from './hint.tsx'

/** The value is in cents; NaN while the text is not an amount. */
export type AmountInputProps = InputProps<number>

const shown = (value: number | null) => (value === null || Number.isNaN(value) ? '' : formatAmount(value))

export function AmountInput({ value, onChange, control, label, name, disabled, bad, autoFocus, startText, onBlur, ref }: AmountInputProps) {
  const [text, setText] = useState<string | null>(startText ?? null)
  const isFormula = text?.trimStart().startsWith('=') ?? false
  const result = isFormula && value !== null && !Number.isNaN(value) ? formatAmount(value) : undefined
  const leave = () => {
    // invalid text stays, to be corrected
    if (text !== null && (text.trim() === '' || parseAmount(text) !== undefined)) setText(null)
    onBlur?.()
  }
  return (
    <label
      className={classNames(form.inp, (bad ?? control?.['aria-invalid']) && form.bad, disabled && form.off)}
      data-part="input"
      htmlFor={control?.id}
    >
      <span className={form.unit} aria-hidden="true">
        R$
      </span>
      <Hint text={result} />
      <input
        {...control}
        ref={ref}
        className={classNames(textStyles.num, form.num)}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        placeholder="0,00"
        disabled={disabled}
        data-autofocus={autoFocus || undefined}
        // biome-ignore lint/a11y/noAutofocus: an editor or form that was asked for starts where it was asked
        autoFocus={autoFocus}
        value={text ?? shown(value)}
        onFocus={event => startText === undefined && event.target.select()}
        onChange={event => {
          const next = event.target.value
          setText(next)
          onChange(next.trim() === '' ? null : (parseAmount(next) ?? Number.NaN))
        }}
        onBlur={leave}
      />
    </label>
  )
}

export function AmountField(field: FieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  const amount = typeof value === 'number' ? value : null
  const problem = amount !== null && Number.isNaN(amount) && error ? 'Valor inválido' : error
  return (
    <FieldFrame {...field} error={problem}>
      {control => (
        <AmountInput
          control={control}
          name={field.name}
          value={amount}
          onChange={set}
          onBlur={blur}
          ref={ref}
          disabled={field.disabled}
          autoFocus={field.autoFocus}
        />
      )}
    </FieldFrame>
  )
}
