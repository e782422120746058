// K5: what the LGPD owes a person. Every column that can hold a text is classified; a copy holds all of them; an erasure leaves the person
// nowhere but where a law keeps them, in the journal too, and the chain still holds; and an incident is told whose data were read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { formatDocument } from '#domain/documents.ts'
import { KEPT, NOT_OURS, REGISTER } from '#server/areas/platform/personal-data/register.ts'
import { TABLES_OF_PEOPLE, TABLES_OF_USERS } from '#server/areas/platform/personal-data/rows.ts'
import { TrailCheck } from '#server/base/trail-check.mjs'
import { checkBooks } from '#server/db/invariants.ts'
import { checkTrail, trailOf } from '#server/db/trail.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'

const { personalData, contacts, associates, dependents, bills, rules, batches } = contract

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

interface Column {
  table_name: string
  column_name: string
  data_type: string
}

/** The columns of our own tables. */
async function columnsOf(): Promise<Column[]> {
  const columns = await server.sql<Column>`select table_name, column_name, data_type from information_schema.columns
    join information_schema.tables using (table_schema, table_name) where table_schema = 'public' and table_type = 'BASE TABLE'`
  return columns.filter(({ table_name }) => !NOT_OURS.test(table_name))
}

const CANNOT_HOLD_TEXT = /^(uuid|boolean|smallint|integer|bigint|numeric|double precision|date|timestamp with(out)? time zone)$/

const classified = (table: string): string[] => {
  const { personal = {}, plain = '', secret = '' } = REGISTER[table] ?? {}
  return [...Object.keys(personal), ...`${plain} ${secret}`.split(' ').filter(name => name !== '')]
}

test('K5: every column that can hold a text is classified, once, and every classified column exists', async () => {
  const columns = await columnsOf()
  const named = (column: Column) => `${column.table_name}.${column.column_name}`
  const told = Object.keys(REGISTER).flatMap(table => classified(table).map(column => `${table}.${column}`))
  const all = columns.map(named)
  expect(told.filter((name, at) => told.indexOf(name) !== at || !all.includes(name))).toEqual([])
  const owed = columns.filter(({ data_type }) => !CANNOT_HOLD_TEXT.test(data_type)).map(named)
  // Of people, though no text.
  owed.push(...columns.filter(({ column_name }) => column_name === 'birth_date').map(named))
  expect(owed.filter(name => !told.includes(name))).toEqual([])
  // What is shown has a heading, and whoever has a heading is exported.
  const exported = new Set([...TABLES_OF_PEOPLE, ...TABLES_OF_USERS])
  expect(Object.keys(REGISTER).filter(table => exported.has(table) !== (REGISTER[table]?.title !== undefined))).toEqual([])
  figure({ promise: 'K5', what: 'colunas que podem guardar texto classificadas', ours: `${owed.length} de ${owed.length}`, floor: '100 %' })
})

const MARIA = {
  name: 'Marialva Quixabeira Tavares',
  nickname: 'Marialvinha',
  email: 'marialva.q@exemplo.com.br',
  phone_number: '+5511987651234',
  document_number: cpfNumber(77_001),
}
const SPELLINGS = [...Object.values(MARIA), formatDocument(MARIA.document_number), 'Marialva Antiga']

/** Everything of ours in the database that still says one of the words, as `table.column`. */
async function where(words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { table_name, column_name, data_type } of await columnsOf()) {
    if (CANNOT_HOLD_TEXT.test(data_type) || data_type === 'bytea') continue
    const [row] = await server.sql<{ is: boolean }>(
      `select exists (select from "${table_name}" where lower("${column_name}"::text) like any (select '%' || lower(w) || '%' from unnest($1::text[]) w)) as is`,
      [words],
    )
    if (row?.is) found.push(`${table_name}.${column_name}`)
  }
  return found
}

/** The fate of a column; a word elsewhere has none. */
const fateOf = (name: string): string | undefined => {
  const [table = '', column = ''] = name.split('.')
  return REGISTER[table]?.personal?.[column]
}

async function maria(): Promise<string> {
  const me = server.as(b.owner)
  const address = { street: 'Rua da Marialva Quixabeira Tavares', city: 'Recife', state: 'PE' }
  const fields = { ...MARIA, kind: 'SUPPLIER', type: 'NATURAL', address, pix_keys: [{ key: MARIA.email, type: 'EMAIL' }] }
  const { id } = await me.ok(contacts.create, { body: { ...fields, company_id: b.company.id, name: 'Marialva Antiga' } })
  await me.ok(contacts.update, { params: { id }, body: { name: MARIA.name } })
  await me.ok(contacts.update, { params: { id }, body: { phone_number: '+5511900001111' } })
  await me.ok(contacts.update, { params: { id }, body: { phone_number: MARIA.phone_number } })
  const said = { additional_information: `Frete de ${MARIA.name}, CPF ${formatDocument(MARIA.document_number)}` }
  const bill = await b.bill({ ...said, contact_id: id })
  await me.ok(bills.update, {
    params: { ...b.c, id: bill.id },
    body: { additional_information: `Pago a ${MARIA.nickname}, ${MARIA.email}` },
  })
  await me.ok(bills.move, { params: b.c, body: { ids: [bill.id], status: 'APPROVED' } })
  await me.ok(bills.move, { params: b.c, body: { ids: [bill.id], status: 'PAID' } })
  await me.ok(rules.create, { params: b.c, body: { contains: `PIX ${MARIA.name}`, contact_id: id } })
  const line = await b.line(-10_000, { description: `PIX ${MARIA.name}` })
  await server.sql`update statement_entries set contact_id = ${id} where id = ${line}`
  await server.sql`insert into notifications (id, user_id, company_id, type, title, body) values
    (gen_random_uuid(), ${b.owner.id}, ${b.company.id}, 'X', ${`Conta de ${MARIA.name}`}, 'vence hoje')`
  return id
}

const dropFixtureRows = () =>
  server.sql('delete from batch_rows r where not exists (select from batches b where b.company_id = r.company_id and b.id = r.batch_id)')

const trail = () => server.inCompany([b.company.id], db => checkTrail(db, b.company.id))

test('K5: a copy holds every personal column of the records that are the person’s', async () => {
  const id = await maria()
  const bytes = (await server.as(b.owner).call(personalData.ofContact, { params: { ...b.c, id } })).data as {
    dados: Record<string, object[]>
  }
  const { Contatos, Lançamentos, Regras, 'Linhas de extrato': lines, 'Histórico dos registros': history } = bytes.dados
  expect(Contatos).toEqual([expect.objectContaining(MARIA)])
  expect([Lançamentos?.length, Regras?.length, lines?.length]).toEqual([1, 1, 1])
  expect(JSON.stringify(history)).toContain('Marialva Antiga')
  for (const [heading, rows] of Object.entries(bytes.dados)) {
    const [table = '', { personal = {} } = {}] = Object.entries(REGISTER).find(([, { title }]) => title === heading) ?? []
    for (const row of rows) expect(Object.keys(row), table).toEqual(expect.arrayContaining(Object.keys(personal)))
  }
  const own = (await server.as(b.owner).call(personalData.mine)).data as { dados: Record<string, object[]> }
  expect(own.dados.Conta).toEqual([expect.objectContaining({ document_number: b.owner.document_number })])
  expect(Object.keys(own.dados)).toEqual(expect.arrayContaining(['Sessões', 'Acessos às empresas', 'Histórico']))
  expect(JSON.stringify(own)).not.toMatch(/password_hash|refresh_hash|key_hash|code_hash/)
})

test('K5: an erased contact is found only where a law keeps it; books balance, the chain holds, and what stays is told', async () => {
  const me = server.as(b.owner)
  const [row] = await server.sql<{ id: string }>`select id from contacts where document_number = ${MARIA.document_number}`
  const params = { ...b.c, id: row?.id ?? '' }
  await dropFixtureRows()
  expect((await trail()).faults).toEqual([])
  const before = await b.balance()
  expect((await where(SPELLINGS)).length).toBeGreaterThan(6)
  const open = await b.bill({ contact_id: params.id })
  expect(await me.refused(personalData.eraseContact, { params })).toMatchObject({ id: 'conflict.not_editable' })
  await me.ok(bills.delete, { params: { ...b.c, id: open.id } })
  server.clock.advance(16 * 60_000)
  expect(await me.refused(personalData.eraseContact, { params })).toMatchObject({ id: 'auth.step_up_required' })
  await server.sql`update sessions set stepped_up_at = ${new Date(server.clock.now())}`
  const { kept, history_lines } = await me.ok(personalData.eraseContact, { params })
  expect(kept).toEqual(
    expect.arrayContaining([
      { what: 'Lançamentos', count: 2, why: KEPT.books },
      { what: 'Linhas de extrato', count: 1, why: KEPT.books },
    ]),
  )
  expect(history_lines).toBeGreaterThan(5)
  const left = await where(SPELLINGS)
  expect(left.filter(name => !['passing', ...Object.keys(KEPT)].includes(fateOf(name) ?? ''))).toEqual([])
  expect(left).toContain('statement_entries.description')
  expect(await b.balance()).toBe(before)
  expect((await checkBooks(server.adminConfig)).faults).toEqual([])
  const checked = await trail()
  expect(checked.faults).toEqual([])
  expect(checked.erased).toBe(history_lines)
  expect((await server.call(b.owner, contacts.get, { params: { id: params.id } })).status).toBe(404)
  const [last] = await me.ok(batches.list, { params: b.c })
  expect(last).toMatchObject({ label: 'Contato anonimizado', undoable: false, irreversible: true })
  expect(await me.ok(batches.rows, { params: { ...b.c, id: last?.id ?? '' } })).not.toContainEqual(
    expect.objectContaining({ table: 'erased_images' }),
  )
  figure({
    promise: 'K5',
    what: 'colunas em que uma pessoa apagada ainda está',
    ours: `0, e ${left.length} guardadas por lei ou que somem em dias`,
    floor: '0 sem motivo',
  })
})

test('K5: an erased partner goes with the dependents, and a second erasure of the same lines still checks', async () => {
  const me = server.as(b.owner)
  const people = { name: 'Teodomiro Vasconcelos Brum', document_number: cpfNumber(77_002), email: 'teo@exemplo.com.br' }
  const { id } = await me.ok(associates.create, { params: b.c, body: people })
  const child = { associate_id: id, name: 'Ludovina Vasconcelos Brum', birth_date: '2015-03-04', kinship: 'CHILD' }
  await me.ok(dependents.create, { params: b.c, body: child })
  await me.ok(associates.update, { params: { ...b.c, id }, body: { name: 'Teodomiro V. Brum' } })
  // The line of the first erasure's own batch: said by another person's name, and erased again with that one.
  await me.ok(personalData.eraseAssociate, { params: { ...b.c, id } })
  const left = await where([...Object.values(people), child.name, 'Teodomiro V. Brum'])
  expect(left.filter(name => fateOf(name) !== 'passing')).toEqual([])
  const again = await me.ok(contacts.create, { body: { company_id: b.company.id, kind: 'SUPPLIER', name: 'Anonimizada Pessoa' } })
  await me.ok(contacts.update, { params: { id: again.id }, body: { nickname: 'anonimizado' } })
  await me.ok(personalData.eraseContact, { params: { ...b.c, id: again.id } })
  expect((await trail()).faults).toEqual([])
})

test('K5: nobody hides a change of the journal as an erasure', async () => {
  const lines: string[] = []
  await server.inCompany([b.company.id], async db => {
    for await (const slice of trailOf(db, b.company.id)) lines.push(...slice)
  })
  const faultsOf = (changed: readonly string[]) => {
    const check = new TrailCheck()
    for (const line of changed) check.add(line)
    return check.end().faults.length
  }
  expect(faultsOf(lines)).toBe(0)
  const erased = lines.flatMap((line, at) => (/^[AC] /.test(line) ? [at] : []))
  expect(erased.length).toBeGreaterThan(5)
  const changed = (at: number, to: (line: string) => string) => lines.map((line, n) => (n === at ? to(line) : line))
  for (const at of erased)
    expect(faultsOf(changed(at, line => line.replace(/\d(?=\D*$)/, digit => String((Number(digit) + 1) % 10)))), lines[at]).toBeGreaterThan(
      0,
    )
  const whole = lines.findIndex(line => line.startsWith('R '))
  expect(faultsOf(changed(whole, line => `A ${'0'.repeat(64)} ${line.slice(2)}`))).toBeGreaterThan(0)
  const batch = lines.findIndex(line => line.startsWith('B '))
  expect(faultsOf(changed(batch, line => `C ${line.slice(2)}`))).toBeGreaterThan(0)
})

test('K5: an incident is told whose data somebody read', async () => {
  const reader = await server.aMember(b.company, 'READER')
  const params = { ...b.c, userId: reader.id }
  const asked = () => server.as(b.owner).ok(personalData.reads, { params })
  expect(await asked()).toEqual([])
  const many = times(1_000, 50_000)
  await server.sql`insert into contacts (company_id, id, kind, type, name, document_number)
    select ${b.company.id}, gen_random_uuid(), 'CUSTOMER', 'NATURAL', 'Pessoa ' || n, lpad(n::text, 11, '0') from generate_series(1, ${many}) n`
  const one = await server.as(b.owner).ok(contacts.create, { body: { company_id: b.company.id, kind: 'CUSTOMER', name: 'Zulmira Única' } })
  const bill = await b.bill({ contact_id: one.id })
  await server.as(reader).ok(bills.get, { params: { ...b.c, id: bill.id } })
  expect((await asked()).map(({ name, kind, how }) => [name, kind, how])).toEqual([['Zulmira Única', 'CONTACT', 'RECORD']])
  await server.as(reader).ok(contacts.list, { query: { companyId: b.company.id } })
  const started = performance.now()
  const people = await asked()
  const took = performance.now() - started
  expect(people.filter(({ kind }) => kind === 'CONTACT').length).toBeGreaterThan(many)
  expect(people.find(({ id }) => id === one.id)?.how).toBe('RECORD')
  expect(took).toBeLessThan(10_000)
  // What the reader was refused, and what another read, is not theirs.
  expect(await server.as(reader).refused(personalData.reads, { params })).toMatchObject({ id: 'permission.denied' })
  figure({
    promise: 'K5',
    what: `de quem são os dados lidos, entre ${people.length} pessoas`,
    ours: `${took.toFixed(0)} ms`,
    floor: '< 10 s',
  })
})
