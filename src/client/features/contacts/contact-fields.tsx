// The fields of a contact, in the groups that its steps and its drawer share.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { reading, useReading } from '#client/data/queries.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import { RadioGroup, Toggle } from '#client/kit/form/checkbox.tsx'
import { PhoneField, PostalCodeField } from '#client/kit/form/contact-fields.tsx'
import { DocumentField, type DocumentSuggestion } from '#client/kit/form/document-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import { CityPicker, StatePicker } from '#client/kit/picker/pickers.tsx'
import { locations } from '#contract/locations.ts'
import { CONTACT_KINDS, CONTACT_TYPES, PIX_KEY_TYPES } from '#domain/enums.ts'
import { CONTACT_KIND_LABELS, CONTACT_TYPE_LABELS, PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { fold } from '#domain/text.ts'
import type { ContactInput } from './contact-model.ts'

const KINDS = CONTACT_KINDS.map(value => ({ value, label: CONTACT_KIND_LABELS[value] }))
const TYPES = CONTACT_TYPES.map(value => ({ value, label: CONTACT_TYPE_LABELS[value] }))
const KEY_TYPES = PIX_KEY_TYPES.map(value => ({ value, label: PIX_KEY_TYPE_LABELS[value] }))

interface IdentityProps {
  suggestions?: readonly DocumentSuggestion[]
  onSuggestion?: (contact: DocumentSuggestion) => void
}

export function IdentityFields({ suggestions, onSuggestion }: IdentityProps) {
  const { watch } = useFormContext<ContactInput>()
  const bare = watch('document_number') === ''
  return (
    <>
      <RadioGroup name="kind" label="Tipo" choices={KINDS} row />
      <div className="two">
        <DocumentField
          name="document_number"
          label="CPF ou CNPJ"
          autoFocus
          {...(suggestions ? { contacts: suggestions } : {})}
          {...(onSuggestion ? { onSuggestion } : {})}
        />
        {bare ? (
          <SelectField name="type" label="Pessoa" choices={TYPES} />
        ) : (
          <TextField name="state_tax_number" label="Inscrição estadual" />
        )}
      </div>
      <TextField name="name" label="Nome ou razão social" maxLength={200} />
      <TextField name="nickname" label="Apelido ou nome fantasia" maxLength={200} />
    </>
  )
}

export function ReachFields({ starting = false }: { starting?: boolean }) {
  return (
    <div className="two">
      <EmailField name="email" label="E-mail" autoFocus={starting} autoComplete="off" />
      <PhoneField name="phone_number" label="Telefone" />
    </div>
  )
}

export function PixFields() {
  const { control } = useFormContext<ContactInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'pix_keys' })
  return (
    <fieldset className="pix-keys">
      <legend className="med">Chaves Pix</legend>
      {fields.map((field, index) => (
        <div className="pix-key" key={field.id}>
          <SelectField name={`pix_keys.${index}.type`} label="Tipo da chave" choices={KEY_TYPES} />
          <TextField name={`pix_keys.${index}.key`} label="Chave" maxLength={140} />
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
function usePostalCode() {
  const { setValue, setFocus } = useFormContext<ContactInput>()
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
        if (known) setValue(`address.${name}`, known, { shouldDirty: true })
      }
      setFocus(data.street ? 'address.number' : 'address.street')
    } catch {
      // An unknown postal code is no error: the address is typed.
    } finally {
      if (asked.current === postalCode) setLooking(false)
    }
  }
  return { looking, look: (postalCode: string) => void look(postalCode) }
}

export function AddressFields({ starting = false }: { starting?: boolean }) {
  const { watch, setValue } = useFormContext<ContactInput>()
  const { looking, look } = usePostalCode()
  const state = watch('address.state') ?? ''
  const abroad = watch('is_international')
  const states = useReading(locations.states).data ?? []
  const cities = useCities(state)
  return (
    <>
      <div className="two">
        <PostalCodeField name="address.postal_code" label="CEP" loading={looking} onComplete={look} autoFocus={starting} />
        <StatePicker name="address.state" label="Estado" states={states} />
      </div>
      <CityPicker
        key={state}
        name="address.city_code"
        label="Cidade"
        cities={cities}
        disabled={state === ''}
        placeholder={state === '' ? 'Escolha antes o estado' : undefined}
        onChosen={item => setValue('address.city', item?.label ?? '', { shouldDirty: true })}
      />
      <TextField name="address.street" label="Rua" />
      <div className="two">
        <TextField name="address.number" label="Número" />
        <TextField name="address.additional_information" label="Complemento" />
      </div>
      <TextField name="address.neighborhood" label="Bairro" />
      <Toggle name="is_international" label="Contato do exterior" look="checkbox" />
      {abroad ? <TextField name="country" label="País" maxLength={60} /> : null}
    </>
  )
}

/** The cities of a state; a name kept without its code finds it again. */
function useCities(uf: string) {
  const { getValues, setValue } = useFormContext<ContactInput>()
  const cities = useQuery({ ...reading(locations.cities, { params: { uf } }), enabled: uf !== '' }).data
  useEffect(() => {
    const { city, city_code } = getValues('address')
    if (!cities || !city || city_code) return
    const found = cities.find(one => fold(one.name) === fold(city))
    if (found) setValue('address.city_code', String(found.id))
  }, [cities, getValues, setValue])
  return uf === '' || cities === undefined ? [] : cities
}
