// What every tenant table of a later migration gets: record columns, journal and version triggers, forced row security.
import { appRole, whereAppRoleExists } from '../roles.ts'

/** The columns of a journaled record, as 0001-house.ts gives them to the first tables. */
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

/** Every write of the table is imaged in a batch, and the app role may not delete from it. */
export const journaled = (table: string): string => `
create trigger a_bump before update on ${table} for each row execute function razao_bump();
create trigger journal_insert after insert on ${table} referencing new table as new_rows for each statement execute function razao_journal();
create trigger journal_update after update on ${table} referencing old table as old_rows new table as new_rows for each statement execute function razao_journal();
${whereAppRoleExists(`revoke delete on ${table} from ${appRole}`)};`

/** Only the rows of the companies in scope are seen, whoever asks. */
export const secured = (table: string): string => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} using (company_id = any ((select razao_companies())::uuid[]));`

/** Both: what a record of a company needs. */
export const asRecord = (table: string): string => journaled(table) + secured(table)
