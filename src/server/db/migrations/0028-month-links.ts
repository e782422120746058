// Links that open the page of a month without sign-in.
import { type Kysely, sql } from 'kysely'
import { secured } from './tenant-table.ts'

/* Not journaled: who was let in, and until when, is a fact that no undo takes back; a link is revoked. */
const MONTH_LINKS = `
create table month_links (
  company_id uuid not null references companies,
  id uuid not null,
  /* The first day of the month it shows. */
  month date not null,
  made_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (company_id, id)
);
create index on month_links (company_id, month);
/* What a link opens: the only thing known of it before row security. Of its token only the hash. */
create table month_link_tokens (
  token_hash bytea primary key,
  opens_company_id uuid not null references companies,
  month_link_id uuid not null
);
`

export const monthLinks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(MONTH_LINKS + secured('month_links')).execute(db)
  },
}
