// The demo tells the truth: what its screens offer a newcomer to try works at the first try, class by class, on days of every kind.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, startOfMonth } from '#domain/days.ts'
import { cancelRefusal } from '#domain/fiscal/invoice-rules.ts'
import { parseBoleto } from '#domain/payments/boleto.ts'
import { diskFiles } from '#server/adapters/files.ts'
import { certificateTrust } from '#server/adapters/trust.ts'
import { missingAddress } from '#server/areas/fiscal/invoices/issuer.ts'
import { checkSignature } from '#server/fiscal/sign.ts'
import { type Filled, filled } from '#tests/kit/filled-demo.ts'

/** A working Wednesday, and a Sunday after a holiday. */
const DAYS = ['2026-11-11', '2027-01-03']
/** Until the first company with services only. */
const COMPANIES = 9

const demos = new Map<string, Filled>()
let folder = ''

/** Its files in a folder of their own, at noon of the day. */
const outsideOf = (today: string, name: string) => ({
  files: diskFiles(join(folder, name)),
  trust: certificateTrust({ testDir: folder, rootsFile: undefined, now: () => Date.parse(`${today}T12:00:00Z`) }),
  secret: new Uint8Array(32),
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'razao-demo-'))
  for (const today of DAYS) {
    demos.set(today, await filled({ today, companies: COMPANIES, entries: 9_000, outside: outsideOf(today, today) }))
  }
}, 240_000)

afterAll(async () => {
  for (const each of demos.values()) await each.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(DAYS)('the demo on %s', today => {
  const rows: Filled['rows'] = (query, parameters) => (demos.get(today) as Filled).rows(query, parameters)
  const none = async (query: string, parameters: unknown[] = []) => expect((await rows(query, parameters)).slice(0, 5)).toEqual([])

  it('knows every supplier’s Pix key at the local bank, by the supplier’s own document', async () => {
    await none(`select c.name, k->>'key' as key, b.holder from contacts c cross join jsonb_array_elements(c.pix_keys) k
      left join local_bank_keys b on b.key = k->>'key' where b.holder->>'document_number' is distinct from c.document_number`)
    expect((await rows('select 1 from contacts where jsonb_array_length(pix_keys) > 0')).length).toBeGreaterThan(50)
  })

  it('pays by files at a bank: one in each state, what the bank answered read, and what they hold waiting', async () => {
    const files = await rows<{ id: string; company_id: string; status: string; content: string | null; states: string[] }>(
      `select f.id, f.company_id, f.status, f.content, array(select p.status from file_payments p where p.payment_file_id = f.id order by 1) as states
       from payment_files f join companies c on c.id = f.company_id and c.trade_name = 'Padaria Sol Nascente' order by f.sequence nulls last`,
    )
    expect(files.map(file => file.status)).toEqual(['ANSWERED', 'SENT', 'GENERATED', 'OPEN'])
    expect(files[0]?.states).toContain('PAID')
    expect(files[0]?.states).toContain('REFUSED')
    expect([new Set(files[1]?.states), new Set(files[2]?.states)]).toEqual([new Set(['PROCESSING']), new Set(['WAITING'])])
    expect(files.slice(0, 3).every(file => file.content?.split('\r\n').every(line => line === '' || line.length === 240))).toBe(true)
    await none(`select p.number, e.status from file_payments p join entries e on e.company_id = p.company_id and e.id = p.bill_id
      where e.status <> case when p.status in ('WAITING', 'PROCESSING') then 'WAITING_PAYMENT' when p.status = 'PAID' then 'PAID' else e.status end
        or (p.status = 'REFUSED' and e.status not in ('PENDING', 'APPROVED'))`)
  })

  it('knows the boleto of every open bill, with its supplier as payee and its amount', async () => {
    const open = await rows<{ line: string; cents: number; document_number: string }>(
      `select e.payment_details->'boleto'->>'digitable_line' as line, e.amount_cents as cents, c.document_number from entries e
       join contacts c on c.company_id = e.company_id and c.id = e.contact_id
       where e.kind = 'BILL' and e.status not in ('PAID', 'REPROVED') and e.payment_details->'boleto'->>'digitable_line' is not null`,
    )
    expect(open.length).toBeGreaterThan(10)
    const slips = await rows<{ barcode: string; amount_cents: number; recipient: { document_number: string } }>(
      'select barcode, amount_cents, recipient from local_bank_slips',
    )
    const known = new Map(slips.map(slip => [slip.barcode, [slip.amount_cents, slip.recipient.document_number]]))
    for (const { line, cents, document_number } of open)
      expect(known.get(parseBoleto(line, today)?.barcode ?? ''), line).toEqual([cents, document_number])
  })

  it('gives the owner who signs in a digital account, with keys and money', async () => {
    const own = await rows<{ trade_name: string; accounts: number; keys: number }>(
      `select c.trade_name, (select count(*)::int from digital_accounts d where d.company_id = c.id and d.status = 'ACTIVE') as accounts,
         (select count(*)::int from pix_keys k where k.company_id = c.id and k.status = 'ACTIVE') as keys
       from companies c join memberships m on m.company_id = c.id join roles r on r.company_id = c.id and r.id = m.role_id
       join users u on u.id = m.user_id where u.name = 'Sérgio Nascimento' and r.preset = 'OWNER' order by c.trade_name`,
    )
    expect(own).toContainEqual({ trade_name: 'Padaria Sol Nascente', accounts: 1, keys: 3 })
  })

  it('opens every account in the books with what the bank opened it with, and has a statement wherever there are lines', async () => {
    await none(`select a.institution_name from bank_accounts a
      left join (select company_id, bank_account_id, sum(amount_cents)::bigint as cents, count(*) as lines from statement_entries
        where status <> 'IGNORED' group by 1, 2) l on l.company_id = a.company_id and l.bank_account_id = a.id
      where (l.lines > 0 and (a.balance_cents is null or a.balance_date is null))
        or a.balance_cents <> a.initial_balance_amount_cents + coalesce(l.cents, 0)`)
    await none(`select d.id from digital_accounts d join bank_accounts a on a.company_id = d.company_id and a.id = d.bank_account_id
      join digital_movements m on m.company_id = d.company_id and m.type = 'DEPOSIT' where m.amount_cents <> a.initial_balance_amount_cents`)
  })

  it('knows whole addresses of everybody a note may be written to', async () => {
    const contacts = await rows<{ name: string; address: never }>('select name, address from contacts')
    for (const { name, address } of contacts) expect(missingAddress(address), name).toEqual([])
  })

  it('has the XML, signed, and the PDF of every note that was authorised, and the authority remembers it', async () => {
    const notes = await rows<{ id: string; access_key: string; files: string[]; known: boolean }>(
      `select i.id, i.access_key, array(select a.content_type from attachments a where a.company_id = i.company_id and a.invoice_id = i.id
           order by a.content_type) as files,
         exists(select 1 from local_authority_notes n where n.company_id = i.company_id and coalesce(n.issued_key, n.access_key) = i.access_key
           and n.protocol = i.protocol and (n.cancelled_at is null) = (i.cancelled_at is null)) as known
       from invoices i where i.source = 'LOCAL' and i.issued_at is not null`,
    )
    expect(notes.length).toBeGreaterThan(80)
    for (const { files, known, access_key } of notes)
      expect([files, known], access_key).toEqual([['application/pdf', 'application/xml'], true])
    const [sample] = await rows<{ document_xml: string }>(
      `select document_xml from local_authority_notes order by authorised_at desc limit 1`,
    )
    expect(checkSignature(sample?.document_xml ?? '').valid).toBe(true)
  })

  it('has a note that its owner may still cancel at the end of the day, with the certificate it takes', async () => {
    const notes = await rows<{ kind: 'PRODUCT'; status: 'ISSUED'; issued_at: string }>(
      `select i.kind, i.status, i.issued_at from invoices i join companies c on c.id = i.company_id and c.trade_name = 'Padaria Sol Nascente'
       join certificates k on k.company_id = i.company_id and k.deleted_at is null and k.valid_to > $1::date
       where i.source = 'LOCAL' and i.kind = 'PRODUCT' and i.status = 'ISSUED'`,
      [today],
    )
    const night = Date.parse(`${today}T23:59:00-03:00`)
    const open = notes.filter(({ kind, status, issued_at }) => cancelRefusal(kind, status, Date.parse(issued_at), night) === undefined)
    expect(open.length).toBeGreaterThan(0)
  })

  it('dates nothing in the future that is said to have happened, however early the demo was filled', async () => {
    const early = [`${today}T04:00:00Z`]
    const happened = `'created_at', 'updated_at', 'issued_at', 'sent_at', 'paid_at', 'settled_at', 'approved_at', 'cancelled_at', 'occurred_at',
      'applied_at', 'readed_at', 'closed_at', 'authorised_at', 'requested_at'`
    // Rows that take their instants from the machine's clock say when the demo was filled, not when something happened in it.
    const columns = await rows<{ table_name: string; column_name: string }>(
      `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone' and c.column_name in (${happened})`,
    )
    expect(columns.length).toBeGreaterThan(40)
    const late: unknown[] = []
    for (const { table_name, column_name } of columns)
      late.push(
        ...(await rows(
          `select '${table_name}.${column_name}' as what, max(${column_name}) as at from ${table_name}
           where ${column_name} > $1 and abs(extract(epoch from ${column_name} - now())) > 3600 having count(*) > 0`,
          early,
        )),
      )
    expect(late).toEqual([])
    await none(`select id from entries where issue_date > $1::date`, [today])
  })

  it('has somebody who signs in and may approve what waits for approval', async () => {
    const waiting = await rows<{ company_id: string; created_by: string }>(
      `select company_id, created_by from payment_orders where status = 'WAITING_APPROVAL'`,
    )
    expect(waiting.length).toBeGreaterThan(0)
    for (const { company_id, created_by } of waiting) {
      const members = await rows<{ user_id: string; rights: Record<string, string> }>(
        `select m.user_id, r.rights from memberships m join roles r on r.company_id = m.company_id and r.id = m.role_id
         join users u on u.id = m.user_id where m.company_id = $1 and m.status = 'ACTIVE' and u.password_hash is not null`,
        [company_id],
      )
      const may = members.filter(({ user_id, rights }) => user_id !== created_by && rights.payments?.includes('a'))
      expect(may.length, company_id).toBeGreaterThan(0)
    }
  })
})

describe('the bakery of the demo, at its own size', () => {
  const [today = ''] = DAYS
  let bakery: Filled
  const rows: Filled['rows'] = (query, parameters) => bakery.rows(query, parameters)
  beforeAll(async () => {
    bakery = await filled({ today, companies: 1, outside: outsideOf(today, `${today}-bakery`) })
  }, 120_000)
  afterAll(() => bakery?.close())

  it('collects by slips that a remessa took to the bank, each answered but some, and has one to decide', async () => {
    const states = Object.fromEntries(
      (await rows<{ status: string; n: number }>('select status, count(*)::int as n from bank_slips group by 1')).map(row => [
        row.status,
        row.n,
      ]),
    )
    expect(states).toEqual({ REGISTERED: 6, REFUSED: 1, WAITING: 5 })
    expect(await rows('select status, sequence from remittances')).toEqual([{ status: 'SENT', sequence: 1 }])
    expect(await rows(`select 1 from slip_orders where remittance_id is null`)).toHaveLength(3)
    expect(await rows('select occurrence from slip_occurrences where open')).toEqual([{ occurrence: '98' }])
    const unlike = await rows(`select s.id from bank_slips s join entries e on e.company_id = s.company_id and e.id = s.receivable_id
      where s.amount_cents <> e.amount_cents or s.due_date <> e.due_date`)
    expect(unlike).toEqual([])
  })

  it('handed the month before to the office, with a file that is there and accounts that are still to be looked at', async () => {
    const [handover] = await rows<{ end_date: string; storage_key: string; n: number }>(
      `select h.end_date, h.storage_key, (select count(*)::int from handover_lines l where l.handover_id = h.id) as n from handovers h`,
    )
    expect(handover?.end_date).toBe(addDays(startOfMonth(today), -1))
    expect(handover?.n).toBeGreaterThan(20)
    expect((await readFile(join(folder, `${today}-bakery`, handover?.storage_key ?? ''))).length).toBeGreaterThan(1000)
    expect((await rows('select 1 from account_mappings where suggested')).length).toBeGreaterThan(3)
  })
})
