// The office's chart of accounts as a register, and the account that each category, bank account and contact is in it.
import type { ChartAccount, Mapping } from '#contract/chart-accounts.ts'
import type { contract } from '#contract/index.ts'
import { chartProblems, parentByMask } from '#domain/handover/chart.ts'
import { SUBJECT_FIELDS, suggestedAccounts } from '#domain/handover/mapping.ts'
import { counted } from '#domain/text.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { takeAtOnce } from '#server/sheets/sheet.ts'
import {
  type ChartFields,
  deleteChartAccount,
  deleteMapping,
  findChartAccount,
  findMapping,
  insertChart,
  insertMappings,
  isLiveSubject,
  isMapped,
  listChart,
  listMappings,
  type MappingRow,
  unmapped,
  updateChartAccount,
  updateMapping,
} from './rows.ts'
import { chartSheet } from './sheet.ts'

export const chartAccountHandlers: Handlers<(typeof contract)['chartAccounts']> = {
  list: ctx => listChart(ctx.db, ctx.companyId),

  async create(ctx, { body }) {
    const row: ChartFields = {
      code: body.code,
      name: body.name,
      analytic: body.analytic,
      reduced: body.reduced ?? null,
      nature: body.nature ?? null,
      ecd_nature: body.ecd_nature ?? null,
      referential: body.referential ?? null,
    }
    await checkPlace(ctx, row)
    const id = ctx.newId()
    await insertChart(ctx.db, ctx.companyId, [{ id, ...row }])
    ctx.touch(id)
    ctx.label(`Conta contábil ${row.code} criada`)
    return mustFindAccount(ctx, id)
  },

  async update(ctx, { params, body }) {
    const before = await mustFindAccount(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const after: ChartFields = { ...before, ...given<ChartFields>(fields) }
    if (after.code !== before.code || after.analytic !== before.analytic) await checkPlace(ctx, after, before)
    if (before.analytic && !after.analytic && (await isMapped(ctx.db, ctx.companyId, before.id)))
      throw invalid('analytic', 'O de-para leva lançamentos a esta conta: mude-o antes')
    if (!(await updateChartAccount(ctx.db, ctx.companyId, params.id, before.version, after))) {
      throw fail('conflict.stale_version', {}, { current: await mustFindAccount(ctx, params.id) })
    }
    ctx.touch(params.id)
    ctx.label(`Conta contábil ${after.code} alterada`)
    return mustFindAccount(ctx, params.id)
  },

  async delete(ctx, { params }) {
    const { code } = await mustFindAccount(ctx, params.id)
    if (!(await deleteChartAccount(ctx.db, ctx.companyId, params.id)))
      throw fail('conflict.not_editable', { motivo: 'O de-para ainda usa esta conta: troque-a lá antes de excluir.' })
    ctx.touch(params.id)
    ctx.label(`Conta contábil ${code} excluída`)
    return { ok: true as const }
  },

  upload: (ctx, { file }) => takeAtOnce(ctx, chartSheet, file),
}

const given = <T>(fields: object): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

/** An account stands below a synthetic one, and one with accounts below it is synthetic. */
async function checkPlace(ctx: Context, row: ChartFields, before?: ChartAccount): Promise<void> {
  const others = (await listChart(ctx.db, ctx.companyId)).filter(account => account.id !== before?.id)
  const [problems] = chartProblems([row], new Map(others.map(account => [account.code, account])))
  if (problems?.[0]) throw invalid('code', problems[0])
  if (row.analytic && others.some(({ code }) => parentByMask(code) === row.code))
    throw invalid('analytic', 'Esta conta tem contas abaixo: ela é sintética')
}

async function mustFindAccount(ctx: Context, id: string): Promise<ChartAccount> {
  const row = await findChartAccount(ctx.db, ctx.companyId, id)
  if (!row) throw fail('resource.not_found')
  return row
}

export const mappingHandlers: Handlers<(typeof contract)['mappings']> = {
  list: ctx => listMappings(ctx.db, ctx.companyId),

  async create(ctx, { body }) {
    const row = await checkedMapping(ctx, { ...body, suggested: false })
    const id = ctx.newId()
    await insertMappings(ctx.db, ctx.companyId, [{ id, ...row }])
    const made = await mustFindMapping(ctx, id)
    ctx.touch(id)
    ctx.label(`De-para de ${made.subject_name} criado`)
    return made
  },

  async update(ctx, { params, body }) {
    const before = await mustFindMapping(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    // Whoever saves it has looked at it.
    const row = await checkedMapping(ctx, { ...before, ...given<Asked>(fields), suggested: false })
    if (!(await updateMapping(ctx.db, ctx.companyId, params.id, before.version, row))) {
      throw fail('conflict.stale_version', {}, { current: await mustFindMapping(ctx, params.id) })
    }
    const after = await mustFindMapping(ctx, params.id)
    ctx.touch(params.id)
    ctx.label(`De-para de ${after.subject_name} alterado`)
    return after
  },

  async delete(ctx, { params }) {
    const { subject_name } = await mustFindMapping(ctx, params.id)
    await deleteMapping(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`De-para de ${subject_name} excluído`)
    return { ok: true as const }
  },

  suggestions: ctx => suggestionsOf(ctx),

  async accept(ctx) {
    const rows = (await suggestionsOf(ctx)).flatMap(({ subject, subject_id, chart_account_id }) =>
      chart_account_id === null
        ? []
        : {
            id: ctx.newId(),
            subject,
            category_id: subject === 'CATEGORY' ? subject_id : null,
            bank_account_id: subject === 'ACCOUNT' ? subject_id : null,
            contact_id: null,
            chart_account_id,
            history_code: null,
            history: null,
            suggested: true,
          },
    )
    if (rows.length > 0) await insertMappings(ctx.db, ctx.companyId, rows)
    ctx.touch(...rows.map(row => row.id))
    ctx.label(counted(rows.length, ['conta contábil sugerida aceita', 'contas contábeis sugeridas aceitas']))
    return { count: rows.length }
  },
}

async function suggestionsOf(ctx: Context) {
  const chart = (await listChart(ctx.db, ctx.companyId)).filter(account => account.analytic && account.missing_since === null)
  const names = new Map(chart.map(({ id, code, name }) => [id, `${code} ${name}`]))
  const waiting = await unmapped(ctx.db, ctx.companyId)
  const found = suggestedAccounts(
    waiting.map(({ id, own_name }) => ({ id, name: own_name })),
    chart,
  )
  return waiting.map(({ subject, id, name }) => {
    const account = found.get(id) ?? null
    return {
      subject,
      subject_id: id,
      subject_name: name,
      chart_account_id: account,
      chart_account_name: account === null ? null : (names.get(account) ?? null),
    }
  })
}

const MISSING = { CATEGORY: 'Escolha a categoria', ACCOUNT: 'Escolha a conta bancária', CONTACT: 'Escolha o contato' } as const

type Asked = Pick<MappingRow, 'subject' | 'chart_account_id' | 'suggested'> & {
  [K in 'category_id' | 'bank_account_id' | 'contact_id' | 'history_code' | 'history']?: string | null | undefined
}

/** Only the subject's own id stays; the account must receive entries. */
async function checkedMapping(ctx: Context, asked: Asked): Promise<MappingRow> {
  const field = SUBJECT_FIELDS[asked.subject]
  if (!asked[field]) throw invalid(field, MISSING[asked.subject])
  const account = await findChartAccount(ctx.db, ctx.companyId, asked.chart_account_id)
  if (!account) throw invalid('chart_account_id', 'Esta conta não está no plano do escritório')
  if (!(await isLiveSubject(ctx.db, ctx.companyId, asked.subject, asked[field]))) throw invalid(field, MISSING[asked.subject])
  if (!account.analytic) throw invalid('chart_account_id', `${account.code} é sintética: só contas analíticas recebem lançamentos`)
  return {
    subject: asked.subject,
    category_id: null,
    bank_account_id: null,
    contact_id: null,
    [field]: asked[field],
    chart_account_id: asked.chart_account_id,
    history_code: asked.history_code ?? null,
    history: asked.history ?? null,
    suggested: asked.suggested,
  }
}

async function mustFindMapping(ctx: Context, id: string): Promise<Mapping> {
  const row = await findMapping(ctx.db, ctx.companyId, id)
  if (!row) throw fail('resource.not_found')
  return row
}
