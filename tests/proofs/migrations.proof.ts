// A7: an update of the database that dies in any of its migrations is taken up by the next start, and ends in the same schema.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { withClient } from '#server/db/roles.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { figure, isFull } from './kit/figure.ts'

const names = Object.keys(migrations).sort()

/** Everything the migrations make, as PostgreSQL writes it. */
const schemaOf = ({ adminConfig }: TestDatabase): Promise<string[]> =>
  withClient(adminConfig, async client => {
    const { rows } = await client.query<{ is: string }>(`
      select format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, udt_name, is_nullable, column_default) as is
        from information_schema.columns where table_schema in ('public', 'pgboss')
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      union all select indexdef from pg_indexes where schemaname in ('public', 'pgboss')
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and prokind = 'f'
      union all select format('%s %s %s %s', tablename, policyname, qual, with_check) from pg_policies
      union all select format('%s %s %s', oid::regclass, relrowsecurity, relforcerowsecurity) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by 1`)
    return rows.map(row => row.is)
  })

/** The product's migrations, whose connection dies when everything of `name` was done and nothing of it kept. */
const dyingIn = (name: string): typeof migrations => {
  const migration = migrations[name]
  if (!migration) throw new Error(`no migration ${name}`)
  const up: typeof migration.up = async db => {
    await migration.up(db)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
  }
  return { ...migrations, [name]: { ...migration, up } }
}

test('A7: an update that dies in any migration goes on and ends the same', { timeout: 1_200_000 }, async () => {
  const [whole, killed] = [await createTestDatabase(), await createTestDatabase({ empty: true })]
  const chosen = isFull ? names : [names[0], names[names.length >> 1], names.at(-1)].filter(name => name !== undefined)
  for (const name of chosen) await expect(migrate(killed.ownerConfig, { migrations: dyingIn(name) }), name).rejects.toThrow()
  await migrate(killed.ownerConfig)
  const expected = await schemaOf(whole)
  expect(expected.length).toBeGreaterThan(500)
  expect(await schemaOf(killed)).toEqual(expected)
  await whole.drop()
  await killed.drop()
  figure({
    promise: 'A7',
    what: 'atualizações mortas no meio, num banco sem dados',
    ours: `${chosen.length} mortes em ${names.length} migrações, ${expected.length} definições iguais no fim`,
    floor: 'o mesmo esquema',
  })
})
