// The form of a service: its item of the national list, which brings the rate, and what its invoices say.
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { type MunicipalService, type Service, services, ServiceFields as Wire } from '#contract/services.ts'
import { maskServiceCode, parseRate, typedRate } from '#domain/fiscal/masks.ts'

const HIGHEST_RATE = 500

export const ServiceForm = z.object({
  name: Wire.shape.name,
  amount_cents: z
    .number({ error: 'Valor inválido' })
    .int('Valor inválido')
    .min(0, 'O valor não pode ser negativo')
    .nullable()
    .transform(cents => cents ?? 0),
  municipal_service_code: z
    .string()
    .nullable()
    .transform(code => code ?? '')
    .pipe(Wire.shape.municipal_service_code),
  iss_rate: z.string().transform((text, ctx) => {
    const rate = parseRate(text)
    if (rate === undefined || rate > HIGHEST_RATE) ctx.addIssue({ code: 'custom', message: 'Um percentual de 0 a 5' })
    return rate ?? 0
  }),
  iss_withheld: z.boolean(),
  description: Wire.shape.description,
  municipal_code: Wire.shape.municipal_code,
  nbs: Wire.shape.nbs,
})
export type ServiceInput = z.input<typeof ServiceForm>
export type ServiceValues = z.output<typeof ServiceForm>

export const serviceDefaults = (service?: Service): ServiceInput => ({
  name: service?.name ?? '',
  amount_cents: service?.amount_cents || null,
  municipal_service_code: service?.municipal_service.code ?? null,
  iss_rate: service ? typedRate(service.iss_rate) : '',
  iss_withheld: service?.iss_withheld ?? false,
  description: service?.description ?? '',
  municipal_code: service?.municipal_code ?? '',
  nbs: service?.nbs ?? '',
})

const itemOf = ({ code, description }: MunicipalService) => ({
  id: code,
  label: `${maskServiceCode(code)} · ${description}`,
  search: code,
})

/** The item chosen brings the rate the city suggests, unless one was typed. */
function MunicipalServiceField({ c }: { c: string }) {
  const { getValues, setValue } = useFormContext<ServiceInput>()
  const { data, isPending } = useReading(services.municipal, { query: { companyId: c } })
  const items = useMemo(() => (data ?? []).map(itemOf), [data])
  const code = useWatch<ServiceInput, 'municipal_service_code'>({ name: 'municipal_service_code' })
  const chosen = data?.find(service => service.code === code)
  return (
    <ComboboxField
      name="municipal_service_code"
      label="Serviço municipal"
      items={items}
      empty="Serviço não encontrado na lista da LC 116"
      loading={isPending}
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

export function ServiceFields({ c, creating = false }: { c: string; creating?: boolean }) {
  return (
    <>
      <TextField name="name" label="Nome" autoFocus={creating} maxLength={120} />
      <AmountField name="amount_cents" label="Valor" aside="opcional" help="Vazio, se muda a cada nota" />
      <MunicipalServiceField c={c} />
      <div className="two">
        <TextField name="iss_rate" label="ISS (%)" inputMode="numeric" help="A alíquota da prefeitura, de 2 a 5" />
        <TextField
          name="municipal_code"
          label="Código municipal"
          aside="opcional"
          maxLength={20}
          help="Se a cidade tem um código próprio"
        />
      </div>
      <Toggle
        name="iss_withheld"
        label="ISS retido pelo cliente"
        help="Quem contrata desconta o imposto e o paga à prefeitura"
        look="checkbox"
      />
      <TextAreaField name="description" label="Descrição na nota" aside="opcional" maxLength={2000} />
      <TextField name="nbs" label="NBS" aside="opcional" maxLength={12} help="Nomenclatura Brasileira de Serviços: só se a cidade a pede" />
    </>
  )
}
