// The reading of notes as it is called: switched on and off, looked at, and asked for now.
import type { contract } from '#contract/index.ts'
import type { NoteReading } from '#contract/note-reading.ts'
import { formatMoment } from '#domain/days.ts'
import { AUTHORITY_WORDS, type NoteSource } from '#domain/fiscal/note-sources.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { refuseUnready } from '../note-lookups/handlers.ts'
import { planReading, READING_JOBS } from './read.ts'
import { countOutcomes, findCounter, findReading, type Reader, type StoredReading, saveReading } from './rows.ts'

export const noteReadingHandlers: Handlers<(typeof contract)['noteReading']> = {
  get: (ctx, { query }) => read(ctx, readerOf(ctx, query.source)),

  async update(ctx, { body }) {
    const reader = readerOf(ctx, body.source)
    if (body.acknowledges && reader.source !== 'NFE') throw invalid('acknowledges', 'Só NF-e recebe ciência da operação')
    const before = await findReading(ctx.db, reader)
    if (body.enabled) await refuseUnready(ctx, reader.source)
    const id = before?.id ?? ctx.newId()
    const acknowledges = body.acknowledges ?? before?.acknowledges_since != null
    await saveReading(ctx.db, reader, { id, enabled: body.enabled, acknowledges, created_by: ctx.actor.user_id })
    ctx.touch(id)
    ctx.label(labelOf(reader.source, before, { enabled: body.enabled, acknowledges }))
    if (body.enabled) await planNow(ctx, reader)
    return read(ctx, reader)
  },

  async read(ctx, { body }) {
    const reader = readerOf(ctx, body.source)
    const { who, at } = AUTHORITY_WORDS[reader.source]
    if (!(await findReading(ctx.db, reader))?.enabled)
      throw fail('note_search.not_ready', { motivo: `Ligue a busca de notas ${at} antes.` })
    const next = (await findCounter(ctx.db, reader))?.next_at
    if (next && Date.parse(next) > ctx.now)
      throw fail('conflict.invalid_transition', {
        motivo: `${who} só aceita outra consulta depois de ${formatMoment(next)}${reader.source === 'NFE' ? ': antes disso, bloqueia por mais uma hora' : ''}.`,
      })
    await planNow(ctx, reader)
    return read(ctx, reader)
  },
}

const readerOf = ({ companyId }: Context, source: NoteSource = 'NFE'): Reader => ({ company_id: companyId, source })

function labelOf(source: NoteSource, before: StoredReading | undefined, now: { enabled: boolean; acknowledges: boolean }): string {
  if (now.enabled && before?.enabled && (before.acknowledges_since !== null) !== now.acknowledges)
    return `Ciência automática das notas ${now.acknowledges ? 'ligada' : 'desligada'}`
  return `Busca de notas ${AUTHORITY_WORDS[source].at} ${now.enabled ? 'ligada' : 'desligada'}${now.enabled && now.acknowledges ? ', com ciência automática' : ''}`
}

async function planNow(ctx: Context, reader: Reader): Promise<void> {
  const { queue } = ctx.services
  await planReading({ queue }, ctx.db, reader, 0)
  ctx.afterCommit(() => queue.wake(READING_JOBS[reader.source]))
}

async function read({ db }: Context, reader: Reader): Promise<NoteReading> {
  const counter = await findCounter(db, reader)
  const reading = await findReading(db, reader)
  const enabled = reading?.enabled ?? false
  return {
    ...reader,
    enabled,
    acknowledges: enabled && reading?.acknowledges_since != null,
    last_nsu: counter?.last_nsu ?? '0'.repeat(15),
    next_at: enabled ? (counter?.next_at ?? null) : null,
    read_at: counter?.read_at ?? null,
    answer: counter?.answer ?? null,
    ...(await countOutcomes(db, reader)),
  }
}
