// Questions that an accountant asks a client about one payment, the links that open them, and the answers.
import { type Kysely, sql } from 'kysely'
import { secured } from './tenant-table.ts'

/* Not journaled: what was asked of somebody outside, and what they said, is a fact that no undo takes back. */
const QUESTIONS = `
create table questions (
  company_id uuid not null,
  id uuid not null,
  statement_entry_id uuid,
  entry_id uuid,
  text text not null,
  /** What the client chooses from; category and contact stay with the accountant. */
  choices jsonb not null default '[]',
  takes_text boolean not null,
  takes_file boolean not null,
  /** The payment as it stood when it was asked: all the client sees of it. */
  subject jsonb not null,
  recipient text,
  asked_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  answered_at timestamptz,
  answer_choice int,
  answer_text text,
  /** Used or put aside by somebody of the company. */
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, statement_entry_id) references statement_entries,
  foreign key (company_id, entry_id) references entries,
  check (num_nonnulls(statement_entry_id, entry_id) = 1)
);
create index questions_open on questions (company_id, created_at) where settled_at is null and revoked_at is null;
/* What a link opens: the only thing known of it before row security. Of its token only the hash. */
create table question_links (
  token_hash bytea primary key,
  opens_company_id uuid not null references companies,
  question_id uuid not null
);
alter table attachments add column question_id uuid, add foreign key (company_id, question_id) references questions;
create index on attachments (company_id, question_id) where deleted_at is null and question_id is not null;
`

export const questions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(QUESTIONS + secured('questions')).execute(db)
  },
}
