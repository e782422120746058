// Long lists in columns: whole and in order whether they were held or spooled, on one snapshot, refused beyond the limit.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ColumnSpool } from '#server/db/column-spool.ts'
import { openKysely } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { slicesOf } from '#server/db/slices.ts'
import { columnarWhole } from '#server/kernel/columnar.ts'
import type { Reply } from '#server/kernel/context.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = openKysely({ ...database.adminConfig, max: 2 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const inTransaction = <T>(work: (tx: Db) => Promise<T>): Promise<T> => db.transaction().execute(tx => work(tx))
const read = async (body: unknown): Promise<unknown> => JSON.parse(String(body instanceof Readable ? await buffer(body) : body))

describe('the spool', () => {
  const slices = [
    ['1,2', '"a","não"'],
    ['3', 'null'],
    ['4,5,6', '"","\\"","🙂"'],
  ]
  const spooled = async (most?: number) => {
    const spool = new ColumnSpool(['n', 'text'], most)
    for (const slice of slices) await spool.add(slice)
    return spool
  }
  const whole = { columns: { n: [1, 2, 3, 4, 5, 6], text: ['a', 'não', null, '', '"', '🙂'] } }

  test('gives the same bytes held as from its file, wherever it begins to need one', async () => {
    const held = await (await spooled()).body('{"columns":', '}')
    expect(held).not.toBeInstanceOf(Readable)
    expect(await read(held)).toEqual(whole)
    for (const most of [0, 12, 20]) {
      const body = await (await spooled(most)).body('{"columns":', '}')
      expect(body).toBeInstanceOf(Readable)
      expect(await read(body)).toEqual(whole)
    }
  })

  test('leaves no file behind, read to its end or not', async () => {
    const files = () => readdirSync(tmpdir()).filter(name => /^razao-[0-9a-f]{8}-/.test(name))
    const before = files()
    const body = (await (await spooled(0)).body('{"columns":', '}')) as Readable
    expect(files()).toEqual(before)
    body.destroy()
    await (await spooled(0)).close()
    expect(files()).toEqual(before)
  })

  test('of nothing is empty columns', async () => {
    expect(await read(await new ColumnSpool(['n', 'text']).body('{"columns":', '}'))).toEqual({ columns: { n: [], text: [] } })
  })
})

describe('slices', () => {
  test('come in order and all of them, however long or short', async () => {
    for (const length of [1, 5000, 200_000]) {
      const query = sql`select i, repeat('x', ${length}) as text from generate_series(1, 100) i order by i`
      const seen = await inTransaction(async tx => {
        const rows: { i: number }[] = []
        for await (const some of slicesOf<{ i: number; text: string }>(tx, 'test_rows', query)) rows.push(...some.map(({ i }) => ({ i })))
        return rows.map(row => row.i)
      })
      expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
    }
  })

  test('are of one moment: what others write meanwhile is not in them', async () => {
    const other = new pg.Client(database.adminConfig)
    await other.connect()
    await other.query('create table moments as select i from generate_series(1, 64) i')
    const seen = await inTransaction(async tx => {
      let rows = 0
      for await (const some of slicesOf(tx, 'test_rows', sql`select i from moments`)) {
        rows += some.length
        if (rows === some.length) await other.query('delete from moments where i > 32; insert into moments values (100), (101)')
      }
      return rows
    })
    await other.end()
    expect(seen).toBe(64)
  })
})

describe('a whole list', () => {
  const columns = { id: 'count', text: 'text' } as const
  const rows = (count: number) =>
    sql`select i / 1000 as slice, i as id, 'não ' || i as text from generate_series(1, ${count}::int) i order by slice, i`
  const list = async (count: number) => (await inTransaction(tx => columnarWhole(tx, columns, rows(count)))) as Reply

  test('is in order and says how many', async () => {
    const answer = (await read((await list(2500)).body)) as {
      count: number
      full: boolean
      cursor: string
      columns: Record<string, unknown[]>
    }
    expect(answer).toMatchObject({ count: 2500, full: true, cursor: expect.stringMatching(/^\d+-\d{8}\.\d+$/) })
    expect(answer.columns.id).toEqual(Array.from({ length: 2500 }, (_, at) => at + 1))
    expect(answer.columns.text?.[2499]).toBe('não 2500')
  })

  test('is refused beyond a million rows', async () => {
    await expect(list(1_000_001)).rejects.toMatchObject({ id: 'validation.failed' })
  })
})
