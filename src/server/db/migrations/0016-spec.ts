// Payment details name their boleto (SPEC.md, Bills), and the registry keeps who told a fact and when.
import { type Kysely, sql } from 'kysely'

/** `{digitable_line}` of older payment details as `{boleto: {digitable_line}}`. */
const moved = (details: string): string => `(${details} - 'digitable_line') || jsonb_build_object('boleto',
  case when nullif(${details}->>'digitable_line', '') is not null then jsonb_build_object('digitable_line', ${details}->>'digitable_line') end)`

/** The rewriting is no person's write: no batch, no new version, and closed periods are rewritten too. */
const BOLETOS = `
alter table entries no force row level security;
alter table entries disable trigger user;
update entries set payment_details = ${moved('payment_details')} where payment_details ? 'digitable_line';
alter table entries enable trigger user;
alter table entries force row level security;
alter table batch_rows no force row level security;
update batch_rows set before = jsonb_set(before, '{payment_details}', ${moved("(before->'payment_details')")})
  where table_name = 'entries' and before->'payment_details' ? 'digitable_line';
alter table batch_rows force row level security;
`

const REGISTRY = `
alter table local_registry add column source text not null default 'local', add column told_at timestamptz not null default now();
`

export const spec = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(BOLETOS).execute(db)
    await sql.raw(REGISTRY).execute(db)
  },
}
