// The reading of notes as it is called: switched on and off, looked at, and asked for now.
import type { contract } from '#contract/index.ts'
import type { NoteReading } from '#contract/note-reading.ts'
import { formatMoment } from '#domain/days.ts'
import { fail } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { refuseUnready } from '../note-lookups/handlers.ts'
import { planReading } from './read.ts'
import { countOutcomes, findCounter, findReading, type StoredReading, saveReading } from './rows.ts'

export const noteReadingHandlers: Handlers<(typeof contract)['noteReading']> = {
  get: ctx => read(ctx),

  async update(ctx, { body }) {
    const before = await findReading(ctx.db, ctx.companyId)
    if (body.enabled) await refuseUnready(ctx)
    const id = before?.id ?? ctx.newId()
    const acknowledges = body.acknowledges ?? before?.acknowledges_since != null
    await saveReading(ctx.db, ctx.companyId, { id, enabled: body.enabled, acknowledges, created_by: ctx.actor.user_id })
    ctx.touch(id)
    ctx.label(labelOf(before, { enabled: body.enabled, acknowledges }))
    if (body.enabled) await planNow(ctx)
    return read(ctx)
  },

  async read(ctx) {
    if (!(await findReading(ctx.db, ctx.companyId))?.enabled)
      throw fail('invoice.not_enabled', { motivo: 'Ligue a busca de notas na SEFAZ antes.' })
    const next = (await findCounter(ctx.db, ctx.companyId))?.next_at
    if (next && Date.parse(next) > ctx.now)
      throw fail('conflict.invalid_transition', {
        motivo: `A SEFAZ só aceita outra consulta depois de ${formatMoment(next)}: antes disso, ela bloqueia por mais uma hora.`,
      })
    await planNow(ctx)
    return read(ctx)
  },
}

function labelOf(before: StoredReading | undefined, now: { enabled: boolean; acknowledges: boolean }): string {
  if (now.enabled && before?.enabled && (before.acknowledges_since !== null) !== now.acknowledges)
    return `Ciência automática das notas ${now.acknowledges ? 'ligada' : 'desligada'}`
  return `Busca de notas na SEFAZ ${now.enabled ? 'ligada' : 'desligada'}${now.enabled && now.acknowledges ? ', com ciência automática' : ''}`
}

async function planNow(ctx: Context): Promise<void> {
  const { queue } = ctx.services
  await planReading({ queue }, ctx.db, ctx.companyId, 0)
  ctx.afterCommit(() => queue.wake('notes.read'))
}

async function read({ db, companyId }: Context): Promise<NoteReading> {
  const counter = await findCounter(db, companyId)
  const reading = await findReading(db, companyId)
  const enabled = reading?.enabled ?? false
  return {
    company_id: companyId,
    enabled,
    acknowledges: enabled && reading?.acknowledges_since != null,
    last_nsu: counter?.last_nsu ?? '0'.repeat(15),
    next_at: enabled ? (counter?.next_at ?? null) : null,
    read_at: counter?.read_at ?? null,
    answer: counter?.answer ?? null,
    ...(await countOutcomes(db, companyId)),
  }
}
