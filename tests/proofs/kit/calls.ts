// Every row of the contract as a call that could be right, and every place in it where an id stands.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { type Endpoint, isTextParam, paramNames, tenantOf } from '#contract/kit/endpoint.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { OTHER_KEY } from '#tests/kit/money.ts'
import { sampleOf, TEXT_PARAMS } from '#tests/kit/samples.ts'
import type { CallInput } from '#tests/kit/server.ts'

export const rows: readonly Endpoint[] = Object.values(contract).flatMap(resource => Object.values(resource) as Endpoint[])

/** Where an id stands: a path segment, a query or body field by its path, whole or as one of an array. */
export interface Position {
  in: 'path' | 'query' | 'body'
  path: readonly string[]
  list: boolean
  company: boolean
}

type Json = { [name: string]: unknown }

const jsonOf = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Json

export function positionsOf(row: Endpoint): Position[] {
  const path = paramNames(row)
    .filter(name => !isTextParam(name))
    .map(name => ({ in: 'path' as const, path: [name], list: false, company: name === 'c' }))
  const query = row.spec.query ? idsIn(jsonOf(row.spec.query), []).map(found => ({ in: 'query' as const, ...found })) : []
  const body = row.spec.body ? idsIn(jsonOf(row.spec.body), []).map(found => ({ in: 'body' as const, ...found })) : []
  return [...path, ...query, ...body]
}

/** Ids two levels deep: fields, arrays of ids, and the ids of an array's items. */
function idsIn(schema: Json, at: readonly string[]): Omit<Position, 'in'>[] {
  const shapes = [schema, ...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as Json[])]
  if (shapes.some(shape => shape.format === 'uuid'))
    return [{ path: at, list: false, company: /^company_?id$/i.test(at[at.length - 1] ?? '') }]
  const found: Omit<Position, 'in'>[] = []
  for (const shape of shapes) {
    const items = shape.items as Json | undefined
    if (shape.type === 'array' && items && idsIn(items, []).some(inner => inner.path.length === 0))
      found.push({ path: at, list: true, company: false })
    else if (shape.type === 'array' && items) found.push(...idsIn(items, [...at, '0']))
    if (at.length < 3)
      for (const [name, field] of Object.entries((shape.properties ?? {}) as Record<string, Json>))
        found.push(...idsIn(field, [...at, name]))
  }
  return [...new Map(found.map(position => [position.path.join('.'), position])).values()]
}

/** What the schemas alone do not tell. */
const BODIES: Record<string, () => Json> = {
  'associates.create': () => ({ document_number: cpfNumber(Math.floor(Math.random() * 1e8)) }),
  'billings.create': () => ({ transaction_amount: 10_099, due_date: '2026-03-20' }),
  'paymentOrders.create': () => ({ payments: [{ pix_key: OTHER_KEY, amount_cents: 1 }], confirm_duplicate: true }),
  'invoiceCorrections.create': () => ({ text: 'O CFOP correto é 5102' }),
  'invoiceSettings.setContingency': () => ({ active: true, reason: 'SEFAZ fora do ar desde cedo' }),
  'invoiceVoids.create': () => ({ justification: 'Falha na emissão' }),
  'pix.createKey': () => ({ type: 'RANDOM' }),
  'pix.makeCode': () => ({ pix_key: OTHER_KEY }),
  'pix.send': () => ({ amount: 1, pix_key: OTHER_KEY, confirm_duplicate: true }),
}

/** A call of the row in the company, right by its schema; its ids are random unless given. */
export function callOf(row: Endpoint, companyId: string): CallInput {
  const params = Object.fromEntries(paramNames(row).map(name => [name, name === 'c' ? companyId : (TEXT_PARAMS[name] ?? randomUUID())]))
  const sample = row.spec.body ? { ...(sampleOf(row.spec.body) as Json), ...BODIES[row.id]?.() } : undefined
  const body = sample && tenantOf(row) === 'body' ? { ...sample, company_id: companyId } : sample
  const query = { ...(row.spec.query ? (sampleOf(row.spec.query) as Json) : {}), ...(tenantOf(row) === 'query' ? { companyId } : {}) }
  return {
    params,
    ...(Object.keys(query).length > 0 ? { query } : {}),
    ...(body === undefined ? {} : { body }),
    ...(row.spec.form ? { form: { file: new Blob(['Vencimento;Valor\n']) } } : {}),
  }
}

/** The same call with an id in one place; a list takes it after the others given. */
export function withId(call: CallInput, position: Position, id: string, others: readonly string[] = []): CallInput {
  const value = position.list ? [...others, id] : id
  if (position.in === 'path') return { ...call, params: { ...call.params, [position.path[0] ?? '']: id } }
  if (position.in === 'query') return { ...call, query: { ...call.query, [position.path[0] ?? '']: id } }
  return { ...call, body: placed((call.body ?? {}) as Json, position.path, value) }
}

function placed(target: Json, [name = '', ...rest]: readonly string[], value: unknown): Json {
  const copy = (Array.isArray(target) ? [...target] : { ...target }) as Json
  copy[name] = rest.length === 0 ? value : placed((copy[name] ?? (rest[0] === '0' ? [{}] : {})) as Json, rest, value)
  return copy
}
