// The company's certificate: opened once in a thread, checked, sealed; its password is never kept and its key never answered.
import { differenceInDays } from 'date-fns/differenceInDays'
import type { Certificate } from '#contract/certificates.ts'
import type { contract } from '#contract/index.ts'
import { inUtc } from '#domain/civil-date.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { parsePfx } from '#server/parsers/parser.ts'
import { checkCertificate } from './check.ts'
import { type CertificateRow, findCertificate, insertCertificate, removeCertificate } from './rows.ts'
import { sealCertificate } from './vault.ts'

const MAX_BYTES = 64 * 1024
const EXPIRING_DAYS = 30

export const certificateHandlers: Handlers<(typeof contract)['certificates']> = {
  async get(ctx) {
    const row = await findCertificate(ctx.db, ctx.companyId)
    return row ? toCertificate(row, ctx.now) : null
  },

  async create(ctx, { form, file }) {
    await requireStepUp(ctx)
    if (file.bytes.length > MAX_BYTES) throw fail('request.too_large', { n: '64 KB' })
    const company = await findCompany(ctx.db, ctx.companyId)
    if (!company) throw fail('resource.not_found')
    const opened = await parsePfx(file.bytes, form.password)
    const checked = checkCertificate(opened, company, ctx.services.trust.anchors(), ctx.now)
    const before = await findCertificate(ctx.db, ctx.companyId)
    if (before) await removeCertificate(ctx.db, ctx.companyId, before.id)
    const id = ctx.newId()
    const key = sealCertificate(ctx.services.secret, ctx.companyId, id, checked)
    await insertCertificate(ctx.db, ctx.companyId, { ...checked, id }, key, ctx.actor.user_id)
    ctx.touch(id)
    ctx.label(before ? 'Certificado digital substituído' : 'Certificado digital enviado')
    return mustFind(ctx)
  },

  async delete(ctx) {
    await requireStepUp(ctx)
    const { id } = await mustFind(ctx)
    await removeCertificate(ctx.db, ctx.companyId, id)
    ctx.touch(id)
    ctx.label('Certificado digital apagado')
    return { ok: true as const }
  },
}

async function mustFind(ctx: Context): Promise<Certificate> {
  const row = await findCertificate(ctx.db, ctx.companyId)
  if (!row) throw fail('resource.not_found')
  return toCertificate(row, ctx.now)
}

function toCertificate(row: CertificateRow, now: number): Certificate {
  const days_left = Math.max(0, differenceInDays(inUtc(row.valid_to), inUtc(now)))
  const expired = Date.parse(row.valid_to) <= now
  return { ...row, kind: 'A1', days_left, status: expired ? 'EXPIRED' : days_left < EXPIRING_DAYS ? 'EXPIRING' : 'VALID' }
}
