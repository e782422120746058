// Receiving by Pix at the company's own bank: what was agreed on, the sealed means of speaking with it, and the charges made there.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

const PIX_AGREEMENTS = `
create table pix_agreements (
  ${RECORD},
  bank_account_id uuid not null,
  environment text not null check (environment in ('TEST', 'PRODUCTION')),
  pix_key text not null,
  base_url text not null,
  token_url text not null,
  foreign key (company_id, bank_account_id) references bank_accounts
);
/* Not journaled: a secret stands in no image. It is of the two addresses it was given for, and of no others. */
create table pix_credentials (
  company_id uuid not null,
  pix_agreement_id uuid not null,
  base_url text not null,
  token_url text not null,
  client_id text not null,
  certificate_valid_to timestamptz not null,
  key_version int not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  status text not null default 'UNTRIED',
  answered_at timestamptz,
  primary key (company_id, pix_agreement_id),
  foreign key (company_id, pix_agreement_id) references pix_agreements
);
alter table charges
  /** At which bank; null is the digital account's. */
  add column pix_agreement_id uuid,
  add column environment text not null default 'local',
  /** Why the bank would not register it, or give back what was asked. */
  add column bank_reason text,
  /** How many refunds the bank has ended: the next one has this number. */
  add column refund_attempts int not null default 0;
create index charges_at_bank on charges (company_id, pix_agreement_id, txid) where pix_agreement_id is not null;`

export const pixAgreements = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(PIX_AGREEMENTS + asRecord('pix_agreements') + secured('pix_credentials')).execute(db)
  },
}
