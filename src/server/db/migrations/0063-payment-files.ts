// Payments by a file that the company sends to its bank: the agreement, the files with their payments, and what the returns said.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD } from './tenant-table.ts'

const PAYMENT_FILES = `
create table payment_agreements (
  ${RECORD},
  bank_account_id uuid not null,
  bank_code text not null,
  branch text not null,
  account text not null,
  account_digit text not null,
  first_file int not null default 1 check (first_file > 0),
  /* The bank has approved the first files. */
  approved boolean not null default false,
  foreign key (company_id, bank_account_id) references bank_accounts
);
create table payment_files (
  ${RECORD},
  agreement_id uuid not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'GENERATED', 'SENT', 'ANSWERED')),
  /* Grows by one in an agreement, without gaps; null while it is open. */
  sequence int,
  is_test boolean not null default false,
  /* A later file was made: this one cannot be taken back before it. */
  followed boolean not null default false,
  /* Counts what was put in and taken out, so that neither is undone below a file made since. */
  changes int not null default 0,
  file_name text,
  /* The file as it was made: a second download gives the same bytes. */
  content text,
  sha256 text,
  generated_at timestamptz,
  generated_by uuid,
  sent_at timestamptz,
  sent_by uuid,
  foreign key (company_id, agreement_id) references payment_agreements
);
create unique index payment_files_sequence on payment_files (company_id, agreement_id, sequence) where deleted_at is null;
create unique index payment_files_one_open on payment_files (company_id, agreement_id) where status = 'OPEN' and deleted_at is null;
create table file_payments (
  ${RECORD},
  payment_file_id uuid not null,
  bill_id uuid not null,
  /* What our number was made of, never given twice in an agreement; not even that of a payment that was taken back. */
  agreement_id uuid not null,
  sequence bigint not null,
  number text not null,
  kind text not null check (kind in ('PIX', 'SLIP', 'COLLECTION')),
  amount_cents bigint not null check (amount_cents > 0),
  pay_on date not null,
  payee_name text not null,
  payee_document text not null,
  /* The Pix key, or the barcode. */
  target text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'PROCESSING', 'PAID', 'REFUSED', 'CANCELLED', 'RETURNED', 'UNKNOWN')),
  reason text,
  paid_cents bigint,
  paid_on date,
  /* It paid its bill: the money of a bill that was paid twice did not. */
  settled_bill boolean not null default false,
  created_by uuid,
  foreign key (company_id, payment_file_id) references payment_files,
  foreign key (company_id, agreement_id) references payment_agreements,
  foreign key (company_id, bill_id) references entries
);
create unique index file_payments_sequence on file_payments (company_id, agreement_id, sequence);
create index file_payments_file on file_payments (company_id, payment_file_id) where deleted_at is null;
/* A bill is held by one file at a time, and a slip is paid once. */
create unique index file_payments_one_per_bill on file_payments (company_id, bill_id)
  where status in ('WAITING', 'PROCESSING', 'UNKNOWN') and deleted_at is null;
create unique index file_payments_one_per_slip on file_payments (company_id, target)
  where kind <> 'PIX' and status in ('WAITING', 'PROCESSING', 'UNKNOWN', 'PAID') and deleted_at is null;
create table payment_returns (
  ${RECORD},
  agreement_id uuid not null,
  file_payment_id uuid,
  file_name text not null,
  /* Says the same word of the bank however often its file is read. */
  key text not null,
  number text not null,
  codes text not null,
  meaning text not null,
  paid_on date,
  paid_cents bigint not null,
  foreign key (company_id, agreement_id) references payment_agreements,
  foreign key (company_id, file_payment_id) references file_payments
);
create unique index payment_returns_key on payment_returns (company_id, agreement_id, key) where deleted_at is null;
`

const TABLES = ['payment_agreements', 'payment_files', 'file_payments', 'payment_returns'] as const

export const paymentFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(PAYMENT_FILES + TABLES.map(asRecord).join('')).execute(db)
  },
}
