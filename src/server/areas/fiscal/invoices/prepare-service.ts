// A service note made of what a person wrote, on what the register says of the service; refused by field.
import type { z } from 'zod'
import type { InvoiceParty, ServiceInvoiceFields } from '#contract/invoices.ts'
import { findServiceItem, HIGHEST_ISS_PERCENT } from '#domain/fiscal/service-list.ts'
import { serviceTotals } from '#domain/fiscal/taxes.ts'
import { invalid } from '#server/base/fail.ts'
import type { Issuer, ServiceContent } from '#server/fiscal/notes.ts'
import type { Context } from '#server/kernel/context.ts'
import { findService } from '../services/rows.ts'
import { partyOf } from './party.ts'
import type { StoredInvoice } from './rows.ts'

export type ServiceInput = z.output<typeof ServiceInvoiceFields>

export interface PreparedService {
  party: InvoiceParty
  content: ServiceContent
  amount_cents: number
}

export async function prepareService(ctx: Context, issuer: Pick<Issuer, 'tax_regime'>, input: ServiceInput): Promise<PreparedService> {
  const party = await partyOf(ctx, input)
  if (!party) throw invalid('borrower', 'Informe o tomador do serviço')
  const service = input.service_id ? await findService(ctx.db, ctx.companyId, input.service_id) : undefined
  if (input.service_id && !service) throw invalid('service_id', 'Serviço não encontrado')
  const item = findServiceItem(input.municipal_service_code || service?.municipal_service_code || '')
  if (!item) throw invalid('municipal_service_code', 'Escolha o serviço da lista da LC 116')
  const description = input.description || service?.description || service?.name || ''
  if (description === '') throw invalid('description', 'Descreva o serviço prestado')
  const amounts = {
    amount_cents: input.amount_cents,
    discount_cents: input.discount_amount_cents ?? 0,
    iss_rate: input.iss_rate ?? service?.iss_rate ?? HIGHEST_ISS_PERCENT * 100,
    iss_withheld: input.iss_withheld ?? service?.iss_withheld ?? false,
    withheld: [...new Set(input.withheld ?? [])],
    regime: issuer.tax_regime,
    year: Number(ctx.today.slice(0, 4)),
  }
  if (amounts.discount_cents >= amounts.amount_cents) throw invalid('discount_amount_cents', 'O desconto passa do valor do serviço')
  const competence_date = input.competence_date ?? ctx.today
  if (competence_date > ctx.today) throw invalid('competence_date', 'A competência não pode estar no futuro')
  const totals = serviceTotals(amounts)
  return {
    party,
    amount_cents: amounts.amount_cents,
    content: {
      service_id: service?.id ?? null,
      municipal_service_code: item.code,
      municipal_code: service?.municipal_code ?? null,
      nbs: service?.nbs ?? null,
      description,
      competence_date,
      discount_cents: amounts.discount_cents,
      iss_rate: amounts.iss_rate,
      iss_cents: totals.iss_cents,
      iss_withheld: amounts.iss_withheld,
      withheld: amounts.withheld,
      withholdings: totals.withholdings,
      withheld_cents: totals.withheld_cents,
      net_cents: totals.net_cents,
      pis_cents: totals.pis_cents,
      cofins_cents: totals.cofins_cents,
      ibs_cbs: totals.ibs_cbs,
      nfse_number: null,
    },
  }
}

/** The note as its author would write it again: what a correction starts from. */
export function serviceInputOf(row: StoredInvoice): ServiceInput {
  const content = row.content as ServiceContent
  return {
    contact_id: row.contact_id,
    borrower: row.party,
    service_id: content.service_id,
    municipal_service_code: content.municipal_service_code,
    description: content.description,
    amount_cents: row.amount_cents,
    discount_amount_cents: content.discount_cents,
    competence_date: content.competence_date,
    iss_rate: content.iss_rate,
    iss_withheld: content.iss_withheld,
    withheld: content.withheld,
  }
}
