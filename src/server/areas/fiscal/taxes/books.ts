// What the books say to the tax rules: gross revenue by competence, split in trade and services, and payroll.
import { type RawBuilder, sql } from 'kysely'
import type { TaxProfile } from '#contract/taxes.ts'
import type { MonthPayroll, MonthRevenue } from '#domain/taxes/simples.ts'
import { all, type Db } from '#server/db/query.ts'

/** Leaves of the default chart, until the company names its own. */
const DEFAULT_NAMES = {
  commerce_category_ids: ['Venda de produtos', 'Fretes cobrados'],
  services_category_ids: ['Prestação de serviços', 'Assinaturas e mensalidades'],
  payroll_category_ids: ['Salários', 'Pró-labore', 'INSS e FGTS', 'Férias e 13º salário'],
} as const

type CategoryList = keyof typeof DEFAULT_NAMES

/** The categories of a list and everything below them. */
const categoriesOf = (companyId: string, profile: TaxProfile, list: CategoryList): RawBuilder<unknown> => sql`(
  with recursive tree as (
    select id from categories where company_id = ${companyId} and ${
      profile[list].length > 0 ? sql`id = any (${[...profile[list]]}::uuid[])` : sql`name = any (${[...DEFAULT_NAMES[list]]}::text[])`
    }
    union select c.id from categories c join tree t on c.parent_category_id = t.id where c.company_id = ${companyId})
  select id from tree)`

/**
 * Gross revenue of each month between two, by competence and without deductions: receivables of the revenue block, uncategorised ones too,
 * except transfers and the differences a conciliation booked. What no list names counts as the main activity.
 */
export function revenueByMonth(db: Db, companyId: string, profile: TaxProfile, from: string, to: string): Promise<MonthRevenue[]> {
  const isCommerce = sql`case
    when e.category_id in ${categoriesOf(companyId, profile, 'commerce_category_ids')} then true
    when e.category_id in ${categoriesOf(companyId, profile, 'services_category_ids')} then false
    else ${profile.main_activity !== 'SERVICES'}::boolean end`
  return all(
    db,
    sql<MonthRevenue>`select r.month, coalesce(sum(r.amount_cents) filter (where r.commerce), 0)::bigint as commerce_cents,
        coalesce(sum(r.amount_cents) filter (where not r.commerce), 0)::bigint as services_cents
      from (select to_char(e.competence_date, 'YYYY-MM') as month, e.amount_cents, ${isCommerce} as commerce
        from entries e left join categories c on c.company_id = e.company_id and c.id = e.category_id
        where e.company_id = ${companyId} and e.kind = 'RECEIVABLE' and e.deleted_at is null and not e.has_children
        and e.transfer_id is null
          and e.competence_date between ${`${from}-01`}::date and (${`${to}-01`}::date + interval '1 month - 1 day')
          and case when c.id is null then e.difference_kind is null
            else c.kind = 'CREDIT' and not c.is_deductible and not c.is_non_operational_expense
            and not c.is_hidden_from_income_statement end) r
      group by r.month order by r.month`,
  )
}

/** Wages, partners' pay and their charges by competence, for Fator R; a reproved bill is owed to nobody. */
export function payrollByMonth(db: Db, companyId: string, profile: TaxProfile, from: string, to: string): Promise<MonthPayroll[]> {
  return all(
    db,
    sql<MonthPayroll>`select to_char(competence_date, 'YYYY-MM') as month, sum(amount_cents)::bigint as cents from entries
      where company_id = ${companyId} and kind = 'BILL' and deleted_at is null and not has_children and status <> 'REPROVED'
        and competence_date between ${`${from}-01`}::date and (${`${to}-01`}::date + interval '1 month - 1 day')
        and category_id in ${categoriesOf(companyId, profile, 'payroll_category_ids')} group by 1`,
  )
}
