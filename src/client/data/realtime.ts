// The socket: frames say which lists of which company changed; at each connection the server tells again what the page missed.
import { io, type Socket } from 'socket.io-client'
import { type Handshake, PING_TIMEOUT_MS } from '#contract/kit/handshake.ts'
import { TAGS, type Tag } from '#contract/kit/tags.ts'
import { apiUrl, renewTokens } from './api.ts'
import { tellChange } from './changes.ts'
import { accessToken } from './tokens.ts'

interface Frame {
  company_id?: string
  tags?: readonly string[]
}

const RETRY_MS = 5000
/** Nobody is looking: what the page missed is fetched when someone does. */
const HIDDEN_RETRY_MS = 60_000

/**
 * When the page heard the last two pings, on whichever socket; before the first, when it began to read. All that was sent before the older
 * one has arrived, for the server sends a ping only when the one before was answered. The newer proves nothing: a page that slept may find
 * it waiting on a dead connection.
 */
let pings: readonly [older: number, newer: number] | undefined

const missedMs = (): number => Math.max(0, Date.now() - (pings ? pings[0] - PING_TIMEOUT_MS : performance.timeOrigin))

const isTag = (tag: string): tag is Tag => (TAGS as readonly string[]).includes(tag)

export function openRealtime(): () => void {
  // Resolved per connection, so that after a refresh the next handshake carries the new token.
  const socket: Socket = io(apiUrl('') || undefined, {
    auth: send => send({ token: accessToken(), missed_ms: missedMs() } satisfies Handshake),
    transports: ['websocket'],
    reconnectionDelayMax: 5000,
  })
  socket.io.on('ping', () => {
    pings = [pings?.[1] ?? performance.timeOrigin, Date.now()]
  })
  // The server closes a socket when its token ends, or when the person's companies or rights change; the next connection gets the new ones.
  socket.on('disconnect', reason => {
    if (reason === 'io server disconnect') socket.connect()
  })
  // Refused at the handshake, where the library leaves retrying to us. An idle visible page renews an expired token; a page in the
  // background lets its session rest.
  let retry: ReturnType<typeof setTimeout> | undefined
  socket.on('connect_error', error => {
    if (socket.active) return
    const looking = document.visibilityState === 'visible'
    if (looking && error.message === 'auth.token_expired') void renewTokens().catch(() => false)
    retry = setTimeout(() => socket.connect(), looking ? RETRY_MS : HIDDEN_RETRY_MS)
  })
  socket.on('changed', (frame: Frame) => tellChange({ tags: (frame.tags ?? []).filter(isTag), company_id: frame.company_id }))
  return () => {
    clearTimeout(retry)
    socket.close()
  }
}
