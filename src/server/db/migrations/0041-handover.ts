// The hand-over to the accounting office: its chart, which account is which, the layouts of its program, and the files delivered.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

const HANDOVER = `
create table chart_accounts (
  ${RECORD},
  code text not null,
  reduced text,
  name text not null,
  analytic boolean not null,
  nature text check (nature in ('D', 'C')),
  ecd_nature text,
  referential text,
  missing_since timestamptz,
  foreign key (company_id) references companies
);
create unique index chart_accounts_code on chart_accounts (company_id, code) where deleted_at is null;
create unique index chart_accounts_reduced on chart_accounts (company_id, reduced) where deleted_at is null and reduced is not null;

create table account_mappings (
  ${RECORD},
  subject text not null check (subject in ('CATEGORY', 'ACCOUNT', 'CONTACT')),
  category_id uuid,
  bank_account_id uuid,
  contact_id uuid,
  chart_account_id uuid not null,
  history_code text,
  history text,
  suggested boolean not null default false,
  foreign key (company_id, category_id) references categories,
  foreign key (company_id, bank_account_id) references bank_accounts,
  foreign key (company_id, contact_id) references contacts,
  foreign key (company_id, chart_account_id) references chart_accounts,
  check (num_nonnulls(category_id, bank_account_id, contact_id) = 1)
);
create unique index account_mappings_subject on account_mappings (company_id, (coalesce(category_id, bank_account_id, contact_id)))
  where deleted_at is null;

create table handover_layouts (
  ${RECORD},
  name text not null,
  kind text not null,
  header text not null,
  account text not null,
  entry text not null,
  trailer text not null,
  separator text not null,
  quoted boolean not null,
  code_set text not null,
  line_end text not null,
  day_format text not null,
  amount_format text not null,
  account_code text not null,
  company_code text,
  user_name text,
  foreign key (company_id) references companies
);
create unique index handover_layouts_name on handover_layouts (company_id, lower(name)) where deleted_at is null;

create table handovers (
  ${RECORD},
  start_date date not null,
  end_date date not null,
  layout_name text not null,
  file_name text not null,
  storage_key text not null,
  sha256 text not null,
  entries_count int not null,
  total_cents bigint not null,
  complement boolean not null,
  first_number int not null,
  last_number int not null,
  shortened jsonb not null,
  made_by uuid not null,
  foreign key (company_id) references companies
);

/* Not journaled: the lines are the delivered file's, and count as long as their hand-over does. */
create table handover_lines (
  company_id uuid not null,
  handover_id uuid not null,
  number int not null,
  entry_id uuid not null,
  date date not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_cents bigint not null,
  history_code text not null,
  history text not null,
  document text not null,
  reversal boolean not null,
  primary key (company_id, handover_id, number),
  foreign key (company_id, handover_id) references handovers,
  foreign key (company_id, debit_account_id) references chart_accounts,
  foreign key (company_id, credit_account_id) references chart_accounts
);
create index handover_lines_entry on handover_lines (company_id, entry_id);
create index handover_lines_date on handover_lines (company_id, date);
`

const RECORDS = ['chart_accounts', 'account_mappings', 'handover_layouts', 'handovers']

export const handover = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(HANDOVER + RECORDS.map(asRecord).join('') + secured('handover_lines')).execute(db)
  },
}
