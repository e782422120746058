// Fills a database with the demo: an accounting office, its people and companies, two years of books, and what waits today.
import { sql } from 'kysely'
import { addDays, type Day, previousBusinessDay } from '#domain/days.ts'
import type { Preset } from '#domain/permissions.ts'
import { counted } from '#domain/text.ts'
import { balancesAsJson } from '#server/areas/banking/bank-accounts/rows.ts'
import { defaultChart } from '#server/areas/ledger/categories/handlers.ts'
import { hashPassword } from '#server/areas/people/auth/passwords.ts'
import { createOrganization, createUser } from '#server/areas/people/auth/rows.ts'
import { addMember, createCompany } from '#server/areas/people/companies/rows.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { Books } from './books.ts'
import { type DemoCompany, demoCompanies, shareEntries } from './companies.ts'
import { writeDigitalBooks } from './digital-books.ts'
import { someCnpj, someCpf } from './documents.ts'
import { noticesOf, writeBudgets, writeClosedRanges, writeRules } from './extras.ts'
import { historyStart, writeHistory } from './history.ts'
import { writePending } from './pending.ts'
import { DEMO_PASSWORD, DEMO_USERS, personName } from './people.ts'
import { Random } from './random.ts'
import type { DemoOutside } from './recording.ts'
import { writeRecords } from './records.ts'
import { writeRecurring } from './recurring.ts'
import { writeRegistry } from './registry.ts'
import { sectorOf } from './sectors.ts'
import { writeShowcase } from './showcase.ts'
import { Sink } from './sink.ts'
import { writeTeam } from './team.ts'
import { instantOf } from './title.ts'

export { DEMO_PASSWORD, DEMO_USERS } from './people.ts'

const COMPANIES = 24
const OFFICE = 'Escritório Aurora'

export interface DemoOptions {
  /** 24 by default. */
  companies?: number
  /** Approximate number of entries in all; by default the companies' own numbers. */
  entries?: number
  today: Day
  /** The same seed and day give the same rows, ids included. */
  seed?: number
  /** Receives pt-BR progress lines. */
  say?: (line: string) => void
  outside?: DemoOutside | undefined
}

interface Filling {
  readonly db: Db
  readonly today: Day
  readonly seed: number
  readonly say: (line: string) => void
  readonly people: People
  readonly outside: DemoOutside | undefined
}

/**
 * All or nothing, in one transaction. Leaves companies with a registered CNPJ alone, so that a second run with more companies adds only the
 * new ones. `db` must connect as the owner of the tables: nobody will undo the demo, so the journal stays silent meanwhile, which the app
 * role may not do.
 */
export async function fillDemo(db: Db, options: DemoOptions): Promise<void> {
  const { today, seed = 2026, say = () => {} } = options
  const password = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('razao.demo'))`.execute(tx)
    await journal(tx, 'disable')
    const planned = demoCompanies(seed, options.companies ?? COMPANIES)
    const present = await documentsPresent(
      tx,
      planned.map(company => company.document_number),
    )
    const missing = planned.flatMap((company, index) => (present.has(company.document_number) ? [] : [{ company, index }]))
    const shares = shareEntries(
      missing.map(each => each.company),
      options.entries,
    )
    const people = await writePeople(tx, new Random(`${seed}/people`), today, password)
    const filling: Filling = { db: tx, today, seed, say, people, outside: options.outside }
    for (const [at, { company, index }] of missing.entries()) {
      const written = await writeCompany(filling, company, index, shares[at] ?? company.entries)
      say(`  ${at + 1} de ${missing.length}: ${company.trade_name}, ${counted(written, ['lançamento', 'lançamentos'])}`)
    }
    if (missing.length === 0) say('Os dados de demonstração já estão aqui.')
    await journal(tx, 'enable')
  })
  // A planner that still takes the tables for empty would be slow for the first minutes.
  await sql`analyze ${sql.join((await tablesWithTriggers(db)).map(table => sql.ref(table)))}`.execute(db)
}

/** Inside the transaction: others wait for it, and a rollback turns the triggers on again. */
async function journal(db: Db, state: 'enable' | 'disable'): Promise<void> {
  for (const table of await tablesWithTriggers(db)) await sql`alter table ${sql.ref(table)} ${sql.raw(state)} trigger user`.execute(db)
}

async function tablesWithTriggers(db: Db): Promise<string[]> {
  const rows = await all(
    db,
    sql<{ name: string }>`select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(row => row.name)
}

async function documentsPresent(db: Db, documents: readonly string[]): Promise<Set<string>> {
  const rows = await all(
    db,
    sql<{ document_number: string }>`select document_number from companies where document_number = any (${[...documents]})`,
  )
  return new Set(rows.map(row => row.document_number))
}

interface People {
  readonly organizationId: string
  /** In the order of DEMO_USERS. */
  readonly accountantId: string
  readonly managerId: string
  readonly memberId: string
  readonly ownerId: string
}

async function writePeople(db: Db, random: Random, today: Day, password_hash: string): Promise<People> {
  const at = instantOf(historyStart(today), -6)
  const found = await first(db, sql<{ id: string }>`select id from organizations where name = ${OFFICE} limit 1`)
  const organizationId = found?.id ?? (await createOrganization(db, { id: random.id(at), name: OFFICE, document_number: someCnpj(random) }))
  const ids: string[] = []
  for (const person of DEMO_USERS) {
    const id = random.id(at)
    const known = await first(db, sql<{ id: string }>`select id from users where document_number = ${person.document}`)
    const inOffice = person.kind === 'ACCOUNT_MANAGER' || person.kind === 'ORGANIZATION_MANAGER'
    if (!known) {
      await createUser(db, {
        id,
        kind: person.kind,
        name: person.name,
        document_number: person.document,
        email: person.email,
        phone_number: person.phone,
        organization_id: inOffice ? organizationId : null,
        password_hash,
      })
    }
    ids.push(known?.id ?? id)
  }
  const [accountantId = '', managerId = '', memberId = '', ownerId = ''] = ids
  return { organizationId, accountantId, managerId, memberId, ownerId }
}

/** Companies owned by the demo's owner: the bakery and a MEI. */
const OWNED = [0, 1]
/** The clerk works in the bakery and the distributor, and is invited to the market. */
const CLERK_IN = [0, 2]
const CLERK_INVITED = 3
const TOLD = 6

async function writeCompany(filling: Filling, company: DemoCompany, index: number, entries: number): Promise<number> {
  const { db, today, seed, people } = filling
  const random = new Random(`${seed}/books/${index}`)
  const start = historyStart(today)
  const salt = (index * 37) % 4001
  const owner = await ownerOf(filling, company, index, random, salt)
  const created = await createCompany(
    db,
    {
      id: random.id(instantOf(start, -5)),
      document_number: company.document_number,
      name: company.name,
      trade_name: company.trade_name,
      email: `contato@empresa${index + 1}.exemplo.com.br`,
      phone_number: `+55193${random.digits(7)}`,
      municipal_registration: random.digits(8),
      state_registration: new Random(`${seed}/registration/${index}`).digits(12),
      tax_regime: company.regime,
      requires_approval: company.requires_approval,
      organization_id: people.organizationId,
    },
    () => random.id(instantOf(start, -5)),
  )
  await writeMembers(filling, created, index, owner.id, random)
  const opened = addDays(start, -365 * (1 + (index % 8)))
  await writeRegistry(db, company, owner, index, opened)
  const books = await openBooks(filling, { company, companyId: created.id, owner, random, salt, start })
  const fixedOf = await writeRecurring(books)
  if (index === 0) writeShowcase(books)
  else writePending(books)
  writeRules(books)
  writeBudgets(books)
  await writeHistory(books, entries, fixedOf)
  const digital = writeDigitalBooks(books)
  writeClosedRanges(books)
  await books.facts.sink.flush(true)
  await finishAccounts(db, created.id, books)
  await writeRecords({
    db,
    companyId: created.id,
    books,
    random: new Random(`${seed}/records/${index}`),
    index,
    opened,
    digital,
    outside: filling.outside,
  })
  if (OWNED.includes(index) || CLERK_IN.includes(index)) {
    const { id: companyId, roles } = created
    await writeTeam({ db, companyId, roles, ownerId: owner.id, today, random: new Random(`${seed}/team/${index}`), salt })
  }
  // The triggers that maintain it are silent as well.
  await sql`select razao_search_fill(${created.id})`.execute(db)
  if (index < TOLD) await writeNotices(filling, created.id, company, index, random)
  return books.count
}

interface Owner {
  readonly id: string
  readonly document: string
  readonly name: string
}

async function ownerOf(filling: Filling, company: DemoCompany, index: number, random: Random, salt: number): Promise<Owner> {
  if (OWNED.includes(index)) return { id: filling.people.ownerId, name: DEMO_USERS[3].name, document: DEMO_USERS[3].document }
  const id = random.id(instantOf(historyStart(filling.today), -6))
  const name = company.regime === 'MEI' ? company.name.replace(/ \d+$/, '') : personName(900, salt)
  const document = someCpf(random)
  await createUser(filling.db, {
    id,
    kind: 'SOLO_USER',
    name,
    document_number: document,
    email: `dono@empresa${index + 1}.exemplo.com.br`,
    phone_number: `+55199${random.digits(8)}`,
  })
  return { id, name, document }
}

async function writeMembers(
  { db, today, people }: Filling,
  { id: company_id, roles }: { id: string; roles: Record<Preset, string> },
  index: number,
  ownerId: string,
  random: Random,
): Promise<void> {
  const id = () => random.id(instantOf(historyStart(today), -5))
  await addMember(db, { id: id(), company_id, role_id: roles.OWNER, user_id: ownerId })
  await addMember(db, { id: id(), company_id, role_id: roles.ACCOUNTANT, user_id: people.accountantId, invited_by: ownerId })
  if (CLERK_IN.includes(index))
    await addMember(db, { id: id(), company_id, role_id: roles.FINANCE, user_id: people.memberId, invited_by: ownerId })
  if (index === CLERK_INVITED) {
    await addMember(db, {
      id: id(),
      company_id,
      role_id: roles.FINANCE,
      invited_document: DEMO_USERS[2].document,
      status: 'WAITING_ACCEPT',
      invited_by: ownerId,
      expires_at: new Date(instantOf(addDays(today, 6))),
    })
  }
}

async function openBooks(
  { db, today, people }: Filling,
  its: { company: DemoCompany; companyId: string; owner: Owner; random: Random; salt: number; start: Day },
): Promise<Books> {
  const { company, random, start, owner, salt } = its
  const sink = new Sink(db, its.companyId, today)
  const at = instantOf(start, -5)
  const chart = defaultChart(() => random.id(at))
  for (const category of chart) sink.add('categories', { ...category, created_at: new Date(at).toISOString() })
  await sink.flush(true)
  return new Books({
    company,
    sector: sectorOf(company.sector),
    random,
    sink,
    today,
    start,
    settledUpTo: previousBusinessDay(addDays(today, -company.lag)),
    ownerId: owner.id,
    ownerName: owner.name,
    ownerDocument: owner.document,
    accountantId: people.accountantId,
    salt,
    // Leaves are looked up by name; no two share one.
    categories: new Map(chart.map(category => [category.name, category.id])),
  })
}

/** Opening balances and the banks' reports are known only once every movement is. */
async function finishAccounts(db: Db, companyId: string, books: Books): Promise<void> {
  for (const { account, initial, bank, statement } of books.balances()) {
    await sql`
      update bank_accounts set initial_balance_amount_cents = ${initial}, balance_cents = ${bank}, balance_date = ${statement?.day ?? null}
      where company_id = ${companyId} and id = ${account.id}`.execute(db)
    if (statement) {
      await sql`update statements set ledger_balance_cents = ${bank}, ledger_date = ${statement.day}
        where company_id = ${companyId} and id = ${statement.id}`.execute(db)
    }
  }
  await sql`update date_ranges r set open_entries_count = (select count(*) from entries e where e.company_id = r.company_id
      and e.date between r.start_date and r.end_date and e.status not in ('PAID', 'RECEIVED') and not e.has_children),
      balances = ${balancesAsJson(companyId, sql.ref('r.end_date'))}
    where r.company_id = ${companyId}`.execute(db)
}

async function writeNotices(
  { db, today, people }: Filling,
  companyId: string,
  company: DemoCompany,
  index: number,
  random: Random,
): Promise<void> {
  const users = [
    people.accountantId,
    ...(OWNED.includes(index) ? [people.ownerId] : []),
    ...(CLERK_IN.includes(index) ? [people.memberId] : []),
  ]
  const rows = users.flatMap(user_id =>
    noticesOf(companyId, company, today).map(notice => {
      const created_at = new Date(notice.at + index * 60_000).toISOString()
      return { ...notice, id: random.id(notice.at + index * 60_000), user_id, created_at, readed_at: notice.read ? created_at : null }
    }),
  )
  await sql`insert into notifications (id, user_id, company_id, type, title, body, action, readed_at, created_at)
    select r.id, r.user_id, ${companyId}, r.type, r.title, r.body, r.action, r.readed_at, r.created_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, user_id uuid, type text, title text, body text, action text,
      readed_at timestamptz, created_at timestamptz)`.execute(db)
}
