// An address as every form asks for it: the postal code fills what it knows, the state says which cities there are.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { reading, unreadOf, useReading } from '#client/data/queries.ts'
import { PostalCodeField } from '#client/kit/form/contact-fields.tsx'
import type { FieldProps } from '#client/kit/form/field.tsx'
import form from '#client/kit/form/form.module.css'
import { TextField } from '#client/kit/form/text-field.tsx'
import { CityPicker, StatePicker } from '#client/kit/picker/pickers.tsx'
import { locations } from '#contract/locations.ts'
import { fold } from '#domain/text.ts'

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

/** `aside` is said of an address that may be left out; of one that is needed, only the complement may. */
export function AddressFields({ name: address, autoFocus, aside }: Omit<FieldProps, 'label'>) {
  const { watch, setValue } = useFormContext()
  const { looking, look } = usePostalCode(address)
  const state: string = watch(`${address}.state`) ?? ''
  const states = useReading(locations.states)
  const { cities, unread } = useCities(address, state)
  return (
    <>
      <div className={form.two}>
        <PostalCodeField name={`${address}.postal_code`} label="CEP" loading={looking} onComplete={look} autoFocus={autoFocus} />
        <StatePicker name={`${address}.state`} label="Estado" states={states.data ?? []} unread={unreadOf(states)} />
      </div>
      <CityPicker
        key={state}
        name={`${address}.city_code`}
        label="Cidade"
        cities={cities}
        unread={unread}
        disabled={state === ''}
        placeholder={state === '' ? 'Escolha antes o estado' : undefined}
        onChosen={item => setValue(`${address}.city`, item?.label ?? '', { shouldDirty: true })}
      />
      <TextField name={`${address}.street`} label="Rua" />
      <div className={form.two}>
        <TextField name={`${address}.number`} label="Número" />
        <TextField name={`${address}.additional_information`} label="Complemento" aside={aside ? undefined : 'opcional'} />
      </div>
      <TextField name={`${address}.neighborhood`} label="Bairro" />
    </>
  )
}

/** The cities of a state; a name kept without its code finds it again. */
function useCities(address: string, uf: string) {
  const { getValues, setValue } = useFormContext()
  const known = useQuery({ ...reading(locations.cities, { params: { uf } }), enabled: uf !== '' })
  const cities = known.data
  useEffect(() => {
    const { city, city_code } = getValues(address)
    if (!cities || !city || city_code) return
    const found = cities.find(one => fold(one.name) === fold(city))
    if (found) setValue(`${address}.city_code`, String(found.id))
  }, [address, cities, getValues, setValue])
  return uf === '' ? { cities: [], unread: undefined } : { cities: cities ?? [], unread: unreadOf(known) }
}
