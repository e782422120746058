// The demo: the same rows for the same seed and day, books that keep every promise, and a workbench with every kind of case.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isValidCnpj, isValidCpf } from '#domain/documents.ts'
import { type DuplicateCandidate, duplicateGroups } from '#domain/duplicates.ts'
import { INVOICE_STATUSES, NOTIFICATION_TYPES } from '#domain/enums.ts'
import { isAccessKey } from '#domain/fiscal/access-key.ts'
import { findServiceItem } from '#domain/fiscal/service-list.ts'
import type { Lesson, Line, Suggestion, Title } from '#domain/matching/candidates.ts'
import { suggest } from '#domain/matching/suggest.ts'
import { transferPairs } from '#domain/matching/transfers.ts'
import { parseBoleto } from '#domain/payments/boleto.ts'
import { parseBrCode } from '#domain/payments/br-code.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'
import { isKnownNcm } from '#server/areas/fiscal/products/classifications.ts'
import { checkPassword } from '#server/areas/people/auth/passwords.ts'
import { listCharges } from '#server/areas/wallet/charges/rows.ts'
import { listOrders } from '#server/areas/wallet/payments/rows.ts'
import { listKeys } from '#server/areas/wallet/pix/rows.ts'
import { openKysely } from '#server/db/kysely.ts'
import { JOURNALED } from '#server/db/migrations/0001-house.ts'
import { scope } from '#server/db/scope.ts'
import { productsOf, serviceOf } from '#server/demo/catalogue.ts'
import { demoCompanies, shareEntries } from '#server/demo/companies.ts'
import { DEMO_PASSWORD, DEMO_USERS, fillDemo } from '#server/demo/demo.ts'
import { RECORD_TABLES } from '#server/demo/record-tables.ts'
import { SECTOR_NAMES } from '#server/demo/sectors.ts'
import { type Filled, filled } from '#tests/kit/filled-demo.ts'
import { aLesson } from '#tests/kit/matching-data.ts'

const TODAY = '2026-11-11'
const SMALL = { today: TODAY, companies: 5, entries: 7_000 }
/** A working Wednesday, a Sunday after a holiday, and the day that most years lack. */
const DAYS = [TODAY, '2027-01-03', '2028-02-29']

/** Written without the sink. */
const RECORDED_BESIDE = [
  'authority_requests',
  'card_tokens',
  'invoice_series',
  'open_finance_connections',
  'local_open_finance_items',
  'payment_order_links',
  'questions',
  'search_texts',
  'local_bank_accounts',
  'local_bank_movements',
  'local_bank_keys',
  'local_bank_charges',
  'local_bank_slips',
]

/** What two fills must have in common: everything but when and by which transaction it was written, and the salt of the password. */
async function digests(it: Filled): Promise<Record<string, string>> {
  const known = ['organizations', 'users', 'companies', 'roles', 'memberships', 'notifications']
  const tables = [...JOURNALED, ...Object.keys(RECORD_TABLES), ...RECORDED_BESIDE, ...known]
  const found: Record<string, string> = {}
  for (const table of tables) {
    const rows = await it.rows<{ row: Record<string, unknown> }>(`select to_jsonb(t) - 'changed' - 'password_hash' as row from ${table} t`)
    const unjournaled = known.includes(table) && table !== 'notifications'
    const texts = rows.map(({ row }) => JSON.stringify(unjournaled ? { ...row, created_at: 0, updated_at: 0, accepted_at: 0 } : row)).sort()
    found[table] = `${texts.length} ${createHash('sha256').update(texts.join('\n')).digest('hex')}`
  }
  return found
}

const OVERLAPPING_BUDGETS = `select a.id from category_budgets a join category_budgets b on b.company_id = a.company_id and b.category_id = a.category_id and b.id <> a.id
  and a.initial_date <= b.end_date and b.initial_date <= a.end_date`

const demos = new Map<string, Filled>()
let demo: Filled

beforeAll(async () => {
  for (const today of DAYS) demos.set(today, await filled({ ...SMALL, today }))
  demo = demos.get(TODAY) as Filled
}, 120_000)

afterAll(async () => {
  for (const each of demos.values()) await each.close()
})

const count = async (query: string, parameters: unknown[] = []) => Number((await demo.rows<{ n: number }>(query, parameters))[0]?.n)

describe('the demo as a set of rows', () => {
  it('is the same in two databases, ids included, and another for another seed', async () => {
    const again = await filled(SMALL)
    const other = await filled({ ...SMALL, seed: 7 })
    try {
      const expected = await digests(demo)
      expect(await digests(again)).toEqual(expected)
      expect((await digests(other)).entries).not.toBe(expected.entries)
    } finally {
      await Promise.all([again.close(), other.close()])
    }
  }, 120_000)

  it('writes about as many entries as were asked for', async () => {
    const entries = await count('select count(*) as n from entries')
    expect(entries).toBeGreaterThan(SMALL.entries * 0.9)
    expect(entries).toBeLessThan(SMALL.entries * 1.35)
  })

  it('leaves the journal empty and its triggers on', async () => {
    expect(await count('select count(*) as n from batch_rows')).toBe(0)
    expect(await count("select count(*) as n from pg_trigger where not tgisinternal and tgenabled = 'D'")).toBe(0)
  })

  it('adds only new companies to those that are there', async () => {
    const other = await filled({ today: TODAY, companies: 1, entries: 900 })
    try {
      const db = openKysely(other.database.ownerConfig)
      await fillDemo(db, { today: TODAY, companies: 2, entries: 900 })
      await db.destroy()
      expect(await other.rows('select trade_name from companies order by id')).toHaveLength(2)
      expect(await other.rows('select 1 from organizations')).toHaveLength(1)
      expect(await other.rows('select 1 from users where password_hash is not null')).toHaveLength(DEMO_USERS.length)
    } finally {
      await other.close()
    }
  })
})

describe('the companies of the demo', () => {
  it('are twenty-four by valid documents, two of them with letters, the same whatever their number', () => {
    const companies = demoCompanies(2026, 24)
    expect(companies.every(company => isValidCnpj(company.document_number))).toBe(true)
    expect(companies.filter(company => /[A-Z]/.test(company.document_number))).toHaveLength(2)
    expect(demoCompanies(2026, 60).slice(0, 24)).toEqual(companies)
    expect(new Set(demoCompanies(2026, 200).map(company => company.trade_name)).size).toBe(200)
  })

  it('share a wanted total, the large one keeping its twenty thousand', () => {
    const companies = demoCompanies(2026, 50)
    const shares = shareEntries(companies, 1_000_000)
    expect(Math.abs(shares.reduce((sum, each) => sum + each, 0) - 1_000_000)).toBeLessThan(60)
    expect(shares[2]).toBe(100_000)
    expect(shareEntries(companies, undefined)[2]).toBe(20_000)
  })
})

describe('the people of the demo', () => {
  it('have valid documents and one password', async () => {
    for (const user of DEMO_USERS) expect(isValidCpf(user.document), user.name).toBe(true)
    const hashes = await demo.rows<{ password_hash: string }>('select password_hash from users where password_hash is not null')
    expect(hashes).toHaveLength(DEMO_USERS.length)
    expect(await checkPassword(hashes[0]?.password_hash, DEMO_PASSWORD, async () => {})).toBe(true)
  })

  it('may enter as their kind says', async () => {
    const roles = await demo.rows<{ name: string; role: string; status: string; n: number }>(
      `select coalesce(u.name, m.invited_document) as name, r.name as role, m.status, count(*)::int as n
       from memberships m join roles r on r.company_id = m.company_id and r.id = m.role_id left join users u on u.id = m.user_id
       where u.id is null or u.password_hash is not null group by 1, 2, 3`,
    )
    expect(roles).toEqual(
      expect.arrayContaining([
        { name: 'Helena Prado', role: 'Contador', status: 'ACTIVE', n: 5 },
        { name: 'Bianca Rocha', role: 'Financeiro', status: 'ACTIVE', n: 2 },
        { name: DEMO_USERS[2].document, role: 'Financeiro', status: 'WAITING_ACCEPT', n: 1 },
        { name: 'Sérgio Nascimento', role: 'Proprietário', status: 'ACTIVE', n: 2 },
      ]),
    )
  })
})

describe.each(DAYS)('the books of the demo on %s', today => {
  const rows: Filled['rows'] = (query, parameters) => (demos.get(today) as Filled).rows(query, parameters)
  const howMany = async (query: string) => Number((await rows<{ n: number }>(query))[0]?.n)
  const NONE: readonly (readonly [promise: string, query: string])[] = [
    [
      'every conciliated group is exact to the cent',
      `select l.conciliation_id from (select company_id, conciliation_id, sum(amount_cents) as cents from statement_entries where conciliation_id is not null group by 1, 2) l
       full join (select company_id, conciliation_id, sum(case when kind = 'BILL' then -amount_cents else amount_cents end) as cents from entries where conciliation_id is not null and not has_children group by 1, 2) e
         using (company_id, conciliation_id) where l.cents is distinct from e.cents`,
    ],
    [
      'a conciliated line has a group and its titles are settled on its day and account',
      `select l.id from statement_entries l left join entries e on e.company_id = l.company_id and e.conciliation_id = l.conciliation_id
       where l.status = 'CONCILIATED' and (e.id is null or e.date <> l.date or e.bank_account_id <> l.bank_account_id or e.status not in ('PAID', 'RECEIVED') or e.applied_at is null)`,
    ],
    [
      'a waiting or ignored line has no group',
      `select id from statement_entries where status <> 'CONCILIATED' and conciliation_id is not null`,
    ],
    [
      'bills and receivables carry statuses of their own kind',
      `select id from entries where (kind = 'BILL' and status not in ('PENDING', 'APPROVED', 'REPROVED', 'WAITING_PAYMENT', 'WAITING_APPROVAL', 'PAID')) or (kind = 'RECEIVABLE' and status not in ('PENDING', 'RECEIVED'))`,
    ],
    ['nothing settled lies in the future', `select id from entries where status in ('PAID', 'RECEIVED') and date > '${today}'`],
    ['no line lies in the future', `select id from statement_entries where date > '${today}'`],
    [
      'nothing was written or applied tomorrow',
      `select id from entries where greatest(created_at, applied_at) >= date '${today}' + 1 + interval '3 hours'`,
    ],
    [
      'the two sides of a transfer agree',
      `select t.id from transfers t join entries b on b.company_id = t.company_id and b.id = t.bill_id join entries r on r.company_id = t.company_id and r.id = t.receivable_id
       where b.kind <> 'BILL' or r.kind <> 'RECEIVABLE' or b.amount_cents <> t.amount_cents or r.amount_cents <> t.amount_cents or b.bank_account_id <> t.from_bank_account_id
         or r.bank_account_id <> t.to_bank_account_id or b.transfer_id <> t.id or r.transfer_id <> t.id or b.category_id is not null or t.from_bank_account_id = t.to_bank_account_id`,
    ],
    [
      'a transferred entry has its transfer',
      `select e.id from entries e left join transfers t on t.company_id = e.company_id and t.id = e.transfer_id where e.transfer_id is not null and t.id is null`,
    ],
    [
      'the parts of a split sum to the parent, which nobody settles',
      `select p.id from entries p join (select company_id, parent_id, sum(amount_cents) as cents, count(*) as n from entries where parent_id is not null group by 1, 2) c on c.company_id = p.company_id and c.parent_id = p.id
       where c.cents <> p.amount_cents or c.n < 2 or not p.has_children or p.status in ('PAID', 'RECEIVED') or p.conciliation_id is not null`,
    ],
    [
      'nothing of a closed period was written after it was closed',
      `select e.id from entries e join date_ranges r on r.company_id = e.company_id and r.status = 'CLOSED'
       where (e.competence_date between r.start_date and r.end_date and e.created_at > r.closed_at)
          or (e.status in ('PAID', 'RECEIVED') and e.date between r.start_date and r.end_date and e.applied_at > r.closed_at)`,
    ],
    [
      'no line of a closed period waits',
      `select l.id from statement_entries l join date_ranges r on r.company_id = l.company_id and r.status = 'CLOSED' and l.date between r.start_date and r.end_date where l.status = 'PENDING'`,
    ],
    [
      'closed periods do not overlap',
      `select a.id from date_ranges a join date_ranges b on b.company_id = a.company_id and b.id <> a.id and a.status = 'CLOSED' and b.status = 'CLOSED' and a.start_date <= b.end_date and b.start_date <= a.end_date`,
    ],
    [
      'an approved or sent bill was approved by somebody',
      `select e.id from entries e where e.kind = 'BILL' and e.status in ('APPROVED', 'WAITING_PAYMENT') and e.approved_by is null`,
    ],
    [
      'FITIDs never repeat in an account',
      `select transaction_id from statement_entries group by company_id, bank_account_id, transaction_id having count(*) > 1`,
    ],
    ['only the balance rows are zero', `select id from statement_entries where amount_cents = 0 and description <> 'SALDO DO DIA'`],
    [
      'only leaves of the chart are used',
      `select e.id from entries e join categories c on c.company_id = e.company_id and c.id = e.category_id where c.parent_category_id is null`,
    ],
    ['no entry is without a category but the transfers', `select id from entries where category_id is null and transfer_id is null`],
    [
      "a tax is its bill's: the same amount and due date, of the month before",
      `select t.id from taxes t left join entries e on e.company_id = t.company_id and e.id = t.bill_id
       where e.id is null or e.amount_cents <> t.amount_cents or e.due_date <> t.due_date or t.competence_date <> date_trunc('month', t.due_date - interval '1 month')`,
    ],
    [
      'the steps of a tax end in its amount where the books computed it',
      `select id from taxes where revenue_cents is not null and not steps @> jsonb_build_array(jsonb_build_object('amount_cents', amount_cents))`,
    ],
    ['budgets of a category do not overlap', OVERLAPPING_BUDGETS],
    [
      'the pay of an administrator is the one that the books pay',
      `select a.id from associates a where a.pro_labore_amount_cents > 0 and not exists (select 1 from entries e join categories c on c.company_id = e.company_id and c.id = e.category_id
         where e.company_id = a.company_id and c.name = 'Pró-labore' and e.amount_cents = a.pro_labore_amount_cents)`,
    ],
    [
      'shares make a whole',
      `select company_id from associates group by company_id having sum(share_basis_points) <> 10000 or count(*) filter (where is_administrator) <> 1`,
    ],
    [
      'a note sums to its items and payments',
      `select id from invoices where kind <> 'SERVICE' and ((content->'totals'->>'total_cents')::bigint <> amount_cents or (select sum(part::bigint) from jsonb_array_elements_text(content->'payment'->'amount_cents') part) <> amount_cents
         or (content->'totals'->>'discount_cents')::bigint not between 0 and amount_cents)`,
    ],
    [
      'an issued note has its number, its key and the title of its sale, to the cent',
      `select i.id from invoices i left join invoice_entries l on l.company_id = i.company_id and l.invoice_id = i.id left join entries e on e.company_id = l.company_id and e.id = l.entry_id
       where i.source = 'LOCAL' and i.status = 'ISSUED' and (i.number is null or i.access_key is null or i.protocol is null
         or (i.kind <> 'CONSUMER' and (e.kind is distinct from 'RECEIVABLE' or e.amount_cents <> i.amount_cents or e.contact_id <> i.contact_id)))`,
    ],
    [
      'a note that was not issued is booked nowhere, and one that was refused says why',
      `select i.id from invoices i left join invoice_entries l on l.company_id = i.company_id and l.invoice_id = i.id
       where i.source = 'LOCAL' and i.status <> 'ISSUED' and (l.id is not null or (i.status = 'REJECTED' and (i.reason is null or i.reason_code is null)))`,
    ],
    [
      'numbers of notes follow their days without a gap, up to the counter',
      `select company_id, kind from (select company_id, kind, number, number - lag(number) over w as step, issued_at < lag(issued_at) over w as back from invoices where source = 'LOCAL' and number is not null
         window w as (partition by company_id, kind order by number)) n group by 1, 2
       having bool_or(step <> 1) or bool_or(back) or max(number) <> (select s.invoice_number from invoice_series s where s.company_id = n.company_id and s.kind = n.kind)`,
    ],
    [
      'a received note that was booked is a bill of its supplier, to the cent',
      `select i.id from invoices i join invoice_entries l on l.company_id = i.company_id and l.invoice_id = i.id join entries e on e.company_id = l.company_id and e.id = l.entry_id
       where i.source = 'CAPTURE' and (e.kind <> 'BILL' or e.amount_cents <> i.amount_cents or e.contact_id <> i.contact_id or e.document_number <> 'NF ' || i.number)`,
    ],
    [
      'a movement of the digital account is a conciliated line, but for the first deposit',
      `select m.id from digital_movements m left join statement_entries l on l.company_id = m.company_id and l.id = m.statement_entry_id
       where case when m.type = 'DEPOSIT' then l.id is not null else l.status is distinct from 'CONCILIATED' or l.amount_cents <> m.amount_cents end`,
    ],
    [
      "the digital account's lines are all movements of the bank, which knows the same balance",
      `select a.id from digital_accounts a join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id join local_bank_accounts o on o.id = a.id
       where o.balance_cents <> b.balance_cents or o.balance_cents <> (select sum(m.amount_cents) from digital_movements m where m.company_id = a.company_id)
         or (select max(seq) from local_bank_movements m where m.account_id = a.id) <> a.movement_cursor
         or (select count(*) from statement_entries l where l.company_id = b.company_id and l.bank_account_id = b.id) <> (select count(*) - 1 from digital_movements m where m.company_id = a.company_id)`,
    ],
    [
      'a paid charge has its received title, an open one its open title, and the bank knows it',
      `select c.id from charges c left join entries e on e.company_id = c.company_id and e.id = c.receivable_id left join local_bank_charges o on o.id = c.id
       where o.status is distinct from case c.status when 'PENDING' then 'OPEN' else c.status end
         or e.status is distinct from case c.status when 'PAID' then 'RECEIVED' when 'PENDING' then 'PENDING' end or e.amount_cents <> c.transaction_amount`,
    ],
    [
      'a settled payment has its paid bill, and no other has',
      `select p.id from payments p join entries e on e.company_id = p.company_id and e.id = p.bill_id where (p.status = 'SETTLED') <> (e.status = 'PAID') or e.amount_cents <> p.amount_cents`,
    ],
    [
      'occurrences of a recurrence come once each',
      `select recurrence_id from entries where recurrence_id is not null group by recurrence_id, recurrence_index having count(*) > 1`,
    ],
  ]
  it.each(NONE)('%s', async (_, query) => {
    expect((await rows(query)).slice(0, 5)).toEqual([])
  })

  it('keeps every account above zero on every day, as booked and as the bank says', async () => {
    const accounts = await rows<{ institution_name: string; booked: number; banked: number }>(
      `with moves as (
         select company_id, bank_account_id, date, sum(case when kind = 'BILL' then -amount_cents else amount_cents end)::bigint as booked, 0::bigint as banked
           from entries where status in ('PAID', 'RECEIVED') and not has_children group by 1, 2, 3
         union all select company_id, bank_account_id, date, 0, sum(amount_cents)::bigint from statement_entries where status <> 'IGNORED' group by 1, 2, 3),
       days as (select company_id, bank_account_id, date, sum(booked) as booked, sum(banked) as banked from moves group by 1, 2, 3),
       running as (select company_id, bank_account_id, sum(booked) over w as booked, sum(banked) over w as banked from days window w as (partition by company_id, bank_account_id order by date))
       select a.institution_name, (a.initial_balance_amount_cents + min(r.booked))::bigint as booked, (a.initial_balance_amount_cents + min(r.banked))::bigint as banked
       from bank_accounts a join running r on r.company_id = a.company_id and r.bank_account_id = a.id group by a.company_id, a.id, a.institution_name, a.initial_balance_amount_cents`,
    )
    expect(accounts.length).toBeGreaterThan(7)
    for (const account of accounts) {
      expect(account.booked).toBeGreaterThan(0)
      expect(account.banked).toBeGreaterThan(0)
    }
  })

  it('lets the bank state exactly what its lines sum to', async () => {
    const wrong = await rows(
      `select a.id from bank_accounts a left join (select company_id, bank_account_id, sum(amount_cents)::bigint as cents from statement_entries where status <> 'IGNORED' group by 1, 2) l
         on l.company_id = a.company_id and l.bank_account_id = a.id where a.balance_cents <> a.initial_balance_amount_cents + coalesce(l.cents, 0)`,
    )
    expect(wrong).toEqual([])
  })

  it('knows companies and contacts by valid documents', async () => {
    const companies = await rows<{ document_number: string }>('select document_number from companies')
    const contacts = await rows<{ type: string; document_number: string }>('select type, document_number from contacts')
    for (const { document_number } of companies) expect(isValidCnpj(document_number)).toBe(true)
    for (const { type, document_number } of contacts)
      expect(type === 'LEGAL' ? isValidCnpj(document_number) : isValidCpf(document_number)).toBe(true)
  })

  it('shows overdue, due soon, sent, refused and waiting titles, and difference entries of every kind', async () => {
    const statuses = await rows<{ status: string }>('select distinct status from entries')
    expect(statuses.map(row => row.status).sort()).toEqual([
      'APPROVED',
      'PAID',
      'PENDING',
      'RECEIVED',
      'REPROVED',
      'WAITING_APPROVAL',
      'WAITING_PAYMENT',
    ])
    expect(await howMany(`select count(*) as n from entries where status = 'PENDING' and due_date < date '${today}' - 7`)).toBeGreaterThan(
      5,
    )
    expect(
      await howMany(
        `select count(*) as n from entries where status = 'PENDING' and due_date between date '${today}' and date '${today}' + 7`,
      ),
    ).toBeGreaterThan(5)
    const kinds = await rows<{ difference_kind: string }>(
      'select distinct difference_kind from entries where difference_kind is not null order by 1',
    )
    expect(kinds.map(row => row.difference_kind)).toEqual(expect.arrayContaining(['discount', 'fee', 'fine', 'interest']))
  })
})

describe.each(DAYS)('what stands beside the books on %s', today => {
  const rows: Filled['rows'] = (query, parameters) => (demos.get(today) as Filled).rows(query, parameters)
  const names = async (query: string) => (await rows<{ name: string }>(query)).map(row => row.name)

  it('has paid, overdue and open taxes with their slips, and yearly statements, the one of the MEI as its books sum', async () => {
    const taxes = await rows<{ name: string; paid: number; overdue: number; open: number }>(
      `select c.trade_name as name, count(*) filter (where e.status = 'PAID')::int as paid, count(*) filter (where e.status <> 'PAID' and t.due_date < $1)::int as overdue,
         count(*) filter (where e.status <> 'PAID' and t.due_date >= $1)::int as open
       from taxes t join companies c on c.id = t.company_id join entries e on e.company_id = t.company_id and e.id = t.bill_id group by 1`,
      [today],
    )
    expect(taxes).toHaveLength(SMALL.companies)
    for (const { paid, open } of taxes) expect([paid >= 11, open]).toEqual([true, 1])
    for (const name of ['Padaria Sol Nascente', 'Doces da Bel']) expect(taxes.find(each => each.name === name)?.overdue).toBe(1)
    const statements = await rows<{ sum: number; booked: number; status: string }>(
      `select s.commerce_revenue_cents + s.services_revenue_cents as sum, r.status,
         (select sum(e.amount_cents)::bigint from entries e join categories k on k.company_id = e.company_id and k.id = e.category_id
          where e.company_id = s.company_id and k.name = 'Venda de produtos' and not e.has_children and extract(year from e.competence_date) = s.year) as booked
       from annual_billing_statements s join authority_requests r on r.company_id = s.company_id and r.subject_id = s.id where s.kind = 'DASN_SIMEI'`,
    )
    expect(await rows(`select 1 from annual_billing_statements where kind = 'DEFIS'`)).toHaveLength(SMALL.companies - 1)
    expect(statements).toHaveLength(1)
    expect(statements[0]?.status).toBe('DONE')
    expect(statements[0]?.sum).toBe(statements[0]?.booked)
    const slips = await rows<{ line: string; cents: number }>(
      `select r.answer->>'digitable_line' as line, t.amount_cents as cents from authority_requests r
       join taxes t on t.company_id = r.company_id and t.id = r.subject_id where r.kind = 'SLIP'`,
    )
    expect(slips.length).toBeGreaterThan(11 * SMALL.companies)
    for (const { line, cents } of slips) expect(parseBoleto(line, today)?.amount_cents).toBe(cents)
  })

  it('has subscriptions by card and by Pix, each with its months', async () => {
    const subscriptions = await rows<{ payment_method: string; months: number; tokens: number }>(
      `select s.payment_method, count(b.id)::int as months, (select count(*)::int from card_tokens t where t.company_id = s.company_id and t.id = s.pre_approval_id) as tokens
       from subscriptions s join subscription_billings b on b.company_id = s.company_id and b.subscription_id = s.id
       group by s.company_id, s.id, s.payment_method, s.pre_approval_id order by 1`,
    )
    expect(subscriptions).toEqual([
      { payment_method: 'CREDIT_CARD', months: 6, tokens: 1 },
      { payment_method: 'PIX', months: 6, tokens: 0 },
    ])
  })

  it('has budgets of two years, associates with dependents, and what is sold in the words of the tax tables', async () => {
    const years = await names('select distinct extract(year from initial_date)::text as name from category_budgets order by 1')
    expect(years).toEqual([String(Number(today.slice(0, 4)) - 1), today.slice(0, 4)])
    expect(await rows('select 1 from associates where is_administrator')).toHaveLength(SMALL.companies)
    expect((await rows('select 1 from dependents')).length).toBeGreaterThan(1)
    const found = await names('select distinct ncm as name from products')
    expect(found.length).toBeGreaterThan(8)
    for (const ncm of found) expect(isKnownNcm(ncm), ncm).toBe(true)
  })

  it('has notes in every status, and received ones of each decision', async () => {
    expect(await names("select distinct status as name from invoices where source = 'LOCAL' order by 1")).toEqual(
      [...INVOICE_STATUSES].sort(),
    )
    expect(await names('select distinct kind as name from invoices order by 1')).toEqual(['CONSUMER', 'PRODUCT'])
    const decisions = await names(
      `select distinct coalesce(d.decision, 'none') as name from invoices i left join fiscal_decisions d on d.company_id = i.company_id and d.invoice_id = i.id where i.source = 'CAPTURE' order by 1`,
    )
    expect(decisions).toEqual(['ACCEPTED', 'REJECTED', 'none'])
    for (const { name } of await rows<{ name: string }>(
      "select access_key as name from invoices where access_key is not null and kind <> 'SERVICE'",
    ))
      expect(isAccessKey(name), name).toBe(true)
  })
})

describe.each(DAYS)('the connected accounts on %s', today => {
  const filled = () => demos.get(today) as Filled

  it('are a digital account with charges, keys and orders in several states', async () => {
    const [account] = await filled().rows<{ company_id: string }>('select company_id from digital_accounts')
    if (!account) throw new Error('no digital account')
    const db = openKysely(filled().database.ownerConfig)
    await db.transaction().execute(async tx => {
      await scope(tx, { companies: [account.company_id] })
      const charges = await listCharges(tx, [account.company_id], today, {})
      expect([...new Set(charges.map(charge => charge.status))].sort()).toEqual(['CANCELLED', 'EXPIRED', 'OVERDUE', 'PAID', 'PENDING'])
      for (const { emv_code, digitable_line } of charges) {
        expect(parseBrCode(emv_code ?? '')).toBeDefined()
        if (digitable_line !== null) expect(parseBoleto(digitable_line, today)).toBeDefined()
      }
      const orders = await listOrders(tx, [account.company_id], {})
      expect(orders.map(order => order.status).sort()).toEqual(['COMPLETED', 'REJECTED', 'WAITING_APPROVAL'])
      const keys = await listKeys(tx, account.company_id)
      for (const { key, type } of keys) expect(readPixKey(key), key).toEqual({ key, type })
      expect(keys).toHaveLength(3)
    })
    await db.destroy()
  })

  it('are one that open finance feeds', async () => {
    const connections = await filled().rows<{ institution_name: string; status: string }>(
      `select a.institution_name, o.status from open_finance_connections o join bank_accounts a on a.company_id = o.company_id and a.connection_id = o.id::text
       join local_open_finance_items i on i.company_id = o.company_id and i.item_id = o.item_id`,
    )
    expect(connections).toEqual([{ institution_name: 'Sicoob', status: 'UPDATED' }])
  })

  it('are told of, with the rest, by notifications of each type', async () => {
    const types = await filled().rows<{ type: string }>('select distinct type from notifications order by 1')
    expect(types.map(row => row.type)).toEqual([...NOTIFICATION_TYPES].sort())
  })
})

describe('what companies of services issue', () => {
  it('is on the national list, for every trade without products', () => {
    for (const sector of SECTOR_NAMES) {
      const service = serviceOf(sector)
      expect(productsOf(sector).length > 0, sector).toBe(service === undefined)
      if (service) expect(findServiceItem(service.code)?.code).toBe(service.code)
    }
  })
})

describe.each(DAYS)("the bakery's workbench on %s", today => {
  const rows: Filled['rows'] = (query, parameters) => (demos.get(today) as Filled).rows(query, parameters)
  let lines: Line[]
  let suggestions: Suggestion[]
  let titles: Title[]
  let companyId: string

  beforeAll(async () => {
    companyId = (await rows<{ id: string }>("select id from companies where trade_name = 'Padaria Sol Nascente'"))[0]?.id ?? ''
    lines = await rows<Line>(
      `select id, date as day, amount_cents, description as memo, bank_account_id, transaction_id from statement_entries where company_id = $1 and status = 'PENDING' order by date, id`,
      [companyId],
    )
    const read = await rows<Title & { identifiers: (string | null)[] }>(
      `select e.id, e.kind, e.amount_cents, e.due_date, e.date, e.bank_account_id, e.contact_id, coalesce(k.name, '') as contact_name, k.document_number as contact_document,
         coalesce(e.additional_information, '') as description, e.document_number, e.parent_id as parent_entry_id, e.category_id, array[e.transaction_id, e.payment_details->'boleto'->>'digitable_line'] as identifiers,
         e.payment_method in ('CREDIT_CARD', 'DEBIT_CARD') as is_card, e.due_date < date '${today}' - 3 and e.status not in ('PAID', 'RECEIVED') as overdue
       from entries e left join contacts k on k.company_id = e.company_id and k.id = e.contact_id
       where e.company_id = $1 and not e.has_children and e.conciliation_id is null and (e.status not in ('PAID', 'RECEIVED') or e.date > date '${today}' - 60)`,
      [companyId],
    )
    titles = read.map(title => ({ ...title, identifiers: title.identifiers.filter(id => id !== null) }))
    const links = await rows<Pick<Lesson, 'pattern' | 'contact_id' | 'category_id'>>(
      `select distinct l.memo_pattern as pattern, e.contact_id, e.category_id from statement_entries l join entries e on e.company_id = l.company_id and e.conciliation_id = l.conciliation_id and e.difference_kind is null
       where l.company_id = $1 and l.memo_pattern <> ''`,
      [companyId],
    )
    suggestions = suggest(lines, titles, { history: { lessons: links.map(aLesson), splits: [], differences: [] }, today })
  })

  const of = (memo: string) => suggestions[lines.findIndex(line => line.memo === memo)]

  it('has about forty lines, two thirds of them certain', () => {
    const certain = suggestions.filter(suggestion => suggestion.certain).length
    expect(lines.length).toBeGreaterThanOrEqual(38)
    expect(lines.length).toBeLessThanOrEqual(48)
    expect(certain / lines.length).toBeGreaterThan(0.62)
    expect(certain / lines.length).toBeLessThan(0.85)
  })

  it('has a late bill whose line carries fine and interest', () => {
    const late = suggestions[lines.findIndex(line => line.memo.startsWith('BOLETO PAGO CIA DE LUZ DO VALE'))]
    expect(late?.candidates[0]?.difference_cents).toBeGreaterThan(0)
    expect(late).toMatchObject({ certain: true, assigned: { explanation: { by: 'late', sure: true } } })
  })

  it('has a line that two titles fit alike', () => {
    const tie = of('PIX RECEBIDO MARIA L S ARAUJO')
    expect(tie?.certain).toBe(false)
    expect(tie?.candidates.length).toBeGreaterThan(1)
  })

  it('has a line that pays three bills at once', () => {
    expect(suggestions.some(suggestion => suggestion.candidates[0]?.title_ids.length === 3)).toBe(true)
  })

  it('has a payment known by its end-to-end id, and lines no title explains', () => {
    expect(suggestions.some(suggestion => suggestion.candidates[0]?.instant)).toBe(true)
    expect(of('COMPRA CARTAO HORTIFRUTI SABIA')?.candidates).toEqual([])
    expect(of('SALDO DO DIA')?.candidates).toEqual([])
  })

  it('has a pair of lines between own accounts', () => {
    expect(transferPairs(lines).filter(pair => pair.certain)).toHaveLength(1)
  })

  it('has two duplicates to review, one of them certain', async () => {
    const entries = await rows<DuplicateCandidate>(
      `select e.id, e.kind, e.amount_cents, e.date, e.contact_id, e.document_number, e.additional_information, e.recurrence_id as scheduled_recurrence_id, e.parent_id,
         e.payment_details->'boleto'->>'digitable_line' as boleto_digits, e.transaction_id, e.conciliation_id is not null as conciliated, e.status in ('PAID', 'RECEIVED') as settled, e.created_at
       from entries e where e.company_id = $1 and not e.has_children and e.transfer_id is null and e.difference_kind is null and e.date > date '${today}' - 400`,
      [companyId],
    )
    const groups = duplicateGroups(entries)
    expect(groups.length).toBeGreaterThanOrEqual(2)
    expect(groups.length).toBeLessThanOrEqual(4)
    expect(groups.some(group => group.duplicates.some(duplicate => duplicate.certain))).toBe(true)
  })
})
