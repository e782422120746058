// How a series was made, so that moving it follows the same rules; the plan's monthly limit of notes instead of a row's; answered codes.
import { type Kysely, sql } from 'kysely'

const PARTS = [
  'alter table invoice_settings drop column monthly_limit',
  "alter table recurrences add column business_day text not null default 'NONE'",
  'alter table recurrences add column competence_follows boolean not null default true',
  'create index entries_recurrence on entries (company_id, recurrence_id) where recurrence_id is not null',
  `/* When its code was given back; 'used_at' also ends a challenge that another one took the place of. */
alter table otp_challenges add column answered_at timestamptz`,
]

export const moreRules = {
  async up(db: Kysely<unknown>) {
    for (const part of PARTS) await sql.raw(part).execute(db)
  },
}
