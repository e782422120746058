// The sockets: a frame says which lists of which company changed, never the data; several processes share them through PostgreSQL.
import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import { Server } from 'socket.io'
import type { Db } from '../db/query.ts'
import { readActor, readMemberships } from '../kernel/access.ts'
import type { Clock } from '../kernel/ids.ts'
import type { Change, Realtime } from '../kernel/services.ts'
import { readAccess } from '../kernel/tokens.ts'

/** Events of the product spec, each told beside our own frame. */
const SPEC_EVENTS = new Set<string>(['taxes', 'bank_accounts', 'payment_orders', 'annual-billing-statements'])
const MAX_FRAME_BYTES = 16 * 1024
/** Beyond these a list is simply asked again. */
const MAX_IDS = 200

export interface SocketsOptions {
  http: HttpServer
  db: Db
  clock: Clock
  secret: Uint8Array
  /** The pool that carries frames between processes; absent in a single process. */
  shared?: pg.PoolConfig
}

export interface Sockets extends Realtime {
  close(): Promise<void>
}

export function openSockets({ http, db, clock, secret, shared }: SocketsOptions): Sockets {
  const io = new Server(http, { maxHttpBufferSize: MAX_FRAME_BYTES, serveClient: false, transports: ['websocket', 'polling'] })
  const pool = shared ? new pg.Pool({ ...shared, max: 4 }) : undefined
  if (pool) io.adapter(createAdapter(pool, { tableName: 'razao_socket_attachments', errorHandler: () => {} }))
  let seq = 0

  io.use(async (socket, next) => {
    try {
      const now = clock.now()
      const claims = await readAccess(secret, String(socket.handshake.auth.token ?? ''), now)
      const rooms = await db.transaction().execute(async tx => {
        const actor = await readActor(tx, claims, now)
        const memberships = await readMemberships(tx, actor)
        return [
          `user:${actor.user_id}`,
          `session:${actor.session_id}`,
          ...memberships.map(membership => `company:${membership.company_id}`),
        ]
      })
      socket.join(rooms)
      next()
    } catch {
      next(new Error('auth.token_expired'))
    }
  })

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
