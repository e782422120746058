// What becomes of a service note once it has its number: mailed to its customer at once, or kept until somebody sends it.
import { useEffect, useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { EmailField } from '#client/kit/form/text-field.tsx'
import type { Contact } from '#contract/contacts.ts'
import type { ServiceNoteInput } from './service-model.ts'

const choicesFor = (email: string) => [
  { value: 'EMAIL', label: 'E-mail', help: email || 'a quem você disser' },
  { value: 'LATER', label: 'Depois', help: 'o e-mail e o link ficam na nota' },
]

export function AfterIssuing({ contact }: { contact: Contact | undefined }) {
  const { setValue, watch } = useFormContext<ServiceNoteInput>()
  const { dirtyFields } = useFormState<ServiceNoteInput>()
  const [after, email] = watch(['after', 'email_to'])
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (contact === undefined || contact.id === known.current) return
    known.current = contact.id
    if (dirtyFields.email_to || dirtyFields.after) return
    setValue('email_to', contact.email ?? '')
    setValue('after', contact.email ? 'EMAIL' : 'LATER')
  }, [contact, dirtyFields, setValue])
  return (
    <>
      <RadioGroup name="after" label="Depois de emitir" choices={choicesFor(email)} row />
      {after === 'EMAIL' ? <EmailField name="email_to" label="E-mail do cliente" autoComplete="off" /> : null}
    </>
  )
}
