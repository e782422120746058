// What asks for the parts of a contact that hold several values, and for its document among those that are known.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { reading, useReading } from '#client/data/queries.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import { PostalCodeField } from '#client/kit/form/contact-fields.tsx'
import { DocumentField, type DocumentSuggestion } from '#client/kit/form/document-field.tsx'
import type { FieldProps } from '#client/kit/form/field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { CityPicker, StatePicker } from '#client/kit/picker/pickers.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { contacts } from '#contract/contacts.ts'
import { locations } from '#contract/locations.ts'
import { PIX_KEY_TYPES } from '#domain/enums.ts'
import { PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { fold } from '#domain/text.ts'
import { contact } from '#resources/contact.ts'
import styles from './contacts.module.css'

const KEY_TYPES = PIX_KEY_TYPES.map(value => ({ value, label: PIX_KEY_TYPE_LABELS[value] }))

/** Suggests the customers with these digits; the one taken fills the form, but for what it is to be. */
export function ContactDocument(field: FieldProps) {
  const { formState, getValues, reset } = useFormContext()
  const known = useReading(contacts.list, { query: { companyId: useCompanyId() } }).data
  const suggestions = useMemo(
    () =>
      known?.flatMap(({ id, kind, name, document_number }) =>
        kind === 'CUSTOMER' && document_number ? [{ id, name, document_number }] : [],
      ),
    [known],
  )
  const take = ({ id }: DocumentSuggestion) => {
    const taken = known?.find(one => one.id === id)
    if (taken) reset({ ...contact.start(taken), kind: getValues('kind') }, { keepDefaultValues: true })
  }
  const isNew = !formState.defaultValues?.[field.name]
  return <DocumentField {...field} {...(isNew && suggestions ? { contacts: suggestions, onSuggestion: take } : {})} />
}

export function PixFields({ name, label }: FieldProps) {
  const { control } = useFormContext()
  const { fields, append, remove } = useFieldArray({ control, name })
  return (
    <fieldset className={styles.pixKeys}>
      <legend className={text.med}>{label}</legend>
      {fields.map((field, index) => (
        <div className={styles.pixKey} key={field.id}>
          <SelectField name={`${name}.${index}.type`} label="Tipo da chave" choices={KEY_TYPES} />
          <TextField name={`${name}.${index}.key`} label="Chave" maxLength={140} />
          <IconButton icon="x" label={`Remover a chave ${index + 1}`} size="form" onClick={() => remove(index)} />
        </div>
      ))}
      <Button variant="ghost" icon="plus" onClick={() => append({ type: 'RANDOM', key: '' })}>
        Adicionar chave
      </Button>
    </fieldset>
  )
}

/** Fills what the postal code tells; typed answers are only replaced by known ones. */
function usePostalCode(address: string) {
  const { setValue, setFocus } = useFormContext()
  const [looking, setLooking] = useState(false)
  const asked = useRef('')
  const look = async (postalCode: string) => {
    asked.current = postalCode
    setLooking(true)
    try {
      const { data } = await call(locations.address, { params: { postalCode: postalCode.replace(/\D/g, '') } })
      if (asked.current !== postalCode) return
      for (const name of ['street', 'neighborhood', 'city', 'city_code', 'state'] as const) {
        const known = data[name]
        if (known) setValue(`${address}.${name}`, known, { shouldDirty: true })
      }
      setFocus(`${address}.${data.street ? 'number' : 'street'}`)
    } catch {
      // An unknown postal code is no error: the address is typed.
    } finally {
      if (asked.current === postalCode) setLooking(false)
    }
  }
  return { looking, look: (postalCode: string) => void look(postalCode) }
}

export function AddressFields({ name: address, autoFocus }: FieldProps) {
  const { watch, setValue } = useFormContext()
  const { looking, look } = usePostalCode(address)
  const state: string = watch(`${address}.state`) ?? ''
  const states = useReading(locations.states).data ?? []
  const cities = useCities(address, state)
  return (
    <>
      <div className={form.two}>
        <PostalCodeField name={`${address}.postal_code`} label="CEP" loading={looking} onComplete={look} autoFocus={autoFocus} />
        <StatePicker name={`${address}.state`} label="Estado" states={states} />
      </div>
      <CityPicker
        key={state}
        name={`${address}.city_code`}
        label="Cidade"
        cities={cities}
        disabled={state === ''}
        placeholder={state === '' ? 'Escolha antes o estado' : undefined}
        onChosen={item => setValue(`${address}.city`, item?.label ?? '', { shouldDirty: true })}
      />
      <TextField name={`${address}.street`} label="Rua" />
      <div className={form.two}>
        <TextField name={`${address}.number`} label="Número" />
        <TextField name={`${address}.additional_information`} label="Complemento" />
      </div>
      <TextField name={`${address}.neighborhood`} label="Bairro" />
    </>
  )
}

/** The cities of a state; a name kept without its code finds it again. */
function useCities(address: string, uf: string) {
  const { getValues, setValue } = useFormContext()
  const cities = useQuery({ ...reading(locations.cities, { params: { uf } }), enabled: uf !== '' }).data
  useEffect(() => {
    const { city, city_code } = getValues(address)
    if (!cities || !city || city_code) return
    const found = cities.find(one => fold(one.name) === fold(city))
    if (found) setValue(`${address}.city_code`, String(found.id))
  }, [address, cities, getValues, setValue])
  return uf === '' || cities === undefined ? [] : cities
}
