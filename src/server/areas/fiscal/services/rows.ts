// The SQL of services.
import { sql } from 'kysely'
import { all, type Db, first, type Row } from '#server/db/query.ts'
import { searched } from '#server/db/search.ts'

export type StoredService = Omit<Row<'services'>, 'state' | 'changed' | 'deleted_at'>
export type ServiceRow = Omit<StoredService, 'id' | 'company_id' | 'version' | 'created_at' | 'updated_at'>

export function listServices(db: Db, companyId: string, search?: string): Promise<StoredService[]> {
  return all(
    db,
    sql<StoredService>`select s.* from services s where s.company_id = ${companyId} and s.deleted_at is null
      and ${searched(search, [sql`s.name`, sql`s.description`, sql`s.municipal_service_code`])} order by lower(s.name), s.id`,
  )
}

export function findService(db: Db, companyId: string, id: string): Promise<StoredService | undefined> {
  return first(
    db,
    sql<StoredService>`select s.* from services s where s.company_id = ${companyId} and s.id = ${id} and s.deleted_at is null`,
  )
}

export async function insertService(db: Db, companyId: string, id: string, row: ServiceRow): Promise<void> {
  await sql`
    insert into services (company_id, id, name, description, amount_cents, municipal_service_code, iss_rate, iss_withheld, municipal_code,
      nbs)
    values (${companyId}, ${id}, ${row.name}, ${row.description}, ${row.amount_cents}, ${row.municipal_service_code}, ${row.iss_rate},
      ${row.iss_withheld},
      ${row.municipal_code}, ${row.nbs})`.execute(db)
}

/** False when another write came first. */
export async function updateService(db: Db, companyId: string, id: string, version: number, row: ServiceRow): Promise<boolean> {
  const result = await sql`update services set name = ${row.name}, description = ${row.description}, amount_cents = ${row.amount_cents},
      municipal_service_code = ${row.municipal_service_code}, iss_rate = ${row.iss_rate}, iss_withheld = ${row.iss_withheld},
      municipal_code = ${row.municipal_code}, nbs = ${row.nbs}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deleteService(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update services set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}
