// The SQL of how a company is connected to its notes: whether received ones are captured, and the series new ones take.
import { sql } from 'kysely'
import type { Company } from '#contract/companies.ts'
import { type Db, first } from '#server/db/query.ts'

type Connection = Company['invoice_connection_settings']

export async function invoiceConnection(db: Db, companyId: string): Promise<Connection> {
  const found = await first(
    db,
    sql<{ captures: boolean; rps: Connection['rps'] }>`
      select
        exists (select from invoice_settings where company_id = ${companyId} and deleted_at is null and capture_active) as captures,
        coalesce((
          select json_agg(json_build_object('kind', kind, 'serie_number', serie_number, 'invoice_number', invoice_number) order by kind)
          from invoice_series where company_id = ${companyId} and active
        ), '[]') as rps`,
  )
  return { receive_invoice_company_id: found?.captures ? companyId : null, rps: found?.rps ?? [] }
}
