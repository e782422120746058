// A new service note starts as the last one: which values it takes over, and the sentences that say where they come from.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { reading } from '#client/data/queries.ts'
import { type RepeatedService, serviceInvoices } from '#contract/invoices.ts'
import { formatDay } from '#domain/days.ts'
import type { TaxRegime } from '#domain/enums.ts'
import { isSimples } from '#domain/fiscal/codes.ts'
import { formatRate, parseRate, typedRate } from '#domain/fiscal/masks.ts'
import { type ServiceNoteInput, WITHHOLDING_LABELS, withheldFields, withheldOf } from './service-model.ts'

/** What stands in the folded part of the form. */
export const SERVICE_FIELDS = ['service_id', 'description'] as const
export const TAX_FIELDS = [
  'municipal_service_code',
  'iss_rate',
  'iss_withheld',
  'withheld',
  'discount_amount_cents',
  'competence_date',
] as const

export const repeatedFields = (service: NonNullable<RepeatedService['service']>) => ({
  service_id: service.service_id,
  municipal_service_code: service.municipal_service_code,
  description: service.description,
  iss_rate: typedRate(service.iss_rate),
  iss_withheld: service.iss_withheld,
  withheld: withheldFields(service.withheld),
})

/** Where the service of the note comes from. */
export function originWords({ origin, note }: Pick<RepeatedService, 'origin' | 'note'>): string {
  if (origin === 'SERVICE') return 'o único serviço do cadastro'
  if (note === null) return 'diga qual foi o serviço'
  const which = note.number === null ? 'igual à última nota' : `igual à nota ${note.number}`
  const whose = origin === 'CUSTOMER' ? '' : `, para ${note.customer}`
  return `${which}, de ${formatDay(note.day)}${whose}`
}

/** What the folded taxes say: 'ISS no DAS, nada retido'. */
export function taxWords(form: Pick<ServiceNoteInput, 'iss_rate' | 'iss_withheld' | 'withheld'>, regime: TaxRegime): string {
  const inDas = isSimples(regime) && !form.iss_withheld
  const withheld = [...(form.iss_withheld ? ['ISS'] : []), ...withheldOf(form).map(name => WITHHOLDING_LABELS[name])]
  const iss = inDas ? 'ISS no DAS' : `ISS de ${formatRate(parseRate(form.iss_rate) ?? 0)}`
  return [iss, withheld.length > 0 ? `retém ${withheld.join(', ')}` : 'nada retido'].join(', ')
}

/** Takes over what was last said, except where the person has typed since. Undefined until the first answer. */
export function useRepeated(c: string, contactId: string | null, active: boolean): RepeatedService | undefined {
  const { setValue } = useFormContext<ServiceNoteInput>()
  const { dirtyFields } = useFormState<ServiceNoteInput>()
  const query = contactId === null ? {} : { contact_id: contactId }
  const { data: last } = useQuery({ ...reading(serviceInvoices.last, { params: { c }, query }), enabled: active })
  const [shown, setShown] = useState<RepeatedService>()
  useEffect(() => {
    if (last === undefined || last === shown) return
    setShown(last)
    if (last.service === null) return
    for (const [name, value] of Object.entries(repeatedFields(last.service)))
      if (dirtyFields[name as keyof ServiceNoteInput] === undefined) setValue(name as keyof ServiceNoteInput, value)
  }, [last, shown, dirtyFields, setValue])
  return shown
}
