// What a company needs before it issues: the kind switched on, an address, a certificate or portal login, and room in the month.
import type { InvoiceIssuance } from '#contract/fiscal-documents.ts'
import { addMonths, startOfMonth } from '#domain/days.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { notesAMonth, planInForce, planWithMoreNotes } from '#domain/payments/plans.ts'
import { type CompanyRow, findCompany } from '#server/areas/people/companies/rows.ts'
import { listSubscriptions } from '#server/areas/people/plan/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { Issuer, IssuerAddress } from '#server/fiscal/notes.ts'
import type { Context } from '#server/kernel/context.ts'
import { countIssued, findSettings, hasPortalSecret, type InvoiceSettings } from './settings-rows.ts'

const ACTIVE: Record<InvoiceKind, 'service_active' | 'product_active' | 'consumer_active'> = {
  SERVICE: 'service_active',
  PRODUCT: 'product_active',
  CONSUMER: 'consumer_active',
}

export const activeKinds = (settings: InvoiceSettings): InvoiceKind[] =>
  (Object.keys(ACTIVE) as InvoiceKind[]).filter(kind => settings[ACTIVE[kind]])

export const withActive = (settings: InvoiceSettings, kinds: readonly InvoiceKind[]): InvoiceSettings => ({
  ...settings,
  service_active: kinds.includes('SERVICE'),
  product_active: kinds.includes('PRODUCT'),
  consumer_active: kinds.includes('CONSUMER'),
})

const ADDRESS_FIELDS = ['street', 'number', 'neighborhood', 'city', 'city_code', 'state', 'postal_code'] as const

/** The parts of an issuer's address that are not there. */
export const missingAddress = (address: InvoiceSettings['address']): string[] => ADDRESS_FIELDS.filter(field => !address?.[field])

export interface Issuing {
  issuer: Issuer
  settings: InvoiceSettings
}

/** The company as its notes name it; its address is whole once issuing is active. */
export async function readIssuer(db: Db, companyId: string): Promise<Issuer> {
  const company = await findCompany(db, companyId)
  const settings = await findSettings(db, companyId)
  if (!company || !settings) throw fail('resource.not_found')
  return toIssuer(company, settings)
}

function toIssuer(company: CompanyRow, settings: InvoiceSettings): Issuer {
  const { document_number, name, trade_name, state_registration, municipal_registration, phone_number, email, tax_regime } = company
  return {
    document_number,
    name,
    trade_name,
    state_registration,
    municipal_registration,
    phone_number,
    email,
    tax_regime,
    address: settings.address as IssuerAddress,
  }
}

/** The company as issuer of a kind. Locks its settings: issuing is one at a time from here to the commit. */
export async function issuingOf(ctx: Context, kind: InvoiceKind): Promise<Issuing> {
  const company = await findCompany(ctx.db, ctx.companyId)
  const settings = await findSettings(ctx.db, ctx.companyId, { lock: true })
  if (!company || !settings?.[ACTIVE[kind]] || missingAddress(settings.address).length > 0) {
    throw fail('invoice.not_enabled', { motivo: `Ative a emissão de ${INVOICE_KIND_LABELS[kind]} e complete o endereço do emitente.` })
  }
  if (kind !== 'SERVICE' && !company.state_registration) throw invalid('state_registration', 'Informe a inscrição estadual da empresa')
  return { settings, issuer: toIssuer(company, settings) }
}

/** Whether service notes go by the city's or national portal instead of a signature. */
export async function usesPortal(ctx: Context, kind: InvoiceKind, settings: InvoiceSettings): Promise<boolean> {
  if (kind !== 'SERVICE' || settings.authentication_method !== 'PORTAL') return false
  // The real one takes nothing unsigned.
  if (ctx.services.fiscal.environment !== 'LOCAL')
    throw fail('invoice.not_enabled', {
      motivo: 'O ambiente nacional só recebe NFS-e com certificado digital: escolha-o nas configurações.',
    })
  if (!settings.portal_login || !(await hasPortalSecret(ctx.db, ctx.companyId))) {
    throw fail('invoice.not_enabled', { motivo: 'Informe o usuário e a senha do portal da prefeitura ou nacional.' })
  }
  return true
}

/** Notes of this month and how many the company's plan gives it. */
export async function usageOf(ctx: Context): Promise<InvoiceIssuance['usage']> {
  const month = startOfMonth(ctx.today)
  const issued = await countIssued(ctx.db, ctx.companyId, month)
  const plan = planInForce((await listSubscriptions(ctx.db, ctx.companyId, ctx.today)).find(each => each.status !== 'CANCELLED'))
  const company = await findCompany(ctx.db, ctx.companyId)
  const more = planWithMoreNotes(plan, company?.tax_regime === 'MEI' ? 'MEI' : 'ME')
  const limit = notesAMonth(plan)
  return {
    issued,
    limit,
    reached: issued >= limit,
    reference: plan?.reference ?? null,
    renews_on: addMonths(month, 1),
    more: more ? { reference: more.reference, title: more.title, limit: more.notes_a_month, amount_cents: more.amount_cents } : null,
  }
}
