// The price of look-ups per person, invitations into an accounting office, and a line for every write that no company's journal holds.
import { type Kysely, sql } from 'kysely'
import { appRole, whereAppRoleExists } from '../roles.ts'

const TABLES = `
create table look_up_buckets (key text primary key, tokens double precision not null, at timestamptz not null);
create table organization_invitations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  document_number text not null,
  name text,
  email text,
  phone_number text,
  status text not null default 'WAITING_ACCEPT',
  invited_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index organization_invitations_one on organization_invitations (organization_id, document_number) where status = 'WAITING_ACCEPT';
create index on organization_invitations (document_number) where status = 'WAITING_ACCEPT';
create table audit_lines (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid,
  api_key_id uuid,
  company_id uuid,
  command text not null,
  /** What the write was about. */
  ids text[] not null,
  request_id text not null
);
create index on audit_lines (user_id, at);
create index on audit_lines (at);`

export const rights = {
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
    // The audit is written once: of a batch only who undid it is filled in later.
    await sql
      .raw(
        whereAppRoleExists(`
          revoke update, delete on audit_lines from ${appRole};
          revoke update on batches from ${appRole};
          grant update (undone_by_id) on batches to ${appRole}`),
      )
      .execute(db)
  },
}
