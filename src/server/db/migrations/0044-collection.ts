// Slips registered at a bank by file: the agreement, its slips, what is asked of the bank, the files sent and what their returns said.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD } from './tenant-table.ts'

const COLLECTION = `
create table agreements (
  ${RECORD},
  bank_account_id uuid not null,
  bank_code text not null,
  layout text not null check (layout in ('240', '400')),
  branch text not null,
  branch_digit text not null default '',
  account text not null,
  account_digit text not null default '',
  code text not null default '',
  wallet text not null default '',
  variation text not null default '',
  transmission_code text not null default '',
  post text not null default '',
  /* Where nosso número and the files begin: a company that comes from elsewhere goes on counting. */
  first_number bigint not null default 1 check (first_number > 0),
  first_file int not null default 1 check (first_file > 0),
  /* Hundredths of a percent: interest per month, fine once. */
  interest_rate int not null default 0 check (interest_rate >= 0),
  fine_rate int not null default 0 check (fine_rate >= 0),
  protest_days int,
  write_off_days int,
  /* The bank has approved the first files. */
  approved boolean not null default false,
  foreign key (company_id, bank_account_id) references bank_accounts
);
create table bank_slips (
  ${RECORD},
  agreement_id uuid not null,
  receivable_id uuid,
  /* What its number was made of; a number is never given twice, not even that of a slip that was taken back. */
  sequence bigint not null,
  number text not null,
  digit text not null,
  document text not null,
  amount_cents bigint not null check (amount_cents > 0),
  rebate_cents bigint not null default 0 check (rebate_cents >= 0),
  due_date date not null,
  issue_date date not null,
  interest_rate int not null,
  fine_rate int not null,
  protest_days int,
  write_off_days int,
  payer jsonb not null,
  barcode text not null,
  digitable_line text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'REGISTERED', 'REFUSED', 'PAID', 'WRITTEN_OFF')),
  refusal text,
  paid_cents bigint,
  paid_on date,
  line_id uuid,
  created_by uuid,
  foreign key (company_id, agreement_id) references agreements,
  foreign key (company_id, receivable_id) references entries,
  foreign key (company_id, line_id) references statement_entries
);
create unique index bank_slips_sequence on bank_slips (company_id, agreement_id, sequence);
create index bank_slips_receivable on bank_slips (company_id, receivable_id) where receivable_id is not null;
create table remittances (
  ${RECORD},
  agreement_id uuid not null,
  status text not null default 'GENERATED' check (status in ('GENERATED', 'SENT', 'ANSWERED', 'REFUSED')),
  /* Grows by one in an agreement, without gaps. */
  sequence int not null,
  /* A later file was made: this one cannot be taken back before it. */
  followed boolean not null default false,
  file_name text not null,
  /* The file as it was made: a second download gives the same bytes. */
  content text not null,
  sha256 text not null,
  records int not null,
  total_cents bigint not null,
  generated_at timestamptz not null,
  sent_at timestamptz,
  sent_by uuid,
  foreign key (company_id, agreement_id) references agreements
);
create unique index remittances_sequence on remittances (company_id, agreement_id, sequence) where deleted_at is null;
create table slip_orders (
  ${RECORD},
  /* Null until a file takes it. */
  remittance_id uuid,
  slip_id uuid not null,
  kind text not null check (kind in ('REGISTER', 'DUE_DATE', 'REBATE', 'PROTEST', 'STOP_PROTEST', 'WRITE_OFF')),
  due_date date,
  rebate_cents bigint,
  protest_days int,
  status text not null default 'WAITING' check (status in ('WAITING', 'DONE', 'REFUSED')),
  reason text,
  foreign key (company_id, remittance_id) references remittances,
  foreign key (company_id, slip_id) references bank_slips
);
create index slip_orders_remittance on slip_orders (company_id, remittance_id) where deleted_at is null;
create index slip_orders_slip on slip_orders (company_id, slip_id) where deleted_at is null;
create table slip_occurrences (
  ${RECORD},
  agreement_id uuid not null,
  slip_id uuid,
  file_name text not null,
  /* Says the same occurrence however often its file is read. */
  key text not null,
  number text not null,
  document text not null,
  occurrence text not null,
  meaning text not null,
  reason text not null default '',
  occurred_on date,
  credited_on date,
  amount_cents bigint not null,
  paid_cents bigint not null,
  fee_cents bigint not null,
  /* Asked about: the meaning is unknown, or no slip has its number. */
  open boolean not null,
  /* What a person answered. */
  answer text,
  /* The statement line of what was paid. */
  line_id uuid,
  foreign key (company_id, agreement_id) references agreements,
  foreign key (company_id, slip_id) references bank_slips,
  foreign key (company_id, line_id) references statement_entries
);
create unique index slip_occurrences_key on slip_occurrences (company_id, agreement_id, key) where deleted_at is null;
`

const TABLES = ['agreements', 'bank_slips', 'remittances', 'slip_orders', 'slip_occurrences'] as const

export const collection = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(COLLECTION + TABLES.map(asRecord).join('')).execute(db)
  },
}
