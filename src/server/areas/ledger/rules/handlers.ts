// Rules: saved from a line, tried dry before they are kept, and applied only when somebody says so.

import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { Rule } from '#contract/reconciliation.ts'
import { countRule, type MatchRule } from '#domain/matching/rules.ts'
import { counted } from '#domain/text.ts'
import { fail } from '#server/base/fail.ts'
import { all } from '#server/db/query.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { checkRefs } from '../entries/refs.ts'
import { activeRules, asMatchRule, notClosed } from '../reconciliation/suggestions.ts'

type RuleHandlers = Handlers<(typeof contract)['rules']>
type RuleBody = Parameters<RuleHandlers['create']>[1]['body']

interface OpenLine {
  id: string
  memo: string
  amount_cents: number
  bank_account_id: string
}

/** The pending lines, outside closed periods, that nobody marked yet with what the rule would say. */
function openLines(ctx: Context, rule: MatchRule): Promise<OpenLine[]> {
  const unmarked = sql.ref(rule.category_id === null ? 'contact_id' : 'category_id')
  return all(
    ctx.db,
    sql<OpenLine>`select l.id, l.description as memo, l.amount_cents, l.bank_account_id from statement_entries l
      where l.company_id = ${ctx.companyId} and l.deleted_at is null and l.status = 'PENDING' and l.conciliation_id is null
        and l.${unmarked} is null and ${notClosed}`,
  )
}

const draft = (body: RuleBody): MatchRule =>
  asMatchRule({
    id: '',
    name: body.name || body.contains,
    priority: body.priority ?? 0,
    contains: body.contains,
    direction: body.direction ?? null,
    min_amount_cents: body.min_amount_cents ?? null,
    max_amount_cents: body.max_amount_cents ?? null,
    bank_account_id: body.bank_account_id ?? null,
    category_id: body.category_id ?? null,
    contact_id: body.contact_id ?? null,
    active: true,
  })

/** The rules of a company, with the names of what they fill; one of them by its id. */
const readRules = (ctx: Context, id: string | null): Promise<Rule[]> =>
  all(
    ctx.db,
    sql<Rule>`
      select r.*, nullif(concat_ws(' ', a.institution_name, a.account_number), '') as bank_account_name, k.name as category_name,
        p.name as contact_name
      from rules r
      left join bank_accounts a on a.company_id = r.company_id and a.id = r.bank_account_id
      left join categories k on k.company_id = r.company_id and k.id = r.category_id
      left join contacts p on p.company_id = r.company_id and p.id = r.contact_id
      where r.company_id = ${ctx.companyId} and (${id}::uuid is null or r.id = ${id}) and r.deleted_at is null
      order by r.priority, r.created_at`,
  )

async function mustFind(ctx: Context, id: string): Promise<Rule> {
  const [rule] = await readRules(ctx, id)
  if (!rule) throw fail('resource.not_found')
  return rule
}

export const ruleHandlers: RuleHandlers = {
  list: ctx => readRules(ctx, null),

  async create(ctx, { body }) {
    await checkRefs(ctx, [body])
    const rule = draft(body)
    const id = ctx.newId()
    await sql`
      insert into rules (company_id, id, name, contains, bank_account_id, min_amount_cents, max_amount_cents, direction, category_id,
        contact_id, priority, active)
      values (${ctx.companyId}, ${id}, ${rule.name}, ${rule.contains}, ${rule.bank_account_id ?? null}, ${rule.min_amount_cents ?? null},
        ${rule.max_amount_cents ?? null}, ${body.direction ?? null}, ${rule.category_id}, ${rule.contact_id}, ${rule.priority},
        ${body.active ?? true})`.execute(ctx.db)
    ctx.label(`Regra “${rule.name}” criada`)
    return mustFind(ctx, id)
  },

  async update(ctx, { params, body }) {
    await checkRefs(ctx, [body])
    const { version, ...fields } = body
    const before = await mustFind(ctx, params.id)
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const rule = { ...before, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) } as Rule
    // Called by its text, it goes on being called by it.
    if (rule.name === '' || rule.name === before.contains) rule.name = rule.contains
    const { numAffectedRows } = await sql`
      update rules set name = ${rule.name}, contains = ${rule.contains}, bank_account_id = ${rule.bank_account_id},
        min_amount_cents = ${rule.min_amount_cents}, max_amount_cents = ${rule.max_amount_cents},
        direction = ${rule.direction}, category_id = ${rule.category_id}, contact_id = ${rule.contact_id}, priority = ${rule.priority},
        active = ${rule.active}
      where company_id = ${ctx.companyId} and id = ${params.id} and version = ${before.version} and deleted_at is null`.execute(ctx.db)
    if (numAffectedRows !== 1n) throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, params.id) })
    ctx.label(`Regra “${rule.name}” alterada`)
    return mustFind(ctx, params.id)
  },

  async delete(ctx, { params }) {
    const rule = await mustFind(ctx, params.id)
    await sql`update rules set deleted_at = now() where company_id = ${ctx.companyId} and id = ${params.id}`.execute(ctx.db)
    ctx.label(`Regra “${rule.name}” excluída`)
    return { ok: true }
  },

  async dryRun(ctx, { body }) {
    const rule = draft(body)
    const taken = countRule(rule, await openLines(ctx, rule), await activeRules(ctx.db, ctx.companyId))
    return { count: taken.applies, line_ids: [...taken.line_ids].slice(0, 1000) }
  },

  async apply(ctx, { params }) {
    const rule = await mustFind(ctx, params.id)
    const match = asMatchRule({ ...rule })
    const taken = countRule(match, await openLines(ctx, match), await activeRules(ctx.db, ctx.companyId))
    const ids = [...taken.line_ids]
    await sql`
      update statement_entries
      set category_id = coalesce(${rule.category_id}, category_id), contact_id = coalesce(${rule.contact_id}, contact_id)
      where company_id = ${ctx.companyId} and id = any (${ids}::uuid[])`.execute(ctx.db)
    ctx.touch(...ids)
    ctx.label(`Regra “${rule.name}” aplicada a ${counted(ids.length, ['linha', 'linhas'])}`)
    return { updated: ids.length, ids }
  },
}
