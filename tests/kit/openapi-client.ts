// A client that knows a server only by its OpenAPI document: it builds each call from it and rejects any answer that it does not describe.
import { z } from 'zod'

type Schema = Record<string, unknown>

interface Ref {
  $ref?: string
}

interface Parameter extends Ref {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema; example?: unknown }>

interface Described extends Ref {
  description: string
  headers?: Record<string, Ref & { schema: Schema }>
  content: Content
  'x-razao-columns'?: { accept: string; schema: Schema }
  'x-razao-errors'?: string[]
}

export interface Operation {
  operationId: string
  tags: string[]
  /** Absent where it is the document's own. */
  security?: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Described>
}

export interface OpenApiDocument {
  openapi: string
  security: Record<string, string[]>[]
  components: Record<string, Record<string, unknown>>
  paths: Record<string, Record<string, Operation>>
}

/** As in the Fetch standard, so that nothing but the wire is shared. */
export type Transport = (request: Request) => Promise<Response>

export interface Input {
  /** Path, query and header parameters, by their names in the document. */
  with?: Record<string, string | number | boolean>
  /** JSON, or the fields of a form whose `file` is a Blob. */
  body?: Record<string, unknown>
  accept?: string
}

export interface Taken<T> {
  status: number
  data: T
  headers: Headers
}

export interface Refusal {
  status: number
  id: string
  message: string
  challenge_id?: string
}

const ORIGIN = 'http://localhost'

/** Follows a reference within the document. Throws when it leads nowhere. */
export function resolve<T extends object>(document: OpenApiDocument, value: T & Ref): T {
  if (!value.$ref) return value
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
  if (!found) throw new Error(`${value.$ref} leads nowhere`)
  return resolve(document, found as T & Ref)
}

export class OpenApiClient {
  private readonly checks = new Map<string, z.ZodType>()

  constructor(
    private readonly document: OpenApiDocument,
    private readonly send: Transport,
    /** Parameters sent wherever a call accepts them. */
    private readonly always: Record<string, string>,
    /** Its credentials, by security scheme. */
    readonly credentials: Record<string, string> = {},
  ) {}

  static async read(send: Transport, always: Record<string, string> = {}): Promise<OpenApiClient> {
    const answer = await send(new Request(`${ORIGIN}/v1/openapi.json`))
    return new OpenApiClient((await answer.json()) as OpenApiDocument, send, always)
  }

  /** The same document with other credentials. */
  as(credentials: Record<string, string>): OpenApiClient {
    return new OpenApiClient(this.document, this.send, this.always, credentials)
  }

  /** The answer of a call that must succeed: 'POST /v1/companies'. */
  async call<T = { id: string }>(at: string, input: Input = {}): Promise<T> {
    return (await this.taken<T>(at, input)).data
  }

  async taken<T = { id: string }>(at: string, input: Input = {}): Promise<Taken<T>> {
    const { response, data } = await this.exchange(at, input)
    if (!response.ok) throw new Error(`${at} answered ${response.status}: ${JSON.stringify(data)}`)
    return { status: response.status, data: data as T, headers: response.headers }
  }

  /** The refusal of a call that must fail. */
  async refused(at: string, input: Input = {}): Promise<Refusal> {
    const { response, data } = await this.exchange(at, input)
    if (response.ok) throw new Error(`${at} answered ${response.status} instead of a refusal`)
    return { ...(data as Refusal), status: response.status }
  }

  private async exchange(at: string, input: Input): Promise<{ response: Response; data: unknown }> {
    const operation = this.operation(at)
    const response = await this.send(this.request(at, operation, input))
    const described = operation.responses[response.status] ?? (response.ok ? undefined : operation.responses.default)
    if (!described) throw new Error(`${at} answered ${response.status}, which the document does not tell: ${await response.text()}`)
    const { headers = {}, content: told, 'x-razao-columns': columns } = resolve(this.document, described)
    const content = columns ? { ...told, [columns.accept]: columns } : told
    for (const [name, header] of Object.entries(headers)) {
      const value = response.headers.get(name)
      if (value !== null) this.check(`${at} ${name}`, resolve(this.document, header).schema, typed(value))
    }
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
    if (!content[type] && content['*/*']) return { response, data: new Uint8Array(await response.arrayBuffer()) }
    const schema = content[type]?.schema
    if (!schema) throw new Error(`${at} answered ${type}, which the document does not tell`)
    const data = await response.json()
    this.check(`${at} ${response.status} ${type}`, schema, data, nothingElse)
    return { response, data }
  }

  private operation(at: string): Operation {
    const [method = '', path = ''] = at.split(' ')
    const operation = this.document.paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`the document has no ${at}`)
    return operation
  }

  private request(at: string, operation: Operation, input: Input): Request {
    const [method, path = ''] = at.split(' ') as [string, string]
    const url = new URL(path, ORIGIN)
    let filled = path
    const headers = new Headers(this.authorization(at, operation))
    if (input.accept) headers.set('accept', input.accept)
    const left = new Map(Object.entries(input.with ?? {}))
    for (const parameter of operation.parameters.map(each => resolve(this.document, each))) {
      const value = left.get(parameter.name) ?? this.always[parameter.name]
      left.delete(parameter.name)
      if (value === undefined) {
        if (parameter.required) throw new Error(`${at} wants ${parameter.name}`)
        continue
      }
      this.check(`${at} ${parameter.name}`, parameter.schema, value)
      if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value))
      if (parameter.in === 'query') url.searchParams.set(parameter.name, String(value))
      if (parameter.in === 'header') headers.set(parameter.name, String(value))
    }
    if (left.size > 0) throw new Error(`${at} takes no ${[...left.keys()].join(', ')}`)
    url.pathname = filled
    return new Request(url, { method, headers, ...this.body(at, operation, input.body, headers) })
  }

  private authorization(at: string, { security = this.document.security }: Operation): Record<string, string> {
    if (security.length === 0) return {}
    const token = security.flatMap(each => Object.keys(each)).map(scheme => this.credentials[scheme])
    const held = token.find(each => each !== undefined)
    if (!held) throw new Error(`${at} wants one of ${JSON.stringify(security)}`)
    return { authorization: `Bearer ${held}` }
  }

  private body(at: string, operation: Operation, body: Input['body'], headers: Headers): { body?: BodyInit } {
    const content = operation.requestBody?.content
    if (!content) {
      if (body) throw new Error(`${at} takes no body`)
      return {}
    }
    const json = content['application/json']
    if (json) {
      this.check(`${at} body`, json.schema, body)
      headers.set('content-type', 'application/json')
      return { body: JSON.stringify(body) }
    }
    const form = new FormData()
    const { properties } = resolve(this.document, content['multipart/form-data']?.schema ?? {}) as { properties?: Schema }
    for (const [name, value] of Object.entries(body ?? {})) {
      if (!properties?.[name]) throw new Error(`the form of ${at} has no ${name}`)
      form.set(name, value as string | Blob)
    }
    return { body: form }
  }

  private check(what: string, schema: Schema, value: unknown, revive?: Reviver): void {
    let check = this.checks.get(what)
    if (!check) {
      check = schemaCheck(this.document, schema, revive)
      this.checks.set(what, check)
    }
    const read = check.safeParse(value)
    if (!read.success) throw new Error(`${what} is not what the document tells: ${z.prettifyError(read.error)}\n${JSON.stringify(value)}`)
  }
}

type Reviver = (key: string, value: unknown) => unknown

/** The document lets answers grow; what they have today is all in it. */
const nothingElse: Reviver = (_, value) =>
  typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
    ? { ...value, additionalProperties: false }
    : value

/** zod only resolves references under `$defs`. */
export function schemaCheck(document: OpenApiDocument, schema: Schema, revive?: Reviver): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'), revive))
}

const typed = (header: string): string | number => (/^\d+$/.test(header) ? Number(header) : header)
