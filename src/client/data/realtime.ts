// The socket: frames say which lists of which company changed; at each connection the server tells again what the page missed.
import { io, type Socket } from 'socket.io-client'
import type { Handshake } from '#contract/kit/handshake.ts'
import { TAGS, type Tag } from '#contract/kit/tags.ts'
import { apiUrl, renewTokens } from './api.ts'
import { tellChange } from './changes.ts'
import { onBack } from './connection.ts'
import { accessToken } from './tokens.ts'

interface Frame {
  company_id?: string
  tags?: readonly string[]
}

const RETRY_MS = 5000
/** Nobody is looking: what the page missed is fetched when someone does. */
const HIDDEN_RETRY_MS = 60_000
const FRAMES_MS = 500

/** All that was told before this moment has arrived; a page hears of what came later. */
let heardUntil = performance.timeOrigin

const isTag = (tag: string): tag is Tag => (TAGS as readonly string[]).includes(tag)

export function openRealtime(): () => void {
  let asked = heardUntil
  /** When the present connection asked what it had missed. */
  let began: number | undefined
  // Resolved per connection, so that after a refresh the next handshake carries the new token.
  const socket: Socket = io(apiUrl('') || undefined, {
    auth: send => {
      asked = Date.now()
      send({ token: accessToken(), missed_ms: Math.max(0, asked - heardUntil) } satisfies Handshake)
    },
    transports: ['websocket'],
    reconnectionDelayMax: 5000,
  })
  socket.on('connect', () => {
    began = asked
  })
  // Comes after all that the server told this connection of the one before. What it tells of the present one is asked for again by the next:
  // nothing proves that each frame arrived.
  socket.io.on('ping', () => {
    heardUntil = began ?? heardUntil
  })
  // The server closes a socket when its token ends, or when the person's companies or rights change; the next connection gets the new ones.
  socket.on('disconnect', reason => {
    began = undefined
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
  const stopAsking = onBack(() => socket.connect())
  const frames = paced()
  socket.on('changed', (frame: Frame) => frames.heard((frame.tags ?? []).filter(isTag), frame.company_id))
  return () => {
    clearTimeout(retry)
    stopAsking()
    frames.stop()
    socket.close()
  }
}

/** The first frame is told at once, and all that come within half a second of it together: a busy company makes no list read on and on. */
function paced(): { heard(tags: readonly Tag[], company_id: string | undefined): void; stop(): void } {
  let waiting = new Map<string | undefined, Set<Tag>>()
  let held: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    held = undefined
    if (waiting.size === 0) return
    const told = waiting
    waiting = new Map()
    held = setTimeout(tell, FRAMES_MS)
    for (const [company_id, tags] of told) tellChange({ tags: [...tags], company_id })
  }
  return {
    heard(tags, company_id) {
      waiting.set(company_id, new Set([...(waiting.get(company_id) ?? []), ...tags]))
      if (held === undefined) tell()
    },
    stop: () => clearTimeout(held),
  }
}
