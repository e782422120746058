// Parses a request as its row describes it: parameters, query, body or form, each checked by its schema, with refusals in pt-BR.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Endpoint, isTextParam, tenantOf } from '#contract/kit/endpoint.ts'
import { BULK_LIMIT } from '#contract/kit/fields.ts'
import { formatCount } from '#domain/text.ts'
import { fail } from '#server/base/fail.ts'
import { readSheetFile } from '#server/parsers/sheet-file.ts'
import type { UploadedFile } from './context.ts'
import { hashBody } from './idempotency.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const KILOBYTE = 1024
const BODY_BYTES = { one: 256 * KILOBYTE, many: 2048 * KILOBYTE } as const
/** The deepest nesting of arrays and objects in a body. */
const BODY_DEPTH = 20

/** The most bytes of the row's JSON body. */
export const bodyLimitOf = ({ spec }: Endpoint): number => (spec.many || spec.rate === 'bulk' ? BODY_BYTES.many : BODY_BYTES.one)

export interface ParsedCall {
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  form: unknown
  file: UploadedFile | undefined
  hash: Buffer
}

const queries = new WeakMap<Endpoint, z.ZodType>()

/** A parameter that the row does not have is refused: `preview` where there is none would write for real, a misspelt filter would find all. */
function queryOf(row: Endpoint): z.ZodType {
  const given = row.spec.query ?? z.object({})
  // One that says what it does with others keeps its word.
  const known = queries.get(row) ?? (given.def.catchall ? given : given.strict())
  queries.set(row, known)
  return known
}

export async function parseCall(row: Endpoint, request: FastifyRequest): Promise<ParsedCall> {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (!isTextParam(name) && !UUID.test(value)) throw fail('resource.not_found')
    if (value.length > 200) throw fail('request.malformed')
  }
  const query = parse(queryOf(row), request.query)
  if (row.spec.form) {
    const { fields, file } = await readForm(request)
    // Before the transaction, because a workbook may occupy the reading thread for seconds.
    if (row.spec.sheet) file.records = await readSheetFile(file.bytes)
    return {
      params,
      query: query as Record<string, unknown>,
      body: undefined,
      form: parse(row.spec.form, fields),
      file,
      hash: hashBody(request.url, JSON.stringify(fields), file.bytes),
    }
  }
  if (isDeeper(request.body, BODY_DEPTH)) throw fail('request.malformed')
  const body = row.spec.body ? parse(row.spec.body, withIfMatch(request)) : undefined
  return {
    params,
    query: query as Record<string, unknown>,
    body,
    form: undefined,
    file: undefined,
    hash: hashBody(request.url, JSON.stringify(request.body ?? null)),
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(each => isDeeper(each, levels - 1))
}

/** `If-Match: "7"` means the same as `version: 7` in the body; the body wins. */
function withIfMatch(request: FastifyRequest): unknown {
  const version = /^(?:W\/)?"?(\d+)"?$/.exec(request.headers['if-match'] ?? '')?.[1]
  const body = request.body ?? {}
  if (version === undefined || typeof body !== 'object' || Array.isArray(body)) return body
  return { version: Number(version), ...body }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  if (read.error.issues.some(isTooMany)) throw fail('bulk.too_many', { n: formatCount(BULK_LIMIT) })
  const details = read.error.issues
    .slice(0, 50)
    .map(issue => ({ field: issue.path.join('.'), id: 'validation.failed' as const, message: pt(issue) }))
  throw fail('validation.failed', { motivo: details[0]?.message ?? 'Confira os campos.' }, { details })
}

const isTooMany = (issue: z.core.$ZodIssue): boolean => issue.code === 'too_big' && issue.origin === 'array' && issue.maximum === BULK_LIMIT

/** zod's own messages are English; our schemas bring theirs, and any other gets a plain pt-BR sentence. */
function pt(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `Campo desconhecido: ${issue.keys.join(', ').slice(0, 200)}`
  if (issue.code === 'invalid_union') return 'Valor não aceito'
  if (/received undefined$/.test(issue.message)) return 'Preencha este campo'
  return /^(Invalid|Too|Unrecognized|Expected|Required)/.test(issue.message) ? 'Valor não aceito' : issue.message
}

async function readForm(request: FastifyRequest): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw fail('request.unsupported_type')
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file')
        file = { name: part.filename.slice(0, 200), content_type: part.mimetype, bytes: await part.toBuffer(), records: [] }
      else if (typeof part.value === 'string' && part.value !== '') fields[part.fieldname] = part.value
    }
  } catch (error) {
    // A form cut short or without boundary arrives as a bare error; errors of the limits have a status.
    throw error instanceof Error && 'statusCode' in error ? error : fail('request.malformed')
  }
  if (!file)
    throw fail(
      'validation.failed',
      { motivo: 'Escolha um arquivo' },
      { details: [{ field: 'file', id: 'validation.failed', message: 'Escolha um arquivo' }] },
    )
  return { fields, file }
}

/** The company that a row names outside its path. */
export function namedCompany(row: Endpoint, call: ParsedCall): string | undefined {
  const tenant = tenantOf(row)
  if (tenant === 'path') return call.params.c
  if (tenant === 'query') return (call.query.companyId ?? call.query.company_id) as string
  if (tenant === 'body') return (call.body as { company_id: string }).company_id
  return undefined
}
