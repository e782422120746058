// The HTTP server around the routes: security headers, limits, the one error handler, the static client and the local pages.

import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import type { MetricReader } from '@opentelemetry/sdk-metrics'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { contract } from '#contract/index.ts'
import { type Failure, fail } from '#server/base/fail.ts'
import { traceCalls } from '#server/base/tracing.ts'
import { Admission, refuseSlowly } from './admission.ts'
import { mountClient } from './client-files.ts'
import { compressAnswers } from './compression.ts'
import type { ContractHandlers } from './context.ts'
import { toFailure } from './database-errors.ts'
import { mayMeasure, socketOrigins } from './doors.ts'
import { Foyer } from './foyer.ts'
import { mountLocalPages } from './local-pages.ts'
import { factsOf, note, scrubbed } from './log-facts.ts'
import { Metrics } from './metrics.ts'
import { openApi, openApiPage } from './openapi.ts'
import { sendPage } from './page.ts'
import { mountRoutes } from './router.ts'
import type { Services } from './services.ts'
import { lately, type Standing, within } from './standing.ts'

const KILOBYTE = 1024
const UPLOAD_LIMIT = 30 * KILOBYTE * KILOBYTE
const URL_BYTES = 8 * KILOBYTE
const HEADER_BYTES = 16 * KILOBYTE
/** How long a caller may take to say what it wants, to send the body of an ordinary call, and to send a file. */
const PACE = { headersMs: 15_000, bodyMs: 30_000, uploadMs: 120_000 }
/** `/ready` answers by then, whatever the database does. */
const READY_MS = 900
/** Hearing ourselves costs a message through the database. */
const HEARD_MS = 2000

export interface HttpOptions {
  services: Services
  handlers: ContractHandlers
  /** The built client; absent while Vite serves it. */
  clientDir: string | undefined
  version: string
  /** Proxies trusted to state the caller's address, for limits per address. */
  proxies?: readonly string[]
  /** Opens `/metrics` from anywhere; without it only this machine reads them. */
  metricsToken?: string | undefined
  /** Where measures go beside `/metrics`. */
  metricReaders?: readonly MetricReader[]
  /** Shorter only in tests. */
  pace?: typeof PACE
  /** More patient only in tests. */
  admission?: Admission
  /** What this process does beside `/health`, `/ready` and `/metrics`; by default all of it. */
  roles?: readonly string[]
  /** The answer of `/ready`: false while stopping. */
  ready(): Promise<boolean>
  /** What else `/ready` and the metrics tell of this process. */
  standing?(): Promise<Standing>
  /** Whether what other processes tell arrives here; absent where there are no others. */
  hears?(): Promise<boolean>
}

/** Connections that may wait to be taken: after a restart everybody comes at once, and one that is turned away tries again only after a second. */
export const BACKLOG = 4096

export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { services, pace = PACE, admission = new Admission() } = options
  const facts = factsFor(options)
  const metrics = new Metrics({ services, facts, readers: options.metricReaders ?? [] })
  const app = fastify({
    logger: false,
    trustProxy: options.proxies?.length ? [...options.proxies] : false,
    // Room for the longest address beside the longest headers, so that each limit refuses by its own name.
    http: { maxHeaderSize: 2 * HEADER_BYTES, headersTimeout: pace.headersMs, connectionsCheckingInterval: Math.min(1000, pace.headersMs) },
    clientErrorHandler: refuseUnread,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    connectionTimeout: 30_000,
    requestTimeout: pace.uploadMs,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
  const foyer = new Foyer()
  foyer.watch(app.server)
  app.addHook('onRequest', (request, _, done) => (request.url.startsWith('/v1/') ? foyer.hold(request.raw.socket, done) : done()))
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // Lets the reader of barcodes be compiled; text still never becomes script.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...socketOrigins(services.origins)],
        workerSrc: ["'self'"],
        // Allows the preview of a PDF that the page itself holds.
        frameSrc: ['blob:'],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: { maxAge: 31_536_000 },
  })
  await compressAnswers(app)
  traceCalls(app)
  app.addHook('onClose', () => metrics.close())
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 20, fieldSize: 64 * 1024 },
    throwFileSizeLimit: true,
  })
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(services, error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    // What a call answers is its caller's alone, and no cache between them keeps it.
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'private, no-store')
    if (Buffer.byteLength(request.raw.url ?? '') > URL_BYTES) throw fail('request.too_large', { n: '8 KB no endereço' })
    const headers = request.raw.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    if (headers > HEADER_BYTES) throw fail('request.too_large', { n: '16 KB nos cabeçalhos' })
    if (admission.isFull(companyInPath(request.url))) await refuseSlowly()
    cutSlowBody(request, reply, pace.bodyMs)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const { statusCode: status, elapsedTime } = reply
    metrics.observe({ method, route: routeOptions.url ?? 'none', status, ms: elapsedTime })
    const line = { request_id: request.id, route: routeOptions.url, method, status, ms: Math.round(elapsedTime) }
    services.log.info({ ...line, ...factsOf(request) })
  })

  mountOperations(app, options, metrics, facts)
  const serves = options.roles?.includes('http') ?? true
  if (serves) {
    mountRoutes(app, contract, options.handlers, services, admission)
    if (services.local) mountLocalPages(app, services)
  }
  await mountClient(app, serves ? options.clientDir : undefined, services.brands)
  return app
}

/** Known before anything of a call is read. */
const companyInPath = (url: string): string => /^\/v1\/companies\/([^/?]+)/.exec(url)?.[1] ?? ''

/** A body that drips would hold its connection, and what was read of it, for as long as a file may take. */
function cutSlowBody({ raw, headers }: FastifyRequest, reply: FastifyReply, ms: number): void {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!hasBody || raw.complete || /^multipart\//i.test(headers['content-type'] ?? '')) return
  const cut = () => {
    if (raw.complete) return
    if (reply.raw.headersSent) raw.destroy()
    // Answered so, the connection ends by itself.
    else reply.header('connection', 'close').send(fail('request.timeout'))
  }
  const late = setTimeout(cut, ms).unref()
  raw.once('close', () => clearTimeout(late)).once('end', () => clearTimeout(late))
}

/** The kernel's error handler: every error leaves as `{id, message, request_id}` with a catalogue id, or as the default text. */
function refuse(services: Services, error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error) ?? fromFramework(error, request.routeOptions.bodyLimit)
  if (failure.id === 'server.failed') {
    services.log.error(
      { request_id: request.id, route: request.routeOptions.url, ...factsOf(request), ...scrubbed(error) },
      'request failed',
    )
  }
  note(request, { error_id: failure.id })
  const retryAfter = failure.extra.retry_after
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const precondition = failure.id === 'conflict.stale_version' && request.headers['if-match'] !== undefined
  return reply
    .code(precondition ? 412 : failure.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure.body(request.id)))
}

function fromFramework(error: Error & { code?: string; statusCode?: number }, bodyLimit = 0): Failure {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return fail('request.too_large', { n: bodyLimit < 1024 * KILOBYTE ? `${bodyLimit / KILOBYTE} KB` : `${bodyLimit / KILOBYTE ** 2} MB` })
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return fail('request.too_large', { n: '30 MB' })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return fail('request.unsupported_type')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return fail('request.malformed')
  return fail('server.failed')
}

/** Refuses in the same form what could not be read as a request at all, including oversized headers. */
function refuseUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failure = unread(error.code)
  const body = JSON.stringify(failure.body(randomUUID()))
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function unread(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('request.too_large', { n: '16 KB nos cabeçalhos' })
  return fail(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request.timeout' : 'request.malformed')
}

interface Facts {
  isReady: boolean
  stands: Standing | undefined
  realtime: boolean | undefined
}

function factsFor({ ready, standing, hears }: HttpOptions): () => Promise<Facts> {
  const heard = hears && lately(HEARD_MS, hears)
  return async () => {
    const [isReady = false, stands, realtime] = await Promise.all([
      within(READY_MS, ready()),
      standing && within(READY_MS, standing()),
      heard && within(READY_MS, heard()),
    ])
    return { isReady, stands, realtime: heard && realtime === true }
  }
}

function mountOperations(app: FastifyInstance, options: HttpOptions, metrics: Metrics, facts: () => Promise<Facts>): void {
  const { services, version, roles, metricsToken } = options
  app.get('/health', async () => ({ status: 'ok' }))
  // A process that hears nothing of the others still serves: its pages are only told of changes later.
  app.get('/ready', async (_, reply) => {
    const { isReady, stands, realtime } = await facts()
    const troubles = stands?.troubles ?? []
    const closed = troubles.some(({ closes }) => closes)
    const told = {
      ...(roles && { roles }),
      ...(realtime !== undefined && { realtime }),
      ...(troubles.length > 0 && { troubles: troubles.map(({ id, message }) => ({ id, message })) }),
    }
    if (isReady && !closed) return { status: 'ready', ...told }
    return reply.code(503).send({ status: isReady ? 'unfit' : 'stopping', ...told })
  })
  app.get('/version.json', async (_, reply) => reply.header('cache-control', 'no-store').send({ version }))
  app.get('/runtime-config.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ api_base_url: '', local: services.local }),
  )
  app.get('/metrics', async (request, reply) => {
    if (!mayMeasure(request, metricsToken)) throw fail('resource.not_found')
    return reply.type('text/plain; version=0.0.4').send(await metrics.text())
  })
  // Built on first use: describing every schema takes a third of a second that no start should wait for.
  let document: string | undefined
  app.get('/v1/openapi.json', async (_, reply) => {
    document ??= JSON.stringify(openApi(contract))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/v1/docs', async (_, reply) => sendPage(reply, openApiPage(contract)))
}

/** The page in its brand from the first paint: the client reads it from there. */
