// An example of each body in the OpenAPI document: what must be there, or a field or two where nothing must, with values that its schema takes.
import type { Json } from './openapi-fields.ts'

const ID = '0197f0a2-6c1e-7b3a-9d54-2f8e61c07b15'
const DAY = '2026-03-10'

/** By field, or by resource and field, where the schema alone does not say what a good value is. */
const VALUES: Readonly<Record<string, unknown>> = {
  amount_cents: 12_345,
  name: 'Papelaria Central',
  document_number: '11222333000181',
  phone_number: '+5511987650001',
  password: 'uma-senha-bem-longa',
  otp: '123456',
  additional_information: 'Papel e tinta de março',
  routing_number: '341',
  branch_number: '0001',
  account_number: '45871-3',
  digitable_line: '34191090085432107123440000000007497710000012345',
  month: '2026-03',
  ncm: '48201000',
  cfop: '5102',
  code: 'PAPEL-A4',
  unit: 'UN',
  municipal_service_code: '1.06',
  reason: 'Lançado em duplicidade',
  contains: 'PAPELARIA',
  to_bank_account_id: '0197f0a2-6c1e-7b3a-9d54-2f8e61c07b16',
  serie_number: '1',
  access_key: '35170311222333000181550010000158771254375873',
  url: 'https://sistema.exemplo.com.br/avisos',
  base_url: 'https://pix.banco.exemplo.com.br/api/v2',
  project_id: '5656565656565656',
  token_url: 'https://pix.banco.exemplo.com.br/oauth/token',
  justification: 'Número pulado por falha da impressora',
  'agreements.code': '1234567',
  'paymentAgreements.branch': '7307',
  'paymentAgreements.account': '14446',
  'paymentAgreements.account_digit': '4',
  'associates.name': 'Ana Lima',
  'associates.document_number': '52998224725',
  'dependents.name': 'João Lima',
  'dependents.document_number': '52998224725',
}

/** Examples of the bodies of one resource; `schemas`: what they refer to. */
export class Examples {
  constructor(
    private readonly resource: string,
    private readonly schemas: Readonly<Record<string, Json>>,
  ) {}

  /** Of a schema, and of the field it belongs to. */
  of(schema: Json, name = ''): unknown {
    const { $ref, const: only, enum: among, anyOf, oneOf, type } = schema
    if (typeof $ref === 'string') return this.of(this.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name)
    if (only !== undefined) return only
    if (Array.isArray(among)) return among[0]
    const value = type === 'array' ? undefined : this.known(name)
    if (value !== undefined) return value
    const [first] = (anyOf ?? oneOf ?? []) as Json[]
    if (first) return this.of(first, name)
    switch (Array.isArray(type) ? type[0] : type) {
      case 'object':
        return this.object(schema)
      case 'array':
        return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () => this.of((schema.items ?? {}) as Json, name))
      case 'integer':
      case 'number':
        return Math.max(1, Number(schema.minimum ?? 1))
      case 'boolean':
        return true
      default:
        return textOf(schema)
    }
  }

  private known(name: string): unknown {
    return VALUES[`${this.resource}.${name}`] ?? VALUES[name]
  }

  private object({ properties = {}, required = [] }: { properties?: unknown; required?: unknown }): Json {
    const fields = Object.entries(properties as Record<string, Json>)
    const asked = fields.filter(([name]) => (required as string[]).includes(name))
    const given = asked.length > 0 ? asked : fields.filter(([name]) => this.known(name) !== undefined).slice(0, 2)
    return Object.fromEntries((given.length > 0 ? given : fields.slice(0, 1)).map(([name, field]) => [name, this.of(field, name)]))
  }
}

function textOf({ format, minLength }: Json): string {
  if (format === 'uuid') return ID
  if (format === 'email') return 'ana@exemplo.com.br'
  if (format === 'date') return DAY
  return format === 'date-time' ? `${DAY}T12:00:00Z` : 'Texto'.padEnd(Number(minLength ?? 0), '.')
}
