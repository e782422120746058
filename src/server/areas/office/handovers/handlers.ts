// Handing a period over to the accounting office: what the file would hold, the file, and those made before.
import type { Handover } from '#contract/handovers.ts'
import type { contract } from '#contract/index.ts'
import { formatDay } from '#domain/days.ts'
import { counted } from '#domain/text.ts'
import { fileOf as storedFile } from '#server/adapters/files.ts'
import type { Interval } from '#server/areas/reports/income-statement/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { bytesOf, chosenLayout, fileOf, totalCents } from './file.ts'
import { type HandoverPlan, planHandover } from './plan.ts'
import { deleteHandover, findHandover, insertHandover, listHandovers, lockHandovers, type StoredHandover } from './rows.ts'

const SHOWN_LINES = 40
const SHOWN_TEXTS = 100
const MOST_DAYS = 366

export const handoverHandlers: Handlers<(typeof contract)['handovers']> = {
  list: async ctx => (await listHandovers(ctx.db, ctx.companyId)).map(shown),

  async preview(ctx, { query }) {
    checkDays(query)
    const layout = await chosenLayout(ctx, query.layout)
    const plan = await planHandover(ctx, query)
    const file = await fileOf(ctx, layout, plan, query)
    return {
      layout_name: layout.name,
      about: layout.about,
      start_date: query.start_date,
      end_date: query.end_date,
      states: statesOf(plan),
      entries_count: file.lines.length,
      total_cents: totalCents(file),
      complement: plan.complement,
      unmapped: plan.unmapped,
      left_out_count: plan.left_out_count,
      shortened: file.shortened.slice(0, SHOWN_TEXTS),
      shortened_count: file.shortened.length,
      refusal: file.refusal,
      lines: file.text.slice(0, SHOWN_LINES),
    }
  },

  async create(ctx, { body }) {
    checkDays(body)
    const layout = await chosenLayout(ctx, body.layout)
    await lockHandovers(ctx.db, ctx.companyId)
    const plan = await planHandover(ctx, body)
    if (plan.left_out_count > 0 && body.leave_out !== true) throw fail('handover.unmapped', { n: plan.left_out_count })
    const file = await fileOf(ctx, layout, plan, body)
    if (file.lines.length === 0) throw fail('handover.nothing_new')
    if (file.refusal !== null) throw fail('handover.refused', { motivo: file.refusal })
    const stored = await ctx.services.files.put(ctx.companyId, await bytesOf(layout, file))
    const id = ctx.newId()
    const days = `${formatDay(body.start_date)} a ${formatDay(body.end_date)}`
    await insertHandover(ctx.db, ctx.companyId, {
      id,
      start_date: body.start_date,
      end_date: body.end_date,
      layout_name: layout.name,
      file_name: fileName(body, plan.complement, file.lines[0]?.number ?? 0, layout.extension),
      ...stored,
      total_cents: totalCents(file),
      complement: plan.complement,
      shortened: file.shortened,
      made_by: ctx.actor.user_id,
      lines: file.lines,
    })
    ctx.touch(id)
    ctx.label(`Entrega de ${days} à contabilidade, ${counted(file.lines.length, ['lançamento', 'lançamentos'])}`)
    return shown(await mustFind(ctx, id))
  },

  async download(ctx, { params }) {
    const { storage_key, file_name } = await mustFind(ctx, params.id)
    const bytes = await storedFile(ctx.services.files, { storage_key, name: file_name })
    const type = file_name.endsWith('.xlsx')
      ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      : 'application/octet-stream'
    return new Reply('file', Buffer.from(bytes), downloadHeaders(file_name, type))
  },

  async cancel(ctx, { params }) {
    await lockHandovers(ctx.db, ctx.companyId)
    const found = await mustFind(ctx, params.id)
    const [newest] = await listHandovers(ctx.db, ctx.companyId)
    if (newest?.id !== found.id)
      throw fail('conflict.not_editable', { motivo: 'Só a última entrega pode ser cancelada: as seguintes contam com esta.' })
    await deleteHandover(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`Entrega de ${formatDay(found.start_date)} a ${formatDay(found.end_date)} cancelada`)
    return { ok: true as const }
  },
}

function checkDays({ start_date, end_date }: Interval): void {
  if (end_date < start_date) throw invalid('end_date', 'O fim vem antes do início')
  if ((Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 > MOST_DAYS) throw invalid('end_date', 'Entregue até um ano de cada vez')
}

function statesOf({ states }: HandoverPlan) {
  const counts = { NEW: 0, DELIVERED: 0, CHANGED: 0, GONE: 0 }
  for (const state of states.values()) counts[state]++
  return counts
}

const fileName = ({ start_date, end_date }: Interval, complement: boolean, from: number, extension: string): string =>
  `Contabilidade ${start_date} a ${end_date}${complement ? ` complemento ${from}` : ''}.${extension}`

const shown = ({ storage_key: _, last_number: __, ...handover }: StoredHandover): Handover => handover

async function mustFind(ctx: Context, id: string): Promise<StoredHandover> {
  const found = await findHandover(ctx.db, ctx.companyId, id)
  if (!found) throw fail('resource.not_found')
  return found
}
