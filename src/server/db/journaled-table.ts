// What every table of a company has in common, for the migrations after the first: its columns, journal, row security, and no deleting.
import { appRole, whereAppRoleExists } from './roles.ts'

/** The columns of a journaled record, as the first migration made them. */
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

/** Journals every write of the table, hides the rows of other companies, and takes the right to delete from the app role. */
export const guard = (table: string): string => `
create trigger a_bump before update on ${table} for each row execute function razao_bump();
create trigger journal_insert after insert on ${table} referencing new table as new_rows for each statement execute function razao_journal();
create trigger journal_update after update on ${table} referencing old table as old_rows new table as new_rows for each statement execute function razao_journal();
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} using (company_id = any ((select razao_companies())::uuid[]));
${whereAppRoleExists(`revoke delete on ${table} from ${appRole}`)};`
