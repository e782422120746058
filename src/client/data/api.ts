// The typed client of the contract: one way to call a row, one refresh for any number of 401s, every answer checked against its schema.

import { auth } from '#contract/auth.ts'
import {
  DEFAULT_ERROR_MESSAGE,
  DEFAULT_ERROR_TITLE,
  ERRORS,
  type ErrorBody,
  type ErrorDetail,
  isErrorId,
  REMEDIES,
} from '#contract/errors.ts'
import { COLUMNS_MEDIA_TYPE, type ColumnarAnswer, checkColumns } from '#contract/kit/columns.ts'
import { type Answer, type Call, type Endpoint, isMutating, pathOf } from '#contract/kit/endpoint.ts'
import { readOpen } from '#contract/kit/open-words.ts'
import { proofOver } from './browser-key.ts'
import { accessToken, clearTokens, deviceId, refreshToken, storeTokens, type TokenPair } from './tokens.ts'
import { forgetUnanswered, keyFor, noteUnanswered } from './unanswered.ts'

export interface Reply<E extends Endpoint> {
  readonly data: Answer<E>
  /** The journal batch of a write. */
  readonly batch_id: string | undefined
  readonly next_cursor: string | undefined
}

/** A refusal of the server, with its catalogue text. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly id: string,
    readonly status: number,
    message: string,
    readonly details: readonly ErrorDetail[],
    readonly requestId: string | undefined,
    readonly body: Partial<ErrorBody>,
  ) {
    super(message)
  }

  /** From the catalogue; an id outside it takes the default title. */
  get title(): string {
    return isErrorId(this.id) ? ERRORS[this.id].title : DEFAULT_ERROR_TITLE
  }

  /** Whether the same, tried again, may go otherwise. */
  get retryable(): boolean {
    return isErrorId(this.id) ? 'retryable' in ERRORS[this.id] : this.status >= 500
  }

  /** What helps where another try does not and the text does not say so. */
  get remedy(): string | undefined {
    return isErrorId(this.id) ? REMEDIES[this.id] : undefined
  }
}

/** An answer that does not match the contract's schema; carries the schema's message, never the values. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** The server did not answer at all. */
export class OfflineError extends Error {
  override name = 'OfflineError'
}

interface Hooks {
  signedOut(): void
  wrote(row: Endpoint, params: Record<string, string>): void
  /** An answer that nobody may be waiting for was not what the contract says. */
  misread?(row: Endpoint, error: SchemaError): void
}

let hooks: Hooks = { signedOut: () => {}, wrote: () => {} }
let baseUrl = ''

export function connectApi(next: Hooks & { baseUrl?: string }): void {
  hooks = next
  baseUrl = next.baseUrl ?? ''
}

export const apiUrl = (path: string): string => `${baseUrl}${path}`

type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, unknown> & { file: Blob }
}
export type CallInput<E extends Endpoint> =
  Record<never, never> extends Call<E> ? [input?: Call<E>, options?: CallOptions] : [input: Call<E>, options?: CallOptions]

export interface CallOptions {
  signal?: AbortSignal
  /** The same key means the same intent: a retry after a lost answer has one effect. By default one is made, and kept while the call is unanswered. */
  idempotencyKey?: string
  /** A bearer other than the session's: a job's public token. */
  bearer?: string
  /** Takes a copy of an answer in columns, unread. */
  copy?: (answer: Response) => void
  /** The token or challenge that the call uses up: sent along is a proof of this browser's key over it. */
  uses?: string
}

/** Calls a row. Throws ApiError, SchemaError or OfflineError. */
export async function call<E extends Endpoint>(row: E, ...[input, options = {}]: CallInput<E>): Promise<Reply<E>> {
  const given = (input ?? {}) as AnyInput
  const response = await send(row, given, options, 'application/json')
  const data = row.spec.file ? await response.blob() : parseAnswer(row, await bodyOf(row, response))
  if (isMutating(row)) hooks.wrote(row, { ...given.params, ...companyOf(given) })
  return {
    data: data as Answer<E>,
    batch_id: response.headers.get('x-batch-id') ?? undefined,
    next_cursor: response.headers.get('x-next-cursor') ?? undefined,
  }
}

/** Reads a list in its columnar form. */
export async function callColumns(row: Endpoint, input: AnyInput, options: CallOptions = {}): Promise<ColumnarAnswer> {
  if (!row.spec.columns) throw new Error(`${row.id} has no columnar form`)
  const response = await send(row, input, options, COLUMNS_MEDIA_TYPE)
  options.copy?.(response.clone())
  const body = await bodyOf(row, response)
  try {
    return checkColumns(row.spec.columns, body as ColumnarAnswer)
  } catch (error) {
    throw misread(row, error instanceof Error ? error.message : String(error))
  }
}

/** An answer that nobody waits for any more, or that the line cuts short, was not misread. */
async function bodyOf(row: Endpoint, response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) throw misread(row, 'a resposta não é JSON')
    throw asTold(error)
  }
}

const OFFLINE = 'Você está sem conexão com o servidor.'
const UNHEARD = 'O servidor não respondeu em um minuto.'
/** The server ends every read long before; after this the line has swallowed the question or the answer. */
const PATIENCE_MS = 60_000
/** What nobody waits for any more stays as it is; whatever else ends a call is the line. */
function asTold(error: unknown): unknown {
  const isLeft = (error as { name?: unknown } | undefined)?.name === 'AbortError'
  return isLeft || error instanceof OfflineError ? error : new OfflineError(OFFLINE)
}

function companyOf(input: AnyInput): Record<string, string> {
  const id = input.query?.companyId ?? (input.body as { company_id?: string } | undefined)?.company_id
  return typeof id === 'string' ? { c: id } : {}
}

function parseAnswer(row: Endpoint, json: unknown): unknown {
  const read = readOpen(row.spec.returns, json)
  if (read.success) return read.data
  throw misread(
    row,
    read.error.issues
      .map(issue => `${issue.path.join('.')}: ${issue.message}`)
      .slice(0, 3)
      .join('; '),
  )
}

/** Of a write whoever sent it is told; of what a screen reads on its own, everybody. */
function misread(row: Endpoint, where: string): SchemaError {
  const error = new SchemaError(`${row.id}: ${where}`)
  if (!isMutating(row)) hooks.misread?.(row, error)
  return error
}

async function send(row: Endpoint, input: AnyInput, options: CallOptions, accept: string): Promise<Response> {
  const written = isMutating(row) && !row.spec.public ? ([row.method, pathWith(row, input), input.form ?? input.body] as const) : undefined
  const key = written && (options.idempotencyKey ?? keyFor(written))
  const tried = accessToken()
  let response: Response
  try {
    response = await request(row, input, options, accept, key)
    const refreshable = response.status === 401 && !row.spec.public && options.bearer === undefined
    if (refreshable && (await refreshOnce(tried))) response = await request(row, input, options, accept, key)
  } catch (error) {
    if (written && key) noteUnanswered(written, key)
    throw error
  }
  if (response.ok) {
    if (written && input.query?.preview === undefined) forgetUnanswered()
    endedWith = undefined
    return response
  }
  const error = await readError(response)
  // A refusal changes nothing; after any other failure the server may have done more than it could say.
  if (written && key && (error.status >= 500 || error.id === 'idempotency.in_progress')) noteUnanswered(written, key)
  if (error.status === 401 && !row.spec.public && options.bearer === undefined) endSession(tried)
  throw error
}

let endedWith: string | null | undefined

/** Signs out once, however many calls with the dead token are under way. */
function endSession(tried: string | null): void {
  if (endedWith === tried) return
  endedWith = tried
  hooks.signedOut()
}

async function request(row: Endpoint, input: AnyInput, options: CallOptions, accept: string, key: string | undefined): Promise<Response> {
  const headers = new Headers({ accept, 'x-device-id': deviceId() })
  const bearer = options.bearer ?? (row.spec.public ? null : accessToken())
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  if (key) headers.set('idempotency-key', key)
  const proof = options.uses === undefined ? undefined : await proofOver(row, input.params, options.uses)
  if (proof) headers.set('dpop', proof)
  let body: BodyInit | undefined
  if (input.form) body = formData(input.form)
  else if (input.body !== undefined || isMutating(row)) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(input.body ?? {})
  }
  const ask = (signal: AbortSignal | undefined) =>
    fetch(apiUrl(pathWith(row, input)), { method: row.method, headers, ...(body === undefined ? {} : { body }), ...(signal && { signal }) })
  try {
    // A write may take as long as its file takes to go up.
    return await (isMutating(row) ? ask(options.signal) : unlessSilent(ask, options.signal, row.spec.file !== undefined))
  } catch (error) {
    throw asTold(error)
  }
}

/**
 * Gives up once a minute passes without a byte of the answer, be it the first or one in the middle; a file takes as long as it takes to be made,
 * and is heard from its beginning on. Throws OfflineError, and so does the answer's body.
 */
async function unlessSilent(
  ask: (signal: AbortSignal) => Promise<Response>,
  given: AbortSignal | undefined,
  isFile: boolean,
): Promise<Response> {
  const silence = new AbortController()
  let waiting: ReturnType<typeof setTimeout> | undefined
  const over = () => clearTimeout(waiting)
  const heard = () => {
    over()
    waiting = setTimeout(() => silence.abort(new OfflineError(UNHEARD)), PATIENCE_MS)
  }
  given?.addEventListener('abort', over, { once: true })
  if (!isFile) heard()
  try {
    const response = await ask(given ? AbortSignal.any([given, silence.signal]) : silence.signal)
    if (!response.body) {
      over()
      return response
    }
    heard()
    const listened = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        heard()
        controller.enqueue(bytes)
      },
      flush: over,
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(listened), { status, statusText, headers })
  } catch (error) {
    over()
    throw error
  }
}

function formData(form: Record<string, unknown> & { file: Blob }): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (name !== 'file' && value !== undefined && value !== null) data.append(name, String(value))
  }
  data.append('file', form.file)
  return data
}

const pathWith = (row: Endpoint, input: AnyInput): string => `${pathOf(row, input.params)}${queryText(input.query)}`

function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    search.set(name, Array.isArray(value) ? value.join(';') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
  return new ApiError(
    body.id ?? 'unknown',
    response.status,
    body.message ?? DEFAULT_ERROR_MESSAGE,
    body.details ?? [],
    body.request_id,
    body,
  )
}

let refreshing: Promise<boolean> | undefined

/**
 * Renews the pair once, however many calls and tabs found it expired: calls share the promise, and tabs share a Web Lock under which the
 * storage is read again, because another tab may have renewed it meanwhile. False when the session is over.
 */
function refreshOnce(tried: string | null): Promise<boolean> {
  refreshing ??= withLock(() => refresh(tried)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** The same outside a call: false when the session is over. */
export const renewTokens = (): Promise<boolean> => refreshOnce(accessToken())

function withLock(work: () => Promise<boolean>): Promise<boolean> {
  return typeof navigator !== 'undefined' && navigator.locks ? (navigator.locks.request('razao.refresh', work) as Promise<boolean>) : work()
}

async function refresh(tried: string | null): Promise<boolean> {
  const token = refreshToken()
  if (!token) return false
  if (accessToken() !== null && accessToken() !== tried) return true
  const response = await request(auth.refreshToken, { body: { token } }, { uses: token }, 'application/json', undefined)
  // A busy server does not end the session: the tokens stay, and the call fails with the server's words.
  if (response.status === 429 || response.status >= 500) throw await readError(response)
  if (!response.ok) {
    clearTokens()
    return false
  }
  storeTokens(parseAnswer(auth.refreshToken, await response.json()) as TokenPair)
  return true
}

/** A file of the server as a blob, fetched with the session's bearer. */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await fetch(apiUrl(path), { headers: { authorization: `Bearer ${accessToken() ?? ''}` } })
  if (!response.ok) throw await readError(response)
  return response.blob()
}
