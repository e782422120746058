// A service note of another's as our own are kept: what it withholds by name, and what is left to pay.
import type { Withholding } from '#domain/fiscal/taxes.ts'
import type { ServiceContent } from '../notes.ts'

interface Service
  extends Pick<
    ServiceContent,
    | 'municipal_code'
    | 'nbs'
    | 'description'
    | 'competence_date'
    | 'discount_cents'
    | 'iss_rate'
    | 'iss_cents'
    | 'iss_withheld'
    | 'withheld_cents'
    | 'nfse_number'
  > {
  code: string
  amount_cents: number
  withholdings: Partial<Record<Withholding, number>>
}

export function serviceContent({ code, amount_cents, withholdings, ...service }: Service): ServiceContent {
  const kept = Object.entries(withholdings).filter(([, cents]) => cents > 0)
  const withheld = kept.map(([name]) => name) as Withholding[]
  return {
    ...service,
    service_id: null,
    municipal_service_code: code.slice(0, 20),
    description: service.description.slice(0, 2000),
    withheld,
    withholdings: Object.fromEntries(kept),
    net_cents: amount_cents - service.discount_cents - service.withheld_cents,
    pis_cents: 0,
    cofins_cents: 0,
    ibs_cbs: undefined,
  }
}
