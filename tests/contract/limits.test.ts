// What the contract itself bounds: every text, list and page that comes in has an end, and long bodies are the ones that name many.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { Email, IdList, Ids, PageLimit, Text } from '#contract/kit/fields.ts'

interface Schema {
  type?: string
  enum?: unknown
  const?: unknown
  format?: string
  pattern?: string
  maxLength?: number
  maxItems?: number
  propertyNames?: Schema
  [part: string]: unknown
}

const rows = Object.values(contract).flatMap(resource => Object.values(resource) as Endpoint[])
const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** Every schema inside one, with the path that leads there. */
function* within(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema]
  for (const [name, part] of Object.entries(schema))
    if (typeof part === 'object' && part !== null) yield* within(part as Schema, `${path}.${name}`)
}

const incoming = rows.flatMap(row =>
  (['query', 'body', 'form'] as const).flatMap(part => {
    const schema = row.spec[part]
    return schema ? [...within(schemaOf(schema), `${row.id}.${part}`)].map(([path, each]) => ({ row, path, schema: each })) : []
  }),
)

/** Texts that are lists or documents of their own: ids joined by ';', a mapping of columns, the lines of a layout. */
const LONG =
  /\.(bank_account_ids|bill_ids|category_ids|subject_ids|mapping)$|^handoverLayouts\.\w+\.body\.properties\.(header|account|entry|trailer)$/
/** Texts a person writes at length. */
const DESCRIPTION = /\.(additional_information|description|metadata|reason)(\.anyOf\.\d)?$/
/** As the layout of the event has it. */
const LETTER = /invoiceCorrections\b.*\.text$/
const PIX_CODE = /\.(emv|emv_code|way)$/

describe('every row', () => {
  test('ends its texts at 500 characters, descriptions at 2,000', () => {
    const texts = incoming.filter(({ schema: { type, enum: closed, const: only, format } }) => {
      return type === 'string' && !closed && only === undefined && format !== 'uuid'
    })
    expect(texts.length).toBeGreaterThan(300)
    const wrong = texts.filter(({ path, schema }) => {
      if (path.endsWith('.propertyNames')) return false
      const most = LONG.test(path) ? 4000 : DESCRIPTION.test(path) ? 2000 : LETTER.test(path) ? 1000 : PIX_CODE.test(path) ? 512 : 500
      // What a pattern spells out to its end is as long as it says.
      return !((schema.maxLength ?? (/^\^.*\$$/.test(schema.pattern ?? '') && !/[+*]/.test(schema.pattern ?? '') ? 0 : Infinity)) <= most)
    })
    expect(wrong.map(({ path, schema }) => `${path} ${JSON.stringify(schema)}`)).toEqual([])
  })

  test('ends its lists, at 10,000 at most', () => {
    const lists = incoming.filter(({ schema }) => schema.type === 'array' && !(schema.items as Schema | undefined)?.enum)
    expect(lists.length).toBeGreaterThan(30)
    expect(lists.filter(({ schema }) => !((schema.maxItems ?? Infinity) <= 10_000)).map(({ path }) => path)).toEqual([])
  })

  test('that names thousands, and only such a one, is read up to 2 MB', () => {
    const naming = new Set(
      incoming.filter(({ path, schema }) => /\.body/.test(path) && (schema.maxItems ?? 0) >= 1000).map(({ row }) => row.id),
    )
    const long = rows.filter(row => row.spec.many || row.spec.rate === 'bulk').map(row => row.id)
    expect([...naming].sort()).toEqual(long.sort())
  })
})

test.each([
  ['ids of a bulk', Ids, (n: number) => Array(n).fill(crypto.randomUUID()), 10_000],
  ['joined ids', IdList, (n: number) => Array(n).fill(crypto.randomUUID()).join(';'), 100],
  ['rows of a page', PageLimit, (n: number) => n, 200],
  ['characters of a text', Text(), (n: number) => 'a'.repeat(n), 500],
  ['characters of a description', Text(2000), (n: number) => 'a'.repeat(n), 2000],
  ['characters of an e-mail', Email, (n: number) => `${'a'.repeat(n - '@exemplo.com.br'.length)}@exemplo.com.br`, 254],
] as const)('%s end where the limit says', (_, schema, of, most) => {
  expect([most - 1, most, most + 1].map(n => (schema as z.ZodType).safeParse(of(n)).success)).toEqual([true, true, false])
})
