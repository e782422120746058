// The sockets: a frame says which lists of which company changed, never the data; several processes share them through PostgreSQL.
// A page that says for how long it may have missed frames is told again what changed meanwhile.
import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import { Server, type Socket } from 'socket.io'
import { Handshake, PING_TIMEOUT_MS } from '#contract/kit/handshake.ts'
import { TAGS, type Tag } from '#contract/kit/tags.ts'
import { fail } from '#server/base/fail.ts'
import type { Clock } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { readActor, readMemberships } from '#server/kernel/access.ts'
import { toFailure } from '#server/kernel/database-errors.ts'
import { Buckets, type Rule } from '#server/kernel/rate.ts'
import type { Change, Realtime } from '#server/kernel/services.ts'
import { readAccess } from '#server/kernel/tokens.ts'
import { EarPool } from './ear.ts'
import { Told } from './told.ts'

/** The events owed (SPEC.md, Notifications), each sent beside our own frame. */
const SPEC_EVENTS = new Set<string>(['taxes', 'bank_accounts', 'payment_orders', 'annual-billing-statements'])
const MAX_FRAME_BYTES = 16 * 1024
/** Of one person in one process: their open tabs. */
const MAX_SOCKETS = 20
const CONNECTS: Rule = { burst: 60, per_minute: 60 }
/** What a client says; ours says nothing. */
const FRAMES: Rule = { burst: 20, per_minute: 20 }
/** Beyond these a list is simply asked again. */
const MAX_IDS = 200
/** How one process hands a frame to the others. */
const SHARED = 'told'

interface Frame {
  event: 'changed'
  company_id: string | undefined
  tags: readonly Tag[]
  ids: readonly string[]
  seq: number
  batch_id: string | undefined
}

/** What a socket carries from its handshake to its connection. */
interface Arrival {
  user_id: string
  company_ids: readonly string[]
  /** Frames since this moment may have passed the page by; undefined for a program that asks nothing again. */
  since: number | undefined
}

export interface SocketsOptions {
  http: HttpServer
  db: Db
  clock: Clock
  secret: Uint8Array
  /** Pages that may open a socket beside those of this server's own address. */
  origins?: readonly string[]
  /** The pool that carries frames between processes; absent in a single process. */
  shared?: pg.PoolConfig
}

export interface Sockets extends Realtime {
  /** Says something by the way of requests and hears it by that of the other processes; true where there are none. */
  hears(): Promise<boolean>
  close(): Promise<void>
}

export function openSockets({ http, db, clock, secret, origins = [], shared }: SocketsOptions): Sockets {
  const io = new Server(http, {
    maxHttpBufferSize: MAX_FRAME_BYTES,
    serveClient: false,
    pingTimeout: PING_TIMEOUT_MS,
    transports: ['websocket', 'polling'],
    allowRequest: ({ headers }, done) => done(null, isAllowedOrigin(headers.origin, headers.host, origins)),
  })
  const connects = new Buckets()
  const told = new Told(clock.now())
  const pool = shared && new EarPool({ ...shared, max: 4 })
  if (pool) {
    // Frames of the others are lost while the listening connection is.
    const errorHandler = () => told.forget(clock.now())
    io.adapter(createAdapter(pool, { tableName: 'razao_socket_attachments', errorHandler }))
    io.on(SHARED, (room: string, frame: Frame) => tell(room, frame))
  }
  let seq = 0

  const tell = (room: string, frame: Frame) => {
    told.keep(room, frame.tags, clock.now())
    io.local.to(room).emit('changed', frame)
    for (const tag of frame.tags) if (SPEC_EVENTS.has(tag)) io.local.to(room).emit(tag, { ...frame, event: tag })
  }

  io.use(async (socket, next) => {
    try {
      const now = clock.now()
      const { token, missed_ms } = Handshake.safeParse(socket.handshake.auth).data ?? {}
      const claims = await readAccess(secret, token ?? '', now)
      if (connects.take(claims.user_id, CONNECTS, now) !== undefined) throw fail('rate.limited')
      const company_ids = await db.transaction().execute(async tx => {
        const actor = await readActor(tx, claims, now)
        return (await readMemberships(tx, actor)).map(membership => membership.company_id)
      })
      const { user_id, session_id } = claims
      if ((io.of('/').adapter.rooms.get(userRoom(user_id))?.size ?? 0) >= MAX_SOCKETS) throw fail('rate.limited')
      socket.join([userRoom(user_id), `session:${session_id}`, ...company_ids.map(companyRoom)])
      const arrival: Arrival = { user_id, company_ids, since: missed_ms === undefined ? undefined : now - missed_ms }
      socket.data = arrival
      closeAt(socket, claims.expires * 1000 - now)
      next()
    } catch (error) {
      next(new Error(toFailure(error)?.id ?? 'server.failed'))
    }
  })
  io.on('connection', socket => {
    closeIfNoisy(socket, clock)
    // Frames reach a socket from this moment on, not from the handshake.
    tellAgain(socket, socket.data as Arrival)
  })

  function tellAgain(socket: Socket, { user_id, company_ids, since }: Arrival): void {
    if (since === undefined) return
    const say = (company_id: string | undefined, tags: readonly Tag[]) =>
      socket.emit('changed', { event: 'changed', company_id, tags, ids: [], seq, batch_id: undefined } satisfies Frame)
    const own = told.since(userRoom(user_id), since)
    if (own === undefined) return void say(undefined, TAGS)
    if (own.length > 0) say(undefined, own)
    for (const company_id of company_ids) {
      const tags = told.since(companyRoom(company_id), since) ?? TAGS
      if (tags.length > 0) say(company_id, tags)
    }
  }

  return {
    changed(change: Change) {
      const { company_id, tags, ids, batch_id } = change
      const room = company_id === undefined ? userRoom(String(change.user_id)) : companyRoom(company_id)
      seq += 1
      const frame: Frame = { event: 'changed', company_id, tags, ids: ids.length > MAX_IDS ? [] : ids, seq, batch_id }
      tell(room, frame)
      if (pool) io.serverSideEmit(SHARED, room, frame)
    },
    dropSession(sessionId) {
      io.in(`session:${sessionId}`).disconnectSockets(true)
    },
    dropUser(userId) {
      io.in(userRoom(userId)).disconnectSockets(true)
    },
    hears: async () => !pool || pool.hears(db),
    async close() {
      await io.close()
      await pool?.end()
    },
  }
}

const userRoom = (userId: string): string => `user:${userId}`
const companyRoom = (companyId: string): string => `company:${companyId}`

/** Programs name no origin; a page must be this server's own, or one of the allow-list. Once there is a list, it alone counts. */
export function isAllowedOrigin(origin: string | undefined, host: string | undefined, origins: readonly string[]): boolean {
  if (origin === undefined) return true
  if (origins.length > 0) return origins.includes(origin)
  return URL.canParse(origin) && new URL(origin).host === host
}

/** A socket lives as long as the token that opened it; its client comes back with a new one. */
function closeAt(socket: Socket, ms: number): void {
  const end = setTimeout(() => socket.disconnect(true), ms)
  socket.once('disconnect', () => clearTimeout(end))
}

function closeIfNoisy(socket: Socket, clock: Clock): void {
  const frames = new Buckets()
  socket.conn.on('packet', ({ type }) => {
    if (type === 'message' && frames.take('', FRAMES, clock.now()) !== undefined) socket.disconnect(true)
  })
}
