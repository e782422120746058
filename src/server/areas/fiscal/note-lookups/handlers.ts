// Notes asked for by key, as they are called.
import type { contract } from '#contract/index.ts'
import type { NoteSource } from '#domain/fiscal/note-sources.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { findCertificate } from '../certificates/rows.ts'
import { capturedByKey, findInvoice } from '../invoices/rows.ts'
import { findSettings } from '../invoices/settings-rows.ts'
import { findLookup, listLookups } from './rows.ts'
import { wantNote } from './want.ts'

export const noteLookupHandlers: Handlers<(typeof contract)['noteLookups']> = {
  list: ctx => listLookups(ctx.db, ctx.companyId, ctx.now),

  async create(ctx, { body: { access_key } }) {
    await refuseUnready(ctx)
    await refuseNeedless(ctx, access_key)
    const id = ctx.newId()
    const lookup = { id, access_key, for_person: true, created_by: ctx.actor.user_id, created_at: new Date(ctx.now) }
    const { queue } = ctx.services
    if (!(await wantNote(queue, ctx.db, ctx.companyId, lookup)))
      throw fail('conflict.already_exists', { motivo: 'Esta nota já foi pedida à SEFAZ e espera a resposta.' })
    ctx.touch(id)
    ctx.afterCommit(() => queue.wake('notes.find'))
    const made = await findLookup(ctx.db, ctx.companyId, id)
    if (!made) throw fail('resource.not_found')
    return made
  },
}

/** What the authority is asked with: the capture itself, an address to say the state of (for goods), a certificate to present. */
export async function refuseUnready(ctx: Context, source: NoteSource = 'NFE'): Promise<void> {
  const settings = await findSettings(ctx.db, ctx.companyId)
  if (!settings?.capture_active) throw fail('note_search.not_ready', { motivo: 'Ative a captura de notas antes.' })
  if (source === 'NFE' && !settings.address?.city_code)
    throw fail('note_search.not_ready', { motivo: 'Informe o endereço da empresa: a SEFAZ é consultada pelo estado dela.' })
  if (!(await findCertificate(ctx.db, ctx.companyId))) throw fail('certificate.required')
}

/** The authority gives no note to its issuer, and counts every question. */
async function refuseNeedless(ctx: Context, key: string): Promise<void> {
  const company = await findCompany(ctx.db, ctx.companyId)
  if (key.slice(6, 20) === company?.document_number.padStart(14, '0'))
    throw invalid('access_key', 'Esta nota foi emitida pela própria empresa: a SEFAZ só entrega as que ela recebeu')
  const known = await capturedByKey(ctx.db, ctx.companyId, key)
  const invoice = known === undefined ? undefined : await findInvoice(ctx.db, [ctx.companyId], known)
  if (invoice && !invoice.evidence?.doubts.includes('summary_only') && invoice.check_state === 'VERIFIED')
    throw fail('conflict.already_exists', { motivo: 'Esta nota já foi recebida.' })
}
