// A valid body or query, made from a row's own schema, because generated tests need one for every row.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'

type Json = { [name: string]: unknown }

/** Required fields only. A text without a format is a day, which most fields of this contract accept. */
export function sampleOf(schema: z.ZodType): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Json)
}

function sample(schema: Json): unknown {
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const union = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined
  if (union?.[0]) return sample(union[0])
  switch (schema.type) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Record<string, Json>
      return Object.fromEntries(((schema.required ?? []) as string[]).map(name => [name, sample(properties[name] ?? {})]))
    }
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 0)) }, () => sample((schema.items ?? {}) as Json))
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return true
    case 'string':
      return text(schema)
    default:
      return {}
  }
}

const PATTERNS: readonly [RegExp, string][] = [
  [/^\^\\d\{6\}\$$/, '123456'],
  [/^\^\\d\{3\}\$$/, '001'],
  [/^\^\[\\dA-Za-z\]\*\$$/, '1'],
]

function text(schema: Json): string {
  if (schema.format === 'uuid') return randomUUID()
  if (schema.format === 'email') return 'pessoa@exemplo.com.br'
  const known = PATTERNS.find(([pattern]) => pattern.test(String(schema.pattern ?? '')))
  return known?.[1] ?? '2026-03-01'
}

/** Path segments that are text, with a value that each row accepts. */
export const TEXT_PARAMS: Record<string, string> = {
  doc: '11222333000181',
  phone: '+5511987654321',
  email: 'a@b.com',
  uf: 'SP',
  postalCode: '01310100',
  key: 'x',
  pa: 'PA-CENTRO',
  product: 'ECNPJ-A1',
  document: '11222333000181',
}
