// How the server connects: roles, refusals, time-outs, and values as they arrive. A database of one's own is played by the test cluster.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { openKysely } from '#server/db/kysely.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations as productMigrations } from '#server/db/migrations/index.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { whereAppRoleExists, withClient } from '#server/db/roles.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { addressOf } from '#tests/kit/scratch-server.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const urlAs = (user: string | undefined) => addressOf(database.adminConfig, user === undefined ? {} : { user })

const whoAmI = (config: pg.ClientConfig) =>
  withClient(
    config,
    async client =>
      (
        await client.query(
          'SELECT current_user AS name, (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS free',
        )
      ).rows[0],
  )

const lax = { durable: false }

describe('a database of one’s own', () => {
  it('opened by a superuser serves requests under the app role', async () => {
    const own = await openOwnServer(urlAs(undefined), lax)
    expect(await whoAmI(own.appConfig)).toEqual({ name: 'razao_app', free: false })
    await withClient(own.ownerConfig, client => client.query('CREATE TABLE made (id int)'))
    await withClient(own.appConfig, client => client.query('INSERT INTO made VALUES (1)'))
  })

  it('opened by a user that may not create roles serves requests as that user', async () => {
    await asAdmin(`CREATE ROLE plain_${database.name} LOGIN`, `GRANT ALL ON SCHEMA public TO plain_${database.name}`)
    const own = await openOwnServer(urlAs(`plain_${database.name}`), lax)
    expect(await whoAmI(own.appConfig)).toEqual({ name: `plain_${database.name}`, free: false })
    await asAdmin(`DROP OWNED BY plain_${database.name}`, `DROP ROLE plain_${database.name}`)
  })

  it('opened by a user exempt from row security and without the app role is refused', async () => {
    await asAdmin(`CREATE ROLE free_${database.name} LOGIN BYPASSRLS`, `GRANT ALL ON SCHEMA public TO free_${database.name}`)
    await expect(openOwnServer(urlAs(`free_${database.name}`), lax)).rejects.toThrow('ignora a segurança por linha')
    await asAdmin(`DROP OWNED BY free_${database.name}`, `DROP ROLE free_${database.name}`)
  })

  it('that may lose acknowledged writes is refused', async () => {
    const [{ fsync }] = (await withClient(database.adminConfig, client => client.query('SHOW fsync'))).rows
    if (fsync === 'on') await expect(openOwnServer(urlAs(undefined))).resolves.toBeDefined()
    else await expect(openOwnServer(urlAs(undefined))).rejects.toThrow('fsync desligado')
  })

  it('that does not know letters is refused', async () => {
    await withClient(database.adminConfig, async admin => {
      for (const [name, letters] of [
        ['plain', "ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'"],
        ['latin', "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'"],
      ]) {
        const other = `${name}_${database.name}`
        await admin.query(`CREATE DATABASE ${other} TEMPLATE template0 ${letters}`)
        const opened = openOwnServer(addressOf(database.adminConfig, { database: other }), lax)
        await expect(opened).rejects.toThrow('não conhece letras acentuadas')
        await admin.query(`DROP DATABASE ${other}`)
      }
    })
  })

  it('that does not answer, or whose user may not create tables, is refused in words', async () => {
    await expect(openOwnServer('postgres://ninguem@127.0.0.1:1/nada')).rejects.toThrow('Não foi possível conectar ao banco de DATABASE_URL')
    await asAdmin(`CREATE ROLE poor_${database.name} LOGIN`)
    await expect(openOwnServer(urlAs(`poor_${database.name}`), lax)).rejects.toThrow('não pode criar tabelas')
    await asAdmin(`DROP ROLE poor_${database.name}`)
  })

  const asAdmin = (...statements: string[]) =>
    withClient(database.adminConfig, async client => void (await client.query(statements.join(';'))))
})

describe('connections', () => {
  it('bring days as text, bigints as safe numbers and numerics as exact text', async () => {
    const db = openKysely(database.appConfig)
    const { rows } = await db.executeQuery({
      sql: `SELECT '2026-02-28'::date AS day, ARRAY['2026-03-01'::date] AS days, 9007199254740991::int8 AS cents, ARRAY[1::int8] AS many, 0.10::numeric AS rate`,
      parameters: [],
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'parsers' },
    })
    expect(rows).toEqual([{ day: '2026-02-28', days: ['2026-03-01'], cents: 9007199254740991, many: [1], rate: '0.10' }])
    await db.destroy()
    await withClient(database.appConfig, client => expect(client.query('SELECT 9007199254740992::int8')).rejects.toThrow(RangeError))
  })

  it('of requests end a runaway statement after 10 s, of jobs after 60 s, of the owner never', async () => {
    const timeouts = (config: pg.ClientConfig) =>
      withClient(
        config,
        async client =>
          (
            await client.query({
              text: `SELECT current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'), current_setting('lock_timeout')`,
              rowMode: 'array',
            })
          ).rows[0],
      )
    expect(await timeouts(database.appConfig)).toEqual(['10s', '15s', '3s'])
    expect(await timeouts(database.jobConfig)).toEqual(['1min', '1min', '10s'])
    expect(await timeouts(database.ownerConfig)).toEqual(['0', '0', '0'])
    await withClient({ ...database.appConfig, statement_timeout: 50 }, client =>
      expect(client.query('SELECT pg_sleep(5)')).rejects.toThrow('statement timeout'),
    )
    figure({ promise: 'J4', what: 'tempo de uma consulta presa', ours: 'pedidos 10 s, tarefas 60 s, cortadas', floor: '10 s' })
  })
})

describe('migrating', () => {
  it('runs what is missing once, and refuses a database from a newer build', async () => {
    const fresh = await createTestDatabase({ empty: true })
    const one = {
      up: async (db: Parameters<import('kysely').Migration['up']>[0]) =>
        void (await db.schema.createTable('one').addColumn('id', 'integer').execute()),
    }
    expect(await migrate(fresh.ownerConfig, { migrations: {} })).toEqual([])
    expect(await migrate(fresh.ownerConfig, { migrations: { '001_one': one } })).toEqual(['001_one'])
    expect(await migrate(fresh.ownerConfig, { migrations: { '001_one': one } })).toEqual([])
    await expect(migrate(fresh.ownerConfig, { migrations: {} })).rejects.toThrow('versão mais nova do Razão')
    await fresh.drop()
  })

  it('leaves nothing of a migration that fails half-way', async () => {
    const fresh = await createTestDatabase({ empty: true })
    const broken = {
      up: async (db: Parameters<import('kysely').Migration['up']>[0]) => {
        await db.schema.createTable('half').addColumn('id', 'integer').execute()
        throw new Error('pane')
      },
    }
    await expect(migrate(fresh.ownerConfig, { migrations: { '001_broken': broken } })).rejects.toThrow('parou em 001_broken: pane')
    const { rows } = await withClient(fresh.adminConfig, client => client.query("SELECT to_regclass('half') AS half"))
    expect(rows).toEqual([{ half: null }])
    await fresh.drop()
  })

  it('gives way to whoever holds a table, keeps nobody waiting behind it, and goes on once it is free', async () => {
    const holder = new pg.Client(database.ownerConfig)
    await holder.connect()
    await holder.query('CREATE TABLE held (id int)')
    await holder.query('BEGIN; SELECT 1 FROM held')
    const later = {
      up: async (db: Parameters<import('kysely').Migration['up']>[0]) =>
        void (await db.schema.alterTable('held').addColumn('later', 'text').execute()),
    }
    const migrations = { ...productMigrations, 'zzzz-later': later }
    const refused = migrate(database.ownerConfig, { migrations, patienceMs: 1 })
    await expect(refused).rejects.toThrow('parou em zzzz-later: outra conexão segura as tabelas')
    const going = migrate(database.ownerConfig, { migrations })
    let longest = 0
    for (const end = performance.now() + 1500; performance.now() < end; ) {
      const asked = performance.now()
      await withClient(database.ownerConfig, client => client.query('SELECT 1 FROM held'))
      longest = Math.max(longest, performance.now() - asked)
    }
    // It waited in front of us, and went out of the way.
    expect(longest).toBeGreaterThan(100)
    expect(longest).toBeLessThan(1400)
    await holder.query('COMMIT')
    await expect(going).resolves.toEqual(['zzzz-later'])
    await holder.end()
  })

  it('may take rights from the app role where there is one', async () => {
    await withClient(database.ownerConfig, client =>
      client.query(
        `CREATE TABLE trail (id int); ${whereAppRoleExists("COMMENT ON TABLE trail IS 'it''s'; REVOKE UPDATE, DELETE ON trail FROM razao_app")}`,
      ),
    )
    if ((await whoAmI(database.appConfig))?.name !== 'razao_app') return
    await withClient(database.appConfig, async client => {
      await client.query('INSERT INTO trail VALUES (1)')
      await expect(client.query('DELETE FROM trail')).rejects.toThrow('permission denied')
    })
  })
})

describe('opening by environment', () => {
  it('uses the embedded server in RAZAO_DIR and says how safe it is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'razao-abrir-'))
    chmodSync(folder, 0o755)
    const opened = await openDatabase({ RAZAO_DIR: folder })
    expect(opened.summary).toMatch(/^PostgreSQL 18\.\d+ embutido em .* \(fsync ligado, somas de verificação ligado\)$/)
    const pool = new pg.Pool(opened.appConfig).on('error', () => {})
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await pool.end()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
