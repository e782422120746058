// The yearly statement of the MEI and of the Simples: prefilled by the books, delivered once a year, replaced by its rectification.
import type { contract } from '#contract/index.ts'
import type { TaxProfile } from '#contract/taxes.ts'
import {
  ANNUAL_STATEMENT_LABELS,
  type AnnualStatementKind,
  annualStatementKind,
  statementDueDate,
} from '#domain/taxes/annual-statements.ts'
import { limitState, monthsInBusiness, simplesLimitCents } from '#domain/taxes/limits.ts'
import { computeDasMei, meiLimitCents, type StatementFine, statementFine } from '#domain/taxes/mei.ts'
import { type CompanyRow, findCompany } from '#server/areas/people/companies/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { revenueByMonth } from '../taxes/books.ts'
import { readProfile } from '../taxes/profile.ts'
import { insertRequest } from '../taxes/rows.ts'
import { findStatement, insertStatement, listStatements, lockStatementOf, type NewStatement } from './rows.ts'

type StatementHandlers = Handlers<(typeof contract)['annualStatements']>
type CreateBody = Parameters<StatementHandlers['create']>[1]['body']

export const annualStatementHandlers: StatementHandlers = {
  list: (ctx, { query }) => listStatements(ctx.db, ctx.companyId, query.replaced ?? false),

  async prefill(ctx, { query }) {
    const { kind } = await mustDeclare(ctx)
    const year = query.year ?? Number(ctx.today.slice(0, 4)) - 1
    const profile = await readProfile(ctx.db, ctx.companyId)
    const revenue = await revenueOfYear(ctx, profile, year)
    const limit_cents =
      kind === 'DEFIS' ? simplesLimitCents(year, profile.opening_date) : meiLimitCents(year, profile.mei_activity, profile.opening_date)
    const due_date = statementDueDate(kind, year, null)
    const { fine_cents, halved_cents } = fineOf(kind, profile, year, due_date, ctx.today)
    return {
      kind,
      year,
      ...revenue,
      limit_cents,
      limit_state: limitState(revenue.commerce_revenue_cents + revenue.services_revenue_cents, limit_cents),
      due_date,
      fine_cents,
      halved_fine_cents: halved_cents,
    }
  },

  async create(ctx, { body }) {
    const { company, kind } = await mustDeclare(ctx)
    checkYear(ctx, body)
    const before = await lockStatementOf(ctx.db, ctx.companyId, kind, body.year)
    if (before && !body.rectifies)
      throw fail('conflict.already_exists', { motivo: `A declaração de ${body.year} já foi entregue: envie uma retificação.` })
    if (!before && body.rectifies) throw invalid('rectifies', `Não há declaração de ${body.year} para retificar.`)
    const profile = await readProfile(ctx.db, ctx.companyId)
    const books = await revenueOfYear(ctx, profile, body.year)
    const due_date = statementDueDate(kind, body.year, body.closed_on ?? null)
    // A rectification of a statement delivered in time is not late.
    const fine = before ? NO_FINE : fineOf(kind, profile, body.year, due_date, ctx.today)
    const statement = {
      id: ctx.newId(),
      kind,
      year: body.year,
      commerce_revenue_cents: body.commerce_revenue_cents ?? books.commerce_revenue_cents,
      services_revenue_cents: body.services_revenue_cents ?? books.services_revenue_cents,
      had_employee: body.had_employee,
      closed_on: body.closed_on ?? null,
      due_date,
      delivered_on: ctx.today,
      fine_cents: fine.fine_cents,
      halved_fine_cents: fine.halved_cents,
      halved_until: fine.halved_until,
      rectifies_id: before?.id ?? null,
      created_by: ctx.actor.user_id,
    }
    await insertStatement(ctx.db, ctx.companyId, statement)
    await deliver(ctx, company, statement)
    ctx.touch(statement.id, ...(before ? [before.id] : []))
    ctx.label(`${ANNUAL_STATEMENT_LABELS[kind]} de ${body.year} ${before ? 'retificada' : 'entregue'}`)
    const found = await findStatement(ctx.db, ctx.companyId, statement.id)
    if (!found) throw fail('resource.not_found')
    return found
  },
}

const NO_FINE: StatementFine = { fine_cents: 0, halved_cents: 0, halved_until: null }

async function mustDeclare(ctx: Context): Promise<{ company: CompanyRow; kind: AnnualStatementKind }> {
  const company = await findCompany(ctx.db, ctx.companyId)
  const kind = company && annualStatementKind(company.tax_regime)
  if (!kind) throw invalid('year', 'A declaração anual é do MEI (DASN-SIMEI) e do Simples Nacional (DEFIS).')
  return { company, kind }
}

/** A year is declared once it is over, or once the company is. */
function checkYear(ctx: Context, body: CreateBody): void {
  const closed = body.closed_on ?? null
  if (closed !== null && (closed > ctx.today || Number(closed.slice(0, 4)) !== body.year))
    throw invalid('closed_on', 'A baixa precisa estar no ano declarado e não pode estar no futuro.')
  if (closed === null && body.year >= Number(ctx.today.slice(0, 4))) throw invalid('year', 'O ano ainda não terminou.')
}

async function revenueOfYear(ctx: Context, profile: TaxProfile, year: number) {
  const months = await revenueByMonth(ctx.db, ctx.companyId, profile, `${year}-01`, `${year}-12`)
  return {
    commerce_revenue_cents: months.reduce((sum, month) => sum + month.commerce_cents, 0),
    services_revenue_cents: months.reduce((sum, month) => sum + month.services_cents, 0),
  }
}

/** Of the DASN-SIMEI, reckoned over the DAS of the year's months in business; a late DEFIS has no fine of its own. */
function fineOf(kind: AnnualStatementKind, profile: TaxProfile, year: number, dueDate: string, today: string): StatementFine {
  if (kind === 'DEFIS') return NO_FINE
  const taxes = computeDasMei(year, profile.mei_activity).tax_cents * monthsInBusiness(year, profile.opening_date)
  return statementFine(taxes, dueDate, today)
}

async function deliver(
  ctx: Context,
  company: CompanyRow,
  statement: Pick<NewStatement, 'id' | 'kind' | 'year' | 'commerce_revenue_cents' | 'services_revenue_cents'>,
): Promise<void> {
  const id = ctx.newId()
  const { kind, year, commerce_revenue_cents, services_revenue_cents } = statement
  const { document_number } = company
  await insertRequest(ctx.db, ctx.companyId, {
    id,
    subject_id: statement.id,
    user_id: ctx.actor.user_id,
    ask: { kind: 'STATEMENT', statement: kind, document_number, year, commerce_revenue_cents, services_revenue_cents },
  })
  await ctx.services.queue.start(ctx.db, 'authority.ask', ctx.companyId, ctx.actor.user_id, { request_id: id })
  ctx.afterCommit(() => ctx.services.queue.wake('authority.ask'))
}
