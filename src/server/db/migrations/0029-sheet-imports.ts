// Sheets of records that were sent and wait for a person's word, and the job that takes them in.
import { type Kysely, sql } from 'kysely'
import { secured } from './tenant-table.ts'

/* Not journaled: what a person decides about rows that are not in the books yet is no change of the books. */
const SHEET_IMPORTS = `
create table sheet_imports (
  company_id uuid not null references companies,
  id uuid not null,
  kind text not null,
  file_name text not null,
  storage_key text not null,
  sha256 text not null,
  status text not null check (status in ('PREVIEW', 'COMMITTING', 'COMMITTED', 'DISCARDED')),
  /* The columns of the file, and its rows with what becomes of each. */
  header jsonb not null,
  rows jsonb not null,
  /* Lines that a person leaves out. */
  left_out int[] not null default '{}',
  committed_count int not null default 0,
  batch_id uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
`

export const SHEET_QUEUES = ['sheet.commit'] as const

export const sheetImports = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SHEET_IMPORTS + secured('sheet_imports')).execute(db)
    for (const name of SHEET_QUEUES) {
      await sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy: 'standard', retry_limit: 2, retry_backoff: true, expire_in_seconds: 600 })}::json)`.execute(
        db,
      )
    }
  },
}
