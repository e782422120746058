// The sockets: a frame says which lists of which company changed, never the data; several processes share them through PostgreSQL.
import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import { Server, type Socket } from 'socket.io'
import { Failure, fail } from '#server/base/fail.ts'
import type { Clock } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { readActor, readMemberships } from '#server/kernel/access.ts'
import { Buckets, type Rule } from '#server/kernel/rate.ts'
import type { Change, Realtime } from '#server/kernel/services.ts'
import { readAccess } from '#server/kernel/tokens.ts'

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
  close(): Promise<void>
}

export function openSockets({ http, db, clock, secret, origins = [], shared }: SocketsOptions): Sockets {
  const io = new Server(http, {
    maxHttpBufferSize: MAX_FRAME_BYTES,
    serveClient: false,
    transports: ['websocket', 'polling'],
    allowRequest: ({ headers }, done) => done(null, isAllowedOrigin(headers.origin, headers.host, origins)),
  })
  const connects = new Buckets()
  const pool = shared ? new pg.Pool({ ...shared, max: 4 }) : undefined
  if (pool) io.adapter(createAdapter(pool, { tableName: 'razao_socket_attachments', errorHandler: () => {} }))
  let seq = 0

  io.use(async (socket, next) => {
    try {
      const now = clock.now()
      const claims = await readAccess(secret, String(socket.handshake.auth.token ?? ''), now)
      if (connects.take(claims.user_id, CONNECTS, now) !== undefined) throw fail('rate.limited')
      const rooms = await db.transaction().execute(async tx => {
        const actor = await readActor(tx, claims, now)
        const memberships = await readMemberships(tx, actor)
        return [
          `user:${actor.user_id}`,
          `session:${actor.session_id}`,
          ...memberships.map(membership => `company:${membership.company_id}`),
        ]
      })
      if ((io.of('/').adapter.rooms.get(`user:${claims.user_id}`)?.size ?? 0) >= MAX_SOCKETS) throw fail('rate.limited')
      socket.join(rooms)
      closeAt(socket, claims.expires * 1000 - now)
      next()
    } catch (error) {
      next(new Error(error instanceof Failure ? error.id : 'server.failed'))
    }
  })
  io.on('connection', socket => closeIfNoisy(socket, clock))

  return {
    changed(change: Change) {
      const room = change.company_id === undefined ? `user:${change.user_id}` : `company:${change.company_id}`
      seq += 1
      const frame = {
        event: 'changed',
        company_id: change.company_id,
        tags: change.tags,
        ids: change.ids.length > MAX_IDS ? [] : change.ids,
        seq,
        batch_id: change.batch_id,
      }
      io.to(room).emit('changed', frame)
      for (const tag of change.tags) if (SPEC_EVENTS.has(tag)) io.to(room).emit(tag, { ...frame, event: tag })
    },
    dropSession(sessionId) {
      io.in(`session:${sessionId}`).disconnectSockets(true)
    },
    dropUser(userId) {
      io.in(`user:${userId}`).disconnectSockets(true)
    },
    async close() {
      await io.close()
      await pool?.end()
    },
  }
}

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
