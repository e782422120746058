// The fields of a resource as its form lays them out.
import { useWatch } from 'react-hook-form'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { RadioGroup, Toggle } from '#client/kit/form/checkbox.tsx'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import type { FieldProps } from '#client/kit/form/field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import { holds } from '#resources/kit/field.ts'
import type { AnyForm, FormLine } from '#resources/kit/form.ts'
import { houseOptions } from '../house.ts'
import { LookedUpDocument } from '../looked-up-document.tsx'
import styles from './resource.module.css'

interface FieldsProps {
  of: AnyForm
  /** Some lines of the form, where it is asked in several steps. */
  lines?: readonly FormLine[] | undefined
  /** The first field that is typed asks for the focus. */
  creating?: boolean
}

export function Fields({ of, lines = of.form, creating = false }: FieldsProps) {
  const names = lines.flatMap(line => (typeof line === 'string' ? [] : line))
  const watched: readonly unknown[] = useWatch({ name: names.map(name => of.writtenAs(of.fields[name]?.when?.[0] ?? name)) })
  const shown = new Set(
    names.filter((name, at) => {
      const when = of.fields[name]?.when
      return when === undefined || holds(when, watched[at])
    }),
  )
  const first = creating ? names.find(name => shown.has(name) && of.fields[name]?.radio === undefined) : undefined
  return lines.map(line => {
    if (typeof line === 'string') return <h3 key={line}>{line}</h3>
    const fields = line.filter(name => shown.has(name)).map(name => <OneField key={name} of={of} name={name} autoFocus={name === first} />)
    return fields.length < 2 ? (
      fields
    ) : (
      <div key={line.join()} className={styles.pair}>
        {fields}
      </div>
    )
  })
}

function OneField({ of, name, autoFocus }: { of: AnyForm; name: string; autoFocus: boolean }) {
  const field = of.fields[name]
  if (field === undefined) return null
  const { kind, label, help, control, choices = [] } = field
  const props: FieldProps = { name: of.writtenAs(name), label, help, autoFocus, aside: of.isOptional(name) ? 'opcional' : undefined }
  const maxLength = of.longest(name)
  const Control = control && houseOptions().controls?.[control]
  if (Control) return <Control {...props} />
  if (kind === 'money') return <AmountField {...props} />
  if (kind === 'choice' && field.radio) return <RadioGroup {...props} aside={undefined} choices={choices} row />
  if (kind === 'choice') return <SelectField {...props} aside={undefined} choices={choices} />
  if (kind === 'flag') return <Toggle name={props.name} label={label} help={help} look="checkbox" />
  if (kind === 'area') return <TextAreaField {...props} maxLength={maxLength} />
  if (kind === 'document') return <LookedUpDocument {...props} />
  if (kind === 'email') return <EmailField {...props} autoComplete="off" />
  if (kind === 'phone') return <PhoneField {...props} />
  if (kind === 'text') return <TextField {...props} maxLength={maxLength} />
  if (kind === 'day') return <DayField {...props} bias={field.bias} />
  if (kind === 'digits' || kind === 'rate' || kind === 'count') return <TextField {...props} maxLength={maxLength} inputMode="numeric" />
  return null
}
