// The live schema: every tenant key, unique and foreign key holds the company, every tenant row is secured, and hash partitions take it.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'

/** On every node of a distributed engine: what tenant rows of all companies refer to. */
const REFERENCE = ['companies', 'organizations', 'users']

/** On the coordinator alone, and why. Every other table is distributed by `company_id`. */
const LOCAL: Readonly<Record<string, readonly string[]>> = {
  'of people, who are of no company': [
    'devices',
    'idempotency',
    'organization_invitations',
    'otp_challenges',
    'push_tokens',
    'sessions',
    'sign_in_failures',
    'tutorials',
  ],
  'with rows of a company and rows of none': ['api_keys', 'audit_lines', 'notifications'],
  'found by a secret before the company is known': ['month_link_tokens', 'payment_order_links', 'question_links'],
  'of the whole installation': [
    'daily_runs',
    'kysely_migration',
    'kysely_migration_lock',
    'look_up_buckets',
    'outbox',
    'razao_socket_attachments',
  ],
  'of parties outside, played here for development': [
    'local_appointment_slots',
    'local_bank_accounts',
    'local_bank_cards',
    'local_bank_charges',
    'local_bank_claims',
    'local_bank_faults',
    'local_bank_keys',
    'local_bank_movements',
    'local_bank_payments',
    'local_bank_slips',
    'local_registry',
    'local_registry_partners',
    'local_tax_authority',
  ],
}

let database: TestDatabase
let client: pg.Client
let tenantTables: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.adminConfig)
  await client.connect()
  tenantTables =
    await names(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const names = async (query: string): Promise<string[]> => (await client.query<{ name: string }>(query)).rows.map(row => row.name)
const isTenant = `(select a.attrelid from pg_attribute a where a.attname = 'company_id' and a.attnotnull and a.attgenerated = '')`

describe('a tenant table', () => {
  test('is one of many', () => expect(tenantTables.length).toBeGreaterThan(25))

  test('leads every key and unique index with its company', async () => {
    expect(
      await names(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace and i.indisunique and c.oid in ${isTenant}
          and (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) is distinct from 'company_id'`),
    ).toEqual([])
  })

  test('names its company in every foreign key to another one', async () => {
    expect(
      await names(`select k.conname as name from pg_constraint k
        where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid in ${isTenant} and k.confrelid in ${isTenant}
          and not (select attnum from pg_attribute where attrelid = k.conrelid and attname = 'company_id') = any (k.conkey)`),
    ).toEqual([])
  })

  test('is secured against everybody, its owner too', async () => {
    expect(
      await names(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and c.oid in ${isTenant} and not (c.relrowsecurity and c.relforcerowsecurity)`),
    ).toEqual([])
  })

  test('can be hash-partitioned by company, all keys kept: what a distributed engine asks', async () => {
    await client.query('begin; create schema hashed')
    for (const table of tenantTables) {
      await client.query(
        `create table hashed.${table} (like public.${table} including defaults including indexes including constraints) partition by hash (company_id)`,
      )
      for (const part of [0, 1])
        await client.query(
          `create table hashed.${table}_${part} partition of hashed.${table} for values with (modulus 2, remainder ${part})`,
        )
    }
    const { rows } = await client.query<{
      table: string
      definition: string
    }>(`select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid in ${isTenant} and confrelid in ${isTenant}`)
    for (const { table, definition } of rows)
      await client.query(`alter table hashed.${table} add ${definition.replace(/REFERENCES (public\.)?/, 'REFERENCES hashed.')}`)
    const { rows: made } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_class where relnamespace = 'hashed'::regnamespace and relkind = 'p'`,
    )
    await client.query('rollback')
    expect(made[0]?.count).toBe(tenantTables.length)
    expect(rows.length).toBeGreaterThan(20)
  })
})

describe('each table has one place on a distributed engine', () => {
  const placeOf = (table: string) => (tenantTables.includes(table) ? 'distributed' : REFERENCE.includes(table) ? 'reference' : 'local')

  test('which is known', async () => {
    const tables = await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
    expect([...tables].sort()).toEqual([...tenantTables, ...REFERENCE, ...Object.values(LOCAL).flat()].sort())
  })

  test('with a primary key that its company leads where it is distributed, as moving a shard asks', async () => {
    const led = await names(`select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attname = 'company_id' where i.indisprimary`)
    expect(tenantTables.filter(table => !led.includes(table))).toEqual([])
  })

  test('from where its foreign keys reach', async () => {
    const { rows } = await client.query<{ from: string; to: string; name: string }>(
      `select f.relname as from, t.relname as to, k.conname as name from pg_constraint k join pg_class f on f.oid = k.conrelid
        join pg_class t on t.oid = k.confrelid where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
    )
    const reaches: Record<string, readonly string[]> = {
      distributed: ['distributed', 'reference'],
      reference: ['reference'],
      local: ['local', 'reference'],
    }
    expect(rows.length).toBeGreaterThan(100)
    expect(
      rows.filter(({ from, to }) => !reaches[placeOf(from)]?.includes(placeOf(to))).map(({ from, to, name }) => `${from} → ${to}: ${name}`),
    ).toEqual([])
  })
})
