// The SQL of products.
import { sql } from 'kysely'
import type { z } from 'zod'
import { PRODUCT_DEFAULTS, type Product, type ProductFields } from '#contract/products.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { searched } from '#server/db/search.ts'

export type ProductRow = Omit<Product, 'id' | 'company_id' | 'version' | 'created_at' | 'updated_at'>

/** A product as it is stored, of what a person or a sheet says of it. */
export function withDefaults(fields: z.output<typeof ProductFields>): ProductRow {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...PRODUCT_DEFAULTS, ...given } as ProductRow
}

export function listProducts(db: Db, companyId: string, search?: string): Promise<Product[]> {
  return all(
    db,
    sql<Product>`select p.* from products p where p.company_id = ${companyId} and p.deleted_at is null
      and ${searched(search, [sql`p.name`, sql`p.code`, sql`p.ncm`, sql`p.gtin`])} order by lower(p.name), p.id`,
  )
}

export function findProducts(db: Db, companyId: string, ids: readonly string[]): Promise<Product[]> {
  return all(
    db,
    sql<Product>`
      select p.* from products p where p.company_id = ${companyId} and p.id = any (${[...ids]}::uuid[]) and p.deleted_at is null`,
  )
}

export async function insertProducts(db: Db, companyId: string, rows: readonly (ProductRow & { id: string })[]): Promise<void> {
  await sql`insert into products (company_id, id, code, name, description, unit, price_cents, ncm, cest, cfop, gtin, origin, icms_rate)
    select ${companyId}, r.id, r.code, r.name, r.description, r.unit, r.price_cents, r.ncm, r.cest, r.cfop, r.gtin, r.origin, r.icms_rate
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, code text, name text, description text, unit text,
      price_cents bigint, ncm text, cest text,
      cfop text, gtin text, origin text, icms_rate int)`.execute(db)
}

/** False when another write came first. */
export async function updateProduct(db: Db, companyId: string, id: string, version: number, row: ProductRow): Promise<boolean> {
  const result = await sql`update products set code = ${row.code}, name = ${row.name}, description = ${row.description}, unit = ${row.unit},
      price_cents = ${row.price_cents}, ncm = ${row.ncm}, cest = ${row.cest}, cfop = ${row.cfop}, gtin = ${row.gtin},
      origin = ${row.origin},
      icms_rate = ${row.icms_rate}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deleteProduct(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update products set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** Codes of the given ones that a live product already has. */
export async function takenCodes(db: Db, companyId: string, codes: readonly string[]): Promise<Set<string>> {
  const rows = await all(
    db,
    sql<{ code: string }>`
      select code from products where company_id = ${companyId} and deleted_at is null and code = any (${[...codes]}::text[])`,
  )
  return new Set(rows.map(row => row.code))
}

export async function findProduct(db: Db, companyId: string, id: string): Promise<Product | undefined> {
  return first(db, sql<Product>`select p.* from products p where p.company_id = ${companyId} and p.id = ${id} and p.deleted_at is null`)
}
