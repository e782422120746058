// Phone, postal code and payment method.
import { maskPhone, maskPostalCode, readPhone } from '#domain/contact-points.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/enums.ts'
import { PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import button from '../button.module.css'
import { classNames } from '../class-names.ts'
import text from '../look/text.module.css'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import form from './form.module.css'
import { SelectField } from './select-field.tsx'
import { useMasked } from './use-masked.ts'

/** The form's value is the phone as it is stored once it is complete, else what was typed. */
export function PhoneField(field: FieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  const onChange = useMasked(maskPhone, masked => set(readPhone(masked) ?? masked))
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <label className={classNames(form.inp, error && form.bad, field.disabled && form.off)} data-part="input" htmlFor={control.id}>
          <input
            {...control}
            ref={ref}
            type="tel"
            name={field.name}
            autoComplete="tel-national"
            placeholder="(11) 99999-9999"
            disabled={field.disabled}
            value={maskPhone(typeof value === 'string' ? value : '')}
            onChange={onChange}
            onBlur={blur}
          />
        </label>
      )}
    </FieldFrame>
  )
}

/** The look-up needs exactly nine characters, mask included (SPEC.md, Fields). */
const POSTAL_CODE_LENGTH = 9

interface PostalCodeFieldProps extends FieldProps {
  loading?: boolean | undefined
  /** called once per complete code: '01310-100' */
  onComplete?: ((postal_code: string) => void) | undefined
}

/** The form's value keeps its mask. */
export function PostalCodeField({ loading, onComplete, ...field }: PostalCodeFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  const code = maskPostalCode(typeof value === 'string' ? value : '')
  const onChange = useMasked(maskPostalCode, masked => {
    set(masked)
    if (masked.length === POSTAL_CODE_LENGTH && masked !== code) onComplete?.(masked)
  })
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <label className={classNames(form.inp, error && form.bad, field.disabled && form.off)} data-part="input" htmlFor={control.id}>
          <input
            {...control}
            ref={ref}
            name={field.name}
            inputMode="numeric"
            autoComplete="postal-code"
            placeholder="99999-999"
            aria-busy={loading || undefined}
            disabled={field.disabled}
            value={code}
            onChange={onChange}
            onBlur={blur}
          />
          {loading ? (
            <>
              <span className={classNames(button.spin, form.spin)} aria-hidden="true" />
              <span className={text.vh} role="status">
                Buscando endereço
              </span>
            </>
          ) : null}
        </label>
      )}
    </FieldFrame>
  )
}

interface PaymentMethodFieldProps extends FieldProps {
  /** the methods that make sense here, in order; all by default */
  methods?: readonly PaymentMethod[] | undefined
}

export function PaymentMethodField({ methods = PAYMENT_METHODS, ...field }: PaymentMethodFieldProps) {
  return (
    <SelectField
      {...field}
      placeholder="Forma de pagamento"
      choices={methods.map(value => ({ value, label: PAYMENT_METHOD_LABELS[value] }))}
    />
  )
}
