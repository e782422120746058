// The fields of a resource as its form lays them out.
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import type { FieldProps } from '#client/kit/form/field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import type { AnyResource } from '#resources/kit/resource.ts'
import { houseOptions } from '../house.ts'
import styles from './resource.module.css'

interface FieldsProps {
  of: AnyResource
  /** The first field asks for the focus. */
  creating?: boolean
}

export function Fields({ of, creating = false }: FieldsProps) {
  let first = creating
  return of.form.map(line => {
    if (typeof line === 'string') return <h3 key={line}>{line}</h3>
    const fields = line.map(name => {
      const autoFocus = first
      first = false
      return <OneField key={name} of={of} name={name} autoFocus={autoFocus} />
    })
    return fields.length === 1 ? (
      fields
    ) : (
      <div key={line.join()} className={styles.pair}>
        {fields}
      </div>
    )
  })
}

function OneField({ of, name, autoFocus }: { of: AnyResource; name: string; autoFocus: boolean }) {
  const field = of.fields[name]
  if (field === undefined) return null
  const { kind, label, help, source, choices = [] } = field
  const props: FieldProps = { name: of.writtenAs(name), label, help, autoFocus, aside: of.isOptional(name) ? 'opcional' : undefined }
  const maxLength = of.longest(name)
  if (kind === 'money') return <AmountField {...props} />
  if (kind === 'choice') return <SelectField {...props} aside={undefined} choices={choices} />
  if (kind === 'flag') return <Toggle name={props.name} label={label} help={help} look="checkbox" />
  if (kind === 'area') return <TextAreaField {...props} maxLength={maxLength} />
  if (kind === 'text') return <TextField {...props} maxLength={maxLength} />
  if (kind === 'digits' || kind === 'rate') return <TextField {...props} maxLength={maxLength} inputMode="numeric" />
  const Picker = source && houseOptions().pickers?.[source]
  return Picker ? <Picker name={props.name} label={label} /> : null
}
