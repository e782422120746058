// Rows made by the database itself, hundreds of thousands a second: companies with years of bills, without the journal of how they came.
import type pg from 'pg'

export interface Company {
  id: string
}

/** First of the five accounts of a seeded company. */
export const accountId = (at = 1): string => `018f0000-0000-7000-8000-${String(at).padStart(12, '0')}`

const id = (of: string, number: string) => `('018f0000-${of}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

// As the superuser, and with triggers and references asleep: the seeding itself is not what is measured.
async function quietly(admin: pg.Client, work: () => Promise<void>): Promise<void> {
  await admin.query("set session_replication_role = replica; select set_config('razao.batch', gen_random_uuid()::text, false)")
  await work()
  await admin.query('set session_replication_role = origin')
}

/** Accounts, 60 categories and the contacts a company needs before it has bills. */
export function seedRegisters(admin: pg.Client, company: Company, contacts = 2000): Promise<void> {
  return quietly(admin, async () => {
    await admin.query(
      `insert into bank_accounts (company_id, id, kind, routing_number, institution_name, branch_number, account_number)
       select $1, ${id('0000', 'i')}, 'CHECKING', '341', (array['Itaú', 'Bradesco', 'Sicoob', 'Inter', 'Nubank'])[i], '0001', (45871 + i) || '-' || i from generate_series(1, 5) i`,
      [company.id],
    )
    await admin.query(
      `insert into categories (company_id, id, name, kind, parent_category_id)
       select $1, ${id('0001', 'i')}, 'Categoria ' || i, 'DEBIT', case when i > 10 then ${id('0001', '1 + i % 10')} end from generate_series(1, 60) i`,
      [company.id],
    )
    await admin.query(
      `insert into contacts (company_id, id, kind, type, name, document_number)
       select $1, ${id('0002', 'i')}, 'SUPPLIER', 'LEGAL', (array['Padaria', 'Oficina', 'Gráfica', 'Construtora', 'Ateliê', 'Farmácia'])[1 + i % 6] || ' ' ||
         (array['São José', 'Três Irmãos', 'Boa Vista', 'Santa Luzia', 'Aurora'])[1 + (i / 6) % 5] || ' ' || i || ' Ltda', lpad((10000000000000 + i)::text, 14, '0')
       from generate_series(1, $2) i`,
      [company.id, contacts],
    )
  })
}

/** `count` open bills due evenly over the year around today, as a company's ledger holds them. */
export async function seedBills(admin: pg.Client, company: Company, count: number): Promise<void> {
  await quietly(admin, async () => {
    await admin.query(
      `insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, issue_date, bank_account_id, category_id, contact_id,
         additional_information, document_number, payment_method)
       select $1, ${id('0003', 'i')}, 'BILL', 'PENDING', 1000 + (i::bigint * 7919) % 500000, d.day, d.day, d.day, d.day - 20,
         ${id('0000', '1 + i % 5')}, ${id('0001', '1 + i % 60')}, ${id('0002', '1 + (i * 31) % 2000')},
         (array['Aluguel', 'Energia', 'Manutenção', 'Honorários', 'Frete', 'Licença de software', 'Material'])[1 + i % 7] || ' ' || i, 'NF ' || i,
         (array['BOLETO', 'PIX', 'BANK_TRANSFER'])[1 + i % 3]
       from generate_series(1, $2::int) i cross join lateral (select current_date - 182 + ((i::bigint * 7919) % 365)::int as day) d`,
      [company.id, count],
    )
  })
  // What autovacuum does within the minute.
  await admin.query('vacuum analyze')
}

/** `count` pending statement lines over the two years before `until`, in turn over the five accounts. */
export async function seedLines(admin: pg.Client, company: Company, count: number, until: string): Promise<void> {
  await quietly(admin, async () => {
    await admin.query(
      `insert into statement_entries (company_id, id, bank_account_id, date, description, amount_cents, kind, transaction_id, identity_key)
       select $1, ${id('0005', 'i')}, ${id('0000', '1 + i % 5')}, d.day, 'PIX ENVIADO FORNECEDOR ' || i % 400, -1000 - (i::bigint * 7919) % 500000, 'DEBIT', 'L' || i, 'L' || i
       from generate_series(1, $2::int) i cross join lateral (select $3::date - ((i::bigint * 730) / $2)::int as day) d`,
      [company.id, count, until],
    )
  })
  await admin.query('vacuum analyze statement_entries')
}

/** Years of an office's companies: `each` bills for every one of them, six in seven paid, twenty pending lines, and the words they are found by. */
export async function seedOffice(admin: pg.Client, companies: readonly string[], each: number): Promise<void> {
  await quietly(admin, async () => {
    await admin.query(
      `insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, additional_information, document_number)
       select c, ${id('0003', 'i')}, 'BILL', case when i % 7 = 0 then 'PENDING' else 'PAID' end, 1000 + (i::bigint * 7919) % 500000, d.day, d.day, d.day,
         (array['Aluguel', 'Energia', 'Manutenção', 'Honorários', 'Frete', 'Licença de software', 'Material'])[1 + i % 7] || ' ' || i, 'NF ' || i
       from unnest($1::uuid[]) c cross join generate_series(1, $2::int) i cross join lateral (select current_date - ((i::bigint * 7919) % 730)::int as day) d`,
      [companies, each],
    )
    await admin.query(
      `insert into bank_accounts (company_id, id, kind, routing_number, institution_name, branch_number, account_number)
       select c, ${id('0000', '1')}, 'CHECKING', '341', 'Itaú', '0001', '45871-3' from unnest($1::uuid[]) c`,
      [companies],
    )
    await admin.query(
      `insert into statement_entries (company_id, id, bank_account_id, date, description, amount_cents, kind, transaction_id, identity_key)
       select c, ${id('0005', 'i')}, ${id('0000', '1')}, current_date - i, 'PIX ENVIADO ' || i, -1000 - (i::bigint * 7 * 7919) % 500000, 'DEBIT', 'L' || i, 'L' || i
       from unnest($1::uuid[]) c cross join generate_series(1, 20) i`,
      [companies],
    )
    await admin.query('select razao_search_fill(c) from unnest($1::uuid[]) c', [companies])
  })
  await admin.query('vacuum analyze')
}

/** Ids of the first `count` seeded bills. */
export const billIds = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `018f0000-0003-7000-8000-${(at + 1).toString(16).padStart(12, '0')}`)
