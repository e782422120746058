// What every later table of a company needs: the record's columns, its journal and version triggers, and forced row-level security.
import { type Kysely, sql } from 'kysely'
import { appRole, whereAppRoleExists } from '../roles.ts'

/** The columns every journaled record carries; their meaning stands in 0001-house. */
export const RECORD = `
  company_id uuid not null,
  id uuid not null,
  version int not null default 1,
  state int not null default 1,
  changed bigint not null default (pg_current_xact_id()::text::bigint),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)`

const secure = (table: string) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} using (company_id = any ((select razao_companies())::uuid[]));`

const journal = (table: string) => `
create trigger a_bump before update on ${table} for each row execute function razao_bump();
create trigger journal_insert after insert on ${table} referencing new table as new_rows for each statement execute function razao_journal();
create trigger journal_update after update on ${table} referencing old table as old_rows new table as new_rows for each statement execute function razao_journal();`

/** Makes the tables of `ddl` a company's own; those named in `journaled` (all of them RECORDs) are never physically deleted. */
export async function createTenantTables(
  db: Kysely<unknown>,
  ddl: string,
  tables: { journaled: readonly string[]; plain: readonly string[] },
): Promise<void> {
  const triggers = [...tables.journaled.map(journal), ...[...tables.journaled, ...tables.plain].map(secure)]
  await sql.raw([ddl, ...triggers].join('\n')).execute(db)
  for (const table of tables.journaled) await sql.raw(whereAppRoleExists(`revoke delete on ${table} from ${appRole}`)).execute(db)
}
