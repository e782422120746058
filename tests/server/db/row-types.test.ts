// src/server/db/schema.ts is what the migrations make, and its types are what pg hands over.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { TYPES } from '#tests/kit/schema/column-types.ts'
import { schemaFile } from '#tests/kit/schema/schema-file.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.ownerConfig)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** One value of each type as PostgreSQL writes it. */
const SAMPLES: Record<string, string> = {
  bigint: '9007199254740991',
  boolean: 't',
  bytea: '\\x00ff',
  date: '2026-03-11',
  'double precision': '0.5',
  integer: '7',
  json: '{"a":1}',
  jsonb: '{"a":1}',
  numeric: '0.10',
  oid: '7',
  real: '0.5',
  smallint: '7',
  'timestamp with time zone': '2026-03-11 15:00:00+00',
  tsvector: 'a',
  uuid: '0192f0c1-2345-7abc-8def-0123456789ab',
  'bigint[]': '{1,2}',
  'boolean[]': '{t,f}',
  'date[]': '{2026-03-11}',
  'integer[]': '{1,2}',
  'text[]': '{a,b}',
  'uuid[]': '{0192f0c1-2345-7abc-8def-0123456789ab}',
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return `${nameOf(value[0])}[]`
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

describe('the row types', () => {
  test('are those of the migrated schema', async () => {
    const kept = readFileSync(join(import.meta.dirname, '../../../src/server/db/schema.ts'), 'utf8')
    expect(await schemaFile(client), 'run npm run generate').toBe(kept)
  })

  test.each(Object.entries(TYPES))('read a %s as %s', async (type, told) => {
    const { rows } = await client.query({ text: `select $1::${type} as value`, values: [SAMPLES[type] ?? 'a'] })
    expect(nameOf(rows[0].value)).toBe(told === 'unknown' ? 'object' : told)
  })

  test('read nothing as null, and an instant as the wire carries it', async () => {
    const { rows } = await client.query("select null::uuid as nothing, '2026-03-11 12:00:00-03'::timestamptz as instant")
    expect(rows).toEqual([{ nothing: null, instant: '2026-03-11T15:00:00.000Z' }])
  })
})
