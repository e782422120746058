// What operations of the OpenAPI document share: security schemes, headers, refusals, and schemas that refer to themselves.

import { z } from 'zod'
import { ERRORS, type ErrorId } from '#contract/errors.ts'
import { type Endpoint, isMutating, paramNames, tenantOf } from '#contract/kit/endpoint.ts'
import { RECORDS } from '#contract/records.ts'
import { isReachableByKey } from './api-keys.ts'

export type Json = Record<string, unknown>

for (const [id, record] of Object.entries(RECORDS)) z.globalRegistry.add(record, { ...record.meta(), id })

const AT_SCHEMAS = '#/components/schemas/'
const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

export const parameters = {
  Company: { name: 'c', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  Record: { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Escolhida por quem chama: a mesma chave com o mesmo corpo recebe a mesma resposta, e nada é gravado duas vezes.',
    schema: { type: 'string', maxLength: 200 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'A versão lida, como `version` no corpo; se o registro mudou, a resposta é 412.',
    schema: { type: 'string' },
  },
  DeviceId: {
    name: 'X-Device-Id',
    in: 'header',
    description:
      'O aparelho, nome escolhido e guardado por quem chama. Um código só vale no aparelho que o pediu, e de um desconhecido saem valores menores.',
    schema: { type: 'string', maxLength: 200 },
  },
}

/** Calls that ask for a code, take one, or move money read the device. */
export const looksAtDevice = ({ spec }: Endpoint): boolean =>
  spec.rate === 'money' || spec.rate === 'sign_in' || spec.fails?.includes('auth.step_up_required') === true

export const headers = {
  BatchId: {
    description: 'O lote gravado, quando a chamada mudou algo que se desfaz: `POST /v1/companies/{c}/batches/{id}/undo`.',
    schema: { type: 'string', format: 'uuid' },
  },
  NextCursor: { description: 'Volta como `cursor` para ler a página seguinte; ausente na última.', schema: { type: 'string' } },
  RetryAfter: { description: 'Segundos até tentar de novo.', schema: { type: 'integer' } },
  FileName: { description: 'O nome do arquivo.', schema: { type: 'string' } },
}

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })

const securitySchemes = {
  session: bearer('O `accessToken` de `POST /v1/verify-otp/{id}` ou de `POST /v1/refresh-token`.'),
  api_key: bearer('Uma chave de `POST /v1/api_keys`, com os direitos que ela tem.'),
  job_token: bearer('O `publicAccessToken` que veio com a tarefa.'),
}

export function securityOf(row: Endpoint): Json[] {
  if (row.spec.opensWith) return [{ [row.spec.opensWith]: [] }]
  if (row.spec.public) return []
  return isReachableByKey(row) ? [{ session: [] }, { api_key: [] }] : [{ session: [] }]
}

const ErrorSchema = {
  type: 'object',
  required: ['id', 'message', 'request_id'],
  properties: {
    id: { enum: Object.keys(ERRORS) },
    message: { type: 'string', description: 'Texto final, em português.' },
    request_id: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'id', 'message'],
        properties: {
          field: { type: 'string', description: 'O campo, ou o id do registro em uma chamada de muitos.' },
          id: { enum: Object.keys(ERRORS) },
          message: { type: 'string' },
        },
      },
    },
    retry_after: { type: 'integer', description: 'Segundos.' },
    current: { description: 'O registro como está, quando a versão enviada já passou.' },
    challenge_id: { type: 'string', description: 'O código a responder, quando se pede para confirmar quem é.' },
  },
}

/** Refusals that any call may meet. */
const ALWAYS: readonly ErrorId[] = ['rate.limited', 'server.failed', 'server.busy', 'storage.unavailable', 'validation.failed']

/** What most calls are refused with: the answer of a status that holds just these needs no longer name than its number. */
const USUAL: readonly ErrorId[] = [
  ...ALWAYS,
  'auth.session_revoked',
  'auth.token_expired',
  'idempotency.in_progress',
  'idempotency.key_reused',
  'permission.denied',
  'request.malformed',
  'resource.not_found',
]
const usualOf = (status: number): string =>
  USUAL.filter(id => ERRORS[id].status === status)
    .sort()
    .join()

/** A row's possible refusals: its own, and those of the kernel before and around it. */
export function refusalsOf(row: Endpoint): ErrorId[] {
  const { spec } = row
  const ids = new Set<ErrorId>([...(spec.fails ?? []), ...ALWAYS])
  const add = (when: unknown, ...more: ErrorId[]) => {
    if (when) for (const id of more) ids.add(id)
  }
  add(!spec.public, 'auth.token_expired', 'auth.session_revoked')
  add(!spec.public && (spec.needs || !isReachableByKey(row)), 'permission.denied')
  add(paramNames(row).length > 0 || spec.query, 'request.malformed')
  add(paramNames(row).length > 0 || tenantOf(row) !== 'none', 'resource.not_found')
  add(spec.rate === 'bulk', 'bulk.too_many')
  add(isMutating(row), 'request.malformed', 'request.too_large', 'request.unsupported_type')
  add(isMutating(row) && !spec.public, 'idempotency.in_progress', 'idempotency.key_reused')
  return [...ids].sort()
}

/** Leaves out what format or type already states. */
function trim(schema: Json): void {
  if (schema.format === 'uuid') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** Collects what the operations refer to while they are described. */
export class Components {
  private readonly schemas: Json = { Error: ErrorSchema }
  private readonly responses: Json = {}

  toJson(): Json {
    return { securitySchemes, parameters, headers, schemas: this.schemas, responses: this.responses }
  }

  /** The JSON Schema of a zod schema; records and recursive schemas move to the components. */
  schema(name: string, schema: z.ZodType, io: 'input' | 'output'): Json {
    const json = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      reused: 'inline',
      cycles: 'ref',
      override: ({ jsonSchema }) => trim(jsonSchema),
    })
    const placeOf = (def: string) => (def in RECORDS ? (io === 'input' ? `${def}Input` : def) : `${name}.${def}`)
    let refersToItself = false
    const {
      $schema: _,
      $defs,
      ...root
    } = JSON.parse(JSON.stringify(json), (key, value) => {
      if (key === 'id' && value in RECORDS) return undefined
      if (key !== '$ref') return value
      refersToItself ||= value === '#'
      return AT_SCHEMAS + (value === '#' ? name : placeOf(value.replace('#/$defs/', '')))
    }) as Json
    for (const [def, part] of Object.entries(($defs ?? {}) as Json)) this.schemas[placeOf(def)] = part
    if (!refersToItself) return root
    this.schemas[name] = root
    return ref('schemas', name)
  }

  /** One answer for each status that a row may refuse with; `versioned`: the caller may give the version it read by If-Match. */
  refusals(row: Endpoint, versioned: boolean): Json {
    const byStatus = new Map<number, ErrorId[]>()
    for (const id of refusalsOf(row)) byStatus.set(ERRORS[id].status, [...(byStatus.get(ERRORS[id].status) ?? []), id])
    if (versioned) byStatus.set(412, ['conflict.stale_version'])
    return Object.fromEntries([...byStatus].map(([status, ids]) => [status, this.refusal(status, ids)]))
  }

  private refusal(status: number, ids: readonly ErrorId[]): Json {
    const name = ids.join() === usualOf(status) ? String(status) : [status, ...ids].join('-')
    this.responses[name] ??= {
      description: ids.map(id => `${ERRORS[id].title} (\`${id}\`)`).join('; '),
      ...(status === 429 || status === 503 ? { headers: { 'Retry-After': ref('headers', 'RetryAfter') } } : {}),
      content: { 'application/json': { schema: ref('schemas', 'Error') } },
      'x-razao-errors': ids,
    }
    return ref('responses', name)
  }
}
