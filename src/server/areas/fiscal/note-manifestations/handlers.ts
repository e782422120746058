// Manifestations as a person asks for them.
import type { contract } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { showReceivedNote } from '../invoices/records.ts'
import { askManifestation } from './ask.ts'

export const noteManifestationHandlers: Handlers<(typeof contract)['noteManifestations']> = {
  async create(ctx, { params, body }) {
    await askManifestation(ctx, params.id, body.kind, body.kind === 'UNFULFILLED' ? body.justification : null)
    ctx.afterCommit(() => ctx.services.queue.wake('invoice.register'))
    return showReceivedNote(ctx.db, ctx.companyId, params.id)
  },
}
