// Journals who belongs to a company with which rights, and the company's own data, like the books.
import { type Kysely, sql } from 'kysely'
import { appRole, whereAppRoleExists } from '../roles.ts'

const RECORD_COLUMNS = `
  add column state int not null default 1,
  add column changed bigint not null default (pg_current_xact_id()::text::bigint),
  add column deleted_at timestamptz`

const JOURNAL_UPDATE = (table: string) => `
create trigger a_bump before update on ${table} for each row execute function razao_bump();
create trigger journal_update after update on ${table} referencing old table as old_rows new table as new_rows for each statement execute function razao_journal();`

const JOURNAL_INSERT = (table: string) => `
create trigger journal_insert after insert on ${table} referencing new table as new_rows for each statement execute function razao_journal();`

const VERSIONED = ['roles', 'memberships'] as const

export const people = {
  async up(db: Kysely<unknown>) {
    for (const table of VERSIONED) {
      await sql
        .raw(
          `alter table ${table} add column version int not null default 1, add column updated_at timestamptz not null default now(), ${RECORD_COLUMNS}`,
        )
        .execute(db)
    }
    await sql
      .raw(`
create unique index roles_name on roles (company_id, lower(name)) where deleted_at is null;
/* Null until the person said yes: an invitation that was rejected, withdrawn or ran out never comes back as a member. */
alter table memberships add column accepted_at timestamptz default now(),
  add column invited_name text, add column invited_email text, add column invited_phone text;
alter table memberships no force row level security;
update memberships set accepted_at = case when status = 'ACTIVE' or invited_document is null then created_at end,
  expires_at = case when status = 'WAITING_ACCEPT' then coalesce(expires_at, created_at + interval '7 days') else expires_at end;
alter table memberships force row level security;
create unique index memberships_one_invitation on memberships (company_id, invited_document) where status = 'WAITING_ACCEPT';
/* A company's line stands in its own journal. Founding one is never undone, so only its changes are kept. */
alter table companies add column company_id uuid not null generated always as (id) stored, ${RECORD_COLUMNS};`)
      .execute(db)
    for (const table of VERSIONED) {
      await sql.raw(JOURNAL_INSERT(table) + JOURNAL_UPDATE(table)).execute(db)
      await sql.raw(whereAppRoleExists(`revoke delete on ${table} from ${appRole}`)).execute(db)
    }
    await sql.raw(JOURNAL_UPDATE('companies')).execute(db)
  },
}
