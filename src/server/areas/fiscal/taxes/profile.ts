// What the tax rules need to know of a company that its books do not tell; until somebody says otherwise, the usual.
import { sql } from 'kysely'
import type { TaxProfile } from '#contract/taxes.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { type Db, first } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'

const USUAL: TaxProfile = {
  version: 0,
  opening_date: null,
  main_activity: 'COMMERCE',
  services_annex: 'III',
  mei_activity: 'COMMERCE',
  commerce_category_ids: [],
  services_category_ids: [],
  payroll_category_ids: [],
}

const find = (db: Db, companyId: string): Promise<(TaxProfile & { id: string }) | undefined> =>
  first(db, sql<TaxProfile & { id: string }>`select * from tax_profiles where company_id = ${companyId} and deleted_at is null`)

export const readProfile = async (db: Db, companyId: string): Promise<TaxProfile> => (await find(db, companyId)) ?? USUAL

type Fields = { [K in keyof TaxProfile]?: TaxProfile[K] | undefined }

export async function writeProfile(ctx: Context, fields: Fields): Promise<TaxProfile> {
  const stored = await find(ctx.db, ctx.companyId)
  const before = stored ?? USUAL
  const { version, ...given } = fields
  if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const after: TaxProfile = { ...before, ...known }
  await checkCategories(ctx, after)
  const values = sql`${after.opening_date}::date, ${after.main_activity}, ${after.services_annex}, ${after.mei_activity},
    ${[...after.commerce_category_ids]}::uuid[], ${[...after.services_category_ids]}::uuid[], ${[...after.payroll_category_ids]}::uuid[]`
  const columns = sql`
    opening_date, main_activity, services_annex, mei_activity, commerce_category_ids, services_category_ids, payroll_category_ids`
  if (stored) {
    const result = await sql`update tax_profiles set (${columns}) = row (${values})
      where company_id = ${ctx.companyId} and id = ${stored.id} and version = ${stored.version}`.execute(ctx.db)
    if (result.numAffectedRows !== 1n) throw fail('conflict.stale_version', {}, { current: await readProfile(ctx.db, ctx.companyId) })
  } else {
    await sql`insert into tax_profiles (company_id, id, ${columns}) values (${ctx.companyId}, ${ctx.newId()}, ${values})`.execute(ctx.db)
  }
  ctx.label('Dados do cálculo de impostos alterados')
  return readProfile(ctx.db, ctx.companyId)
}

async function checkCategories(ctx: Context, profile: TaxProfile): Promise<void> {
  for (const field of ['commerce_category_ids', 'services_category_ids', 'payroll_category_ids'] as const) {
    const ids = [...new Set(profile[field])]
    const found = await first(
      ctx.db,
      sql<{ count: number }>`
        select count(*)::int as count from categories
        where company_id = ${ctx.companyId} and id = any (${ids}::uuid[]) and deleted_at is null`,
    )
    if (found?.count !== ids.length) throw invalid(field, 'Categoria não encontrada')
  }
}
