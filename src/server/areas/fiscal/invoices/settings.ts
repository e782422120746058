// Issuing settings and the switch of capture.
import { getMunicipalityByCode } from '@brazilian-utils/brazilian-utils'
import type { InvoiceIssuance } from '#contract/fiscal-documents.ts'
import type { contract } from '#contract/index.ts'
import { virtualAuthorityOf } from '#domain/fiscal/contingency.ts'
import { seriesRefusal } from '#domain/fiscal/invoice-rules.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { type Context, type Handlers, Later } from '#server/kernel/context.ts'
import { sealSecret } from '#server/kernel/envelope.ts'
import { findCertificate } from '../certificates/rows.ts'
import { activeKinds, missingAddress, usageOf, withActive } from './issuer.ts'
import {
  chooseSeries,
  findSettings,
  type InvoiceSettings,
  listSeries,
  newSettings,
  saveContingency,
  savePortalSecret,
  saveSettings,
} from './settings-rows.ts'

export const portalContext = (companyId: string): string => `${companyId}|portal`

export const invoiceSettingsHandlers: Handlers<(typeof contract)['invoiceSettings']> = {
  get: ctx => read(ctx),

  async activate(ctx, { body }) {
    const before = (await findSettings(ctx.db, ctx.companyId, { lock: true })) ?? newSettings(ctx.newId())
    const after = withActive(before, body.kinds ?? activeKinds(before))
    after.address = body.address ?? before.address
    after.authentication_method = body.authentication_method ?? before.authentication_method
    after.portal_login = body.portal_login === undefined ? before.portal_login : body.portal_login
    checkAddress(after.address)
    await saveSettings(ctx.db, ctx.companyId, after)
    if (body.portal_password) {
      const secret = sealSecret(ctx.services.secret, portalContext(ctx.companyId), Buffer.from(body.portal_password))
      await savePortalSecret(ctx.db, ctx.companyId, secret)
    }
    for (const series of body.rps ?? []) {
      const refusal = seriesRefusal(series.kind, series.serie_number)
      if (refusal !== undefined) throw invalid('rps', refusal)
      if (!(await chooseSeries(ctx.db, ctx.companyId, series)))
        throw invalid('rps', 'A numeração não volta: um número emitido não se repete.')
    }
    ctx.touch(after.id)
    ctx.label(Object.keys(body).join() === 'address' ? 'Endereço da empresa informado' : 'Emissão de notas configurada')
    return read(ctx)
  },

  async contingency(ctx) {
    const city_code = (await findSettings(ctx.db, ctx.companyId))?.address?.city_code ?? null
    const place = { company_id: ctx.companyId, kind: 'PRODUCT', city_code } as const
    const { fiscal } = ctx.services
    return new Later(async () => ({
      authority: city_code === null ? null : virtualAuthorityOf(city_code.slice(0, 2)),
      state: await fiscal.status(place),
      virtual: await fiscal.status({ ...place, virtual: true }),
    }))
  },

  async setContingency(ctx, { body }) {
    const before = await findSettings(ctx.db, ctx.companyId, { lock: true })
    if (!before?.product_active || missingAddress(before.address).length > 0)
      throw fail('invoice.not_enabled', { motivo: 'Ative a emissão de NF-e e complete o endereço do emitente.' })
    // Since the first time: a new reason does not begin it anew.
    const since = before.contingency_since ?? new Date(ctx.now).toISOString()
    await saveContingency(ctx.db, ctx.companyId, body.active ? { since, reason: body.reason } : null)
    ctx.touch(before.id)
    ctx.label(body.active ? 'NF-e em contingência SVC' : 'NF-e de volta à emissão normal')
    return read(ctx)
  },

  async activateCapture(ctx, { body }) {
    const before = (await findSettings(ctx.db, ctx.companyId, { lock: true })) ?? newSettings(ctx.newId())
    await saveSettings(ctx.db, ctx.companyId, { ...before, capture_active: body.active })
    ctx.touch(before.id)
    ctx.label(body.active ? 'Captura de notas ligada' : 'Captura de notas desligada')
    return read(ctx)
  },
}

function checkAddress(address: InvoiceIssuance['address']): void {
  const missing = missingAddress(address)[0]
  if (missing !== undefined) throw invalid(`address.${missing}`, 'Complete o endereço do emitente')
  const city = getMunicipalityByCode(address?.city_code ?? '')
  if (!city || city.stateCode !== address?.state) throw invalid('address.city_code', 'Cidade não encontrada')
}

function contingencyView(settings: InvoiceSettings | undefined): InvoiceIssuance['contingency'] {
  const { contingency_since: since, contingency_reason: reason, address } = settings ?? newSettings('')
  if (!since || !reason) return null
  return { since: new Date(since).toISOString(), reason, authority: virtualAuthorityOf((address?.city_code ?? '').slice(0, 2)) }
}

async function read(ctx: Context): Promise<InvoiceIssuance> {
  const settings = await findSettings(ctx.db, ctx.companyId)
  return {
    company_id: ctx.companyId,
    active: settings ? activeKinds(settings) : [],
    capture_active: settings?.capture_active ?? false,
    authentication_method: settings?.authentication_method ?? 'CERTIFICATE',
    portal_login: settings?.portal_login ?? null,
    address: settings?.address ?? null,
    rps: await listSeries(ctx.db, ctx.companyId),
    has_certificate: (await findCertificate(ctx.db, ctx.companyId)) !== undefined,
    usage: await usageOf(ctx),
    contingency: contingencyView(settings),
    environment: ctx.services.fiscal.environment,
  }
}
