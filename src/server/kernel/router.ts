// From rows to routes: only here is an endpoint parsed, scoped, permitted, run in one transaction, journaled and serialised.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import { type Endpoint, isMutating, type Resources } from '#contract/kit/endpoint.ts'
import { LIST_ROWS } from '#contract/kit/fields.ts'
import type { Action, Resource } from '#domain/permissions.ts'
import { fail, tooManyRows } from '#server/base/fail.ts'
import { hashSecret } from '#server/base/secrets.ts'
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { readActor, readMemberships } from './access.ts'
import { Admission } from './admission.ts'
import { isApiKey, readApiKey, refuseOwnRows } from './api-keys.ts'
import { type Actor, AskFirst, type Caller, type Context, Later, Reply } from './context.ts'
import { isRetryable } from './database-errors.ts'
import { claim, keep } from './idempotency.ts'
import { closeBatch, writeAuditLine } from './journal.ts'
import { note, scrubbed } from './log-facts.ts'
import { hear, ring } from './news.ts'
import { bodyLimitOf, namedCompany, type ParsedCall, parseCall } from './parse-call.ts'
import { PersonalReads, tellsOfPeople, WHOLE_LIST } from './personal-reads.ts'
import { Limits } from './rate.ts'
import { RequestContext } from './request-context.ts'
import type { Change, Services } from './services.ts'
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
      const run = (request: FastifyRequest, reply: FastifyReply) => answer(row, handler, services, gates, request, reply)
      const bodyLimit = bodyLimitOf(row)
      for (const path of [row.path, ...(row.spec.aliases ?? [])]) {
        const url = path.replace(/\{(\w+)\}/g, ':$1')
        for (const each of [url, `${url}/`]) app.route({ method: row.method, url: each, bodyLimit, handler: run })
      }
    }
  }
}

interface Gates {
  limits: Limits
  admission: Admission
  reads: PersonalReads
}

async function answer(
  row: Endpoint,
  handler: AnyHandler,
  services: Services,
  { limits, admission, reads }: Gates,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = services.clock.now()
  const credential = row.spec.public ? undefined : await readCredential(services, bearer(request), now)
  limits.take(row, credential?.who ?? request.ip, now)
  const call = await parseCall(row, request)
  // Strangers stand in one line, whatever their addresses: many of them may be one.
  const line = namedCompany(row, call) ?? credential?.who ?? row.id
  if (!(await admission.enter(line))) throw fail('server.busy', {}, { retry_after: 1 })
  try {
    await limits.takeShared(services.db, row, credential?.who ?? request.ip, now)
    const answers = new Map<string, unknown>()
    for (let attempt = 1; ; ) {
      try {
        const sent = await transact(row, handler, services, request, call, credential, now, answers, reads)
        return reply.code(sent.status).headers(sent.headers).send(sent.body)
      } catch (error) {
        if (error instanceof AskFirst && answers.size < MAX_QUESTIONS) {
          answers.set(error.question, await error.fetch())
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

function callerOf(request: FastifyRequest): Caller {
  const header = request.headers.authorization
  const device = request.headers['x-device-id']
  const proof = request.headers.dpop
  return {
    ip: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 500),
    device_id: typeof device === 'string' && device !== '' ? device.slice(0, 200) : undefined,
    origin: request.headers.origin,
    bearer: header?.startsWith('Bearer ') ? header.slice(7) : undefined,
    key_proof: typeof proof === 'string' && proof !== '' ? proof : undefined,
  }
}

function bearer(request: FastifyRequest): string {
  const token = callerOf(request).bearer
  if (token === undefined) throw fail('auth.token_expired')
  return token
}

async function transact(
  row: Endpoint,
  handler: AnyHandler,
  services: Services,
  request: FastifyRequest,
  call: ParsedCall,
  credential: Credential | undefined,
  now: number,
  answers: ReadonlyMap<string, unknown>,
  reads: PersonalReads,
): Promise<Sent> {
  const preview = call.query.preview === true && row.spec.previews === true
  let context: RequestContext | undefined
  let batchId: string | undefined
  let sent: Sent | undefined
  let later: Later<unknown> | undefined
  await services.db
    .transaction()
    .execute(async tx => {
      const db: Db = tx
      const companyId = namedCompany(row, call)
      const actor = await credential?.read(db, companyId)
      if (actor?.api_key) refuseOwnRows(row)
      const ctx = new RequestContext(
        db,
        services,
        actor,
        callerOf(request),
        request.id,
        (request.headers.accept ?? '').includes(COLUMNS_MEDIA_TYPE),
        now,
        answers,
      )
      context = ctx
      hear(db)
      if (actor) {
        note(request, { user_id: actor.user_id, ...(companyId === undefined ? {} : { company_id: companyId }) })
        await permit(row, companyId, ctx, actor)
      }
      const key = request.headers['idempotency-key']
      const claimKey =
        actor && isMutating(row) && !preview && typeof key === 'string' && key.length <= 200
          ? { user_id: actor.user_id, key, endpoint: row.id, body_hash: call.hash }
          : undefined
      const stored = claimKey ? await claim(db, claimKey) : undefined
      if (stored) {
        sent = {
          status: stored.status,
          body: stored.answer,
          headers: { 'content-type': READ_MIME, ...(stored.batch_id ? { 'x-batch-id': stored.batch_id } : {}) },
        }
        return
      }
      if (isMutating(row)) await scope(db, { batch: ctx.batchId })
      const value = await handler(ctx, call)
      if (value instanceof Later) {
        later = value
        return
      }
      sent = serialise(row, value)
      if (preview) throw new PreviewDone()
      const wrote =
        isMutating(row) &&
        ctx.company !== undefined &&
        (await closeBatch(db, {
          id: ctx.batchId,
          company_id: ctx.company,
          user_id: actor?.user_id,
          command: row.id,
          label: ctx.labelText,
          tags: row.spec.writes ?? [],
          request_id: request.id,
          ...(ctx.undone ? { undo_of_id: ctx.undone } : {}),
        }))
      if (wrote && !row.spec.irreversible) {
        batchId = ctx.batchId
        sent.headers['x-batch-id'] = ctx.batchId
      }
      if (isMutating(row) && !wrote) await writeAuditLine(db, ctx, actor, row.id)
      if (claimKey && typeof sent.body === 'string')
        await keep(db, claimKey, { status: sent.status, answer: sent.body, batch_id: batchId ?? null })
    })
    .catch(error => {
      // A preview runs for real and is rolled back, so it cannot disagree with the write that it announces.
      if (!(error instanceof PreviewDone)) throw error
    })
  if (context && tellsOfPeople(row)) await reads.keep(services.db, readBy(row, call, context))
  if (later) return serialise(row, await (later as Later<unknown>).fetch())
  if (!sent) throw new Error(`${row.id} sent nothing`)
  if (context && !preview) await settle(row, services, context, batchId)
  return sent
}

function readBy(row: Endpoint, call: ParsedCall, ctx: RequestContext) {
  const companies = ctx.company === undefined ? ctx.companies : [ctx.company]
  return { row, companies, user_id: ctx.actor.user_id, subject_id: call.params.id ?? WHOLE_LIST, now: ctx.now }
}

class PreviewDone extends Error {}

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
