// What a value of each PostgreSQL type is in JavaScript once pg and `columnParsers` have read it. `schema.test.ts` reads one of each.

export const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  character: 'string',
  '"char"': 'string',
  'character varying': 'string',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  name: 'string',
  numeric: 'string',
  oid: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'string',
  tsvector: 'string',
  uuid: 'string',
  'bigint[]': 'number[]',
  'boolean[]': 'boolean[]',
  'date[]': 'string[]',
  'integer[]': 'number[]',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
}

export function typeOf(type: string, of: string): string {
  const found = TYPES[type]
  if (found === undefined) throw new Error(`${of} is of type ${type}, which tests/kit/schema/column-types.ts does not tell`)
  return found
}
