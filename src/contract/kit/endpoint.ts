// An endpoint is a row of data, from which server routes, the typed client, cache tags, OpenAPI, documentation and tests are derived.

import type { z } from 'zod'
import type { Action, Resource } from '#domain/permissions.ts'
import type { ErrorId } from '../errors.ts'
import type { Columns } from './columns.ts'
import type { Tag } from './tags.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type At = `${Method} /${string}`

/** Where a row finds its company: a path segment, a query or body field, behind an object id, or nowhere. */
export type Tenant = 'path' | 'query' | 'body' | 'object' | 'none'

export interface Spec {
  /** One pt-BR sentence for OpenAPI and ENDPOINTS.md. */
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  /** Fields of a multipart form besides its one `file`. */
  form?: z.ZodObject
  /** The form's file is a sheet (CSV or XLSX), read into records before anything else of the call happens. */
  sheet?: true
  returns: z.ZodType
  /** Returns the list in columns when the caller asks for `COLUMNS_MEDIA_TYPE`. */
  columns?: Columns
  /** Returns a file instead of JSON. */
  file?: true
  public?: true
  /** The header with the sender's signature over the body, byte by byte. */
  signed?: string
  /** A public row opened by a job's `publicAccessToken` as bearer. */
  opensWith?: 'job_token'
  /** The right the caller needs in the company; rows without it concern only the caller (profile, notifications). */
  needs?: `${Resource}:${Action}`
  tenant?: Tenant
  reads?: readonly Tag[]
  writes?: readonly Tag[]
  fails?: readonly ErrorId[]
  /** Answers 201 because the call creates a record. */
  creates?: true
  /** A write that accepts `?preview=true` and then changes nothing. */
  previews?: true
  /** Its batch stands in the journal but cannot be undone: it gave or took access, or had an effect outside. */
  irreversible?: true
  /** Where it answers as well, untold by the OpenAPI document: the same parameters at another path. */
  aliases?: readonly `/${string}`[]
  /** Our own addition, not a call owed by SPEC.md. */
  own?: true
  /** Its rate class, when it is not plain read or write. */
  rate?: 'bulk' | 'upload' | 'export' | 'sign_in' | 'lookup' | 'anonymous' | 'money'
  /** The session it opens or renews belongs to the key whose proof comes along, if one does. */
  takesKey?: true
  /** Its body may name thousands of records, as in every bulk row, so up to 2 MB are read. */
  many?: true
}

export interface Endpoint<A extends At = At, S extends Spec = Spec> {
  /** 'bills.move': the resource's name and the row's own, filled in by `resource`. */
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly at: A
  readonly spec: S
}

export type Resources = Record<string, Record<string, Endpoint>>

export function endpoint<const A extends At, const S extends Spec>(at: A, spec: S): Endpoint<A, S> {
  const [method, path] = at.split(' ') as [Method, string]
  return { id: '', method, path, at, spec }
}

/** Names the rows of one resource: `resource('bills', { list })` gives `bills.list` its id. */
export function resource<const R extends Record<string, Endpoint>>(name: string, rows: R): R {
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, { ...row, id: `${name}.${key}` }])) as R
}

type ParamName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never
/** Path parameters of a row, by name: '/v1/companies/{c}/bills/{id}' takes { c, id }. */
export type Params<E extends Endpoint> = { [K in ParamName<E['at']>]: string }
export type Query<E extends Endpoint> = E['spec']['query'] extends z.ZodType ? z.output<E['spec']['query']> : Record<never, never>
export type Body<E extends Endpoint> = E['spec']['body'] extends z.ZodType ? z.output<E['spec']['body']> : undefined
export type FormFields<E extends Endpoint> = E['spec']['form'] extends z.ZodType ? z.output<E['spec']['form']> : undefined
export type Answer<E extends Endpoint> = z.output<E['spec']['returns']>

type Maybe<K extends string, T> = [T] extends [never] ? unknown : Record<never, never> extends T ? { [P in K]?: T } : { [P in K]: T }
type QueryInput<E extends Endpoint> = E['spec']['query'] extends z.ZodType ? z.input<E['spec']['query']> : never
type BodyInput<E extends Endpoint> = E['spec']['body'] extends z.ZodType ? z.input<E['spec']['body']> : never
type FormInput<E extends Endpoint> = E['spec']['form'] extends z.ZodType ? WithFile<z.input<E['spec']['form']>> : never
type WithFile<F> = F extends Record<string, never> ? { file: Blob } : F & { file: Blob }
/** What a caller passes: `{ params, query, body, form }`, each only where the row has it. */
export type Call<E extends Endpoint> = Maybe<'params', ParamName<E['at']> extends never ? never : Params<E>> &
  Maybe<'query', QueryInput<E>> &
  Maybe<'body', BodyInput<E>> &
  Maybe<'form', FormInput<E>>

/** Path segments that are text; all others are ids, and an id that is not a UUID does not exist. */
const TEXT_PARAMS = new Set(['doc', 'phone', 'email', 'uf', 'postalCode', 'key', 'pa', 'product', 'document', 'token'])

export const isTextParam = (name: string): boolean => TEXT_PARAMS.has(name)

export const paramNames = (row: Endpoint): string[] => [...row.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)

export const tenantOf = (row: Endpoint): Tenant => row.spec.tenant ?? (row.path.includes('{c}') ? 'path' : 'none')

export function pathOf(row: Endpoint, params: Record<string, string> = {}): string {
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

export function isMutating(row: Endpoint): boolean {
  return row.method !== 'GET'
}
