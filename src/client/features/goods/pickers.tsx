// What goods are classified by: the NCM by its digits, the CFOP by number or words, the service by its item of the national list.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { reading, unreadOf, useReading } from '#client/data/queries.ts'
import type { FieldProps } from '#client/kit/form/field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { products } from '#contract/products.ts'
import { type MunicipalService, services } from '#contract/services.ts'
import { maskNcm, maskServiceCode, typedRate } from '#domain/fiscal/masks.ts'

const HEADING_DIGITS = 4
const NCM_DIGITS = 8
const NCM_HELP = 'Os 8 dígitos do tipo de mercadoria: estão na nota de quem a vendeu a você'

/** What to ask the table: the heading of typed digits, or words of a chapter. */
export function ncmSearch(typed: string): string | undefined {
  const digits = typed.replace(/\D/g, '')
  if (digits !== '') return digits.length < HEADING_DIGITS ? undefined : digits.slice(0, HEADING_DIGITS)
  const words = typed.trim()
  return words.length < 3 ? undefined : words
}

export function NcmField({ name, label }: FieldProps) {
  const { setValue } = useFormContext()
  const value: string = useWatch({ name }) ?? ''
  const [typed, setTyped] = useState('')
  const search = ncmSearch(typed === '' ? value : typed)
  const { data, isFetching, isError } = useQuery({
    ...reading(products.classifications, { query: { kind: 'NCM', search } }),
    enabled: search !== undefined,
  })
  const codes = useMemo(() => (data ?? []).filter(row => row.code.length === NCM_DIGITS), [data])
  const known = codes.find(row => row.code === value)
  const items = (value === '' || known ? codes : [{ code: value, description: '' }, ...codes]).map(({ code, description }) => ({
    id: code,
    label: maskNcm(code),
    detail: description,
    search: code,
  }))
  const chapters = (data ?? []).filter(row => row.code.length === 2)
  const empty =
    search === undefined
      ? 'Digite 4 dígitos para ver os códigos'
      : chapters.length > 0
        ? `Comece por ${chapters.map(row => `${row.code} (${row.description.toLowerCase()})`).join(' ou ')}`
        : 'NCM não encontrado na tabela'
  return (
    <ComboboxField
      name={name}
      label={label}
      items={items}
      empty={empty}
      unread={isFetching ? 'coming' : isError ? 'failed' : undefined}
      placeholder="0000.00.00"
      wide
      help={known ? `Capítulo ${value.slice(0, 2)}: ${known.description}` : NCM_HELP}
      onChosen={() => setTyped('')}
      onType={text => {
        setTyped(text)
        // Typed whole, it is taken at once: nobody waits for the table to go on.
        const digits = text.replace(/\D/g, '')
        if (digits.length === NCM_DIGITS) setValue(name, digits, { shouldDirty: true })
      }}
    />
  )
}

export function CfopField({ name, label }: FieldProps) {
  const codes = useReading(products.classifications, { query: { kind: 'CFOP' } })
  const { data } = codes
  const items = useMemo(() => (data ?? []).map(({ code, description }) => ({ id: code, label: `${code} · ${description}` })), [data])
  return (
    <ComboboxField
      name={name}
      label={label}
      items={items}
      empty="CFOP não encontrado"
      unread={unreadOf(codes)}
      wide
      help="O que a nota registra. 5102 é a venda do que se comprou pronto, 5101 do que se fabrica; fora do estado a nota troca o 5 pelo 6"
    />
  )
}

const itemOf = ({ code, description }: MunicipalService) => ({
  id: code,
  label: `${maskServiceCode(code)} · ${description}`,
  search: code,
})

/** The item chosen brings the rate the city suggests, unless one was typed. */
export function MunicipalServiceField({ name, label }: FieldProps) {
  const c = useWhereabouts(now => now.company?.id ?? '')
  const { getValues, setValue } = useFormContext()
  const known = useReading(services.municipal, { query: { companyId: c } })
  const { data } = known
  const items = useMemo(() => (data ?? []).map(itemOf), [data])
  const code: unknown = useWatch({ name })
  const chosen = data?.find(service => service.code === code)
  return (
    <ComboboxField
      name={name}
      label={label}
      items={items}
      empty="Serviço não encontrado na lista da LC 116"
      unread={unreadOf(known)}
      wide
      help={
        chosen
          ? `Notas no padrão ${chosen.template === 'NFSE_NACIONAL' ? 'nacional da NFS-e' : chosen.template}, versão ${chosen.version}`
          : 'O item da lista nacional (LC 116) que diz o que é o serviço: procure por palavra ou número'
      }
      onChosen={item => {
        const suggested = data?.find(service => service.code === item?.id)?.suggested_rate
        if (suggested !== undefined && getValues('iss_rate') === '')
          setValue('iss_rate', typedRate(Math.round(suggested * 100)), { shouldDirty: true })
      }}
    />
  )
}
