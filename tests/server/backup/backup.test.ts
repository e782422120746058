// Backup, restore and move, each proved by opening the result and reading every row of it.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Migration, sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskFiles, type FileStore } from '#server/adapters/files.ts'
import { backup, inspectBackup, move, restore } from '#server/backup/backup.ts'
import { migrate } from '#server/db/migrate.ts'
import { withClient } from '#server/db/roles.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'

const now = new Date('2026-11-20T10:00:00Z')

const first: Migration = {
  up: async db => {
    await sql`CREATE TABLE owner (company_id uuid, id int, name text, PRIMARY KEY (company_id, id))`.execute(db)
    await sql`CREATE TABLE account (
      company_id uuid, id bigint GENERATED ALWAYS AS IDENTITY, owner_id int, parent_id bigint, balance_cents bigint NOT NULL DEFAULT 0,
      rate numeric, day date, at timestamptz, tags text[], raw bytea, extra jsonb, loose json, real double precision,
      shown text GENERATED ALWAYS AS (coalesce(rate::text, '-')) STORED,
      PRIMARY KEY (company_id, id),
      FOREIGN KEY (company_id, owner_id) REFERENCES owner, FOREIGN KEY (company_id, parent_id) REFERENCES account)`.execute(db)
    // Written by the migration itself: restoring must not double it.
    await sql`INSERT INTO owner VALUES ('00000000-0000-0000-0000-000000000000', 0, 'semente')`.execute(db)
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF NEW.balance_cents < 0 THEN RAISE EXCEPTION $$no$$; END IF; NEW.balance_cents := NEW.balance_cents + 1; RETURN NEW; END'`.execute(
      db,
    )
    await sql`CREATE TRIGGER changing BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db)
    await sql`CREATE TABLE event (company_id uuid, id int, text text, PRIMARY KEY (company_id, id)) PARTITION BY HASH (company_id)`.execute(
      db,
    )
    for (const part of [0, 1])
      await sql.raw(`CREATE TABLE event_${part} PARTITION OF event FOR VALUES WITH (MODULUS 2, REMAINDER ${part})`).execute(db)
    for (const table of ['owner', 'account', 'event']) {
      await sql.raw(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY; ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`).execute(db)
      await sql
        .raw(`CREATE POLICY own ON ${table} USING (company_id = nullif(current_setting('app.company_id', true), '')::uuid)`)
        .execute(db)
    }
  },
}
const second: Migration = { up: async db => void (await sql`ALTER TABLE owner ADD COLUMN nick text DEFAULT 'novo'`.execute(db)) }

let folder: string
let file: string
let source: TestDatabase
let target: TestDatabase
let files: FileStore
const migrations = { '001_first': first }

// Values that a careless copy loses: tabs, newlines, backslashes, NUL-like text, JSON null beside SQL NULL, extremes.
async function fillSource(config: pg.ClientConfig): Promise<void> {
  await withClient(config, async client => {
    await client.query(`INSERT INTO owner SELECT gen_random_uuid(), n, E'João\\tda\\nSilva \\\\. ' || n FROM generate_series(1, 50) n`)
    await client.query(`
      INSERT INTO account (company_id, owner_id, balance_cents, rate, day, at, tags, raw, extra, loose, real)
      SELECT o.company_id, o.id, 9007199254740991 - o.id, 0.10000000000000000001 * o.id, '2026-02-28', now(), ARRAY['a,b', '{"c"}', NULL],
             '\\x000aff'::bytea, 'null'::jsonb, E'{"a":\\n1, "a": 2}'::json, 0.1::float8 / 3 FROM owner o`)
    await client.query(
      `INSERT INTO account (company_id, at, rate, day) SELECT company_id, 'infinity', 'NaN', '-infinity' FROM owner LIMIT 1`,
    )
    await client.query(
      'UPDATE account SET parent_id = a.id FROM (SELECT company_id, max(id) AS id FROM account GROUP BY 1) a WHERE a.company_id = account.company_id',
    )
    await client.query(`INSERT INTO event SELECT o.company_id, n, repeat('x', 300) FROM owner o, generate_series(1, 200) n`)
  })
}

const tables = ['owner', 'account', 'event', 'event_0', 'event_1']
const contents = (config: pg.ClientConfig) =>
  withClient(config, async client => {
    const all: Record<string, unknown> = {}
    for (const table of tables)
      all[table] = (await client.query({ text: `SELECT t::text FROM ${table} t ORDER BY t::text COLLATE "C"`, rowMode: 'array' })).rows
    return all
  })

const structure = (config: pg.ClientConfig) =>
  withClient(config, async client => {
    const { rows } = await client.query(`
      SELECT conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) AS is FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT relname || ' ' || relrowsecurity::text || relforcerowsecurity::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      UNION ALL SELECT tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`)
    return rows
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'razao-copia-'))
  file = join(folder, 'a cópia.razao')
  files = diskFiles(join(folder, 'files'))
  source = await createTestDatabase({ empty: true })
  target = await createTestDatabase({ empty: true })
  await migrate(source.ownerConfig, { migrations })
  await fillSource(source.adminConfig)
})

afterEach(async () => {
  await source.drop()
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it.each([
    ['sealed', 'chave secreta'],
    ['plain', undefined],
  ])('restores to the same rows, constraints and sequences (%s)', async (_, key) => {
    const report = await backup({ from: source.adminConfig, files, file, key, now })
    expect(report.tables.map(({ name, rows }) => ({ name, rows }))).toEqual([
      { name: 'account', rows: 52 },
      { name: 'event', rows: 10_200 },
      { name: 'owner', rows: 51 },
    ])
    expect(report.bytes).toBe((await stat(file)).size)
    await restore({ into: target.ownerConfig, files, file, key, migrations })
    expect(await contents(target.adminConfig)).toEqual(await contents(source.adminConfig))
    expect(await structure(target.adminConfig)).toEqual(await structure(source.adminConfig))
    const insert = 'INSERT INTO account (company_id) SELECT company_id FROM owner LIMIT 1 RETURNING id'
    const ids = await Promise.all(
      [source, target].map(({ adminConfig }) => withClient(adminConfig, async client => (await client.query(insert)).rows)),
    )
    expect(ids[1]).toEqual(ids[0])
  })

  it('taken by an owner whom row security binds holds every row all the same', async () => {
    const seen = await withClient(
      source.ownerConfig,
      async client =>
        (await client.query('SELECT count(*)::int AS n, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super FROM owner'))
          .rows[0],
    )
    if (!seen?.super) expect(seen?.n).toBe(0)
    expect((await backup({ from: source.ownerConfig, files, file, now })).rows).toBe(10_303)
    expect(await structure(source.adminConfig)).toContainEqual({ is: 'owner truetrue' })
  })

  it('is one moment: money moved while it is read neither appears nor vanishes', async () => {
    await withClient(source.adminConfig, client =>
      client.query('ALTER TABLE account DISABLE TRIGGER changing; UPDATE account SET balance_cents = 100'),
    )
    let moving = true
    const traffic = withClient(source.adminConfig, async client => {
      while (moving)
        await client.query(
          `UPDATE account SET balance_cents = balance_cents + CASE WHEN id = p.low THEN 7 ELSE -7 END FROM (SELECT min(id) AS low, max(id) AS high FROM account) p WHERE id IN (p.low, p.high)`,
        )
    })
    for (let round = 0; round < 3; round++) await backup({ from: source.adminConfig, files, file, now })
    moving = false
    await traffic
    await restore({ into: target.ownerConfig, files, file, migrations })
    const { rows } = await withClient(target.adminConfig, client =>
      client.query('SELECT sum(balance_cents)::int AS total, max(balance_cents)::int AS most FROM account'),
    )
    expect(rows[0]?.total).toBe(5_200)
    expect(rows[0]?.most).toBeGreaterThan(100)
  })

  it('from an older build is restored into its own schema and then brought up to date', async () => {
    await backup({ from: source.adminConfig, files, file, now })
    await restore({ into: target.ownerConfig, files, file, migrations: { ...migrations, '002_second': second } })
    const { rows } = await withClient(target.adminConfig, client => client.query('SELECT DISTINCT nick FROM owner'))
    expect(rows).toEqual([{ nick: 'novo' }])
  })

  it('from a newer build, with the wrong key or without it is refused before anything is written', async () => {
    await backup({ from: source.adminConfig, files, file, key: 'certa', now })
    const attempt = (over: { key?: string; migrations?: Record<string, Migration> }) =>
      restore({ into: target.ownerConfig, files, file, migrations, ...over })
    await expect(attempt({ key: 'errada' })).rejects.toThrow('A chave não abre esta cópia')
    await expect(attempt({})).rejects.toThrow('está cifrada')
    await expect(attempt({ key: 'certa', migrations: {} })).rejects.toThrow('versão mais nova do Razão (001_first)')
    await attempt({ key: 'certa' })
  })

  it('that lost or changed a single byte anywhere is refused', async () => {
    for (const key of ['chave', undefined]) {
      await backup({ from: source.adminConfig, files, file, key, now })
      const whole = await readFile(file)
      for (const part of [0.1, 0.5, 0.9, 0.999]) {
        const at = Math.floor(whole.length * part)
        const bent = Buffer.from(whole)
        bent[at] = (bent[at] ?? 0) ^ 1
        await writeFile(file, bent)
        await expect(inspectBackup(file, key), `bit at ${part}`).rejects.toThrow(/danificado|não abre/)
        await writeFile(file, whole.subarray(0, at))
        await expect(inspectBackup(file, key), `cut at ${part}`).rejects.toThrow(/danificado|não abre/)
      }
    }
  })

  it('whose rows the schema refuses is undone wholly, with the reason', async () => {
    await withClient(source.adminConfig, client =>
      client.query("ALTER TABLE owner ALTER COLUMN name TYPE text; INSERT INTO owner VALUES (gen_random_uuid(), 1, 'comprido demais')"),
    )
    await backup({ from: source.adminConfig, files, file, now })
    const narrow: Migration = { up: async db => void (await sql`ALTER TABLE owner ADD CHECK (name <> 'comprido demais')`.execute(db)) }
    const both: Migration = {
      up: async db => {
        await first.up(db)
        await narrow.up(db)
      },
    }
    await expect(restore({ into: target.ownerConfig, files, file, migrations: { '001_first': both } })).rejects.toThrow(
      'violates check constraint',
    )
    const { rows } = await withClient(target.adminConfig, client => client.query('SELECT count(*)::int AS n FROM event'))
    expect(rows).toEqual([{ n: 0 }])
  })

  it('is not restored over data', async () => {
    await backup({ from: source.adminConfig, files, file, now })
    const before = await contents(source.adminConfig)
    await expect(restore({ into: source.ownerConfig, files, file, migrations })).rejects.toThrow('não está vazio')
    expect(await contents(source.adminConfig)).toEqual(before)
  })

  it('is restored where an earlier run was killed before its first migration', async () => {
    await backup({ from: source.adminConfig, files, file, now })
    const bare = await createTestDatabase({ empty: true })
    // The list of migrations is made before the transaction that runs them.
    await withClient(bare.ownerConfig, client =>
      client.query('CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)'),
    )
    await restore({ into: bare.ownerConfig, files, file, migrations })
    expect(await contents(bare.adminConfig)).toEqual(await contents(source.adminConfig))
    await bare.drop()
  })
})

describe('moving', () => {
  it('takes every row to the other database, verifies it and leaves no temporary file', async () => {
    const temporaryFile = join(folder, 'mudança')
    const { tables: totals } = await move({
      from: source.adminConfig,
      filesFrom: files,
      into: target.ownerConfig,
      files,
      migrations,
      temporaryFile,
      now,
    })
    expect(totals.map(total => total.rows)).toEqual([52, 10_200, 51])
    expect(await contents(target.adminConfig)).toEqual(await contents(source.adminConfig))
    await expect(stat(temporaryFile)).rejects.toThrow('ENOENT')
  })
})
