// From rows to routes: only here is an endpoint parsed, scoped, permitted, run in one transaction, journaled and serialised.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import { type Endpoint, isMutating, type Resources } from '#contract/kit/endpoint.ts'
import { LIST_ROWS } from '#contract/kit/fields.ts'
import type { Action, Resource } from '#domain/permissions.ts'
import { fail, tooManyRows } from '#server/base/fail.ts'
import { hashSecret } from '#server/base/secrets.ts'
import { isStalePlan } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { readActor, readMemberships } from './access.ts'
import { Admission, refuseSlowly } from './admission.ts'
import { isApiKey, readApiKey, refuseOwnRows } from './api-keys.ts'
import { type Actor, AskFirst, type Caller, type Context, Later, Reply } from './context.ts'
import { isRetryable } from './database-errors.ts'
import { claim, type IdempotencyKey, keep, type StoredAnswer } from './idempotency.ts'
import { closeBatch, writeAuditLine } from './journal.ts'
import { note, scrubbed } from './log-facts.ts'
import { hear, ring } from './news.ts'
import { bodyLimitOf, namedCompany, type ParsedCall, parseCall } from './parse-call.ts'
import { PersonalReads, tellsOfPeople, WHOLE_LIST } from './personal-reads.ts'
import { Limits } from './rate.ts'
import { isReport, positionOf } from './replica.ts'
import { RequestContext } from './request-context.ts'
import type { Change, Services } from './services.ts'
import { keepsBytes, signedBody } from './signed-body.ts'
import { readAccess } from './tokens.ts'

type AnyHandler = (ctx: Context, call: Omit<ParsedCall, 'hash'>) => Promise<unknown>

const MAX_ATTEMPTS = 3
/** What a call may ask of others before it writes; each question follows from the answer before. */
const MAX_QUESTIONS = 3
const READ_MIME = 'application/json; charset=utf-8'

interface Sent {
  status: number
  body: string | Uint8Array | Readable
  headers: Record<string, string>
}

export function mountRoutes(
  app: FastifyInstance,
  contract: Resources,
  handlers: Record<string, Record<string, unknown>>,
  services: Services,
  admission: Admission = new Admission(),
): void {
  const gates: Gates = { limits: new Limits(services.local), admission, reads: new PersonalReads() }
  for (const [resource, rows] of Object.entries(contract)) {
    for (const [name, row] of Object.entries(rows)) {
      const handler = handlers[resource]?.[name] as AnyHandler | undefined
      if (!handler) throw new Error(`no handler for ${row.id}`)
      const route: Route = { row, handler, services, gates }
      const run = (request: FastifyRequest, reply: FastifyReply) => answer(route, request, reply)
      const bodyLimit = bodyLimitOf(row)
      for (const path of [row.path, ...(row.spec.aliases ?? [])]) {
        const url = path.replace(/\{(\w+)\}/g, ':$1')
        for (const each of [url, `${url}/`]) app.route({ method: row.method, url: each, bodyLimit, handler: run, ...keepsBytes(row) })
      }
    }
  }
}

interface Gates {
  limits: Limits
  admission: Admission
  reads: PersonalReads
}

/** A row, who answers it, and what each of its calls passes. */
interface Route {
  row: Endpoint
  handler: AnyHandler
  services: Services
  gates: Gates
}

/** One call of a route, the same for each attempt to answer it. */
interface Asked {
  request: FastifyRequest
  call: ParsedCall
  credential: Credential | undefined
  now: number
  /** What outside parties have said so far. */
  answers: Map<string, unknown>
}

async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { row, services } = route
  const { limits, admission } = route.gates
  const now = services.clock.now()
  const credential = row.spec.public ? undefined : await readCredential(services, bearer(request), now)
  limits.take(row, credential?.who ?? request.ip, now)
  const call = await parseCall(row, request)
  // Strangers stand in one line, whatever their addresses: many of them may be one.
  const line = namedCompany(row, call) ?? credential?.who ?? row.id
  if (!(await admission.enter(line))) await refuseSlowly()
  try {
    await limits.takeShared(services.db, row, credential?.who ?? request.ip, now)
    const answers = new Map<string, unknown>()
    const asked: Asked = { request, call, credential, now, answers }
    for (let [attempt, planned] = [1, 1]; ; ) {
      try {
        const sent = await transact(route, asked)
        return reply.code(sent.status).headers(sent.headers).send(sent.body)
      } catch (error) {
        if (error instanceof AskFirst && answers.size < MAX_QUESTIONS) {
          answers.set(error.question, await error.fetch())
        } else if (isStalePlan(error) && planned < MAX_ATTEMPTS) {
          // A migration came between: planned anew it passes, and no race was lost.
          planned += 1
        } else if (isRetryable(error) && attempt < MAX_ATTEMPTS) {
          attempt += 1
        } else throw error
      }
    }
  } finally {
    admission.leave(line)
  }
}

/** A person's access token or an API key; both become an actor inside the transaction. */
interface Credential {
  /** The owner of the rate bucket. */
  who: string
  read(db: Db, companyId: string | undefined): Promise<Actor>
}

async function readCredential(services: Services, token: string, now: number): Promise<Credential> {
  if (isApiKey(token))
    return { who: hashSecret(token).toString('base64url'), read: (db, companyId) => readApiKey(db, token, now, companyId) }
  const claims = await readAccess(services.secret, token, now)
  return { who: claims.user_id, read: (db, companyId) => readActor(db, claims, now, companyId) }
}

function callerOf(request: FastifyRequest, row?: Endpoint): Caller {
  const header = request.headers.authorization
  const device = request.headers['x-device-id']
  const proof = request.headers.dpop
  return {
    ip: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 500),
    device_id: typeof device === 'string' && device !== '' ? device.slice(0, 200) : undefined,
    origin: request.headers.origin,
    bearer: header?.startsWith('Bearer ') ? header.slice(7) : undefined,
    signed: row && signedBody(row, request),
    key_proof: typeof proof === 'string' && proof !== '' ? proof : undefined,
  }
}

function bearer(request: FastifyRequest): string {
  const token = callerOf(request).bearer
  if (token === undefined) throw fail('auth.token_expired')
  return token
}

/** What came of a call inside its transaction. */
interface Outcome {
  context: RequestContext
  /** What it answers, or who is still to be asked for it. */
  value: Sent | Later<unknown>
  batchId?: string
}

/** Carries the outcome of a preview out of the transaction that it rolls back: run for real, it cannot disagree with the write it announces. */
class PreviewDone extends Error {
  constructor(readonly outcome: Outcome) {
    super('preview')
  }
}

async function transact(route: Route, asked: Asked): Promise<Sent> {
  const { row, services, gates } = route
  const preview = asked.call.query.preview === true && row.spec.previews === true
  const onPrimary = () =>
    services.db
      .transaction()
      .execute(async tx => {
        const outcome = await within(tx, route, asked, preview)
        if (preview) throw new PreviewDone(outcome)
        return outcome
      })
      .catch(error => {
        if (error instanceof PreviewDone) return error.outcome
        throw error
      })
  const { context, value, batchId } = (await onReplica(route, asked)) ?? (await onPrimary())
  if (tellsOfPeople(row)) await gates.reads.keep(services.db, readBy(row, asked.call, context))
  if (value instanceof Later) return serialise(row, await value.fetch())
  if (!preview) await settle(row, services, context, batchId)
  return value
}

/** A report, where there is a standby: the primary says who may ask and how far to wait. Undefined: the primary answers all of it. */
async function onReplica(route: Route, asked: Asked): Promise<Outcome | undefined> {
  const { row, handler, services } = route
  const { replica } = services
  if (!replica?.isOpen() || !isReport(row)) return undefined
  const { admitted, position } = await services.db.transaction().execute(async tx => {
    const admitted = await admit(tx, route, asked)
    return { admitted, position: await positionOf(tx) }
  })
  return replica.read(position, async db => {
    const context = admitted.on(db)
    hear(db)
    await scope(db, { companies: [context.companyId], user: context.actor.user_id })
    const value = await handler(context, asked.call)
    return { context, value: value instanceof Later ? value : serialise(row, value) }
  })
}

/** Everything of a call that happens in its one transaction. */
async function within(db: Db, route: Route, asked: Asked, preview: boolean): Promise<Outcome> {
  const { row, handler } = route
  const context = await admit(db, route, asked)
  const key = preview ? undefined : keyOf(row, asked, context)
  const stored = key && (await claim(db, key))
  if (stored) return { context, value: asStored(stored) }
  if (isMutating(row)) await scope(db, { batch: context.batchId })
  const value = await handler(context, asked.call)
  if (value instanceof Later) return { context, value }
  const sent = serialise(row, value)
  if (preview) return { context, value: sent }
  const batchId = isMutating(row) ? await journal(db, row, context) : undefined
  if (batchId !== undefined) sent.headers['x-batch-id'] = batchId
  if (key && typeof sent.body === 'string') await keep(db, key, { status: sent.status, answer: sent.body, batch_id: batchId ?? null })
  return { context, value: sent, ...(batchId === undefined ? {} : { batchId }) }
}

/** Learns who asks, and lets in whoever may. */
async function admit(db: Db, { row, services }: Route, { request, call, credential, now, answers }: Asked): Promise<RequestContext> {
  const companyId = namedCompany(row, call)
  const actor = await credential?.read(db, companyId)
  if (actor?.api_key) refuseOwnRows(row)
  const columnar = (request.headers.accept ?? '').includes(COLUMNS_MEDIA_TYPE)
  const context = new RequestContext(db, services, actor, callerOf(request, row), request.id, columnar, now, answers)
  hear(db)
  if (actor) {
    note(request, { user_id: actor.user_id, ...(companyId === undefined ? {} : { company_id: companyId }) })
    await permit(row, companyId, context, actor)
  }
  return context
}

function keyOf(row: Endpoint, { request, call, credential }: Asked, context: RequestContext): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (!credential || !isMutating(row) || typeof key !== 'string' || key.length > 200) return undefined
  return { user_id: context.actor.user_id, key, endpoint: row.id, body_hash: call.hash }
}

function asStored({ status, answer, batch_id }: StoredAnswer): Sent {
  return { status, body: answer, headers: { 'content-type': READ_MIME, ...(batch_id ? { 'x-batch-id': batch_id } : {}) } }
}

/** Closes the call's batch, or leaves a line of what it did outside every company. Returns the batch when it can be undone. */
async function journal(db: Db, row: Endpoint, context: RequestContext): Promise<string | undefined> {
  const wrote =
    context.company !== undefined &&
    (await closeBatch(db, context.services.queue, {
      id: context.batchId,
      company_id: context.company,
      user_id: context.known?.user_id,
      api_key_id: context.known?.api_key?.id,
      command: row.id,
      label: context.labelText,
      tags: row.spec.writes ?? [],
      request_id: context.requestId,
      ...(context.undone ? { undo_of_id: context.undone } : {}),
    }))
  if (!wrote) await writeAuditLine(db, context, context.known, row.id)
  return wrote && !row.spec.irreversible ? context.batchId : undefined
}

function readBy(row: Endpoint, call: ParsedCall, ctx: RequestContext) {
  const companies = ctx.company === undefined ? ctx.companies : [ctx.company]
  return { row, companies, user_id: ctx.actor.user_id, subject_id: call.params.id ?? WHOLE_LIST, now: ctx.now }
}

async function permit(row: Endpoint, companyId: string | undefined, ctx: RequestContext, actor: Actor): Promise<void> {
  ctx.memberships = await readMemberships(ctx.db, actor, companyId)
  if (companyId === undefined) return
  ctx.membership = ctx.memberships[0]
  if (!ctx.membership) throw fail('resource.not_found')
  if (row.spec.needs) {
    const [resource, action] = row.spec.needs.split(':') as [Resource, Action]
    ctx.need(resource, action)
  }
}

function serialise(row: Endpoint, value: unknown): Sent {
  const status = row.spec.creates ? 201 : 200
  if (Array.isArray(value) && value.length > LIST_ROWS) throw tooManyRows()
  if (value instanceof Reply) {
    if (value.kind === 'file') return { status, body: value.body as Uint8Array, headers: { ...value.headers } }
    const body = value.kind === 'json-text' ? (value.body as Sent['body']) : JSON.stringify(row.spec.returns.parse(value.body))
    return { status, body, headers: { 'content-type': READ_MIME, ...value.headers } }
  }
  return { status, body: JSON.stringify(row.spec.returns.parse(value)), headers: { 'content-type': READ_MIME } }
}

async function settle(row: Endpoint, services: Services, ctx: RequestContext, batchId: string | undefined): Promise<void> {
  const tags = row.spec.writes ?? []
  if (tags.length > 0) {
    const change: Change = {
      company_id: ctx.company,
      user_id: ctx.company === undefined ? ctx.actor.user_id : undefined,
      tags,
      ids: ctx.touched,
      batch_id: batchId,
    }
    services.realtime.changed(change)
  }
  ring(ctx.db, services.realtime)
  for (const work of ctx.after) {
    try {
      await work()
    } catch (error) {
      services.log.error({ request_id: ctx.requestId, route: row.path, ...scrubbed(error) }, 'after commit failed')
    }
  }
}
