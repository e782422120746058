// What operations of the OpenAPI document share: security schemes, headers, refusals, and schemas that refer to themselves.

import { z } from 'zod'
import { ERRORS, type ErrorId } from '#contract/errors.ts'
import { type Endpoint, isMutating, paramNames, tenantOf } from '#contract/kit/endpoint.ts'
import { RECORDS } from '#contract/records.ts'
import { isReachableByKey } from './api-keys.ts'
import { describeFields, type Json } from './openapi-fields.ts'

for (const [id, record] of Object.entries(RECORDS)) z.globalRegistry.add(record, { ...record.meta(), id })

const AT_SCHEMAS = '#/components/schemas/'
const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

export const parameters = {
  Company: { name: 'c', in: 'path', required: true, description: 'A empresa', schema: { type: 'string', format: 'uuid' } },
  Record: { name: 'id', in: 'path', required: true, description: 'O registro', schema: { type: 'string', format: 'uuid' } },
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
  KeyProof: {
    name: 'DPoP',
    in: 'header',
    description:
      'Prova de posse de uma chave (RFC 9449, ES256), com `ath` do que a chamada gasta: o id do código ou o token de renovação. Aberta com ela, a sessão só se renova com a mesma chave.',
    schema: { type: 'string', maxLength: 2000 },
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

/** What opens a call that says nothing else. */
export const SECURITY: readonly Json[] = [{ session: [] }, { api_key: [] }]

/** What opens a call; undefined when it is the usual. */
export function securityOf(row: Endpoint): Json[] | undefined {
  if (row.spec.opensWith) return [{ [row.spec.opensWith]: [] }]
  if (row.spec.public) return []
  return isReachableByKey(row) ? undefined : [{ session: [] }]
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
  'auth.key_invalid',
  'auth.session_revoked',
  'auth.token_expired',
  'idempotency.in_progress',
  'idempotency.key_reused',
  'permission.denied',
  'request.malformed',
  'request.too_large',
  'request.unsupported_type',
  'resource.not_found',
]
const among = (ids: readonly ErrorId[], status: number): string =>
  ids
    .filter(id => ERRORS[id].status === status)
    .sort()
    .join()
const usualOf = (status: number): string => among(USUAL, status)
const alwaysOf = (status: number): string => among(ALWAYS, status)

/** A row's possible refusals: its own, and those of the kernel before and around it. */
export function refusalsOf(row: Endpoint): ErrorId[] {
  const { spec } = row
  const ids = new Set<ErrorId>([...(spec.fails ?? []), ...ALWAYS])
  const add = (when: unknown, ...more: ErrorId[]) => {
    if (when) for (const id of more) ids.add(id)
  }
  add(!spec.public, 'auth.token_expired', 'auth.session_revoked', 'auth.key_invalid')
  add(!spec.public && (spec.needs || !isReachableByKey(row)), 'permission.denied')
  add(paramNames(row).length > 0 || spec.query, 'request.malformed')
  add(paramNames(row).length > 0 || tenantOf(row) !== 'none', 'resource.not_found')
  add(spec.rate === 'bulk', 'bulk.too_many')
  add(isMutating(row), 'request.malformed', 'request.too_large', 'request.unsupported_type')
  add(isMutating(row) && !spec.public, 'idempotency.in_progress', 'idempotency.key_reused')
  return [...ids].sort()
}

const answerOf = (ids: readonly ErrorId[], waits: boolean): Json => ({
  description: ids.map(id => `${ERRORS[id].title} (\`${id}\`)`).join('; '),
  ...(waits ? { headers: { 'Retry-After': ref('headers', 'RetryAfter') } } : {}),
  content: { 'application/json': { schema: ref('schemas', 'Error') } },
  'x-razao-errors': ids,
})

/** Leaves out what format or type already states, and lets an answer have fields that today's clients do not know. */
function trim(schema: Json, io: 'input' | 'output'): void {
  if (schema.format === 'uuid') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
}

/** Collects what the operations refer to while they are described. */
export class Components {
  readonly schemas: Record<string, Json> = { Error: describeFields(ErrorSchema, 'Error') }
  readonly parameters: Record<string, Json> = { ...parameters }
  private readonly responses: Json = {}

  toJson(): Json {
    return { securitySchemes, parameters: this.parameters, headers, schemas: this.schemas, responses: this.responses }
  }

  /** The JSON Schema of a zod schema; records and recursive schemas move to the components. */
  schema(name: string, schema: z.ZodType, io: 'input' | 'output'): Json {
    const json = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      reused: 'inline',
      cycles: 'ref',
      override: ({ jsonSchema }) => trim(jsonSchema, io),
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
    for (const [def, part] of Object.entries(($defs ?? {}) as Record<string, Json>)) this.schemas[placeOf(def)] = describeFields(part, def)
    describeFields(root, name.replace(/\.\w+$/, ''))
    if (!refersToItself) return root
    this.schemas[name] = root
    return ref('schemas', name)
  }

  /** One answer for each status that a row may refuse with; `versioned`: the caller may give the version it read by If-Match. */
  refusals(row: Endpoint, versioned: boolean): Json {
    const byStatus = new Map<number, ErrorId[]>()
    for (const id of refusalsOf(row)) byStatus.set(ERRORS[id].status, [...(byStatus.get(ERRORS[id].status) ?? []), id])
    if (versioned) byStatus.set(412, ['conflict.stale_version'])
    const own = [...byStatus].filter(([status, ids]) => ids.join() !== alwaysOf(status))
    return { ...Object.fromEntries(own.map(([status, ids]) => [status, this.refusal(status, ids)])), default: this.always() }
  }

  /** What any call may be refused with, where it says nothing else of the status. */
  private always(): Json {
    this.responses.Any ??= answerOf(ALWAYS, true)
    return ref('responses', 'Any')
  }

  private refusal(status: number, ids: readonly ErrorId[]): Json {
    const name = ids.join() === usualOf(status) ? String(status) : [status, ...ids].join('-')
    this.responses[name] ??= answerOf(ids, status === 429 || status === 503)
    return ref('responses', name)
  }
}
